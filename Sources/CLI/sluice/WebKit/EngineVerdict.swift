import SluiceSystem

/// The verdict of the installed WebKit on a rule list.
enum EngineVerdict: Equatable, Sendable {
  /// WebKit compiled the list into a file of this size; the size is nil if WebKit does not reveal its files.
  case accepted(bytes: Int?, duration: Duration)
  /// WebKit rejected the list with this message.
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

/// A problem with the installed WebKit.
enum InstalledEngineProblem: Error, Equatable {
  /// No WebKit is installed.
  case unavailable(String)
  case timeout
  /// The process with WebKit ended without an answer.
  case died(String)
  case system(SystemError)
  /// No folder for temporary files can be created.
  case noScratchFolder(SystemError)
  /// A signal asked the process to stop.
  case interrupted
}
