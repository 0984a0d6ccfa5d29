import ListBuilding

/// A problem with the command line of any command.
struct UsageError: CommandFailure, Hashable {
  enum Problem: Hashable, Sendable {
    case noCommand
    /// A word is not UTF-8. The text has U+FFFD in place of invalid bytes.
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
    /// The operands are invalid, as this sentence says.
    case operands(String)
  }

  let problem: Problem
  /// The command, if known.
  let command: CommandName?

  init(_ problem: Problem, command: CommandName? = nil) {
    self.problem = problem
    self.command = command
  }

  /// Returns an error for an unknown command.
  static func unknownCommand(_ word: String, among commands: [Command]) -> UsageError {
    let names = commands.filter { !$0.isHidden }.map(\.name.rawValue)
    return UsageError(.unknownCommand(word, suggestion: Suggestion.nearest(to: word, among: names)))
  }

  var report: FailureReport { .usage(message, of: command) }

  /// The message, as sentences.
  var message: String {
    switch problem {
    case .noCommand: "No command given."
    case .notText(let word): "Not UTF-8: '\(word)'. A file needs a name that is."
    case .unknownCommand(let word, let suggestion):
      "Unknown command '\(word)'." + hint(suggestion)
    case .unknownFlag(let word, let suggestion):
      "Unknown option '\(word)'." + hint(suggestion)
    case .flagBeforeCommand(let word, let command):
      "Option '\(word)' goes after the command: sluice \(command.rawValue) \(word)"
    case .flagOfOtherCommand(let word, .commands(let commands)):
      "Option '\(word)' is not for this command but for \(commands.map(\.rawValue).joined(separator: ", "))."
    case .flagOfOtherCommand(let word, .topLevel), .flagOfOtherCommand(let word, .everywhere):
      "Option '\(word)' stands without a command: sluice \(word)"
    case .missingValue(let flag, let placeholder, nil):
      "Option '\(flag)' needs a value: \(flag) \(placeholder)"
    case .missingValue(let flag, let placeholder, let word?):
      "Option '\(flag)' needs a value: \(flag) \(placeholder) (for a value that begins with a dash: "
        + (flag.hasPrefix("--") ? "\(flag)=\(word))" : "\(flag)\(word))")
    case .unexpectedValue(let flag): "Option '\(flag)' takes no value."
    case .invalidValue(let flag, let value, let expected, let suggestion):
      "Option '\(flag)' takes \(expected), not '\(value)'." + hint(suggestion)
    case .tooManyOperands(let word, 0): "Unexpected argument '\(word)'."
    case .tooManyOperands(let word, let maximum):
      "Unexpected argument '\(word)': at most \(maximum) \(maximum == 1 ? "is" : "are") taken."
    case .noInput: "No FILE given, and standard input is a terminal ('-' reads it all the same)."
    case .standardInputTwice: "Standard input ('-') can be read only once."
    case .operands(let sentence): sentence
    }
  }

  private func hint(_ suggestion: String?) -> String {
    suggestion.map { " Did you mean '\($0)'?" } ?? ""
  }
}

extension CommandError {
  /// Returns an error about the command line of a command.
  static func usage(_ problem: UsageError.Problem, of command: CommandName) -> CommandError {
    CommandError(UsageError(problem, command: command))
  }
}
