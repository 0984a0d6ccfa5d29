/// An error that can end a command. Each subcommand module has an enumeration for errors of its own.
protocol CommandFailure: Error {
  /// The message and the exit code.
  var report: FailureReport { get }
}

/// The message and the exit code of a failure.
struct FailureReport: Sendable {
  /// The message, or nil to print nothing.
  let message: String?
  /// The remedies, one sentence each.
  let advice: [String]
  let exitCode: ExitCode

  /// Returns a report about failed work.
  static func failure(_ message: String, _ advice: String?...) -> FailureReport {
    FailureReport(message: message, advice: advice.compactMap { $0 }, exitCode: .failure)
  }

  /// Returns a report about a file that cannot be read or written.
  static func failure(
    to verb: String, _ name: String, _ reason: String, _ advice: String?...
  ) -> FailureReport {
    let message = "cannot \(verb) \(name.quotedName): \(reason)"
    return FailureReport(message: message, advice: advice.compactMap { $0 }, exitCode: .failure)
  }

  /// The command line is invalid. The command is nil if it is unknown. A hint at the help follows the advice.
  static func usage(_ message: String, _ advice: String?..., of command: CommandName?) -> FailureReport {
    let help =
      command.map { "'sluice help \($0.rawValue)' lists its options" }
      ?? "'sluice help' lists the commands and options"
    return FailureReport(message: message, advice: advice.compactMap { $0 } + [help], exitCode: .usage)
  }
}

/// An error that ends any command.
struct CommandError: Error {
  let failure: any CommandFailure

  init(_ failure: any CommandFailure) { self.failure = failure }

  /// Runs work and converts its failure to an error of the command.
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
  /// The name of a file in messages. Streams have no quotes, because `'standard output'` could be a file.
  var quotedName: String { hasPrefix("standard ") ? self : "'\(self)'" }

  /// The text as one word of a POSIX shell or zsh, for commands that readers copy.
  var quotedForShell: String {
    "'\(split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''"))'"
  }

  /// Returns the path of an entry of this folder.
  func joined(_ name: String) -> String { hasSuffix("/") ? self + name : "\(self)/\(name)" }
}
