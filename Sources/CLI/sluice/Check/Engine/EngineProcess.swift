import SluiceSystem

/// A compiler of lists that runs the installed WebKit in a separate process for each list.
struct EngineProcess {
  /// The result of a compilation.
  struct Answer {
    let engine: String
    let verdict: EngineVerdict
    /// The pattern that WebKit rejects, if its log names one.
    let pattern: [UInt8]?
  }

  /// The maximum time for a compilation, in seconds.
  let timeout: Int

  /// The interval between checks of the process, in milliseconds.
  private static let pollingInterval: Int32 = 5

  func compile(_ json: [UInt8]) throws(InstalledEngineProblem) -> Answer {
    var signals = DeferredSignals()
    defer { signals.release() }
    let folder: ScratchFolder
    let process: ChildProcess
    do throws(SystemError) {
      folder = try ScratchFolder("engine")
    } catch {
      throw .noScratchFolder(error)
    }
    defer { folder.remove() }
    do throws(SystemError) {
      let input = try OpenFile.create(folder.file("rules.json"), isPrivate: true)
      defer { try? input.close() }
      try input.write(json)
      process = try start(in: folder)
    } catch {
      throw error == .interrupted ? .interrupted : .system(error)
    }
    return try answer(of: try end(of: process), in: folder)
  }

  /// Starts another process of this program. Its output goes to files, because a pipe could fill up.
  private func start(in folder: ScratchFolder) throws(SystemError) -> ChildProcess {
    let words = [
      "sluice", CommandName.webKitCompile.rawValue, "--timeout", String(timeout), folder.file("rules.json"),
    ]
    // Temporary files of the process go to the same folder, which is removed even if the process is killed.
    let variables = CurrentProcess.variables.filter { !$0.hasPrefix("TMPDIR=") } + ["TMPDIR=\(folder.path)"]
    return try ChildProcess(
      try CurrentProcess.executable(), arguments: words, variables: variables,
      streams: [.input("/dev/null"), .output(folder.file("output")), .output(folder.file("log"))])
  }

  /// Waits for the process and returns how it ended.
  private func end(of process: ChildProcess) throws(InstalledEngineProblem) -> ChildProcess.End {
    let deadline = ContinuousClock.now + .seconds(timeout)
    while true {
      do throws(SystemError) {
        if let end = try process.end() { return end }
      } catch {
        throw .system(error)
      }
      let isLate = ContinuousClock.now >= deadline
      if isLate || DeferredSignals.isPending {
        process.stop()
        throw isLate ? .timeout : .interrupted
      }
      CurrentProcess.wait(milliseconds: Self.pollingInterval)
    }
  }

  private func answer(
    of end: ChildProcess.End, in folder: ScratchFolder
  ) throws(InstalledEngineProblem) -> Answer {
    let log = Self.text(of: folder.file("log"))
    let code: Int32
    switch end {
    // The process also ends itself after the timeout, in case its parent no longer waits for it.
    case .alarm: throw .timeout
    case .signal(let signal): throw .died("signal \(signal)")
    case .status(let status): code = status
    }
    if code == ExitCode.unavailable.rawValue { throw .unavailable(log) }
    guard let (engine, verdict) = EngineProtocol.read(Self.text(of: folder.file("output"))) else {
      throw .died("exit status \(code)")
    }
    return Answer(engine: engine, verdict: verdict, pattern: EngineProtocol.pattern(inLog: log))
  }

  private static func text(of path: String) -> String {
    (try? InputFile(path)).map { String(decoding: $0.bytes, as: UTF8.self) } ?? ""
  }
}
