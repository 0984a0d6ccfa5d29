import Conversion
import ContentBlocker
import Lint
import ListBuilding
import Platform

/// `sluice lint [FILE...]`
enum LintCommand {
  static let command = Command(
    name: .lint,
    summary: "Review filter lists: what is wrong, does too much, is not needed or cannot be said",
    details: [
      """
      Reads filter lists, or the .txt files of folders, as one list, and says what is wrong in them: lines that are \
      no filters, filters that do more than anybody means, filters without which nothing changes, hosts that do not \
      exist, what WebKit cannot say, and, if asked, how they are written. Without FILE, or where FILE is '-', it \
      reads standard input. docs/lint.md has all rules.
      """,
      """
      What is looked for is in the lint part of the nearest sluice.json in the folder of a list or above it, and in \
      comments of the lists: '! sluice-disable ID', '! sluice-enable ID', '! sluice-disable-next-line ID'.
      """,
      """
      With --git and --staged the lists come from the repository of the current folder, and what is found in lines that \
      did not change is not shown. FILE is then a path in it, of a list or of a folder.
      """,
    ],
    operands: "[FILE|DIR...]",
    examples: [
      ("sluice lint easylist/", "the lists of a folder"),
      ("sluice lint --against easylist.txt mine.txt", "what another list has already"),
      ("sluice lint --select default,style --diff mine.txt", "what --fix would change"),
      ("sluice lint --git main... --format github", "the lines of a pull request, in a workflow of GitHub"),
      ("sluice lint --fix --select format mine.txt", "sorted and combined, as FOP does"),
    ],
    exitCodes: [.success, .findings, .failure, .usage])

  static func run(_ arguments: LintArguments, _ console: Console) throws(CommandError) -> ExitCode {
    let start = ContinuousClock.now
    var inputs = LintInputs(files: [], notes: [])
    let files = try console.steps.read(arguments.files) { () throws(CommandError) in
      inputs = try LintInputs.read(arguments)
      return inputs.files
    }
    for note in inputs.notes { console.tell("note: \(DisplayText.escaping(note))\n") }
    let setup = try LintSetup(files, arguments)
    func lint(_ sources: [LintSource]) -> LintReport {
      var report = setup.linter.lint(sources) { console.steps.begin(Step($0)) }
      inputs.keepChanged(&report)
      console.steps.end([.lists: report.sources.count, .findings: report.findings.count])
      console.steps.tell(report.lists, arguments.conversion)
      return report
    }
    // What is fixed is reviewed again.
    let isFixed = arguments.fixing != .none && arguments.newBaseline == nil
    var report = lint(isFixed ? setup.fixableSources : setup.sources)
    if let path = arguments.newBaseline {
      try LintBaselineFile.write(report, to: path, but: files)
    }
    var known = setup.takeKnown(from: &report)
    var fixed: Int?
    switch arguments.fixing {
    case .none: break
    case .rewrite:
      console.steps.begin(Step("fixing"))
      let (lists, count) = setup.linter.fixed(setup.sources, report)
      try LintRewriting(files).write(lists, of: report)
      console.steps.end([.findings: count])
      fixed = count
      console.tell("fixed \(Format.counted(count, "finding"))\n")
      report = lint(setup.sources(with: lists, of: report))
      known = setup.takeKnown(from: &report)
    case .patch:
      console.steps.begin(Step("fixing"))
      let (lists, count) = setup.linter.fixed(setup.sources, report)
      console.steps.end([.findings: count])
      try console.write(LintPatch.text(lists, of: report))
      return .success
    }
    try LintReportWriter(console, arguments.conversion).write(
      report, known: known, fixed: fixed, failsAtNotes: setup.failsAtNotes,
      duration: start.duration(to: .now))
    return setup.isFailure(report) ? .findings : .success
  }
}

extension Step {
  /// A step of a review.
  fileprivate init(_ step: Linter.Step) {
    switch step {
    case .lines: self.init("reviewing lines")
    case .comparing: self.init("comparing filters")
    case .converting: self.init("converting")
    case .counting: self.init("counting requests")
    }
  }
}
