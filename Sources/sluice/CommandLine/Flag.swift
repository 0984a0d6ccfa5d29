import SluiceListFiles
import SluiceLists
import SluiceRules

protocol CommandLineValues: Sendable {
  init()

  /// Adds an operand, which is a word that is not a flag.
  mutating func append(operand: String, of command: CommandName)
}

enum FlagScope: Hashable, Sendable {
  /// All commands, and the command line without a command.
  case everywhere
  case topLevel
  case commands([CommandName])
}

/// A flag: a row of the table that the parser and the help use.
///
/// A row contains the name of the flag, its commands and the arguments that it sets. A check that involves
/// several flags ("--split needs --output") belongs in the command.
struct Flag<Values>: Sendable {
  enum Effect: Sendable {
    /// Sets a property. The flag takes no value.
    case set(@Sendable (inout Values) -> Void)
    case store(Value)
    case showHelp
    case showVersion
  }

  /// The value that applies without the flag. A literal is a description.
  enum Default: ExpressibleByStringInterpolation, Sendable {
    case value(String)
    case described(String)
    case required

    init(stringLiteral words: String) { self = .described(words) }

    var isRequired: Bool {
      switch self {
      case .required: true
      case .value, .described: false
      }
    }

    /// The text for the help.
    var words: String {
      switch self {
      case .value(let text), .described(let text): "default: \(text)"
      case .required: "required"
      }
    }
  }

  struct Value: Sendable {
    /// The placeholder in the help, in capitals.
    let placeholder: String
    /// The texts for help and for errors. Most command lines need none of them.
    fileprivate let texts: Texts
    /// Returns a suggestion for an invalid value. If this closure is nil, the nearest of ``choices`` or
    /// ``words`` is suggested.
    var suggestion: (@Sendable (String) -> String?)?
    /// Stores the value. Returns false, and stores nothing, if it is invalid.
    let store: @Sendable (inout Values, String) -> Bool

    struct Texts: Sendable {
      let choices: @Sendable () -> [String]
      let words: @Sendable () -> [String]
      let expected: @Sendable () -> String
      let absent: @Sendable () -> Default
    }

    init(
      placeholder: String, texts: Texts, suggestion: (@Sendable (String) -> String?)?,
      store: @escaping @Sendable (inout Values, String) -> Bool
    ) {
      (self.placeholder, self.texts) = (placeholder, texts)
      (self.suggestion, self.store) = (suggestion, store)
    }

    /// All valid values; empty if there are too many to list.
    var choices: [String] { texts.choices() }
    /// The words that a comma-separated value can contain; empty for other kinds of values. Help does not
    /// list them.
    var words: [String] { texts.words() }
    /// A description of valid values, for the message "…, not 'x'".
    var expected: String { texts.expected() }
    var absent: Default { texts.absent() }
  }

  /// The name without dashes.
  let name: String
  var short: Character?
  let scope: FlagScope
  let effect: Effect
  /// A description without a period at the end. The help adds choices and the default.
  let help: String

  var value: Value? {
    if case .store(let value) = effect { value } else { nil }
  }

  var spellings: [String] { ["--\(name)"] + (short.map { ["-\($0)"] } ?? []) }

  /// Returns whether a command accepts the flag; nil means no command.
  func applies(to command: CommandName?) -> Bool {
    switch (scope, command) {
    case (.everywhere, _), (.topLevel, nil): true
    case (.commands(let commands), let command?): commands.contains(command)
    case (.topLevel, _), (.commands, nil): false
    }
  }
}

extension Flag {
  typealias Property<Content> = any WritableKeyPath<Values, Content> & Sendable

  static func toggle(
    _ name: String, of commands: [CommandName],
    sets property: @autoclosure @escaping @Sendable () -> Property<Bool>, help: String
  ) -> Flag {
    toggle(name, of: commands, help: help) { $0[keyPath: property()] = true }
  }

  static func toggle(
    _ name: String, short: Character? = nil, of commands: [CommandName], help: String,
    set: @escaping @Sendable (inout Values) -> Void
  ) -> Flag {
    Flag(name: name, short: short, scope: .commands(commands), effect: .set(set), help: help)
  }

