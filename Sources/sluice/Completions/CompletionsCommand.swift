/// `sluice completions`
enum CompletionsCommand {
  static let command = Command(
    name: .completions, summary: "Write what a shell needs to complete commands, options and their values",
    details: [
      """
      For bash, put the output into ~/.local/share/bash-completion/completions/sluice; for zsh, into a file _sluice in \
      a folder of fpath; for fish, into ~/.config/fish/completions/sluice.fish.
      """
    ],
    operands: "SHELL", maximumOperands: 1,
    examples: [("sluice completions fish > ~/.config/fish/completions/sluice.fish", "for fish, for good")],
    exitCodes: [.success, .failure, .usage])

  static func run(_ arguments: CompletionsArguments, _ console: Console) throws(CommandError) -> ExitCode {
    guard let shell = arguments.shell.flatMap(CompletionShell.init(rawValue:)) else {
      let shells = CompletionShell.allCases.map(\.rawValue).joined(separator: ", ")
      let problem = arguments.shell.map { "unknown shell '\($0)'" } ?? "no SHELL given"
      throw .usage(.operands(problem, "name one of \(shells)"), of: .completions)
    }
    let script = CompletionScript(commands: CommandTable.commands, flags: CommandTable.flags)
    try console.print(script.text(for: shell))
    return .success
  }
}

/// What `sluice completions` is asked for.
struct CompletionsArguments: Sendable {
  /// The shell as it was named.
  var shell: String?
}

/// The shells whose completion is written.
enum CompletionShell: String, CaseIterable, Sendable {
  case bash
  case zsh
  case fish
}
