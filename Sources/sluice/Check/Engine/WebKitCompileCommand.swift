import Platform

/// `sluice webkit-compile FILE...`: compiles rule lists with the WebKit of this machine, in this process.
///
/// Not for people: `sluice check --engine` runs it as a process of its own, which WebKit may crash, or which
/// is killed when WebKit does not end.
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
      let webKit: SystemWebKit
      do throws(EngineFailure.Problem) {
        webKit = try SystemWebKit()
      } catch {
        throw CommandError(EngineFailure(problem: error))
      }
      try console.print(EngineProtocol.line(engine: webKit.version))
      for path in try InputFile.paths(arguments.files, of: .webKitCompile) {
        // In case that nobody waits for this process any more.
        CurrentProcess.endAfter(seconds: arguments.timeout)
        let file = try InputFile(path)
        let folder: ScratchFolder
        do throws(SystemError) {
          folder = try ScratchFolder("engine")
        } catch {
          throw CommandError(EngineFailure(problem: .noScratchFolder(error)))
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

/// What `sluice webkit-compile` is asked for.
struct WebKitCompileArguments: Sendable {
  var files: [String] = []
  /// How long a compile may take, in seconds.
  var timeout = CheckArguments().timeout
}
