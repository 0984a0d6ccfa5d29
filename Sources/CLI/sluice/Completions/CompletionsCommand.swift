/// `sluice completions`
enum CompletionsCommand {
  static let command = Command(
    name: .completions, summary: "Write shell completions for commands, options and values",
    details: [
      """
      For bash, save the output as ~/.local/share/bash-completion/completions/sluice; for zsh, as _sluice in a \
      folder of fpath; for fish, as ~/.config/fish/completions/sluice.fish.
      """
    ],
    operands: "SHELL", maximumOperands: 1,
    completion: .words { CompletionShell.allCases.map(\.rawValue) },
    examples: [("sluice completions fish > ~/.config/fish/completions/sluice.fish", "for fish, for good")],
    exitCodes: [.success, .failure, .usage])

  static func run<Values>(
    _ arguments: CompletionsArguments, _ script: CompletionScript<Values>, _ console: Console
  ) throws(CommandError) -> ExitCode {
    guard let shell = arguments.shell.flatMap(CompletionShell.init(rawValue:)) else {
      let shells = CompletionShell.allCases.map(\.rawValue).joined(separator: ", ")
      let problem = arguments.shell.map { "unknown shell '\($0)'" } ?? "no SHELL given"
      throw .usage(.operands(problem, "name one of \(shells)"), of: .completions)
    }
    try console.print(script.text(for: shell))
    return .success
  }
}

struct CompletionsArguments: Sendable {
  /// The name of the shell, as given.
  var shell: String?
}

/// The supported shells.
enum CompletionShell: String, CaseIterable, Sendable {
  case bash
  case zsh
  case fish
}
