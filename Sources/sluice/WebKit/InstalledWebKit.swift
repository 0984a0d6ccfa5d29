import SluiceListFiles
import SluiceLists
import SluiceRules
import SluiceSystem
import SluiceText

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The verdict of the installed WebKit on a rule list.
enum EngineVerdict: Equatable, Sendable {
  /// WebKit compiled the list into a file of this size; the size is nil if WebKit does not reveal its files.
  case accepted(bytes: Int?, duration: Duration)
  case rejected(words: String)

  /// Returns WebKit's message about a list without its prefix.
  static func words(ofMessage message: String) -> String {
    // WebKit uses the second prefix when it only parses a list.
    for start in ["Rule list compilation failed: ", "Rule list parsing failed: "]
    where message.hasPrefix(start) {
      return String(message.dropFirst(start.count))
    }
    return message
  }
}

enum InstalledEngineProblem: Error, Equatable {
  /// No WebKit is installed.
  case unavailable(String)
  case timeout
  case died(String)
  case system(SystemError)
  case noScratchFolder(SystemError)
  case interrupted
}

/// The installed WebKit as a target: `--target host`.
enum HostTarget {
  static let name = "host"

  /// Returns the target with a name; `host` is the target of this machine. Returns nil if the name is unknown
  /// or no WebKit is installed.
  static func target(named name: String) -> TargetName? {
    guard name.lowercased() == Self.name else { return TargetName(name) }
    return current.flatMap { TargetName($0.rawValue) }
  }

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
