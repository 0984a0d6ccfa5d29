/// What is wrong with a command line.
struct UsageError: Error, Hashable, Sendable {
  enum Problem: Hashable, Sendable {
    case noCommand
    case unknownCommand(String, suggestion: String?)
    case unknownFlag(String, suggestion: String?)
    case flagBeforeCommand(String, CommandName)
    case flagOfOtherCommand(String, Flag.Scope)
    /// `instead` is the word where the value should be.
    case missingValue(flag: String, placeholder: String, instead: String?)
    case unexpectedValue(flag: String)
    case invalidValue(flag: String, value: String, expected: String, suggestion: String?)
    case tooManyOperands(String, maximum: Int)
    /// No operand, and standard input is a terminal.
    case noInput
    case standardInputTwice
    /// Two lists, and no file name for them.
    case splitNeedsOutput
    /// `match` has neither a URL nor `-`.
    case noRequest
    /// `match` has both.
    case requestTwice
    case noList
    /// `conformance` writes a folder, and has no name for it.
    case noFolder
    /// The value of a flag that must be a URL is none.
    case notAURL(flag: String, value: String)
    /// `diff` compares two files.
    case twoLists
    case unknownReason(String, suggestion: String)
    /// `explain` takes one line.
    case severalFilters
    /// The rules, or another flag's data, would go there too.
    case needsOwnFile(flag: String)
    /// A merge writes files, and has no name for them.
    case mergeNeedsOutput
    /// Surrogates of no Tracker Radar.
    case surrogatesNeedTrackers
  }

  let problem: Problem
  /// The command that the words are for, when it is known.
  let command: CommandName?

  init(_ problem: Problem, command: CommandName? = nil) {
    self.problem = problem
    self.command = command
  }
}

extension UsageError {
  /// What is wrong, as sentences.
  var message: String {
    switch problem {
    case .noCommand: "No command given."
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
    case .splitNeedsOutput:
      "Option '--split' writes two files and needs their name: --output NAME"
        + " makes NAME.network.json and NAME.cosmetic.json."
    case .noRequest: "Which load? --page URL and --url URL name one, '-' reads them as JSON lines."
    case .requestTwice: "'-' reads the loads: --page, --url, --type and --frame have no place beside it."
    case .noList: "No LIST given."
    case .noFolder: "No DIR given."
    case .notAURL(let flag, let value):
      "Option '\(flag)' takes a URL with a scheme, such as https://news.example/, not '\(value)'."
    case .twoLists: "Two lists are compared: OLD and NEW."
    case .unknownReason(let id, let suggestion):
      "There is no reason '\(id)'. Did you mean '\(suggestion)'? (For a filter of that text: '*\(id)'.)"
    case .severalFilters: "One filter at a time: the text has more than one line."
    case .needsOwnFile(let flag):
      "Option '\(flag)' needs a file of its own: something else goes to the same place."
    case .mergeNeedsOutput:
      "A merge writes files and needs the name of the first: --output NAME.json (not '-')."
    case .surrogatesNeedTrackers: "Option '--surrogates' needs a Tracker Radar file among the inputs."
    }
  }

  /// Where to read on.
  var advice: String {
    guard let command else { return "'sluice help' lists the commands and options" }
    return "'sluice help \(command.rawValue)' lists its options"
  }

  private func hint(_ suggestion: String?) -> String {
    suggestion.map { " Did you mean '\($0)'?" } ?? ""
  }
}
