import SluiceLists
import SluiceText

/// The parsed command line.
enum Invocation<Values> {
  case run(CommandName, Values)
  /// Shows the help for a command, in short or whole, or the overview for nil.
  case help(Command?, isBrief: Bool = false)
  case version
  case nothing
}

/// A parser for command lines, driven by the table of commands and flags.
///
/// It accepts `--flag value` and `--flag=value`, `-f value`, `-fvalue` and `-f=value`, several short flags in
/// one word (`-qo FILE`), and `--` before operands that begin with a dash. If a flag that takes one value is
/// repeated, the last value counts.
struct ArgumentParser<Values: CommandLineValues> {
  let commands: [Command]
  let flags: [Flag<Values>]

  /// Parses the words after the program's name.
  func parse(_ words: [String]) throws(UsageError) -> Invocation<Values> {
    guard let first = words.first else { return .nothing }
    if first.isFlag { return try parseTopLevel(first, next: words.dropFirst().first) }
    // Other programs have a `version` command, so users expect it.
    if first == "version" { return .version }
    guard let command = commands.first(where: { $0.name.rawValue == first }) else {
      throw .unknownCommand(first, among: commands)
    }
    var reading = Reading(
      command: command, flags: flags.filter { $0.applies(to: command.name) }, allFlags: flags,
      words: words.dropFirst())
    return try reading.run()
  }

  /// - Parameter next: The following word, which may be the command to show help for.
  private func parseTopLevel(_ word: String, next: String?) throws(UsageError) -> Invocation<Values> {
    let known = flags.filter { $0.applies(to: nil) }
    let name = String(word.prefix { $0 != "=" })
    guard let flag = known.first(where: { $0.spellings.contains(name) }) else {
      if let owner = owner(of: name) { throw UsageError(.flagBeforeCommand(name, owner)) }
      throw UsageError(
        .unknownFlag(name, suggestion: Suggestion.nearest(to: name, among: flags.flatMap(\.spellings))))
    }
    guard name == word else { throw UsageError(.unexpectedValue(flag: name)) }
    if case .showVersion = flag.effect { return .version }
    guard let next, !next.isFlag else { return .help(nil) }
    guard let command = commands.first(where: { $0.name.rawValue == next }) else {
      throw .unknownCommand(next, among: commands)
    }
    return .help(command, isBrief: word == "-h")
  }

  private func owner(of spelling: String) -> CommandName? {
    guard let flag = flags.first(where: { $0.spellings.contains(spelling) }),
      case .commands(let owners) = flag.scope
    else { return nil }
    return owners.first
  }
}

private struct Reading<Values: CommandLineValues> {
  let command: Command
  let flags: [Flag<Values>]
  let allFlags: [Flag<Values>]
  var words: ArraySlice<String>
  var values = Values()
  var operandCount = 0

  mutating func run() throws(UsageError) -> Invocation<Values> {
    while let word = words.popFirst() {
      if word == "--" {
        while let operand = words.popFirst() { try append(operand) }
      } else if word.hasPrefix("--") {
        if let invocation = try readLong(word) { return invocation }
      } else if word.isFlag {
        if let invocation = try readShort(word.dropFirst()) { return invocation }
      } else {
        try append(word)
      }
    }
    return .run(command.name, values)
  }

  private mutating func append(_ operand: String) throws(UsageError) {
    operandCount += 1
    if let maximum = command.maximumOperands, operandCount > maximum {
      throw error(.tooManyOperands(operand, maximum: maximum))
    }
    values.append(operand: operand, of: command.name)
  }

  private mutating func readLong(_ word: String) throws(UsageError) -> Invocation<Values>? {
    let separator = word.firstIndex(of: "=")
    let spelling = String(word[..<(separator ?? word.endIndex)])
    guard let flag = flags.first(where: { "--\($0.name)" == spelling }) else { throw unknown(spelling) }
    return try apply(
      flag, spelling: spelling, attached: separator.map { String(word[word.index(after: $0)...]) })
  }

  /// Parses a word of short flags: flags without a value, optionally followed by one flag and its value.
  private mutating func readShort(_ word: Substring) throws(UsageError) -> Invocation<Values>? {
    var letters = word
    while let letter = letters.popFirst() {
      guard let flag = flags.first(where: { $0.short == letter }) else { throw unknown("-\(letter)") }
      var attached: String?
      if flag.value != nil, !letters.isEmpty {
        attached = String(letters.first == "=" ? letters.dropFirst() : letters)
        letters = ""
      } else if letters.first == "=" {
        throw error(.unexpectedValue(flag: "-\(letter)"))
      }
      if let invocation = try apply(flag, spelling: "-\(letter)", attached: attached) { return invocation }
    }
    return nil
  }

  private mutating func apply(
    _ flag: Flag<Values>, spelling: String, attached: String?
  ) throws(UsageError) -> Invocation<Values>? {
    switch (flag.effect, attached) {
    case (.store(let value), _):
      let text = if let attached { attached } else { try nextValue(of: spelling, value) }
      guard value.store(&values, text) else {
        throw error(
          .invalidValue(
            flag: spelling, value: text, expected: value.expected,
            suggestion: suggestion(for: text, value)))
      }
    case (_, _?): throw error(.unexpectedValue(flag: spelling))
    case (.set(let set), nil): set(&values)
    case (.showHelp, nil): return .help(command, isBrief: !spelling.hasPrefix("--"))
    case (.showVersion, nil): return .version
    }
    return nil
  }

  /// Returns a suggestion for a misspelled value, or for a misspelled word in a list.
  private func suggestion(for text: String, _ value: Flag<Values>.Value) -> String? {
    if let suggestion = value.suggestion { return suggestion(text) }
    guard !value.words.isEmpty else { return Suggestion.nearest(to: text, among: value.choices) }
    let known = Set(value.words)
    let unknown = text.split(separator: ",").map(String.init).first { !known.contains($0) }
    return unknown.flatMap { Suggestion.nearest(to: $0, among: value.words) }
  }

  /// Returns the next word. Throws if it looks like a flag, because in `-o --split` the file is missing.
  private mutating func nextValue(
    of spelling: String, _ value: Flag<Values>.Value
  ) throws(UsageError) -> String {
    guard let word = words.first, !word.looksLikeFlag else {
      throw error(.missingValue(flag: spelling, placeholder: value.placeholder, instead: words.first))
    }
    words = words.dropFirst()
    return word
  }

  private func unknown(_ spelling: String) -> UsageError {
    if let other = allFlags.first(where: { $0.spellings.contains(spelling) }) {
      return error(.flagOfOtherCommand(spelling, other.scope))
    }
    let suggestion = Suggestion.nearest(to: spelling, among: flags.flatMap(\.spellings))
    return error(.unknownFlag(spelling, suggestion: suggestion))
  }

  private func error(_ problem: UsageError.Problem) -> UsageError {
    UsageError(problem, command: command.name)
  }
}

extension String {
  /// Whether the word is a flag or several short flags. `-` alone is an operand: standard input.
  fileprivate var isFlag: Bool { hasPrefix("-") && self != "-" }

  /// Whether the word is a flag, rather than a value such as `-1`.
  fileprivate var looksLikeFlag: Bool { isFlag && dropFirst().first.map { $0 == "-" || $0.isLetter } == true }
}
