import SluiceSystem

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A headless browser in a separate process.
///
/// - On Linux, it is the installed WebKitGTK 6.0, run with bubblewrap and Xvfb. It has no access to the
///   user's files, and to the network only for live pages.
/// - On macOS, it is the system's WebKit, which sandboxes the pages it loads. Only live pages are supported.
final class PageBrowser {
  private let folder: ScratchFolder
  /// The path with symbolic links resolved.
  private let path: String
  private let process: ChildProcess
  private let input: OpenFile
  /// The number of times that the page has been loaded.
  private(set) var count = 0
  private var signals: DeferredSignals

  /// The maximum time in seconds for work other than loading the page: starting the process and compiling
  /// lists.
  private static let patience = 180
  /// The polling interval in milliseconds.
  private static let pollingInterval: Int32 = 5

  /// Starts a browser.
  ///
  /// - Parameters:
  ///   - command: The arguments with which the program calls ``TrialServer/run(_:folder:)`` for the page. The
  ///     path of the folder is appended.
  ///   - files: The files that the command needs to read.
  ///   - program: The program, or `nil` for the current one.
  ///   - hasNetwork: Whether the browser has network access.
  /// - Throws: A ``BrowserProblem`` if the machine lacks a requirement.
  init(
    command: [String], files: [String], program: String? = nil, hasNetwork: Bool
  ) throws(BrowserProblem) {
    try BrowserStart.check(hasNetwork: hasNetwork)
    signals = DeferredSignals()
    do throws(SystemError) {
      folder = try ScratchFolder("page")
    } catch {
      signals.release()
      throw .noScratchFolder("\(error)")
    }
    do throws(SystemError) {
      path = try Pathname.resolved(folder.path)
      let own = try CurrentProcess.executableFile()
      let start = BrowserStart(
        program ?? own, words: command + [path], folder: path, files: files, hasNetwork: hasNetwork)
      let (reading, writing) = try OpenFile.pipe()
      defer { try? reading.close() }
      process = try ChildProcess(
        start.program, arguments: start.arguments, variables: start.variables,
        streams: [.descriptor(reading), .output(folder.file("output")), .output(folder.file("log"))])
      input = writing
    } catch {
      folder.remove()
      signals.release()
      throw .unavailable("the browser does not start: \(error)")
    }
  }

  deinit {
    try? input.close()
    process.stop()
    folder.remove()
    signals.release()
  }

  /// Loads the page once.
  func observe(_ trial: EngineTrial) throws(BrowserProblem) -> EngineObservation {
    let exchange = TrialExchange(folder: path)
    let line = try TrialExchange.line(trial)
    do throws(SystemError) {
      try input.write(line)
    } catch {
      throw error == .interrupted ? .interrupted : try death(exchange)
    }
    let end = ContinuousClock.now + .seconds(trial.timeout + Self.patience)
    while true {
      if let answer = try exchange.answer(count) {
        count += 1
        return try answer.get()
      }
      let hasEnded: Bool
      do throws(SystemError) {
        hasEnded = try process.end() != nil
      } catch {
        hasEnded = true
      }
      if hasEnded { throw try death(exchange) }
      if DeferredSignals.isPending { throw .interrupted }
      if ContinuousClock.now >= end { throw .timeout }
      CurrentProcess.wait(milliseconds: Self.pollingInterval)
    }
  }

  private func death(_ exchange: TrialExchange) throws(BrowserProblem) -> BrowserProblem {
    // The process may have reported the reason at its start.
    for number in [0, count] {
      _ = try exchange.answer(number)?.get()
    }
    let log =
      (try? OpenFile.contents(of: exchange.log, followingLinks: false)).map {
        String(decoding: $0, as: UTF8.self)
      } ?? ""
    let last = log.split(separator: "\n").last { !$0.isEmpty }
    return .died(last.map { String($0.prefix(200)) } ?? "it ended without a message")
  }
}

/// The command that starts a browser process in a sandbox: bubblewrap on Linux. On macOS, WebKit loads pages
/// in sandboxed processes of its own.
struct BrowserStart {
  let program: String
  let arguments: [String]
  let variables: [String]

  /// - Throws: A ``BrowserProblem`` if the machine lacks a requirement.
  static func check(hasNetwork: Bool) throws(BrowserProblem) {
    #if os(Linux)
      if wrapper == nil {
        throw .unavailable("bwrap (bubblewrap), for the sandbox of the page, is not installed")
      }
    #elseif os(macOS)
      if !hasNetwork { throw .cannotReplay }
    #else
      throw .unavailable("this system has no WebKit for programs without windows")
    #endif
  }

  /// - Parameters:
  ///   - words: The arguments of the program.
  ///   - folder: The folder with write access.
  ///   - files: The files with read access.
  init(
    _ program: String, words: [String], folder: String, files: [String], hasNetwork: Bool
  ) {
    #if os(Linux)
      let sandbox = Sandbox(folder: folder, readable: files, hasNetwork: hasNetwork)
      self.program = Self.wrapper ?? ""
      arguments = sandbox.words(program, arguments: words)
      variables = sandbox.variables
    #else
      self.program = program
      arguments = [program] + words
      variables = CurrentProcess.variables.filter { !$0.hasPrefix("TMPDIR=") } + ["TMPDIR=\(folder)"]
    #endif
  }

  #if os(Linux)
    private static var wrapper: String? { CurrentProcess.program("bwrap") }
  #endif
}

extension BrowserProblem {
  /// The error for saved pages on macOS.
  static var cannotReplay: BrowserProblem {
    .unavailable(
      "WebKit on macOS takes what was saved from no proxy of this program, whose certificate it would have to trust; a URL can be loaded with --network"
    )
  }
}

/// Runs trials of a page in the installed WebKit, in this process. Use it from the main thread of a process
/// that does nothing else.
enum TrialServer {
  /// Runs the trials from standard input until it ends.
  ///
  /// - Parameter folder: The folder for answers. The standard error output of this process goes to the file
  ///   `log` in this folder.
  static func run(_ page: EnginePage, folder: String) {
    let exchange = TrialExchange(folder: folder)
    do throws(BrowserProblem) {
      #if os(Linux)
        let engine = try GTKEngine(exchange)
        var replay: ReplayServer?
        if case .saved(let page) = page { replay = try ReplayServer(page) }
        replay?.start()
        var run = TrialRun(page, exchange: exchange, engine: engine, replay: replay)
        try run.answerAll()
      #elseif os(macOS)
        if case .saved = page { throw BrowserProblem.cannotReplay }
        var run = TrialRun(page, exchange: exchange, engine: try AppleEngine(folder: folder))
        try run.answerAll()
      #else
        throw .unavailable("this system has no WebKit for programs without windows")
      #endif
    } catch {
      try? exchange.write(.problem(error), number: 0)
    }
  }
}
