/// Something that can go wrong. Each room has an enumeration of what goes wrong in it alone.
protocol CommandFailure: Error {
  /// What is said of it, and how the run ends.
  var report: FailureReport { get }
}

/// What is said of a failure, and how the run ends.
struct FailureReport: Sendable {
  /// What went wrong, or nil where nothing is to be said.
  let message: String?
  /// What to do about it, one sentence each.
  let advice: [String]
  let exitCode: ExitCode

  /// Work failed.
  static func failure(_ message: String, _ advice: String?...) -> FailureReport {
    FailureReport(message: message, advice: advice.compactMap { $0 }, exitCode: .failure)
  }

  /// A file is not read, or not written.
  static func failure(
    to verb: String, _ name: String, _ reason: String, _ advice: String?...
  ) -> FailureReport {
    let message = "cannot \(verb) \(name.quotedName): \(reason)"
    return FailureReport(message: message, advice: advice.compactMap { $0 }, exitCode: .failure)
  }

  /// A command line is wrong; the command is nil where it is not known. How to see all options follows the advice.
  static func usage(_ message: String, _ advice: String?..., of command: CommandName?) -> FailureReport {
    let help =
      command.map { "'sluice help \($0.rawValue)' lists its options" }
      ?? "'sluice help' lists the commands and options"
    return FailureReport(message: message, advice: advice.compactMap { $0 } + [help], exitCode: .usage)
  }
}

/// Why a command failed, whichever it is.
struct CommandError: Error {
  let failure: any CommandFailure

  init(_ failure: any CommandFailure) { self.failure = failure }

  /// The result of work, with its failure as that of the command.
  static func of<Result, Failure: CommandFailure>(
    _ work: () throws(Failure) -> Result
  ) throws(CommandError) -> Result {
    do throws(Failure) {
      return try work()
    } catch {
      throw CommandError(error)
    }
  }
}

extension String {
  /// The name of a file as messages have it. Streams have no quotes: `'standard output'` could be a file.
  var quotedName: String { hasPrefix("standard ") ? self : "'\(self)'" }

  /// The path of something in this folder.
  func joined(_ name: String) -> String { hasSuffix("/") ? self + name : "\(self)/\(name)" }
}
