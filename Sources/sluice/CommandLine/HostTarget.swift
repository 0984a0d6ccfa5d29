import ContentBlocker
import Foundation

/// The WebKit of this machine as a target: `--target host`.
enum HostTarget {
  /// The name by which it is asked for.
  static let name = "host"

  /// The target of a name, or of this machine; nil where the name is unknown or no WebKit is here.
  static func target(named name: String) -> Target? { name == Self.name ? current : Target(rawValue: name) }

  /// The newest target that the WebKit of this machine can load; nil where there is none.
  private static var current: Target? {
    #if os(Linux)
      // "WebKitGTK 2.50.6"
      guard let words = try? SystemWebKit().version.split(separator: " ") else { return nil }
      let numbers = words.last?.split(separator: ".").compactMap { Int($0) } ?? []
      guard numbers.count >= 2 else { return nil }
      return target(of: .webKitGTK, Version(numbers[0], numbers[1]))
    #elseif os(macOS)
      let system = ProcessInfo.processInfo.operatingSystemVersion
      return target(of: .safari, safari(ofMacOS: system.majorVersion, system.minorVersion))
    #else
      return nil
    #endif
  }

  /// The newest target that a release loads; nil for a release that is older than those of ``Target/any``.
  static func target(of engine: Engine, _ version: Version) -> Target? {
    let oldest = Target.any.oldestReleases.first { $0.engine == engine }
    guard let oldest, oldest.version <= version else { return nil }
    return Target(newestFor: engine, version)
  }

  /// The Safari that came with a release of macOS, whose WebKit is the system's: 16.4 with 13.3, then three more than
  /// the system's number up to 15, and the same from 26 on.
  static func safari(ofMacOS major: Int, _ minor: Int) -> Version {
    switch major {
    case ...12: Version(major + 3, minor)
    case 13: Version(16, minor + 1)
    case 14, 15: Version(major + 3, minor)
    default: Version(major, minor)
    }
  }
}
