/// Something that not every WebKit does with a rule list.
///
/// Which release has it, and how that is known, is in ``support``; docs/targets.md is made from it.
public enum Ability: String, CaseIterable, Hashable, Sendable {
  /// 150,000 rules in a list.
  case largeLists = "150,000 rules in a list"
  /// `fetch`, `websocket`, `other` and `ping` as types, and `load-context`.
  case requestTypesAndContexts = "fetch, websocket, other, ping; load-context"
  /// The type `csp-report`.
  case cspReport = "csp-report"
  /// `if-frame-url`.
  case ifFrameURL = "if-frame-url"
  /// Conditions by domain and by URL in rules of one list.
  case mixedConditions = "if-domain and if-top-url in one list"
  /// `:has()` in selectors.
  case hasSelector = ":has() in selectors"
  /// `:fullscreen`, and pseudo-elements in capitals.
  case pseudoSpellings = ":fullscreen, uppercase pseudo-elements"
  /// `:user-valid` and `:user-invalid`.
  case userValiditySelectors = ":user-valid, :user-invalid"
  /// `:focus-visible`.
  case focusVisibleSelector = ":focus-visible"
  /// What selectors got with `:state()`.
  case stateSelectors =
    ":state(), ::details-content, ::highlight(), ::grammar-error, ::spelling-error, &"
  /// Pseudo-elements of `::details-content`.
  case detailsPartSelectors = "pseudo-elements after ::details-content"
  /// What selectors got with `::view-transition`.
  case transitionSelectors = "::view-transition and related selectors, :heading, [name=value s]"
  /// `unless-frame-url`.
  case unlessFrameURL = "unless-frame-url"
  /// Hiding in frames of `about:blank` and `srcdoc`.
  case blankFrames = "hiding in about:blank and srcdoc frames"
  /// The types `child-document` and `top-document`.
  case documentTypes = "child-document, top-document"
  /// `request-method`.
  case requestMethod = "request-method"
  /// The action `ignore-following-rules`.
  case ignoreFollowingRules = "ignore-following-rules"

  /// What a list that uses it meets where it is missing.
  public enum Absence: String, Hashable, Sendable {
    /// WebKit rejects the whole list.
    case listIsRejected = "the list is rejected"
    /// WebKit ignores the key, so the rule acts on more.
    case ruleIsWider = "the rule matches more"
    /// WebKit leaves the rule out.
    case ruleIsSkipped = "the rule is dropped"
    /// WebKit ignores a part of `:is()`.
    case partIsIgnored = "a part of :is() is ignored"
    /// The rule acts on less.
    case ruleIsNarrower = "the rule matches less"
  }

  /// What a list that uses it meets where it is missing.
  public var absence: Absence {
    switch self {
    case .largeLists, .requestTypesAndContexts, .cspReport, .mixedConditions, .documentTypes,
      .ignoreFollowingRules:
      .listIsRejected
    case .ifFrameURL, .unlessFrameURL, .requestMethod: .ruleIsWider
    case .hasSelector, .pseudoSpellings, .userValiditySelectors, .focusVisibleSelector, .stateSelectors,
      .detailsPartSelectors, .transitionSelectors:
      .ruleIsSkipped
    case .blankFrames: .ruleIsNarrower
    }
  }
}

extension Ability {
  /// Since when a line of releases has an ability, and how that is known.
  public struct Since: Hashable, Sendable {
    /// The first release that is known to have it; nil where none is.
    public let known: Version?
    /// The first release that probably has it, if that is an earlier one.
    public let inferred: Version?
    /// How ``known`` is known.
    public let certainty: Certainty

    /// Whether this release has it for certain.
    public func isKnown(in version: Version) -> Bool { known.map { $0 <= version } ?? false }

    /// Whether this release may have it: it is certain or inferred.
    public func isPossible(in version: Version) -> Bool {
      isKnown(in: version) || inferred.map { $0 <= version } ?? false
    }
  }

  /// How something is known.
  public enum Certainty: String, Hashable, Sendable {
    /// Read in source or a shipped binary.
    case fact
    /// Measured in the engine.
    case measured
    /// Inferred from dates of changes: no target uses it.
    case inferred
  }

  /// Both lines, and where it is known from.
  public struct Support: Hashable, Sendable {
    /// Safari.
    public let safari: Since
    /// WebKitGTK.
    public let webKitGTK: Since
    /// Where it is known from.
    public let source: String

    /// The line of an engine.
    public subscript(_ engine: Engine) -> Since {
      switch engine {
      case .safari: safari
      case .webKitGTK: webKitGTK
      }
    }
  }
}

extension Ability.Since: CustomStringConvertible {
  /// In words: `since 26.1 (fact), probably since 26`.
  public var description: String {
    let parts = [
      known.map { "since \($0) (\(certainty.rawValue))" }, inferred.map { "probably since \($0) (inferred)" },
    ]
    return parts.compactMap { $0 }.joined(separator: ", ")
  }
}

extension Ability.Since {
  /// Read in source or a binary of this release.
  static func fact(_ major: Int, _ minor: Int) -> Self {
    Self(known: Version(major, minor), inferred: nil, certainty: .fact)
  }

  /// Measured in this release.
  static func measured(_ major: Int, _ minor: Int) -> Self {
    Self(known: Version(major, minor), inferred: nil, certainty: .measured)
  }

  /// Inferred for a release.
  static func inferred(_ major: Int, _ minor: Int) -> Self {
    Self(known: nil, inferred: Version(major, minor), certainty: .inferred)
  }

  /// The same, probably since an earlier release.
  func probably(_ major: Int, _ minor: Int) -> Self {
    Self(known: known, inferred: Version(major, minor), certainty: certainty)
  }
}
