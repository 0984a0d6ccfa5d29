import Foundation
import Platform

/// A browser without a user, in a process of its own.
///
/// On Linux it is WebKitGTK 6.0 of this machine, with bubblewrap and Xvfb. It is shut in: it sees nothing of the user's files, and no
/// network unless a page of the web is tried. On macOS it is the system's WebKit, which shuts in what it loads itself, and only pages of the
/// web are tried.
public final class PageBrowser {
  private let folder: ScratchFolder
  /// Where it really is.
  private let path: String
  private let process: ChildProcess
  private let input: FileDescriptor
  /// How often the page has been loaded.
  package private(set) var count = 0
  private var signals: DeferredSignals

  /// How long the process may take for what is no page: its start, and lists.
  private static let patience = 180
  /// How long to wait before the process is looked at again, in milliseconds.
  private static let pollingInterval: Int32 = 5

  /// Starts a browser.
  ///
  /// - Parameters:
  ///   - command: what has this program call ``TrialServer/run(_:folder:)`` with the page; the folder is added to it.
  ///   - files: what it needs to read for that.
  ///   - program: the program; nil for this one.
  ///   - hasNetwork: whether it shall reach the network.
  /// - Throws: When the machine lacks what is needed.
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
      path = try Path.resolved(folder.path)
      let own = try CurrentProcess.executableFile()
      let start = BrowserStart(
        program ?? own, command + [path], folder: path, files: files, hasNetwork: hasNetwork)
      let (reading, writing) = try FileDescriptor.pipe()
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
        return try answer.observation()
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

  /// Why the process has ended.
  private func death(_ exchange: TrialExchange) throws(BrowserProblem) -> BrowserProblem {
    // It may have said so when it began.
    for number in [0, count] {
      if let answer = try exchange.answer(number) {
        _ = try answer.observation()
      }
    }
    let log =
      (try? FileDescriptor.contents(of: exchange.log, followingLinks: false)).map {
        String(decoding: $0, as: UTF8.self)
      } ?? ""
    let last = log.split(separator: "\n").last { !$0.isEmpty }
    return .died(last.map { String($0.prefix(200)) } ?? "it ended without a word")
  }
}

extension TrialExchange.Answer {
  fileprivate func observation() throws(BrowserProblem) -> EngineObservation {
    switch self {
    case .observation(let observation): return observation
    case .unavailable(let words): throw .unavailable(words)
    case .died(let words): throw .died(words)
    case .timeout: throw .timeout
    }
  }
}
