/// Tries a page in the WebKit of this machine, in this process, as often as it is asked to. To be used from the main thread of a process
/// that does nothing else.
public enum TrialServer {
  /// Answers the trials of standard input until it ends.
  ///
  /// - Parameters:
  ///   - page: the page that is loaded.
  ///   - folder: where answers go, with a file `log`, to which this process writes what goes to standard error.
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
      try? exchange.write(TrialExchange.Answer(error), number: 0)
    }
  }
}
