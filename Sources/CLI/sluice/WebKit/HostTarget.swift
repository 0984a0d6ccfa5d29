#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import SluiceLists
import SluiceRules

/// The installed WebKit as a target: `--target host`.
enum HostTarget {
  static let name = "host"

  /// Returns the target with a name; `host` is the target of this machine. Returns nil if the name is unknown
  /// or no WebKit is installed.
  static func target(named name: String) -> TargetName? {
    guard name.lowercased() == Self.name else { return TargetName(name) }
    return current.flatMap { TargetName($0.rawValue) }
  }

  /// Returns the name that a mistyped name probably stands for.
  static func suggestion(for name: String) -> String? {
    TargetName.suggestion(for: name) ?? Suggestion.nearest(to: name, among: [Self.name])
  }

  /// The newest target that the installed WebKit can load; nil without WebKit.
  private static var current: Target? {
    #if os(Linux)
      // "WebKitGTK 2.50.6"
      guard let words = try? SystemWebKit().version.split(separator: " ") else { return nil }
      let numbers = words.last?.split(separator: ".").compactMap { Int($0) } ?? []
      guard numbers.count >= 2 else { return nil }
      return Target(loadedBy: .webKitGTK, Version(numbers[0], numbers[1]))
    #elseif os(macOS)
      let system = ProcessInfo.processInfo.operatingSystemVersion
      return Target(
        loadedBy: .safari, TargetName.safari(ofMacOS: system.majorVersion, system.minorVersion))
    #else
      return nil
    #endif
  }
}
