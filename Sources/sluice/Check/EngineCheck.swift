import SluiceAnalysis
import SluiceRules
import SluiceSystem
import SluiceText

/// The verdict of the installed WebKit on a list, and the rule that it rejects.
struct EngineCheck {
  /// The name and version, such as `WebKitGTK 2.50.6`.
  let engine: String
  /// The verdict; nil if WebKit did not finish in time.
  let verdict: EngineVerdict?
  /// The finding to add to the check, if WebKit timed out or gave a reason that no other finding has.
  private(set) var finding: RuleListFinding?

  /// Compiles the list. If WebKit rejects it for a reason that the check did not find, searches for the rule.
  init(
    _ file: InputFile, check: RuleListCheck, timeout: Int
  ) throws(CommandError) {
    let process = EngineProcess(timeout: timeout)
    let answer: EngineProcess.Answer
    do throws(InstalledEngineProblem) {
      answer = try process.compile(file.bytes)
    } catch {
      guard error == .timeout else { throw .engine(error, list: file.name) }
      engine = "WebKit"
      verdict = nil
      finding = RuleListFinding(
        .compileTimeout(seconds: timeout), ruleIndex: nil, at: 0..<0, in: file.bytes)
      return
    }
    engine = answer.engine
    verdict = answer.verdict
    guard case .rejected(let words) = answer.verdict, !check.explains(words) else { return }
    finding = try CommandError.of({ .engine($0, list: file.name) }) {
      () throws(InstalledEngineProblem) in
      try Self.fault(in: file.bytes, answer, words: words, process: process)
    }
  }

  private static func fault(
    in json: [UInt8], _ answer: EngineProcess.Answer, words: String, process: EngineProcess
  ) throws(InstalledEngineProblem) -> RuleListFinding {
    let whole = RuleListFinding(.rejectedByWebKit(words), ruleIndex: nil, at: 0..<0, in: json)
    // A problem with the entire list is not caused by a single rule.
    let isGlobal = RuleListFinding.Reason.examples.contains { $0.isGlobal && $0.webKitMessage == words }
    guard !isGlobal, var search = FaultSearch(inJSON: json) else { return whole }
    let outcome = try search.run(pattern: answer.pattern) { (list) throws(InstalledEngineProblem) in
      do throws(InstalledEngineProblem) {
        guard case .rejected(let words) = try process.compile(list).verdict else { return nil }
        return words
      } catch {
        // A part that takes too long counts as accepted.
        guard error == .timeout else { throw error }
        return nil
      }
    }
    guard case .rule(let index, let place, let words) = outcome else { return whole }
    return RuleListFinding(.rejectedByWebKit(words), ruleIndex: index, at: place, in: json)
  }
}

extension RuleListCheck {
  /// Returns whether a finding has the same message as WebKit.
  fileprivate func explains(_ words: String) -> Bool {
    findings.contains { $0.reason.webKitMessage == words }
  }
}

/// A compiler of lists that runs the installed WebKit in a separate process for each list.
struct EngineProcess {
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

/// The output format of `sluice webkit-compile`, which `sluice check --engine` parses: a line for the engine,
/// followed by a line for each file.
enum EngineProtocol {
  static func line(engine: String) -> String { "engine \(engine)\n" }

  static func line(_ verdict: EngineVerdict) -> String {
    switch verdict {
    case .accepted(let bytes, let duration):
      "accepted \(bytes ?? -1) \(Int(duration / .microseconds(1)))\n"
    case .rejected(let words):
      "rejected " + words.map { $0.isNewline ? " " : String($0) }.joined() + "\n"
    }
  }

  /// Parses the output for one file; returns nil if it is incomplete.
  static func read(_ text: String) -> (engine: String, verdict: EngineVerdict)? {
    let lines = text.split(separator: "\n")
    guard lines.count == 2, let engine = lines[0].value(of: "engine") else { return nil }
    if let words = lines[1].value(of: "rejected") { return (engine, .rejected(words: words)) }
    let numbers = (lines[1].value(of: "accepted") ?? "").split(separator: " ").compactMap { Int($0) }
    guard numbers.count == 2 else { return nil }
    let bytes = numbers[0] < 0 ? nil : numbers[0]
    return (engine, .accepted(bytes: bytes, duration: .microseconds(numbers[1])))
  }

  /// Returns the rejected pattern from a log line such as `Error while parsing a|b: Disjunctions are not
  /// supported yet.`
  static func pattern(inLog log: String) -> [UInt8]? {
    let start = "Error while parsing "
    for line in log.split(separator: "\n") where line.hasPrefix(start) {
      // A pattern can contain colons, but WebKit's reasons do not.
      guard let end = line.utf8.lastIndex(of: ASCII.colon) else { continue }
      return Array(line.utf8[line.utf8.index(line.startIndex, offsetBy: start.utf8.count)..<end])
    }
    return nil
  }
}

extension Substring {
  fileprivate func value(of key: String) -> String? {
    hasPrefix("\(key) ") ? String(dropFirst(key.count + 1)) : nil
  }
}

extension CommandError {
  /// Returns the error for a WebKit that does not answer about a list.
  static func engine(_ problem: InstalledEngineProblem, list: String = "") -> CommandError {
    func noAnswer(_ reason: String) -> CommandError {
      .failure(
        "WebKit did not answer about \(list.quotedName): \(reason)",
        advice: "try again; without --engine the list is checked without WebKit")
    }
    return switch problem {
    case .unavailable(let reason):
      CommandError(
        message: "WebKit is not available: \(reason)", advice: [webKitInstallation], exitCode: .unavailable)
    case .timeout: noAnswer("timed out")
    case .died(let reason): noAnswer(reason)
    case .system(let error): noAnswer("\(error)")
    case .noScratchFolder(let error): .noScratchFolder("\(error)")
    case .interrupted: OutputError.interrupted.report
    }
  }

  /// Instructions for installing WebKit.
  private static var webKitInstallation: String {
    #if os(Linux)
      "install WebKitGTK: apt-get install libwebkit2gtk-4.1-0 (Debian, Ubuntu), dnf install webkit2gtk4.1"
        + " (Fedora); a statically linked sluice cannot load it"
    #else
      "WebKit is part of macOS"
    #endif
  }
}
