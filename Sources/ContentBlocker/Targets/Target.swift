/// A WebKit that a list is for: what a program of that version, and every later one of its line, can load.
///
/// A target may use only what is known of it as a fact; see ``Ability`` and docs/targets.md.
public enum Target: String, CaseIterable, Hashable, Sendable {
  /// Every WebKit below, and WebKitGTK from 2.38.
  case any
  /// Safari 16.4 on macOS, iOS and iPadOS.
  case safari16_4 = "safari-16.4"
  /// Safari 17.
  case safari17 = "safari-17"
  /// Safari 18.
  case safari18 = "safari-18"
  /// Safari 18.6.
  case safari18_6 = "safari-18.6"
  /// Safari 26.
  case safari26 = "safari-26"
  /// Safari 26.4.
  case safari26_4 = "safari-26.4"
  /// Safari 27.
  case safari27 = "safari-27"
  /// WebKitGTK 2.44: the oldest that a GNOME Web of today may run on.
  case webKitGTK2_44 = "webkitgtk-2.44"
  /// WebKitGTK 2.46.
  case webKitGTK2_46 = "webkitgtk-2.46"
  /// WebKitGTK 2.48.
  case webKitGTK2_48 = "webkitgtk-2.48"
  /// WebKitGTK 2.50.
  case webKitGTK2_50 = "webkitgtk-2.50"
  /// WebKitGTK 2.52.
  case webKitGTK2_52 = "webkitgtk-2.52"
  /// WebKitGTK 2.54.
  case webKitGTK2_54 = "webkitgtk-2.54"

  /// The target where none is named: a list for ``any`` loads wherever a list of Sluice can be loaded at all,
  /// and nobody who publishes a list knows which WebKit its subscribers run.
  public static let standard = Target.any

  /// Names that stand for the oldest target of their line.
  static let shortNames: [(name: String, target: Target)] = [
    ("safari", .safari16_4), ("safari-16", .safari16_4), ("webkitgtk", .webKitGTK2_44),
  ]

  /// The target of a name: that of a case, or a short one, which stands for the oldest target of its line.
  public init?(rawValue: String) {
    let named = Self.allCases.first { $0.rawValue == rawValue }
    guard let target = named ?? Self.shortNames.first(where: { $0.name == rawValue })?.target else {
      return nil
    }
    self = target
  }

  /// The newest target of a line that a release can load; ``any`` for one that is older than all of them.
  public init(newestFor engine: Engine, _ version: Version) {
    let loadable = Self.allCases.filter {
      $0.release?.engine == engine && ($0.release?.version ?? version) <= version
    }
    self = loadable.max { ($0.release?.version ?? version) < ($1.release?.version ?? version) } ?? .any
  }

  /// Every name by which a target can be asked for: those of the cases, and the short ones.
  public static let names = allCases.map(\.rawValue) + shortNames.map(\.name)

  /// Whether the target can do this for certain. ``any`` can do what all others can.
  public func has(_ ability: Ability) -> Bool {
    oldestReleases.allSatisfy { ability.support[$0.engine].isKnown(in: $0.version) }
  }

  /// Whether the target can do this, for certain or by what is inferred.
  public func probablyHas(_ ability: Ability) -> Bool {
    oldestReleases.allSatisfy { ability.support[$0.engine].isPossible(in: $0.version) }
  }

  /// The oldest release of each line that the target is for.
  public var oldestReleases: [Release] {
    release.map { [$0] } ?? [Release(.safari, 16, 4), Release(.webKitGTK, 2, 38)]
  }

  /// The release that stands for the target; nil for ``any``.
  public var release: Release? {
    switch self {
    case .any: nil
    case .safari16_4: Release(.safari, 16, 4)
    case .safari17: Release(.safari, 17, 0)
    case .safari18: Release(.safari, 18, 0)
    case .safari18_6: Release(.safari, 18, 6)
    case .safari26: Release(.safari, 26, 0)
    case .safari26_4: Release(.safari, 26, 4)
    case .safari27: Release(.safari, 27, 0)
    case .webKitGTK2_44: Release(.webKitGTK, 2, 44)
    case .webKitGTK2_46: Release(.webKitGTK, 2, 46)
    case .webKitGTK2_48: Release(.webKitGTK, 2, 48)
    case .webKitGTK2_50: Release(.webKitGTK, 2, 50)
    case .webKitGTK2_52: Release(.webKitGTK, 2, 52)
    case .webKitGTK2_54: Release(.webKitGTK, 2, 54)
    }
  }
}

/// A line of releases.
public enum Engine: String, CaseIterable, Hashable, Sendable {
  /// Apple's: Safari and WKWebView.
  case safari = "Safari"
  /// GNOME's: WebKitGTK, on which GNOME Web runs.
  case webKitGTK = "WebKitGTK"
}

/// The number of a release in its line.
public struct Version: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The number before the point.
  public let major: Int
  /// The number behind it.
  public let minor: Int

  /// The release `major.minor`.
  public init(_ major: Int, _ minor: Int) { (self.major, self.minor) = (major, minor) }

  /// Whether the release came out earlier in its line.
  public static func < (a: Version, b: Version) -> Bool { (a.major, a.minor) < (b.major, b.minor) }

  /// As it is written: `18.6`, and `26` for the first release of a number.
  public var description: String { minor == 0 ? "\(major)" : "\(major).\(minor)" }
}

/// A release of an engine.
public struct Release: Hashable, Sendable {
  /// Its line.
  public let engine: Engine
  /// Its number.
  public let version: Version

  init(_ engine: Engine, _ major: Int, _ minor: Int) {
    self.engine = engine
    version = Version(major, minor)
  }
}
