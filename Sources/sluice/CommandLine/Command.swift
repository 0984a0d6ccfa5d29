import SluiceLists

/// The names of the commands, in the order in which help lists them.
enum CommandName: String, CaseIterable, Sendable {
  case convert
  case lint
  case lsp
  /// `init` is a Swift keyword.
  case initialize = "init"
  case build
  case serve
  case merge
  case check
  case match
  case inspect
  /// Named `trial`, because `try` is a Swift keyword.
  case trial = "try"
  case explain
  case diff
  case report
  case conformance
  case playground
  case completions
  case man
  /// An internal command that `check --engine` runs. Help does not list it.
  case webKitCompile = "webkit-compile"
  case webKitPage = "webkit-page"
  case help

  /// Whether the command can take long and therefore reports its steps.
  var hasSteps: Bool {
    switch self {
    case .convert, .lint, .build, .merge, .check, .match, .inspect, .trial, .diff, .report, .conformance: true
    case .lsp, .initialize, .serve, .playground, .explain, .completions, .man, .webKitCompile, .webKitPage,
      .help:
      false
    }
  }
}

enum CommandGroup: String, CaseIterable, Sendable {
  case build = "Convert and build"
  case review = "Review lists"
  case explain = "Explain what lists do"
  case ship = "Ship"
  case help = "Help"
}

extension CommandName {
  var group: CommandGroup {
    switch self {
    case .convert, .initialize, .build, .merge: .build
    case .lint, .check, .diff, .trial, .report, .lsp: .review
    case .explain, .match, .inspect: .explain
    case .serve, .conformance, .playground: .ship
    case .completions, .man, .help: .help
    case .webKitCompile, .webKitPage: .help
    }
  }
}

enum OperandCompletion: Sendable {
  /// Files; also for arbitrary text, and for commands without operands.
  case files
  case words(@Sendable () -> [String])
  case commands
}

/// The definition of a command without its flags, for the parser and the help.
struct Command: Sendable {
  let name: CommandName
  /// A one-line summary without a period.
  let summary: String
  /// Further paragraphs of the help.
  var details: [String] = []
  /// The operands as shown in the help, such as `[FILE...]`.
  let operands: String
  /// The maximum number of operands; nil for no limit.
  var maximumOperands: Int?
  var completion = OperandCompletion.files
  /// The names of the options that the short help shows; empty for all, if they fit on a screen.
  var usualOptions: [String] = []
  var examples: [(line: String, explanation: String)] = []
  var isHidden = false
  var exitCodes: [ExitCode] = [.success, .failure, .usage]

  /// Returns the usage on one line, with the required flags.
  func usage<Values>(_ flags: [Flag<Values>]) -> String {
    let required = flags.filter { $0.applies(to: name) && $0.value?.absent.isRequired == true }
    let words = [name.rawValue, operands] + required.map { "--\($0.name) \($0.value?.placeholder ?? "")" }
    return "sluice \(words.filter { !$0.isEmpty }.joined(separator: " ")) [options]"
  }
}

extension [Command] {
  var shown: [Command] { filter { !$0.isHidden } }

  /// Returns the command with a name. Throws if the name is unknown or help does not list the command.
  func shown(_ name: String) throws(CommandError) -> Command {
    guard let command = shown.first(where: { $0.name.rawValue == name }) else {
      throw UsageError.unknownCommand(name, among: self).report
    }
    return command
  }
}

enum Program {
  /// The version that `sluice --version` prints.
  static let version = Build.version
  /// The release date of this version, in the format of manual pages. Manual pages must not depend on the
  /// build date.
  static let date = "November 22, 2026"
  /// A one-line summary without a period.
  static let summary = "converts Adblock filter lists into WebKit Content Blocker JSON"
}
