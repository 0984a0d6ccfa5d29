import SluiceLists

/// A problem with the command line of any command.
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

  var report: FailureReport { .usage(message, advice, of: command) }

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
  /// Returns an error about the command line of a command.
  static func usage(_ problem: UsageError.Problem, of command: CommandName) -> CommandError {
    CommandError(UsageError(problem, command: command))
  }
}
