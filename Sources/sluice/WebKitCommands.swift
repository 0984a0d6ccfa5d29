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
    _ arguments: WebKitCompileArguments, console: Console
  ) throws(CommandError) -> ExitCode {
    #if os(Linux) || canImport(WebKit)
      let webKit = try CommandError.of({ .engine($0) }) { () throws(InstalledEngineProblem) in
        try SystemWebKit()
      }
      try console.print(EngineProtocol.line(engine: webKit.version))
      for path in try InputFile.paths(arguments.files, of: .webKitCompile) {
        // Ends this process even if its parent no longer waits for it.
        CurrentProcess.endAfter(seconds: arguments.timeout)
        let file = try InputFile(path)
        let folder = try CommandError.of({ .engine(.noScratchFolder($0)) }) {
          () throws(SystemError) in try ScratchFolder("engine")
        }
        defer { folder.remove() }
        try console.print(EngineProtocol.line(webKit.compile(file.bytes, in: folder.path)))
      }
      return .success
    #else
      throw .engine(.unavailable("this system has none"))
    #endif
  }
}

struct WebKitCompileArguments: Sendable {
  var files: [String] = []
  /// The maximum time for a compilation, in seconds.
  var timeout = CheckArguments().timeout
}

/// `sluice webkit-page PAGE FOLDER`: loads a page in the installed WebKit in this process.
///
/// It is an internal command that `sluice inspect` runs in a separate, sandboxed process.
enum WebKitPageCommand {
  static let command = Command(
    name: .webKitPage,
    summary: "Load a page with the WebKit of this machine",
    operands: "PAGE FOLDER",
    isHidden: true, exitCodes: [.success, .failure, .usage])

  static func run(_ arguments: WebKitPageArguments, console: Console) throws(CommandError) -> ExitCode {
    guard arguments.operands.count == 2 else {
      throw .usage(.operands("no PAGE and FOLDER given"), of: .webKitPage)
    }
    let (path, folder) = (arguments.operands[0], arguments.operands[1])
    let page: EnginePage
    if PageFile.isOfTheWeb(path) {
      page = .live(path)
    } else {
      let file = try InputFile(path)
      let read = try PageFile(file, at: path, address: arguments.page.map { Array($0.utf8) }, for: .inspect)
      page = .saved(read.saved)
    }
    TrialServer.run(page, folder: folder)
    return .success
  }
}

struct WebKitPageArguments: Sendable {
  /// The page (a file or a URL) and the folder.
  var operands: [String] = []
  /// The URL of a saved page.
  var page: String?
}
