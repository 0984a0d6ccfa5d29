import SluiceConversion
import SluiceSystem

/// `sluice lsp`
enum LanguageServerCommand {
  static let command = Command(
    name: .lsp,
    summary: "Run the language server: findings, explanations and fixes in an editor",
    details: [
      """
      A language server (LSP 3.17) for editors, over standard input and output. It shows the findings of sluice lint \
      with the same sluice.json and the explanations of sluice explain; completes options, operators, instructions and \
      rule ids; offers fixes; jumps to the filter that a finding refers to; and lists the sections of a list. \
      docs/guide/lsp.md has settings for VS Code and Neovim.
      """,
      "If the editor disconnects, or sends exit before shutdown, the exit status is 1.",
    ],
    operands: "", maximumOperands: 0,
    examples: [("sluice lsp", "as an editor starts it")],
    exitCodes: [.success, .failure, .usage])

  static func run(_ arguments: LanguageServerArguments, console: Console) throws(CommandError) -> ExitCode {
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
        throw .failure(
          "standard input has no LSP message", advice: "let an editor start this command: docs/guide/lsp.md")
      }
      let waited = OpenFile.wait(
        for: [(.standardInput, .readable)], milliseconds: server.millisecondsToWait)
      guard waited.first == true else {
        try console.write(server.publishWhole())
        continue
      }
      let bytes = try CommandError.of({ .unreadable("standard input", because: $0) }) {
        () throws(SystemError) in try OpenFile.standardInput.readSome(atMost: 1 << 16)
      }
      guard !bytes.isEmpty else { return server.hasShutDown ? .success : .findings }
      reader.add(bytes)
    }
  }
}

struct LanguageServerArguments: Sendable {
  var conversion = ConversionOptions()
}
