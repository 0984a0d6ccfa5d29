/// One flag: a row of the table that drives parser and help.
///
/// A row says what the flag is called, which commands have it and which property of ``Arguments`` it
/// sets. Checks that concern several flags ("--split needs --output") belong to the command.
struct Flag: Sendable {
  /// Where the flag may stand.
  enum Scope: Hashable, Sendable {
    /// After every command, and without one.
    case everywhere
    /// Without a command.
    case topLevel
    /// After these commands.
    case commands([CommandName])
  }

  /// What the flag does.
  enum Effect: Sendable {
    /// Takes no value.
    case set(@Sendable (inout Arguments) -> Void)
    /// Takes a value.
    case store(Value)
    case showHelp
    case showVersion
  }

  /// The value that a flag takes.
  struct Value: Sendable {
    /// What holds when the flag is absent.
    enum Default: Sendable {
      /// This value.
      case value(String)
      /// Something that is no value of the flag.
      case described(String)
    }

    /// What help calls it, in capitals.
    let placeholder: String
    /// All valid values, or none when there are too many to list.
    let choices: [String]
    /// What is valid, as the end of "…, not 'x'".
    let expected: String
    /// What holds when the flag is absent.
    let absent: Default
    /// Sets the value; false, and nothing set, when it is not valid.
    let store: @Sendable (inout Arguments, String) -> Bool
  }

  /// The name without its dashes.
  let name: String
  /// The letter of the short form.
  let short: Character?
  /// Where the flag may stand.
  let scope: Scope
  /// What it does.
  let effect: Effect
  /// What it does, as a sentence without a full stop. Choices and default are added to it.
  let help: String

  /// The value that the flag takes, or nil.
  var value: Value? {
    if case .store(let value) = effect { value } else { nil }
  }

  /// Whether the flag may stand after this command, or without one.
  func applies(to command: CommandName?) -> Bool {
    switch (scope, command) {
    case (.everywhere, _), (.topLevel, nil): true
    case (.commands(let commands), let command?): commands.contains(command)
    case (.topLevel, _), (.commands, nil): false
    }
  }
}

extension Flag {
  /// A flag without a value.
  static func toggle(
    _ name: String, short: Character? = nil, of commands: [CommandName],
    sets property: any WritableKeyPath<Arguments, Bool> & Sendable, help: String
  ) -> Flag {
    Flag(
      name: name, short: short, scope: .commands(commands),
      effect: .set { $0[keyPath: property] = true }, help: help)
  }

  /// A flag whose values are the cases of an enumeration.
  static func choice<Choice: CaseIterable & RawRepresentable<String> & Sendable>(
    _ name: String, _ placeholder: String, of commands: [CommandName],
    sets property: any WritableKeyPath<Arguments, Choice> & Sendable, help: String
  ) -> Flag {
    let choices = Choice.allCases.map(\.rawValue)
    return Flag(
      name: name, short: nil, scope: .commands(commands),
      effect: .store(
        Value(
          placeholder: placeholder, choices: choices,
          expected: "one of \(choices.joined(separator: ", "))",
          absent: .value(Arguments()[keyPath: property].rawValue)
        ) { arguments, text in
          guard let choice = Choice(rawValue: text) else { return false }
          arguments[keyPath: property] = choice
          return true
        }),
      help: help)
  }

  /// A flag whose value is a number in a range.
  static func number(
    _ name: String, _ placeholder: String = "N", in range: ClosedRange<Int>, of commands: [CommandName],
    absent: Value.Default, help: String, store: @escaping @Sendable (inout Arguments, Int) -> Void
  ) -> Flag {
    Flag(
      name: name, short: nil, scope: .commands(commands),
      effect: .store(
        Value(
          placeholder: placeholder, choices: [],
          expected: "a whole number from \(Format.grouped(range.lowerBound))"
            + " to \(Format.grouped(range.upperBound))",
          absent: absent
        ) { arguments, text in
          guard let number = Int(text), range.contains(number) else { return false }
          store(&arguments, number)
          return true
        }),
      help: help)
  }

