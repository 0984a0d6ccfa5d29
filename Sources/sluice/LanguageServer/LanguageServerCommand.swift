import Platform

/// `sluice lsp`
enum LanguageServerCommand {
  static let command = Command(
    name: .lsp,
    summary: "Serve an editor: what lint finds while lists are written, what filters mean, and fixes",
    details: [
      """
      A language server (LSP 3.17) that an editor starts and talks to over standard input and output. It finds what \
      sluice lint finds, with the same sluice.json, says under the cursor what sluice explain says, completes options, \
      operators, instructions and ids of rules, fixes what has one right answer, goes to the filter that another one is \
      compared with, and lists the sections of a list. docs/lsp.md has the settings of VS Code and Neovim.
      """,
      "Where the editor says exit without having said shutdown, or is gone, the exit status is 1.",
    ],
    operands: "", maximumOperands: 0,
    examples: [("sluice lsp", "as an editor starts it")],
    exitCodes: [.success, .failure, .usage])

  static func run(_ arguments: LanguageServerArguments, _ console: Console) throws(CommandError) -> ExitCode {
    var server = LanguageServer(arguments.conversion)
    var reader = MessageReader()
    while true {
      // Handles all available messages before publishing findings, so that ten keystrokes cause only one
      // check.
      while let body = reader.next() {
        try console.write(server.answer(to: body))
        if let hasShutDown = server.exit { return hasShutDown ? .success : .findings }
      }
      try console.write(server.publishChanges())
      guard !reader.isBroken else {
        try console.write(MessageReader.frame(Reply.refusal(of: nil, .parseError("no message begins there"))))
        throw CommandError(LanguageServerFailure.noMessages)
      }
      let waited = FileDescriptor.wait(
        for: [(.standardInput, .readable)], milliseconds: server.millisecondsToWait)
      guard waited.first == true else {
        try console.write(server.publishWhole())
        continue
      }
      let bytes = try read()
      guard !bytes.isEmpty else { return server.hasShutDown ? .success : .findings }
      reader.add(bytes)
    }
  }

  private static func read() throws(CommandError) -> [UInt8] {
    do throws(SystemError) {
      return try FileDescriptor.standardInput.readSome(atMost: 1 << 16)
    } catch {
      throw CommandError(FileFailure.unreadable("standard input", error))
    }
  }
}

/// A failure of `sluice lsp`.
enum LanguageServerFailure: CommandFailure {
  case noMessages

  var report: FailureReport {
    .failure(
      "what came on standard input is no message of the protocol", "an editor is to start it: docs/lsp.md")
  }
}
