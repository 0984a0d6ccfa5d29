/// All commands and flags. A new command needs a case of ``CommandName`` and a subcommand module; the
/// compiler reports the other places to change.
///
/// Flags are in `FlagTable.swift`.
enum CommandTable {
  /// All commands, in the order in which help lists them.
  static let commands = CommandName.allCases.map(command)

  /// Returns the definition of a command.
  static func command(_ name: CommandName) -> Command {
    switch name {
    case .convert: ConvertCommand.command
    case .lint: LintCommand.command
    case .lsp: LanguageServerCommand.command
    case .initialize: InitCommand.command
    case .build: BuildCommand.command
    case .serve: ServeCommand.command
    case .merge: MergeCommand.command
    case .check: CheckCommand.command
    case .match: MatchCommand.command
    case .inspect: InspectCommand.command
    case .trial: TryCommand.command
    case .explain: ExplainCommand.command
    case .diff: DiffCommand.command
    case .report: ReportCommand.command
    case .conformance: ConformanceCommand.command
    case .playground: PlaygroundCommand.command
    case .completions: CompletionsCommand.command
    case .man: ManCommand.command
    case .webKitCompile: WebKitCompileCommand.command
    case .webKitPage: WebKitPageCommand.command
    case .fetchLists: FetchListsCommand.command
    case .help:
      Command(
        name: .help, summary: "Show what a command does and its options",
        operands: "[COMMAND]", maximumOperands: 1, completion: .commands)
    }
  }
}

extension ArgumentParser<Arguments> {
  init() { self.init(commands: CommandTable.commands, flags: CommandTable.flags) }
}

extension HelpText<Arguments> {
  init(width: Int) { self.init(width: width, commands: CommandTable.commands, flags: CommandTable.flags) }
}

extension HelpJSON<Arguments> {
  init() { self.init(commands: CommandTable.commands, flags: CommandTable.flags) }
}

extension CompletionScript<Arguments> {
  init() { self.init(commands: CommandTable.commands, flags: CommandTable.flags) }
}

extension ManPage<Arguments> {
  init() { self.init(commands: CommandTable.commands, flags: CommandTable.flags) }
}
