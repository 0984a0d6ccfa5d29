import ContentBlocker
import Foundation

/// The installed WebKit as a target: `--target host`.
enum HostTarget {
  /// The name of this target.
  static let name = "host"

  /// Returns the target with a name, or the one of this machine. Returns nil if the name is unknown or no
  /// WebKit is installed.
  static func target(named name: String) -> Target? { name == Self.name ? current : Target(rawValue: name) }

  /// The newest target that the installed WebKit can load; nil without WebKit.
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

  /// Returns the newest target that a release can load; nil if it is older than the oldest releases of
  /// ``Target/any``.
  static func target(of engine: Engine, _ version: Version) -> Target? {
    let oldest = Target.any.oldestReleases.first { $0.engine == engine }
    guard let oldest, oldest.version <= version else { return nil }
    return Target(newestFor: engine, version)
  }

  /// Returns the version of Safari that came with a macOS release, because WebKit is part of the system.
  ///
  /// macOS 13.3 has 16.4. Up to macOS 15, the major version is that of macOS plus three. From 26 on, both are
  /// the same.
  static func safari(ofMacOS major: Int, _ minor: Int) -> Version {
    switch major {
    case ...12: Version(major + 3, minor)
    case 13: Version(16, minor + 1)
    case 14, 15: Version(major + 3, minor)
    default: Version(major, minor)
    }
  }
}
