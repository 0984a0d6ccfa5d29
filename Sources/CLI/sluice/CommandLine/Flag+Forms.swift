import SluiceLists
import SluiceRules

/// Factory methods for flags, by the kind of value that a flag takes.
extension Flag {
  /// A property that a flag sets.
  typealias Property<Content> = any WritableKeyPath<Values, Content> & Sendable

  /// Returns a flag without a value.
  static func toggle(
    _ name: String, of commands: [CommandName],
    sets property: @autoclosure @escaping @Sendable () -> Property<Bool>, help: String
  ) -> Flag {
    toggle(name, of: commands, help: help) { $0[keyPath: property()] = true }
  }

  /// Returns a flag without a value.
  static func toggle(
    _ name: String, short: Character? = nil, of commands: [CommandName], help: String,
    set: @escaping @Sendable (inout Values) -> Void
  ) -> Flag {
    Flag(name: name, short: short, scope: .commands(commands), effect: .set(set), help: help)
  }

  /// Returns a flag whose value is parsed by `read`. If `read` returns nil, the value is invalid.
  static func value<Content>(
    _ name: String, short: Character? = nil, _ placeholder: String, of commands: [CommandName],
    choices: @autoclosure @escaping @Sendable () -> [String] = [],
    expected: @autoclosure @escaping @Sendable () -> String,
    absent: @autoclosure @escaping @Sendable () -> Default,
    words: @autoclosure @escaping @Sendable () -> [String] = [],
    suggestion: (@Sendable (String) -> String?)? = nil, help: String,
    read: @escaping @Sendable (String) -> Content?,
    store: @escaping @Sendable (inout Values, Content) -> Void
  ) -> Flag {
    let value = Value(
      placeholder: placeholder,
      texts: .init(choices: choices, words: words, expected: expected, absent: absent), suggestion: suggestion
    ) { values, text in
      guard let content = read(text) else { return false }
      store(&values, content)
      return true
    }
    return Flag(name: name, short: short, scope: .commands(commands), effect: .store(value), help: help)
  }

  /// Returns a flag whose value is any nonempty text.
  static func text(
    _ name: String, short: Character? = nil, _ placeholder: String, of commands: [CommandName],
    sets property: @autoclosure @escaping @Sendable () -> Property<String?>,
    expected: @autoclosure @escaping @Sendable () -> String = "a path",
    absent: @autoclosure @escaping @Sendable () -> Default, help: String
  ) -> Flag {
    value(
      name, short: short, placeholder, of: commands, expected: expected(), absent: absent(),
      help: help, read: { $0.isEmpty ? nil : $0 }
    ) { $0[keyPath: property()] = $1 }
  }

  /// Returns a flag that can be repeated. Each value is any nonempty text.
  static func texts(
    _ name: String, _ placeholder: String, of commands: [CommandName],
    addsTo property: @autoclosure @escaping @Sendable () -> Property<[String]>,
    expected: @autoclosure @escaping @Sendable () -> String = "a path",
    absent: @autoclosure @escaping @Sendable () -> Default, help: String
  ) -> Flag {
    value(
      name, placeholder, of: commands, expected: expected(), absent: absent(),
      help: "\(help); may be repeated", read: { $0.isEmpty ? nil : $0 }
    ) { $0[keyPath: property()].append($1) }
  }

  /// Returns a flag whose value is a number in a range.
  static func number(
    _ name: String, _ placeholder: String = "N", in range: ClosedRange<Int>, of commands: [CommandName],
    absent: @autoclosure @escaping @Sendable () -> Default, help: String,
    store: @escaping @Sendable (inout Values, Int) -> Void
  ) -> Flag {
    value(
      name, placeholder, of: commands,
      expected: "a whole number from \(Format.grouped(range.lowerBound))"
        + " to \(Format.grouped(range.upperBound))",
      absent: absent(), help: help, read: { Int($0).flatMap { range.contains($0) ? $0 : nil } }, store: store)
  }

  /// Returns a flag whose values are the cases of an enumeration. The default is the initial value of the
  /// property.
  static func choice<Choice: CaseIterable & RawRepresentable<String> & Sendable>(
    _ name: String, _ placeholder: String, of commands: [CommandName],
    sets property: @autoclosure @escaping @Sendable () -> Property<Choice>,
    help: String
  ) -> Flag where Values: CommandLineValues {
    choice(
      name, placeholder, of: commands, absent: .value(Values()[keyPath: property()].rawValue), help: help,
      read: Choice.init(rawValue:)
    ) { $0[keyPath: property()] = $1 }
  }

  /// Returns the flag `--target`. Its values are the targets, and `host` for the installed WebKit.
  static func target(
    of commands: [CommandName], absent: @autoclosure @escaping @Sendable () -> Default, help: String,
    store: @escaping @Sendable (inout Values, TargetName) -> Void
  ) -> Flag {
    value(
      "target", "TARGET", of: commands, choices: Target.names + [HostTarget.name],
      expected: "\(TargetName.expected), or host where this machine has a WebKit",
      absent: absent(), suggestion: HostTarget.suggestion, help: help, read: HostTarget.target(named:),
      store: store)
  }

  /// Returns a flag whose values are the cases of an enumeration.
  static func choice<Choice: CaseIterable & RawRepresentable<String> & Sendable>(
    _ name: String, _ placeholder: String, of commands: [CommandName],
    absent: @autoclosure @escaping @Sendable () -> Default, help: String,
    read: @escaping @Sendable (String) -> Choice?, store: @escaping @Sendable (inout Values, Choice) -> Void
  ) -> Flag {
    value(
      name, placeholder, of: commands, choices: Choice.allCases.map(\.rawValue),
      expected: "one of \(Choice.allCases.map(\.rawValue).joined(separator: ", "))", absent: absent(),
      help: help, read: read,
      store: store)
  }
}
