import SluiceLists
import SluiceText

/// An error that ends a command: a message, remedies and an exit code.
struct CommandError: Error, Equatable, Sendable {
  /// The message, or nil to print nothing.
  let message: String?
  /// The remedies, one sentence each.
  let advice: [String]
  let exitCode: ExitCode

  /// Returns the error with one more remedy, which comes first.
  func adding(_ remedy: String) -> CommandError {
    CommandError(message: message, advice: [remedy] + advice, exitCode: exitCode)
  }

  /// Returns an error about an operation that failed.
  static func failure(_ message: String, advice: String?...) -> CommandError {
    CommandError(message: message, advice: advice.compactMap { $0 }, exitCode: .failure)
  }

  /// Returns an error about a file that cannot be read or written.
  static func failure(
    to verb: String, _ name: String, reason: String, advice: String?...
  ) -> CommandError {
    let message = "cannot \(verb) \(name.quotedName): \(reason)"
    return CommandError(message: message, advice: advice.compactMap { $0 }, exitCode: .failure)
  }

  /// Returns an error about an invalid command line. Its last advice refers to the help. `command` is nil if
  /// the command is unknown.
  static func usage(_ message: String, advice: String?..., of command: CommandName?) -> CommandError {
    let help =
      command.map { "'sluice help \($0.rawValue)' lists its options" }
      ?? "'sluice help' lists the commands and options"
    return CommandError(message: message, advice: advice.compactMap { $0 } + [help], exitCode: .usage)
  }

  /// Runs a closure and throws the error that its failure means.
  static func of<Result, Failure: CommandFailure>(
    _ work: () throws(Failure) -> Result
  ) throws(CommandError) -> Result {
    try of({ $0.report }, work: work)
  }

  /// Runs a closure and throws the error that its problem means.
  static func of<Result, Problem: Error>(
    _ failure: (Problem) -> CommandError, work: () throws(Problem) -> Result
  ) throws(CommandError) -> Result {
    do throws(Problem) {
      return try work()
    } catch {
      throw failure(error)
    }
  }
}

/// An error of a library or of the command line that can end a command.
protocol CommandFailure: Error {
  var report: CommandError { get }
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

  func joined(_ name: String) -> String { hasSuffix("/") ? self + name : "\(self)/\(name)" }

  /// Returns the path of a file in this folder. In the current folder, it is the name alone.
  func path(of name: String) -> String { self == "." ? name : joined(name) }
}

struct UsageError: CommandFailure, Hashable {
  enum Problem: Hashable, Sendable {
    /// A word that is not UTF-8, with U+FFFD in place of the invalid bytes.
    case notText(String)
    case unknownCommand(String, suggestion: String?)
    case unknownFlag(String, suggestion: String?)
    case flagBeforeCommand(String, CommandName)
    case flagOfOtherCommand(String, FlagScope)
    /// `instead` is the word in place of the value.
    case missingValue(flag: String, placeholder: String, instead: String?)
    case unexpectedValue(flag: String)
    case invalidValue(flag: String, value: String, expected: String, suggestion: String?)
    case tooManyOperands(String, maximum: Int)
    /// There are no operands, and standard input is a terminal.
    case noInput
    case standardInputTwice
    /// The operands are invalid for the command. The values are the message and the remedy.
    case operands(String, String? = nil)
  }

  let problem: Problem
  let command: CommandName?

  init(_ problem: Problem, command: CommandName? = nil) {
    self.problem = problem
    self.command = command
  }

  static func unknownCommand(_ word: String, among commands: [Command]) -> UsageError {
    let names = commands.shown.map(\.name.rawValue)
    return UsageError(.unknownCommand(word, suggestion: Suggestion.nearest(to: word, among: names)))
  }

  var report: CommandError { .usage(message, advice: advice, of: command) }

  var message: String {
    switch problem {
    case .notText(let word): "'\(word)' is not UTF-8"
    case .unknownCommand(let word, _): "unknown command '\(word)'"
    case .unknownFlag(let word, _): "unknown option '\(word)'"
    case .flagBeforeCommand(let word, _): "option '\(word)' belongs after the command"
    case .flagOfOtherCommand(let word, .commands): "option '\(word)' is not for \(commandWords)"
    case .flagOfOtherCommand(let word, .topLevel), .flagOfOtherCommand(let word, .everywhere):
      "option '\(word)' needs a command"
    case .missingValue(let flag, _, _): "option '\(flag)' needs a value"
    case .unexpectedValue(let flag): "option '\(flag)' takes no value"
    case .invalidValue(let flag, let value, let expected, _):
      "option '\(flag)' takes \(expected), not '\(value)'"
    case .tooManyOperands(let word, _): "unexpected argument '\(word)'"
    case .noInput: "no FILE given, and standard input is a terminal"
    case .standardInputTwice: "standard input ('-') can be read only once"
    case .operands(let words, _): words
    }
  }

  /// The remedy; nil if the message and the help are enough.
  var advice: String? {
    switch problem {
    case .notText: "rename the file: names are UTF-8"
    case .unknownCommand(let word, nil):
      word.contains(".") || word.contains("/") ? "to convert a list, use 'sluice convert \(word)'" : nil
    case .unknownCommand(_, let suggestion?), .unknownFlag(_, let suggestion?),
      .invalidValue(_, _, _, let suggestion?):
      "did you mean '\(suggestion)'?"
    case .flagBeforeCommand(let word, let command): "write 'sluice \(command.rawValue) \(word)'"
    case .flagOfOtherCommand(_, .commands(let commands)):
      "it is for \(commands.map { "'sluice \($0.rawValue)'" }.joined(separator: ", "))"
    case .flagOfOtherCommand(let word, .topLevel), .flagOfOtherCommand(let word, .everywhere):
      "write 'sluice \(word)'"
    case .missingValue(let flag, let placeholder, nil): "write '\(flag) \(placeholder)'"
    case .missingValue(let flag, _, let word?):
      "write '\(flag)\(flag.hasPrefix("--") ? "=" : "")\(word)' for a value that begins with a dash"
    case .unexpectedValue(let flag): "write '\(flag)' alone"
    case .tooManyOperands(_, 0): "\(commandWords) takes no arguments besides options"
    case .tooManyOperands(_, let maximum):
      "\(commandWords) takes at most \(maximum) argument\(maximum == 1 ? "" : "s")"
    case .noInput: "name a file, or '-' to read standard input"
    case .standardInputTwice: "name '-' once"
    case .operands(_, let advice): advice
    case .unknownFlag(_, nil), .invalidValue(_, _, _, nil): nil
    }
  }

  private var commandWords: String { command.map { "'sluice \($0.rawValue)'" } ?? "'sluice'" }
}

extension CommandError {
  static func usage(_ problem: UsageError.Problem, of command: CommandName) -> CommandError {
    UsageError(problem, command: command).report
  }
}

/// The exit code of a command. The exit code of a failure is in its ``CommandError``.
enum ExitCode: Int32, CaseIterable, Sendable {
  case success = 0
  /// Success, with findings or matches.
  case findings = 1
  case failure = 2
  /// The command line is invalid (`EX_USAGE` of sysexits).
  case usage = 64
  /// No WebKit is installed (`EX_UNAVAILABLE` of sysexits).
  case unavailable = 69

  /// A description for the help.
  var meaning: String {
    switch self {
    case .success: "success"
    case .findings: "findings selected by --fail-on"
    case .failure: "error"
    case .usage: "invalid command line"
    case .unavailable: "WebKit is not available"
    }
  }
}
