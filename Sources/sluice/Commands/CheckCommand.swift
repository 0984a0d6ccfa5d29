import ContentBlocker

/// `sluice check [FILE...]`
enum CheckCommand {
  static func run(_ arguments: Arguments, _ console: Console) throws(CommandError) -> ExitCode {
    var options = CheckOptions()
    options.maximumRules = arguments.maximumRules ?? options.maximumRules
    options.maximumBytes = arguments.maximumBytes
    options.costCount = arguments.costs
    var report = CheckReport(arguments: arguments, console: console)
    var worst: CheckSeverity?
    // One after the other: the JSON is the largest thing in memory.
    for path in try InputFile.paths(arguments.operands, of: .check) {
      let start = ContinuousClock.now
      let file = try InputFile(path)
      let check = RuleList.check(json: file.bytes.span, options: options)
      try report.write(check, of: file, duration: start.duration(to: .now))
      worst = [worst, check.worst].compactMap { $0 }.max()
    }
    try report.end()
    return arguments.failOn.isReached(by: worst) ? .findings : .success
  }
}

extension FailureLevel {
  /// Whether findings up to this severity are a failure.
  fileprivate func isReached(by worst: CheckSeverity?) -> Bool {
    guard let worst, let least = CheckSeverity(rawValue: rawValue) else { return false }
    return worst >= least
  }
}
