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
  /// These commands.
  case commands([CommandName])
}

/// A flag: a row of the table for parser and help.
///
/// A row contains the name of the flag, its commands and the arguments that it sets. Checks of several flags
/// ("--split needs --output") belong to the command.
struct Flag<Values>: Sendable {
  /// The effect of a flag.
  enum Effect: Sendable {
    /// Sets a property without a value.
    case set(@Sendable (inout Values) -> Void)
    /// Stores a value.
    case store(Value)
    case showHelp
    case showVersion
  }

  /// The value that applies without the flag.
  enum Default: Sendable {
    /// This value.
    case value(String)
    /// A description, because the default is not a value of the flag.
    case described(String)
    /// No default: the flag is required.
    case required

    /// Whether the flag is required.
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

  /// The value of a flag.
  struct Value: Sendable {
    /// The placeholder in the help, in capitals.
    let placeholder: String
    /// All valid values; empty if there are too many to list.
    let choices: [String]
    /// The words of a comma-separated value; empty if the value is not a list of known words. Help does not
    /// list them.
    var words: [String] = []
    /// A description of valid values, for the message "…, not 'x'".
    let expected: String
    /// Returns a suggestion for an invalid value. Without it, the suggestion is the nearest of ``choices`` or
    /// ``words``.
    var suggestion: (@Sendable (String) -> String?)?
    /// The default, for when the flag is absent.
    let absent: Default
    /// Stores the value. Returns false, and stores nothing, if it is invalid.
    let store: @Sendable (inout Values, String) -> Bool
  }

  /// The name without dashes.
  let name: String
  /// The letter of the short form.
  var short: Character?
  /// The commands that accept the flag.
  let scope: FlagScope
  /// The effect of the flag.
  let effect: Effect
  /// A description without a full stop. The help adds choices and the default.
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
