import ContentBlocker

/// `sluice check [FILE...]`
enum CheckCommand {
  static func run(_ arguments: Arguments, _ console: Console) throws(CommandError) -> ExitCode {
    var options = CheckOptions()
    options.maximumRules = arguments.maximumRules ?? options.maximumRules
    options.maximumBytes = arguments.maximumBytes
    options.costCount = arguments.costs
    options.target = arguments.checkedTarget
    var report = try CheckReport(arguments: arguments, console: console)
    var worst: RuleListFinding.Severity?
    // What was found without WebKit is shown all the same.
    var engineError: CommandError?
    // One after the other: the JSON is the largest thing in memory.
    for path in try InputFile.paths(arguments.operands, of: .check) {
      let start = ContinuousClock.now
      let file = try InputFile(path)
      var check = RuleList.check(json: file.bytes.span, options: options)
      let duration = start.duration(to: .now)
      var engine: EngineCheck?
      if arguments.usesEngine, engineError == nil {
        do throws(CommandError) {
          engine = try EngineCheck(file, check, timeout: arguments.timeout)
        } catch {
          engineError = error
        }
      }
      if let finding = engine?.finding { check.add(finding) }
      try report.write(check, engine, of: file, duration: duration)
      worst = [worst, check.worst].compactMap { $0 }.max()
    }
    try report.end()
    if let engineError { throw engineError }
    return arguments.failOn.isReached(by: worst) ? .findings : .success
  }
}

extension FailureLevel {
  /// Whether findings up to this severity are a failure.
  fileprivate func isReached(by worst: RuleListFinding.Severity?) -> Bool {
    guard let worst, let least = RuleListFinding.Severity(rawValue: rawValue) else { return false }
    return worst >= least
  }
}
