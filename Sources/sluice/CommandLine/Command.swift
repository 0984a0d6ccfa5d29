/// The names of the commands, in the order in which help lists them.
enum CommandName: String, CaseIterable, Sendable {
  case convert
  case lint
  case lsp
  case build
  case serve
  case merge
  case check
  case match
  case inspect
  /// `try` is a Swift keyword.
  case trial = "try"
  case explain
  case diff
  case report
  case conformance
  case completions
  case man
  /// An internal command that `check --engine` runs. Help does not list it.
  case webKitCompile = "webkit-compile"
  case webKitPage = "webkit-page"
  /// An internal command that `build` runs to fetch lists. Help does not list it.
  case fetchLists = "fetch-lists"
  case help

  /// Whether the command can take long, so that it reports its steps.
  var hasSteps: Bool {
    switch self {
    case .convert, .lint, .build, .merge, .check, .match, .inspect, .trial, .diff, .report, .conformance: true
    case .lsp, .serve, .explain, .completions, .man, .webKitCompile, .webKitPage, .fetchLists, .help: false
    }
  }
}

/// The description of a command and its operands, for the parser and the help.
struct Command: Sendable {
  /// The name of the command.
  let name: CommandName
  /// A one-line summary without a full stop.
  let summary: String
  /// Further paragraphs of the help.
  var details: [String] = []
  /// The operands in the help.
  let operands: String
  /// The maximum number of operands; nil for no limit.
  var maximumOperands: Int?
  /// Example command lines.
  var examples: [(line: String, explanation: String)] = []
  /// Whether help leaves the command out.
  var isHidden = false
  /// The possible exit codes.
  var exitCodes: [ExitCode] = [.success, .failure, .usage]

  /// The usage in one line.
  var usage: String { "sluice \(name.rawValue)\(operands.isEmpty ? "" : " \(operands)") [options]" }
}
