import ListBuilding

/// What the command line asks for.
enum Invocation: Sendable {
  case run(Command, Arguments)
  /// Help on a command, or on all.
  case help(Command?)
  case version
}

/// Reads a command line by the table.
///
/// `--flag value` and `--flag=value`, `-f value`, `-fvalue` and `-f=value`, several short flags in one word
/// (`-qo FILE`), `--` before operands that begin with a dash. The last of equal flags holds.
struct ArgumentParser {
  var commands = CommandTable.commands
  var flags = CommandTable.flags

  /// What the words, without the program's name, ask for.
  func parse(_ words: [String]) throws(UsageError) -> Invocation {
    guard let first = words.first else { throw UsageError(.noCommand) }
    if first.isFlag { return try parseTopLevel(first) }
    guard let command = commands.first(where: { $0.name.rawValue == first }) else {
      let suggestion = Suggestion.nearest(
        to: first, among: commands.filter { !$0.isHidden }.map(\.name.rawValue))
      throw UsageError(.unknownCommand(first, suggestion: suggestion))
    }
    var reading = Reading(
      command: command, flags: flags.filter { $0.applies(to: command.name) }, allFlags: flags,
      words: words.dropFirst())
    return try reading.run()
  }

  private func parseTopLevel(_ word: String) throws(UsageError) -> Invocation {
    let known = flags.filter { $0.applies(to: nil) }
    let name = String(word.prefix { $0 != "=" })
    guard let flag = known.first(where: { $0.spellings.contains(name) }) else {
      if let owner = owner(of: name) { throw UsageError(.flagBeforeCommand(name, owner)) }
      throw UsageError(
        .unknownFlag(name, suggestion: Suggestion.nearest(to: name, among: flags.flatMap(\.spellings))))
    }
    guard name == word else { throw UsageError(.unexpectedValue(flag: name)) }
    if case .showVersion = flag.effect { return .version }
    return .help(nil)
  }

  private func owner(of spelling: String) -> CommandName? {
    guard let flag = flags.first(where: { $0.spellings.contains(spelling) }),
      case .commands(let owners) = flag.scope
    else { return nil }
    return owners.first
  }
}

/// The words after a command, while they are read.
private struct Reading {
  let command: Command
  let flags: [Flag]
  let allFlags: [Flag]
  var words: ArraySlice<String>
  var arguments = Arguments()

  mutating func run() throws(UsageError) -> Invocation {
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
    return .run(command, arguments)
  }

  private mutating func append(_ operand: String) throws(UsageError) {
    arguments.operands.append(operand)
    if let maximum = command.operands.maximum, arguments.operands.count > maximum {
      throw error(.tooManyOperands(operand, maximum: maximum))
    }
  }

  private mutating func readLong(_ word: String) throws(UsageError) -> Invocation? {
    let separator = word.firstIndex(of: "=")
    let spelling = String(word[..<(separator ?? word.endIndex)])
    guard let flag = flags.first(where: { "--\($0.name)" == spelling }) else { throw unknown(spelling) }
    return try apply(
      flag, spelling: spelling, attached: separator.map { String(word[word.index(after: $0)...]) })
  }

  /// Reads a word of short flags: those without a value, then at most one with the rest as its value.
  private mutating func readShort(_ word: Substring) throws(UsageError) -> Invocation? {
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
    _ flag: Flag, spelling: String, attached: String?
  ) throws(UsageError) -> Invocation? {
    switch flag.effect {
    case .store(let value):
      let text = if let attached { attached } else { try nextValue(of: spelling, value) }
      guard value.store(&arguments, text) else {
        throw error(
          .invalidValue(
            flag: spelling, value: text, expected: value.expected,
            suggestion: Suggestion.nearest(to: text, among: value.choices)))
      }
      return nil
    case .set, .showHelp, .showVersion:
      guard attached == nil else { throw error(.unexpectedValue(flag: spelling)) }
    }
    switch flag.effect {
    case .set(let set): set(&arguments)
    case .showHelp: return .help(command)
    case .showVersion: return .version
    case .store: break
    }
    return nil
  }

  /// The next word, unless it looks like a flag: `-o --split` has forgotten the file.
  private mutating func nextValue(of spelling: String, _ value: Flag.Value) throws(UsageError) -> String {
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

extension Flag {
  /// How the flag is written: `--name`, `-n`.
  var spellings: [String] { ["--\(name)"] + (short.map { ["-\($0)"] } ?? []) }
}

extension String {
  /// Whether a word is flags and no operand: `-` is standard input.
  fileprivate var isFlag: Bool { hasPrefix("-") && self != "-" }

  /// Whether a word can be meant as a flag only: `-1` is a number.
  fileprivate var looksLikeFlag: Bool { isFlag && dropFirst().first.map { $0 == "-" || $0.isLetter } == true }
}
