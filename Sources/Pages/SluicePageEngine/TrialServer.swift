/// Runs trials of a page in the installed WebKit, in this process. Use it from the main thread of a process
/// that does nothing else.
@frozen public enum TrialServer {
  /// Runs the trials from standard input until it ends.
  ///
  /// - Parameters:
  ///   - page: The page to load.
  ///   - folder: The folder for answers. The standard error output of this process goes to the file `log` in
  ///     this folder.
  public static func run(_ page: EnginePage, folder: String) {
    let exchange = TrialExchange(folder: folder)
    do throws(BrowserProblem) {
      #if os(Linux)
        let engine = try GTKEngine(exchange)
        var replay: ReplayServer?
        if case .saved(let page) = page { replay = try ReplayServer(page) }
        replay?.start()
        var run = TrialRun(page, exchange, engine, replay: replay)
        try run.answerAll()
      #elseif os(macOS)
        if case .saved = page { throw BrowserProblem.cannotReplay }
        var run = TrialRun(page, exchange, try AppleEngine(folder: folder))
        try run.answerAll()
      #else
        throw .unavailable("this system has no WebKit for programs without windows")
      #endif
    } catch {
      try? exchange.write(.problem(error), number: 0)
    }
  }
}
