import SluiceConversion

/// All commands and flags. A new command needs a case of ``CommandName``, a file `NAMECommand.swift`, and here its
/// row, which the compiler asks for, and its arguments.
///
/// Flags are in `FlagTable.swift`.
enum CommandTable {
  /// A command with its operands and its action.
  struct Row {
    let command: Command
    let addOperand: (inout Arguments, String) -> Void
    let run: (Arguments, Console) throws(CommandError) -> ExitCode
  }

  /// All commands, in the order in which help lists them.
  static let commands = CommandName.allCases.map(command)

  static func command(_ name: CommandName) -> Command { row(name).command }

  static func row(_ name: CommandName) -> Row {
    switch name {
    case .convert:
      row(ConvertCommand.command, own: \.convert, run: ConvertCommand.run) { $0.files.append($1) }
    case .lint: row(LintCommand.command, own: \.lint, run: LintCommand.run) { $0.files.append($1) }
    case .lsp: row(LanguageServerCommand.command, own: \.languageServer, run: LanguageServerCommand.run)
    case .initialize: row(InitCommand.command, own: \.initialize, run: InitCommand.run) { $0.append($1) }
    case .build: row(BuildCommand.command, own: \.build, run: BuildCommand.run) { $0.file = $1 }
    case .serve: row(ServeCommand.command, own: \.serve, run: ServeCommand.run) { $0.folder = $1 }
    case .merge: row(MergeCommand.command, own: \.merge, run: MergeCommand.run) { $0.files.append($1) }
    case .check: row(CheckCommand.command, own: \.check, run: CheckCommand.run) { $0.files.append($1) }
    case .match: row(MatchCommand.command, own: \.match, run: MatchCommand.run) { $0.lists.append($1) }
    case .inspect:
      row(InspectCommand.command, own: \.inspect, run: InspectCommand.run) { $0.operands.append($1) }
    case .trial: row(TryCommand.command, own: \.trial, run: TryCommand.run) { $0.lists.append($1) }
    case .explain: row(ExplainCommand.command, own: \.explain, run: ExplainCommand.run) { $0.text = $1 }
    case .diff: row(DiffCommand.command, own: \.diff, run: DiffCommand.run) { $0.lists.append($1) }
    case .report: row(ReportCommand.command, own: \.report, run: ReportCommand.run) { $0.inputs.append($1) }
    case .conformance:
      row(ConformanceCommand.command, own: \.conformance, run: ConformanceCommand.run) { $0.folder = $1 }
    case .playground:
      row(PlaygroundCommand.command, own: \.playground, run: PlaygroundCommand.run) { $0.folder = $1 }
    case .completions:
      row(
        CompletionsCommand.command, own: \.completions,
        run: { (own, console) throws(CommandError) in
          try CompletionsCommand.run(own, script: CompletionScript(), console: console)
        }
      ) { $0.shell = $1 }
    case .man:
      row(
        ManCommand.command, own: \.man,
        run: { (own, console) throws(CommandError) in
          try ManCommand.run(own, pages: ManPage(), console: console)
        }
      ) { $0.command = $1 }
    case .webKitCompile:
      row(WebKitCompileCommand.command, own: \.webKitCompile, run: WebKitCompileCommand.run) {
        $0.files.append($1)
      }
    case .webKitPage:
      row(WebKitPageCommand.command, own: \.webKitPage, run: WebKitPageCommand.run) { $0.operands.append($1) }
    case .help: row(Program.helpCommand, own: \.helpTopic, run: Program.help) { $0 = $1 }
    }
  }

  private static func row<Own>(
    _ command: Command, own: @autoclosure @escaping () -> WritableKeyPath<Arguments, Own>,
    run: @escaping (Own, Console) throws(CommandError) -> ExitCode,
    addOperand: @escaping (inout Own, String) -> Void = { _, _ in }
  ) -> Row {
    Row(
      command: command, addOperand: { addOperand(&$0[keyPath: own()], $1) },
      run: { (arguments, console) throws(CommandError) in try run(arguments[keyPath: own()], console) })
  }
}

/// The arguments of all commands. A command line sets only those of its own command.
struct Arguments: CommandLineValues {
  var reporting = Reporting()
  var convert = ConvertArguments()
  var lint = LintArguments()
  var languageServer = LanguageServerArguments()
  var initialize = InitArguments()
  var build = BuildArguments()
  var serve = ServeArguments()
  var merge = MergeArguments()
  var check = CheckArguments()
  var match = MatchArguments()
  var inspect = InspectArguments()
  var trial = TryArguments()
  var explain = ExplainArguments()
  var diff = DiffArguments()
  var report = ReportArguments()
  var conformance = ConformanceArguments()
  var playground = PlaygroundArguments()
  var completions = CompletionsArguments()
  var man = ManArguments()
  var webKitCompile = WebKitCompileArguments()
  var webKitPage = WebKitPageArguments()
  /// The command to show help for; nil for the overview of all commands.
  var helpTopic: String?

  mutating func append(operand: String, of command: CommandName) {
    CommandTable.row(command).addOperand(&self, operand)
  }
}

extension Arguments {
  /// The options for converting filter lists. Setting them sets the options of every command, because the
  /// commands share flags.
  var conversion: ConversionOptions {
    get { convert.conversion }
    set {
      convert.conversion = newValue
      lint.options.conversion = newValue
      languageServer.conversion = newValue
      merge.options.conversion = newValue
      match.conversion = newValue
      inspect.conversion = newValue
      trial.conversion = newValue
      explain.conversion = newValue
      diff.conversion = newValue
      report.conversion = newValue
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
