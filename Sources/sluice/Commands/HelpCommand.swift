import ListBuilding

/// `sluice help [COMMAND]`
enum HelpCommand {
  static func run(_ arguments: Arguments, _ console: Console) throws(CommandError) -> ExitCode {
    var command: Command?
    if let word = arguments.operands.first {
      guard let name = CommandName(rawValue: word), let row = CommandTable.command(name) else {
        let suggestion = Suggestion.nearest(
          to: word, among: CommandTable.commands.filter { !$0.isHidden }.map(\.name.rawValue))
        throw .usage(UsageError(.unknownCommand(word, suggestion: suggestion)))
      }
      command = row
    }
    try console.print(HelpText(width: console.outputWidth).text(for: command))
    return .success
  }
}
