import SluiceText

/// A WebKit version that a list is built for. The list loads in this version and in all later ones of the
/// same engine.
///
/// Output for a target uses only capabilities that the target certainly has; see `Capability` and
/// docs/reference/targets.md.
@nonexhaustive public enum Target: String, CaseIterable, Hashable, Sendable {
  /// Every WebKit version listed below, and WebKitGTK 2.38 and later.
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
  /// WebKitGTK 2.44, the oldest version that a current GNOME Web runs on.
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

  /// The default target. A list for ``any`` loads in every WebKit version that Sluice supports; publishers of
  /// lists do not know which version their subscribers run.
  public static let standard = Target.any

  /// Short names, which stand for the oldest target of an engine.
  static let shortNames: [(name: String, target: Target)] = [
    ("safari", .safari16_4), ("safari-16", .safari16_4), ("webkitgtk", .webKitGTK2_44),
  ]

  /// Creates a target from its name: the raw value of a case or a short name, which stands for the oldest
  /// target of its engine.
  public init?(rawValue: String) {
    let named = Self.allCases.first { $0.rawValue == rawValue }
    guard let target = named ?? Self.shortNames.first(where: { $0.name == rawValue })?.target else {
      return nil
    }
    self = target
  }

  /// Creates the newest target that this release of an engine can load, or ``any`` if the release is older
  /// than all targets.
  public init(newestFor engine: Engine, _ version: Version) {
    let loadable = Self.allCases.filter {
      $0.release?.engine == engine && ($0.release?.version ?? version) <= version
    }
    self = loadable.max { ($0.release?.version ?? version) < ($1.release?.version ?? version) } ?? .any
  }

  /// All names of targets: those of the cases, and the short names.
  package static let names = allCases.map { $0.rawValue } + shortNames.map { $0.name }

  /// Returns whether the target certainly has this capability. ``any`` has it if the oldest supported release
  /// of each engine does.
  package func has(_ capability: Capability) -> Bool {
    oldestReleases.allSatisfy { capability.support[$0.engine].isKnown(in: $0.version) }
  }

  /// Returns whether the target certainly or probably has this capability.
  package func probablyHas(_ capability: Capability) -> Bool {
    oldestReleases.allSatisfy { capability.support[$0.engine].isPossible(in: $0.version) }
  }

  /// The oldest supported release of each engine that the target covers.
  public var oldestReleases: [Release] {
    release.map { [$0] } ?? [Release(.safari, major: 16, minor: 4), Release(.webKitGTK, major: 2, minor: 38)]
  }

  /// The release of the target; nil for ``any``.
  public var release: Release? {
    switch self {
    case .any: nil
    case .safari16_4: Release(.safari, major: 16, minor: 4)
    case .safari17: Release(.safari, major: 17, minor: 0)
    case .safari18: Release(.safari, major: 18, minor: 0)
    case .safari18_6: Release(.safari, major: 18, minor: 6)
    case .safari26: Release(.safari, major: 26, minor: 0)
    case .safari26_4: Release(.safari, major: 26, minor: 4)
    case .safari27: Release(.safari, major: 27, minor: 0)
    case .webKitGTK2_44: Release(.webKitGTK, major: 2, minor: 44)
    case .webKitGTK2_46: Release(.webKitGTK, major: 2, minor: 46)
    case .webKitGTK2_48: Release(.webKitGTK, major: 2, minor: 48)
    case .webKitGTK2_50: Release(.webKitGTK, major: 2, minor: 50)
    case .webKitGTK2_52: Release(.webKitGTK, major: 2, minor: 52)
    case .webKitGTK2_54: Release(.webKitGTK, major: 2, minor: 54)
    }
  }
}

/// A WebKit engine with its own series of releases.
@nonexhaustive public enum Engine: String, CaseIterable, Hashable, Sendable {
  /// Apple's engine: Safari and WKWebView.
  case safari = "Safari"
  /// The engine of GNOME Web: WebKitGTK.
  case webKitGTK = "WebKitGTK"
}

/// The version number of a release.
public struct Version: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The number before the dot.
  public let major: Int
  /// The number after the dot.
  public let minor: Int

  /// Creates the version `major.minor`.
  public init(_ major: Int, _ minor: Int) { (self.major, self.minor) = (major, minor) }

  /// Returns whether `a` is an earlier version than `b`.
  public static func < (a: Version, b: Version) -> Bool { (a.major, a.minor) < (b.major, b.minor) }

  /// The version as it is usually written: `18.6`, or `26` if the minor number is 0.
  public var description: String { minor == 0 ? "\(major)" : "\(major).\(minor)" }
}

/// A release of an engine.
public struct Release: Hashable, Sendable {
  /// The engine.
  public let engine: Engine
  /// The version.
  public let version: Version

  init(_ engine: Engine, major: Int, minor: Int) {
    self.engine = engine
    version = Version(major, minor)
  }
}

/// The recommended maximum size of a list's JSON for a target, and the evidence.
public struct AdvisedSize: Hashable, Sendable {
  /// The size in bytes.
  public var bytes: Int
  /// The report that the size is taken from.
  public var evidence: String

  /// Returns a warning about a list of `size` bytes of JSON, or nil if the list is not too large. The text is
  /// one line without a full stop.
  public func warning(about size: Int) -> String? {
    guard size > bytes else { return nil }
    let (shown, limit) = (Self.megabytes(size), Self.megabytes(bytes))
    // A size above the limit must not look equal to it.
    return
      "\(shown == limit ? "\(size.grouped) bytes" : shown) of JSON: lists of more than \(limit) have failed"
      + " to load on iPhones and iPads (\(evidence))"
  }

  /// Returns a size as summaries show it.
  private static func megabytes(_ bytes: Int) -> String {
    let tenths = bytes / 100_000 + (bytes % 100_000 >= 50_000 ? 1 : 0)
    return "\((tenths / 10).grouped).\(tenths % 10) MB"
  }
}

extension Target {
  /// The size beyond which a list may fail to load on iPhones and iPads; nil if no failures were reported.
  ///
  /// WebKit itself has no limit. On iOS, the process that passes a list to Safari has little memory, and the
  /// JSON takes about twice its size there:
  /// - iOS 12.3: 6 MB of JSON exceeded the limit of 12 MB of memory (openradar 51064465).
  /// - 2023, when iOS 17 was new: 11 MB of JSON exceeded 24 MB of memory.
  /// - January 2025: iOS allowed 40 MB of memory (WebShield issue 41). In the same year, AdGuard found that
  ///   19 MB of JSON works on iOS 18 and 26.
  ///
  /// There are no reports for macOS and GNOME Web.
  public var advisedSize: AdvisedSize? {
    guard let safari = oldestReleases.first(where: { $0.engine == .safari }) else { return nil }
    return safari.version < Version(18, 0)
      ? AdvisedSize(bytes: 11_000_000, evidence: "AdguardTeam/SafariConverterLib issue 56, 2023")
      : AdvisedSize(bytes: 19_000_000, evidence: "AdguardTeam/AdguardForiOS issue 2466, 2025")
  }
}
