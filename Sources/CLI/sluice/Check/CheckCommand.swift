import SluiceAnalysis
import SluiceLint

/// `sluice check [FILE...]`
enum CheckCommand {
  static let command = Command(
    name: .check,
    summary: "Check Content Blocker JSON for rules that WebKit rejects or ignores",
    details: [
      """
      Reads rule lists in WebKit's JSON format, from any program. Reports rules that WebKit rejects or silently \
      ignores, redundant rules, patterns that match nothing or are expensive, and exceptions that any page can \
      claim. Without FILE, or if FILE is '-', it reads standard input.
      """,
      """
      A declarativeNetRequest ruleset of a web extension, or the manifest.json of the extension, is checked as WebKit \
      reads it: which rules WebKit leaves out, ignores or reads differently from other browsers.
      """,
      """
      Findings and a summary go to standard output. Lines and columns count from 1, columns in Unicode \
      scalars, rules from 0. docs/guide/check.md lists all reasons.
      """,
    ],
    operands: "[FILE...]",
    usualOptions: [
      "target", "engine", "source-map", "fail-on", "costs", "max-rules", "format", "max-diagnostics",
    ],
    examples: [
      ("sluice check list.json", "check that WebKit accepts it"),
      ("sluice check --engine list.json", "also ask the WebKit of this machine"),
      ("sluice check --target safari-16.4 list.json", "check that older WebKit versions accept it"),
      ("sluice check --fail-on warning --format jsonl list.json", "in a build, for a program"),
    ],
    exitCodes: [.success, .findings, .failure, .usage, .unavailable])

  static func run(_ arguments: CheckArguments, _ console: Console) throws(CommandError) -> ExitCode {
    guard arguments.watches else { return try check(arguments, console) }
    try WatchFailure.refuseStandardInput(arguments.files, of: .check)
    var watch = Watch(console)
    try watch.run { console throws(CommandError) in _ = try check(arguments, console) }
  }

  private static func check(_ arguments: CheckArguments, _ console: Console) throws(CommandError) -> ExitCode
  {
    var report = CheckReport(console, try SourceMapFiles(arguments.sourceMaps))
    var worst: RuleListFinding.Severity?
    // Thrown at the end, so that the other findings are printed first.
    var engineError: CommandError?
    let paths = try InputFile.paths(arguments.files, of: .check)
    do throws(CommandError) {
      // One file at a time, because the JSON is the largest object in memory.
      for (index, path) in paths.enumerated() {
        let start = ContinuousClock.now
        func step(_ name: String) -> Step { Step(name, path, index + 1, of: paths.count) }
        console.steps.begin(step("checking"), isShown: path != "-")
        let file = try InputFile(path)
        let checked = try CheckedFile.all(of: file, arguments.options)
        let duration = start.duration(to: .now)
        console.steps.end([
          .rules: checked.reduce(0) { $0 + $1.check.ruleCount },
          .bytes: checked.reduce(0) { $0 + $1.check.byteCount },
        ])
        for one in checked {
          var check = one.check
          var engine: EngineCheck?
          if arguments.usesEngine, engineError == nil {
            console.steps.begin(step("compiling"))
            do throws(CommandError) {
              engine = try EngineCheck(one.compiled ?? one.file, check, timeout: arguments.timeout)
            } catch {
              engineError = error
            }
            console.steps.end()
          }
          if let finding = engine?.finding { check.add(finding) }
          try report.write(check, engine, of: one.file, duration: duration)
          worst = [worst, check.worst].compactMap { $0 }.max()
        }
      }
    } catch {
      // If a list is unreadable, the findings in earlier lists are still written, and a document is still
      // completed.
      try report.finish()
      throw error
    }
    try report.finish()
    try report.refuseUnusedMaps()
    if let engineError { throw engineError }
    return arguments.failOn.isReached(by: worst) ? .findings : .success
  }
}

struct CheckArguments: Sendable {
  /// The rule lists; empty for standard input.
  var files: [String] = []
  var sourceMaps: [String] = []
  var options = CheckOptions()
  /// The lowest severity of a finding that makes the exit status 1.
  var failOn = FailureLevel.error
  /// Whether to also compile the lists with the installed WebKit.
  var usesEngine = false
  /// The maximum time for a compilation, in seconds.
  var timeout = 300
  /// Whether to check again after each change.
  var watches = false
}
