/// The commands by name. Help shows those of a ``CommandGroup`` in this order.
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

/// Groups of commands, as help shows them.
enum CommandGroup: String, CaseIterable, Sendable {
  case build = "Convert and build"
  case review = "Review lists"
  case explain = "Explain what lists do"
  case ship = "Ship"
  case help = "Help"
}

extension CommandName {
  /// The group of the command in help.
  var group: CommandGroup {
    switch self {
    case .convert, .build, .merge: .build
    case .lint, .check, .diff, .trial, .report, .lsp: .review
    case .explain, .match, .inspect: .explain
    case .serve, .conformance: .ship
    case .completions, .man, .help: .help
    case .webKitCompile, .webKitPage, .fetchLists: .help
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

  /// How it is used, in one line, with the flags that must be given.
  func usage<Values>(_ flags: [Flag<Values>]) -> String {
    let required = flags.filter { $0.applies(to: name) && $0.value?.absent.isRequired == true }
    let words = [name.rawValue, operands] + required.map { "--\($0.name) \($0.value?.placeholder ?? "")" }
    return "sluice \(words.filter { !$0.isEmpty }.joined(separator: " ")) [options]"
  }
}
