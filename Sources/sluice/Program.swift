// The program. `Program.run` parses the command line by the rows of `FlagTable`, and runs the action in the command's row
// of `CommandTable`. `CommandLine` has the parser, the help and the console. Each command has a file, or a folder of its
// name; the other folders have code that commands share.

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
        let code = try CommandTable.row(command).run(arguments, console)
        console.steps.finish()
        return code
      case .help(let command, let isBrief):
        let text = HelpText(width: console.outputWidth)
        try console.print(isBrief ? text.brief(for: command) : text.text(for: command))
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
      console.steps.abandon()
      console.report(error)
      return error.exitCode
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

  /// `sluice help [COMMAND]`
  static let helpCommand = Command(
    name: .help, summary: "Show what a command does and its options", operands: "[COMMAND]",
    maximumOperands: 1, completion: .commands)

  /// Shows the help for a command, or the overview for nil.
  static func help(on topic: String?, _ console: Console) throws(CommandError) -> ExitCode {
    let command = CommandTable.commands.first { $0.name.rawValue == topic }
    if let topic, command == nil {
      throw UsageError.unknownCommand(topic, among: CommandTable.commands).report
    }
    switch console.reporting.objectFormat {
    case .text: try console.print(HelpText(width: console.outputWidth).text(for: command))
    case .json: try console.writeObject { HelpJSON().append(command, to: &$0) }
    }
    return .success
  }
}