  /// Returns a flag whose value is parsed by `read`. If `read` returns nil, the value is invalid.
  static func value<Content>(
    _ name: String, short: Character? = nil, placeholder: String, of commands: [CommandName],
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
    _ name: String, short: Character? = nil, placeholder: String, of commands: [CommandName],
    sets property: @autoclosure @escaping @Sendable () -> Property<String?>,
    expected: @autoclosure @escaping @Sendable () -> String = "a path",
    absent: @autoclosure @escaping @Sendable () -> Default, help: String
  ) -> Flag {
    value(
      name, short: short, placeholder: placeholder, of: commands, expected: expected(), absent: absent(),
      help: help, read: { $0.isEmpty ? nil : $0 }
    ) { $0[keyPath: property()] = $1 }
  }

  /// Returns a flag that can be repeated. Each value is any nonempty text.
  static func texts(
    _ name: String, placeholder: String, of commands: [CommandName],
    addsTo property: @autoclosure @escaping @Sendable () -> Property<[String]>,
    expected: @autoclosure @escaping @Sendable () -> String = "a path",
    absent: @autoclosure @escaping @Sendable () -> Default, help: String
  ) -> Flag {
    value(
      name, placeholder: placeholder, of: commands, expected: expected(), absent: absent(),
      help: "\(help); may be repeated", read: { $0.isEmpty ? nil : $0 }
    ) { $0[keyPath: property()].append($1) }
  }

  static func number(
    _ name: String, placeholder: String = "N", in range: ClosedRange<Int>, of commands: [CommandName],
    absent: @autoclosure @escaping @Sendable () -> Default, help: String,
    store: @escaping @Sendable (inout Values, Int) -> Void
  ) -> Flag {
    value(
      name, placeholder: placeholder, of: commands,
      expected: "a whole number from \(Format.grouped(range.lowerBound))"
        + " to \(Format.grouped(range.upperBound))",
      absent: absent(), help: help, read: { Int($0).flatMap { range.contains($0) ? $0 : nil } }, store: store)
  }

  /// Returns a flag whose values are the cases of an enumeration. The default is the initial value of the
  /// property.
  static func choice<Choice: CaseIterable & RawRepresentable<String> & Sendable>(
    _ name: String, placeholder: String, of commands: [CommandName],
    sets property: @autoclosure @escaping @Sendable () -> Property<Choice>,
    help: String
  ) -> Flag where Values: CommandLineValues {
    choice(
      name, placeholder: placeholder, of: commands, absent: .value(Values()[keyPath: property()].rawValue),
      help: help,
      read: Choice.init(rawValue:)
    ) { $0[keyPath: property()] = $1 }
  }

  /// Returns the flag `--target`. Its values are the targets, and `host` for the installed WebKit.
  static func target(
    of commands: [CommandName], absent: @autoclosure @escaping @Sendable () -> Default, help: String,
    store: @escaping @Sendable (inout Values, TargetName) -> Void
  ) -> Flag {
    value(
      "target", placeholder: "TARGET", of: commands, choices: Target.names + [HostTarget.name],
      expected: "\(TargetName.expected), or host where this machine has a WebKit",
      absent: absent(), suggestion: HostTarget.suggestion, help: help, read: HostTarget.target(named:),
      store: store)
  }

  static func choice<Choice: CaseIterable & RawRepresentable<String> & Sendable>(
    _ name: String, placeholder: String, of commands: [CommandName],
    absent: @autoclosure @escaping @Sendable () -> Default, help: String,
    read: @escaping @Sendable (String) -> Choice?, store: @escaping @Sendable (inout Values, Choice) -> Void
  ) -> Flag {
    value(
      name, placeholder: placeholder, of: commands, choices: Choice.allCases.map(\.rawValue),
      expected: "one of \(Choice.allCases.map(\.rawValue).joined(separator: ", "))", absent: absent(),
      help: help, read: read,
      store: store)
  }
}
