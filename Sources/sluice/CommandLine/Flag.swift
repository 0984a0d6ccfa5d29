/// What a command line fills.
protocol CommandLineValues: Sendable {
  /// What holds where nothing is said.
  init()

  /// Takes a word that is no flag.
  mutating func append(operand: String, of command: CommandName)
}

/// Where a flag may stand.
enum FlagScope: Hashable, Sendable {
  /// After every command, and without one.
  case everywhere
  /// Without a command.
  case topLevel
  /// After these commands.
  case commands([CommandName])
}

/// One flag: a row of the table that drives parser and help.
///
/// A row says what the flag is called, which commands have it and which of their arguments it sets. Checks
/// that concern several flags ("--split needs --output") belong to the command.
struct Flag<Values>: Sendable {
  /// What the flag does.
  enum Effect: Sendable {
    /// Takes no value.
    case set(@Sendable (inout Values) -> Void)
    /// Takes a value.
    case store(Value)
    case showHelp
    case showVersion
  }

  /// What holds when the flag is absent.
  enum Default: Sendable {
    /// This value.
    case value(String)
    /// Something that is no value of the flag.
    case described(String)
    /// Nothing: the flag must be given.
    case required

    /// Whether the flag must be given.
    var isRequired: Bool {
      switch self {
      case .required: true
      case .value, .described: false
      }
    }

    /// What help says of it.
    var words: String {
      switch self {
      case .value(let text), .described(let text): "default: \(text)"
      case .required: "required"
      }
    }
  }

  /// The value that a flag takes.
  struct Value: Sendable {
    /// What help calls it, in capitals.
    let placeholder: String
    /// All valid values, or none when there are too many to list.
    let choices: [String]
    /// The words of which a value is a list, with commas between them; none where it is no list of known words. Help does not
    /// list them.
    var words: [String] = []
    /// What is valid, as the end of "…, not 'x'".
    let expected: String
    /// What somebody meant whose value is not valid; nil where the nearest of ``choices`` or ``words`` is meant.
    var suggestion: (@Sendable (String) -> String?)?
    /// What holds when the flag is absent.
    let absent: Default
    /// Sets the value; false, and nothing set, when it is not valid.
    let store: @Sendable (inout Values, String) -> Bool
  }

  /// The name without its dashes.
  let name: String
  /// The letter of the short form.
  var short: Character?
  /// Where the flag may stand.
  let scope: FlagScope
  /// What it does.
  let effect: Effect
  /// What it does, as a sentence without a full stop. Choices and default are added to it.
  let help: String

  /// The value that the flag takes, or nil.
  var value: Value? {
    if case .store(let value) = effect { value } else { nil }
  }

  /// How the flag is written: `--name`, `-n`.
  var spellings: [String] { ["--\(name)"] + (short.map { ["-\($0)"] } ?? []) }

  /// Whether the flag may stand after this command, or without one.
  func applies(to command: CommandName?) -> Bool {
    switch (scope, command) {
    case (.everywhere, _), (.topLevel, nil): true
    case (.commands(let commands), let command?): commands.contains(command)
    case (.topLevel, _), (.commands, nil): false
    }
  }
}
