/// A WebKit that the output is for.
public enum Target: String, CaseIterable, Hashable, Sendable {
  /// Safari 16.4 on macOS, iOS and iPadOS.
  case safari16 = "safari-16"
  /// Safari 17.
  case safari17 = "safari-17"
  /// Safari 18.
  case safari18 = "safari-18"
  /// Safari 26.
  case safari26 = "safari-26"
  /// WebKitGTK 2.50: GNOME Web.
  case webKitGTK = "webkitgtk"
}

/// What a target can do beyond what all of them can, each with where that is known from.
public struct TargetAbilities: Sendable {
  /// The most rules in one list.
  public var maximumRules: Int
  /// Whether `ignore-following-rules` is an action.
  public var hasIgnoreFollowingRules: Bool
  /// Where these are known from.
  public var evidence: String
}

extension Target {
  /// The table of abilities.
  ///
  /// All targets know `child-document`, `top-document`, `load-context`, `fetch`, `websocket`, `ping` and
  /// `other` as types and `if-top-url` beside `if-domain` in one list (WebKit since Safari 15.4), and
  /// `:has()` in selectors (Safari 15.4).
  public var abilities: TargetAbilities {
    switch self {
    case .safari16, .safari17, .safari18, .safari26:
      TargetAbilities(
        maximumRules: 150_000, hasIgnoreFollowingRules: false,
        evidence: "Apple raised the limit from 50,000 in Safari 15; ignore-following-rules is in WebKit's "
          + "source, but in which Safari was not found out")
    case .webKitGTK:
      TargetAbilities(
        maximumRules: 150_000, hasIgnoreFollowingRules: true,
        evidence: "measured on WebKitGTK 2.50.6")
    }
  }
}
