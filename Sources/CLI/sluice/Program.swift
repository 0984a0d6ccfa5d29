import SluiceText

extension Program {
  /// Parses a command line, runs the command, and reports any error on standard error.
  ///
  /// - Parameter words: The command line after the program's name, in bytes.
  static func run(_ words: [[UInt8]], console: Console) -> ExitCode {
    var console = console
    do throws(CommandError) {
      switch try CommandError.of({ () throws(UsageError) in try ArgumentParser().parse(text(of: words)) }) {
      case .run(let command, let arguments):
        console.reporting = arguments.reporting
        if let note = console.reporting.targetNote, console.reporting.isText {
          console.message("\(console.errorStyle.cyan("note:")) target \(note)\n")
        }
        console.recordSteps(of: command)
        let code = try run(command, arguments, console)
        console.steps.finish()
        return code
      case .help(let command): try console.print(HelpText(width: console.outputWidth).text(for: command))
      // An empty command line is an error, as in other programs. A script with an unset variable must fail
      // instead of using the help as output.
      case .nothing:
        console.printError(
          HelpText(width: console.errorTerminal.width(otherwise: 80, atMost: 100)).text(for: nil))
        return .usage
      case .version: try console.print("sluice \(version)\n")
      }
      return .success
    } catch {
      let report = error.failure.report
      console.steps.abandon()
      console.report(report)
      return report.exitCode
    }
  }

  /// Decodes the words as UTF-8. Throws for invalid bytes, because replacing them would name a different
  /// file.
  private static func text(of words: [[UInt8]]) throws(UsageError) -> [String] {
    var text: [String] = []
    for word in words {
      guard let word = String(utf8: word) else {
        throw UsageError(.notText(String(decoding: word, as: UTF8.self)))
      }
      text.append(word)
    }
    return text
  }

  private static func run(
    _ command: CommandName, _ arguments: Arguments, _ console: Console
  ) throws(CommandError) -> ExitCode {
    switch command {
    case .convert: try ConvertCommand.run(arguments.convert, console)
    case .lint: try LintCommand.run(arguments.lint, console)
    case .lsp: try LanguageServerCommand.run(arguments.languageServer, console)
    case .initialize: try InitCommand.run(arguments.initialize, console)
    case .build: try BuildCommand.run(arguments.build, console)
    case .serve: try ServeCommand.run(arguments.serve, console)
    case .merge: try MergeCommand.run(arguments.merge, console)
    case .check: try CheckCommand.run(arguments.check, console)
    case .match: try MatchCommand.run(arguments.match, console)
    case .inspect: try InspectCommand.run(arguments.inspect, console)
    case .trial: try TryCommand.run(arguments.trial, console)
    case .explain: try ExplainCommand.run(arguments.explain, console)
    case .diff: try DiffCommand.run(arguments.diff, console)
    case .report: try ReportCommand.run(arguments.report, console)
    case .conformance: try ConformanceCommand.run(arguments.conformance, console)
    case .playground: try PlaygroundCommand.run(arguments.playground, console)
    case .completions: try CompletionsCommand.run(arguments.completions, CompletionScript(), console)
    case .man: try ManCommand.run(arguments.man, ManPage(), console)
    case .webKitCompile: try WebKitCompileCommand.run(arguments.webKitCompile, console)
    case .webKitPage: try WebKitPageCommand.run(arguments.webKitPage, console)
    case .fetchLists: FetchListsCommand.run()
    case .help: try help(on: arguments.helpTopic, console)
    }
  }

  private static func help(on topic: String?, _ console: Console) throws(CommandError) -> ExitCode {
    let command = CommandTable.commands.first { $0.name.rawValue == topic }
    if let topic, command == nil {
      throw CommandError(UsageError.unknownCommand(topic, among: CommandTable.commands))
    }
    switch console.reporting.objectFormat {
    case .text: try console.print(HelpText(width: console.outputWidth).text(for: command))
    case .json: try console.writeObject { HelpJSON().append(command, to: &$0) }
    }
    return .success
  }
}
