import ContentBlocker
import ListBuilding

/// The forms of rows: what a flag takes, and what it sets.
extension Flag {
  /// A property that a flag sets.
  typealias Property<Content> = any WritableKeyPath<Values, Content> & Sendable

  /// A flag without a value.
  static func toggle(
    _ name: String, short: Character? = nil, of commands: [CommandName], sets property: Property<Bool>,
    help: String
  ) -> Flag {
    Flag(
      name: name, short: short, scope: .commands(commands), effect: .set { $0[keyPath: property] = true },
      help: help)
  }

  /// A flag with a value that is read from its text; what gives nil is not what is `expected`.
  static func value<Content>(
    _ name: String, short: Character? = nil, _ placeholder: String, of commands: [CommandName],
    choices: [String] = [], expected: String, absent: Default, words: [String] = [],
    suggestion: (@Sendable (String) -> String?)? = nil, help: String,
    read: @escaping @Sendable (String) -> Content?,
    store: @escaping @Sendable (inout Values, Content) -> Void
  ) -> Flag {
    let value = Value(
      placeholder: placeholder, choices: choices, words: words, expected: expected, suggestion: suggestion,
      absent: absent
    ) { values, text in
      guard let content = read(text) else { return false }
      store(&values, content)
      return true
    }
    return Flag(name: name, short: short, scope: .commands(commands), effect: .store(value), help: help)
  }

  /// A flag whose value is any text but none.
  static func text(
    _ name: String, short: Character? = nil, _ placeholder: String, of commands: [CommandName],
    sets property: Property<String?>, expected: String = "a path", absent: String, help: String
  ) -> Flag {
    text(
      name, short: short, placeholder, of: commands, sets: property, expected: expected,
      absent: .described(absent), help: help)
  }

  /// A flag whose value is any text but none.
  static func text(
    _ name: String, short: Character? = nil, _ placeholder: String, of commands: [CommandName],
    sets property: Property<String?>, expected: String = "a path", absent: Default, help: String
  ) -> Flag {
    value(
      name, short: short, placeholder, of: commands, expected: expected, absent: absent,
      help: help, read: { $0.isEmpty ? nil : $0 }
    ) { $0[keyPath: property] = $1 }
  }

  /// A flag whose value is a number in a range.
  static func number(
    _ name: String, _ placeholder: String = "N", in range: ClosedRange<Int>, of commands: [CommandName],
    absent: Default, help: String, store: @escaping @Sendable (inout Values, Int) -> Void
  ) -> Flag {
    value(
      name, placeholder, of: commands,
      expected: "a whole number from \(Format.grouped(range.lowerBound))"
        + " to \(Format.grouped(range.upperBound))",
      absent: absent, help: help, read: { Int($0).flatMap { range.contains($0) ? $0 : nil } }, store: store)
  }

  /// A flag whose values are the cases of an enumeration, with one that holds without it.
  static func choice<Choice: CaseIterable & RawRepresentable<String> & Sendable>(
    _ name: String, _ placeholder: String, of commands: [CommandName], sets property: Property<Choice>,
    help: String
  ) -> Flag where Values: CommandLineValues {
    choice(
      name, placeholder, of: commands, absent: .value(Values()[keyPath: property].rawValue), help: help,
      read: Choice.init(rawValue:)
    ) { $0[keyPath: property] = $1 }
  }

  /// `--target`, whose values are the targets and the WebKit of this machine.
  static func target(
    of commands: [CommandName], absent: Default, help: String,
    store: @escaping @Sendable (inout Values, TargetName) -> Void
  ) -> Flag {
    value(
      "target", "TARGET", of: commands, choices: Target.names + [HostTarget.name],
      expected: "\(TargetName.expected), or host where this machine has a WebKit",
      absent: absent, suggestion: HostTarget.suggestion, help: help, read: HostTarget.target(named:),
      store: store)
  }

  /// A flag whose values are the cases of an enumeration.
  static func choice<Choice: CaseIterable & RawRepresentable<String> & Sendable>(
    _ name: String, _ placeholder: String, of commands: [CommandName], absent: Default, help: String,
    read: @escaping @Sendable (String) -> Choice?, store: @escaping @Sendable (inout Values, Choice) -> Void
  ) -> Flag {
    let choices = Choice.allCases.map(\.rawValue)
    return value(
      name, placeholder, of: commands, choices: choices,
      expected: "one of \(choices.joined(separator: ", "))", absent: absent, help: help, read: read,
      store: store)
  }
}
