/// The values that a command line sets.
protocol CommandLineValues: Sendable {
  /// Creates the default values.
  init()

  /// Adds an operand, which is a word that is not a flag.
  mutating func append(operand: String, of command: CommandName)
}

/// The commands that accept a flag.
enum FlagScope: Hashable, Sendable {
  /// All commands, and the command line without a command.
  case everywhere
  /// Only the command line without a command.
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
    /// A description of a default that is not a value of the flag.
    case described(String)
    /// No default: the flag is required.
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

    /// The functions that make the texts.
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
  /// The letter of the short form, if any.
  var short: Character?
  let scope: FlagScope
  let effect: Effect
  /// A description without a period at the end. The help adds choices and the default.
  let help: String

  /// The value that the flag takes, or nil.
  var value: Value? {
    if case .store(let value) = effect { value } else { nil }
  }

  /// The spellings of the flag: `--name`, `-n`.
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