  /// A flag with a value that `store` takes, or refuses as not what is `expected`.
  private static func valued(
    _ name: String, short: Character? = nil, _ placeholder: String, of commands: [CommandName],
    expected: String, absent: Value.Default, help: String,
    _ store: @escaping @Sendable (inout Arguments, String) -> Bool
  ) -> Flag {
    let value = Value(placeholder: placeholder, choices: [], expected: expected, absent: absent, store: store)
    return Flag(name: name, short: short, scope: .commands(commands), effect: .store(value), help: help)
  }

  /// A flag whose value is a path.
  static func path(
    _ name: String, short: Character? = nil, _ placeholder: String, of commands: [CommandName],
    sets property: any WritableKeyPath<Arguments, String?> & Sendable, absent: String, help: String
  ) -> Flag {
    text(
      name, short: short, placeholder, of: commands, sets: property, expected: "a path", absent: absent,
      help: help)
  }

  /// A flag whose value is a URL.
  static func url(
    _ name: String, of commands: [CommandName],
    sets property: any WritableKeyPath<Arguments, String?> & Sendable, help: String
  ) -> Flag {
    text(name, "URL", of: commands, sets: property, expected: "a URL", absent: "none", help: help)
  }

  /// A flag whose value is any text but none.
  private static func text(
    _ name: String, short: Character? = nil, _ placeholder: String, of commands: [CommandName],
    sets property: any WritableKeyPath<Arguments, String?> & Sendable, expected: String, absent: String,
    help: String
  ) -> Flag {
    valued(
      name, short: short, placeholder, of: commands, expected: expected, absent: .described(absent),
      help: help
    ) { arguments, text in
      guard !text.isEmpty else { return false }
      arguments[keyPath: property] = text
      return true
    }
  }

  /// A flag whose value is a path, another one each time that it is given.
  static func paths(
    _ name: String, _ placeholder: String, of commands: [CommandName],
    sets property: any WritableKeyPath<Arguments, [String]> & Sendable, absent: String, help: String
  ) -> Flag {
    valued(
      name, placeholder, of: commands, expected: "a path", absent: .described(absent), help: help
    ) { arguments, text in
      guard !text.isEmpty else { return false }
      arguments[keyPath: property].append(text)
      return true
    }
  }

  /// A flag whose value is an address.
  static func address(
    _ name: String, _ placeholder: String, of commands: [CommandName],
    sets property: any WritableKeyPath<Arguments, String> & Sendable, help: String
  ) -> Flag {
    valued(
      name, placeholder, of: commands, expected: "an IPv4 address",
      absent: .value(Arguments()[keyPath: property]), help: help
    ) { arguments, text in
      let parts = text.split(separator: ".", omittingEmptySubsequences: false)
      guard parts.count == 4, parts.allSatisfy({ UInt8($0) != nil }) else { return false }
      arguments[keyPath: property] = text
      return true
    }
  }

  /// A flag whose values are words with commas between them, added to those given before.
  static func words(
    _ name: String, _ placeholder: String, of commands: [CommandName],
    sets property: any WritableKeyPath<Arguments, [String]> & Sendable, absent: String, help: String
  ) -> Flag {
    valued(
      name, placeholder, of: commands, expected: "NAME or NAME=false, of letters, digits and _",
      absent: .described(absent), help: help
    ) { arguments, text in
      let words = text.split(separator: ",", omittingEmptySubsequences: false)
      guard words.allSatisfy(Self.isDefinition) else { return false }
      arguments[keyPath: property] += words.map(String.init)
      return true
    }
  }

  /// `NAME` or `NAME=false`.
  private static func isDefinition(_ text: Substring) -> Bool {
    let name = text.hasSuffix("=false") ? text.dropLast("=false".count) : text
    return !name.isEmpty && name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
  }
}
