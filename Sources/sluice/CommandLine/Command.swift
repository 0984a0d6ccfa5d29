/// The commands by name, in the order in which help shows them.
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
  /// `try` is a word of the language.
  case trial = "try"
  case explain
  case diff
  case report
  case conformance
  case completions
  case man
  /// What `check --engine` runs: not in any help.
  case webKitCompile = "webkit-compile"
  case webKitPage = "webkit-page"
  /// What `build` gets lists from servers with: not in any help.
  case fetchLists = "fetch-lists"
  case help

  /// Whether it can take long, so that it tells of its steps.
  var hasSteps: Bool {
    switch self {
    case .convert, .lint, .build, .merge, .check, .match, .inspect, .trial, .diff, .report, .conformance: true
    case .lsp, .serve, .explain, .completions, .man, .webKitCompile, .webKitPage, .fetchLists, .help: false
    }
  }
}

/// What a command is and takes besides flags, for parser and help.
struct Command: Sendable {
  /// What it is called.
  let name: CommandName
  /// What it does, in one line without a full stop.
  let summary: String
  /// What else its help says, by paragraph.
  var details: [String] = []
  /// What help calls the words that it takes.
  let operands: String
  /// The most of them; nil for any number.
  var maximumOperands: Int?
  /// Command lines to start from.
  var examples: [(line: String, explanation: String)] = []
  /// Whether help leaves it out.
  var isHidden = false
  /// How it can end.
  var exitCodes: [ExitCode] = [.success, .failure, .usage]

  /// How it is used, in one line.
  var usage: String { "sluice \(name.rawValue)\(operands.isEmpty ? "" : " \(operands)") [options]" }
}
