/// An error that can end a command. Each subcommand module defines its own errors.
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

  /// Returns the report with one more remedy, which comes first.
  func adding(_ remedy: String) -> FailureReport {
    FailureReport(message: message, advice: [remedy] + advice, exitCode: exitCode)
  }

  /// Returns a report about an operation that failed.
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

  /// Returns a report about an invalid command line. Its last advice refers to the help. `command` is nil if
  /// the command is unknown.
  static func usage(_ message: String, _ advice: String?..., of command: CommandName?) -> FailureReport {
    let help =
      command.map { "'sluice help \($0.rawValue)' lists its options" }
      ?? "'sluice help' lists the commands and options"
    return FailureReport(message: message, advice: advice.compactMap { $0 } + [help], exitCode: .usage)
  }
}

/// An error that ends a command. It wraps the error of a subcommand module.
struct CommandError: Error {
  let failure: any CommandFailure

  init(_ failure: any CommandFailure) { self.failure = failure }

  /// Runs a closure and wraps its error in a ``CommandError``.
  static func of<Result, Failure: CommandFailure>(
    _ work: () throws(Failure) -> Result
  ) throws(CommandError) -> Result {
    try of({ $0 }, work)
  }

  /// Runs a closure and wraps the failure that its error means in a ``CommandError``.
  static func of<Result, Problem: Error>(
    _ failure: (Problem) -> any CommandFailure, _ work: () throws(Problem) -> Result
  ) throws(CommandError) -> Result {
    do throws(Problem) {
      return try work()
    } catch {
      throw CommandError(failure(error))
    }
  }
}

extension String {
  /// The quoted name of a file in messages. Streams have no quotes, because `'standard output'` could be a
  /// file.
  var quotedName: String { hasPrefix("standard ") ? self : "'\(self)'" }

  /// The text as one word for a POSIX shell or zsh, quoted if it has special characters. It is for commands that
  /// users copy.
  var quotedForShell: String {
    let isPlain = utf8.allSatisfy { $0.isLetter || $0.isDigit || "-._/:@%+,".utf8.contains($0) }
    if isPlain, !isEmpty { return self }
    return "'\(split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''"))'"
  }

  /// Returns the path of an entry in this folder.
  func joined(_ name: String) -> String { hasSuffix("/") ? self + name : "\(self)/\(name)" }

  /// Returns the path of a file in this folder. In the current folder, it is the name alone.
  func path(of name: String) -> String { self == "." ? name : joined(name) }
}
