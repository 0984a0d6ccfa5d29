import SluiceSystem

/// `sluice webkit-compile FILE...`: compiles rule lists with the installed WebKit in this process.
///
/// It is an internal command that `sluice check --engine` runs in a separate process, because WebKit can
/// crash or hang.
enum WebKitCompileCommand {
  static let command = Command(
    name: .webKitCompile,
    summary: "Compile Content Blocker JSON with the WebKit of this machine",
    operands: "FILE...",
    isHidden: true, exitCodes: [.success, .failure, .usage, .unavailable])

  static func run(
    _ arguments: WebKitCompileArguments, _ console: Console
  ) throws(CommandError) -> ExitCode {
    #if os(Linux) || canImport(WebKit)
      let webKit = try CommandError.of({ EngineFailure(problem: $0) }) { () throws(InstalledEngineProblem) in
        try SystemWebKit()
      }
      try console.print(EngineProtocol.line(engine: webKit.version))
      for path in try InputFile.paths(arguments.files, of: .webKitCompile) {
        // Ends this process even if its parent no longer waits for it.
        CurrentProcess.endAfter(seconds: arguments.timeout)
        let file = try InputFile(path)
        let folder = try CommandError.of({ EngineFailure(problem: .noScratchFolder($0)) }) {
          () throws(SystemError) in try ScratchFolder("engine")
        }
        defer { folder.remove() }
        try console.print(EngineProtocol.line(webKit.compile(file.bytes, in: folder.path)))
      }
      return .success
    #else
      throw CommandError(EngineFailure(problem: .unavailable("this system has none")))
    #endif
  }
}

/// The arguments of `sluice webkit-compile`.
struct WebKitCompileArguments: Sendable {
  var files: [String] = []
  /// The maximum time for a compilation, in seconds.
  var timeout = CheckArguments().timeout
}
