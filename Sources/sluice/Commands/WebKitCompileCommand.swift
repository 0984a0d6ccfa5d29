import Platform

/// `sluice webkit-compile FILE...`: compiles rule lists with the WebKit of this machine, in this process.
///
/// Not for people: `sluice check --engine` runs it as a process of its own, which WebKit may crash, or which
/// is killed when WebKit does not end.
enum WebKitCompileCommand {
  static func run(_ arguments: Arguments, _ console: Console) throws(CommandError) -> ExitCode {
    #if os(Linux) || canImport(WebKit)
      let webKit: SystemWebKit
      do throws(EngineUnavailable) {
        webKit = try SystemWebKit()
      } catch {
        throw .noEngine(error.reason)
      }
      try console.print(EngineProtocol.line(engine: webKit.version))
      for path in try InputFile.paths(arguments.operands, of: .webKitCompile) {
        // In case that nobody waits for this process any more.
        CurrentProcess.endAfter(seconds: arguments.timeout)
        let file = try InputFile(path)
        let folder: ScratchFolder
        do throws(SystemError) {
          folder = try ScratchFolder("sluice-engine")
        } catch {
          throw CommandError.output(.writing("temporary files", error))
        }
        defer { folder.remove() }
        try console.print(EngineProtocol.line(webKit.compile(file.bytes, in: folder.path)))
      }
      return .success
    #else
      throw .noEngine("this system has none")
    #endif
  }
}
