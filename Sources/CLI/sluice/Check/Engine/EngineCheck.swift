import SluiceAnalysis

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
    _ file: InputFile, _ check: RuleListCheck, timeout: Int
  ) throws(CommandError) {
    let process = EngineProcess(timeout: timeout)
    let answer: EngineProcess.Answer
    do throws(InstalledEngineProblem) {
      answer = try process.compile(file.bytes)
    } catch {
      guard error == .timeout else { throw CommandError(EngineFailure(problem: error, list: file.name)) }
      engine = "WebKit"
      verdict = nil
      finding = RuleListFinding(
        .compileTimeout(seconds: timeout), ruleIndex: nil, at: 0..<0, in: file.bytes)
      return
    }
    engine = answer.engine
    verdict = answer.verdict
    guard case .rejected(let words) = answer.verdict, !check.explains(words) else { return }
    finding = try CommandError.of({ EngineFailure(problem: $0, list: file.name) }) {
      () throws(InstalledEngineProblem) in try Self.fault(in: file.bytes, answer, words, process)
    }
  }

  private static func fault(
    in json: [UInt8], _ answer: EngineProcess.Answer, _ words: String, _ process: EngineProcess
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
