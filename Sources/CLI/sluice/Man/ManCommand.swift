import SluiceSystem

/// `sluice man [COMMAND]`
enum ManCommand {
  static let command = Command(
    name: .man, summary: "Write manual pages",
    details: [
      """
      Writes the manual page of COMMAND, or that of the program, as mdoc. With --output, it writes the pages of the \
      program and of all commands, or of COMMAND only, as sluice.1 and sluice-COMMAND.1.
      """
    ],
    operands: "[COMMAND]", maximumOperands: 1, completion: .commands,
    examples: [
      ("sluice man convert | man -l -", "to read one"),
      ("sluice man -o ~/.local/share/man/man1", "where man finds them"),
    ])

  static func run<Values>(
    _ arguments: ManArguments, _ pages: ManPage<Values>, _ console: Console
  ) throws(CommandError) -> ExitCode {
    let named = try arguments.command.map { (name) throws(CommandError) in try pages.commands.shown(name) }
    guard let folder = arguments.output else {
      try console.print(pages.text(for: named))
      return .success
    }
    let all: [Command?] = [nil] + pages.commands.shown
    let batch = OutputBatch()
    for command in named.map({ [$0] }) ?? all {
      let destination = try Destination.unnamed(folder.joined(ManPage<Values>.fileName(of: command)))
      try destination.refuseForeign(flag: "--output", isOwn: ManPage<Values>.isPage)
      try batch.add(Array(pages.text(for: command).utf8), to: destination)
    }
    try batch.finish()
    return .success
  }
}

struct ManArguments: Sendable {
  /// The command; nil for the program itself or, with ``output``, for all commands.
  var command: String?
  /// The output folder for pages; nil for standard output.
  var output: String?
}
