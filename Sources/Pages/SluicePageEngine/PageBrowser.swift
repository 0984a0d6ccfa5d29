#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import SluiceSystem

/// A headless browser in a separate process.
///
/// - On Linux, it is the installed WebKitGTK 6.0, run with bubblewrap and Xvfb. It has no access to the
///   user's files, and to the network only for live pages.
/// - On macOS, it is the system's WebKit, which sandboxes the pages it loads. Only live pages are supported.
public final class PageBrowser {
  private let folder: ScratchFolder
  /// The path with symbolic links resolved.
  private let path: String
  private let process: ChildProcess
  private let input: OpenFile
  /// The number of times that the page has been loaded.
  package private(set) var count = 0
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
  public init(
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
        program ?? own, command + [path], folder: path, files: files, hasNetwork: hasNetwork)
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
  public func observe(_ trial: EngineTrial) throws(BrowserProblem) -> EngineObservation {
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

  /// Returns the reason why the process has ended.
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
