import SluiceLint
import SluiceLists
import SluiceSystem

/// `sluice lint [FILE...]`
enum LintCommand {
  static let command = Command(
    name: .lint,
    summary: "Review filter lists: invalid, overly broad, redundant and unsupported filters",
    details: [
      """
      Reads filter lists, or the .txt files of folders, as one list. Reports invalid lines, overly broad filters, \
      redundant filters, hosts that do not exist, filters that WebKit cannot express and, if enabled, style. Without \
      FILE, it reads the current folder. If FILE is '-', it reads standard input. docs/reference/lint-rules.md lists all rules.
      """,
      """
      Rules are configured in the lint part of the nearest sluice.json (in the folder of a list or a parent), and by \
      comments in the lists: '! sluice-disable ID', '! sluice-enable ID', '! sluice-disable-next-line ID'. AGLint's \
      comments have the same effect.
      """,
      """
      With --git and --staged, the lists come from the repository of the current folder, and only findings on changed \
      lines are shown. FILE is then the path of a list or a folder in it.
      """,
    ],
    operands: "[FILE|DIR...]",
    usualOptions: [
      "select", "ignore", "fix", "diff", "git", "staged", "exclude", "fail-on", "baseline", "format",
    ],
    examples: [
      ("sluice lint", "the lists of this folder"),
      ("sluice lint --against easylist.txt mine.txt", "find filters that another list already has"),
      ("sluice lint --select default,style --diff mine.txt", "what --fix would change"),
      ("sluice lint --git main... --format github", "the lines of a pull request, in a workflow of GitHub"),
      ("sluice lint --fix --select format mine.txt", "sorted and combined, as FOP does"),
    ],
    exitCodes: [.success, .findings, .failure, .usage])

  static func run(_ arguments: LintArguments, console: Console) throws(CommandError) -> ExitCode {
    guard arguments.watches else { return try lint(arguments, console: console) }
    try Watch.refuseStandardInput(arguments.operands, of: .lint)
    if let flag = arguments.unwatchedFlag {
      throw .usage(
        "options '--watch' and '\(flag)' cannot be combined", advice: "leave out one of them", of: .lint)
    }
    var watch = Watch(console)
    try watch.run { console throws(CommandError) in _ = try lint(arguments, console: console) }
  }

  private static func lint(_ arguments: LintArguments, console: Console) throws(CommandError) -> ExitCode {
    let start = ContinuousClock.now
    var inputs = LintInputs(files: [], notes: [])
    let files = try console.steps.read(arguments.files) { () throws(CommandError) in
      inputs = try LintInputs.read(arguments)
      return inputs.files
    }
    console.message(notes: inputs.notes)
    let setup = try LintSetup(files, options: arguments.options, emptyFiles: inputs.emptyFiles)
    try setup.refuseForeign(showsFindings: arguments.fixing != .patch)
    func lint(_ sources: [LintSource]) -> LintReport {
      var report = setup.linter.lint(sources) { console.steps.begin(Step($0)) }
      inputs.keepChanged(&report)
      console.steps.end([.lists: report.sources.count, .findings: report.findings.count])
      console.steps.record(report.lists, options: arguments.options.conversion)
      return report
    }
    // With fixes, this check only needs the rules that have fixes. Fixed lists are checked again with all
    // rules.
    let isFixed = arguments.fixing != .none && arguments.options.newBaseline == nil
    var report = lint(isFixed ? setup.fixableSources : setup.sources)
    if let path = arguments.options.newBaseline {
      try LintBaselineFile.write(report, to: path, but: files)
    }
    var known = setup.takeKnown(from: &report)
    var fixed: Int?
    switch arguments.fixing {
    case .none: break
    case .rewrite:
      console.steps.begin(Step("fixing"))
      let (lists, count) = setup.linter.fixed(setup.sources, report: report)
      try writeFixed(lists, to: files)
      console.steps.end([.findings: count])
      fixed = count
      console.message("fixed \(Format.counted(count, noun: "finding"))\n")
      report = lint(setup.sources(with: lists))
      known = setup.takeKnown(from: &report)
    case .patch:
      console.steps.begin(Step("fixing"))
      let (lists, count) = setup.linter.fixed(setup.sources, report: report)
      console.steps.end([.findings: count])
      try console.write(LintPatch.text(lists))
      return .success
    }
    try LintReportWriter(console, conversion: arguments.options.conversion).write(
      report, known: known, fixed: fixed, failsAtNotes: setup.failsAtNotes,
      duration: start.duration(to: .now))
    return setup.isFailure(report) ? .findings : .success
  }

  /// Writes all changed lists to their files, or none.
  private static func writeFixed(_ lists: [FixedList], to files: [InputFile]) throws(CommandError) {
    let batch = OutputBatch()
    for list in lists where list.isChanged {
      guard list.name != InputFile.standardInputName else {
        throw .failure(
          "standard input cannot be written again", advice: "--diff shows the changes as a patch")
      }
      guard let file = files.first(where: { $0.name == list.name }), file.storage == .plain else {
        throw .failure(
          "\(list.name.quotedName) is compressed or in UTF-16, and is not changed",
          advice: "save it as UTF-8 first",
          "--diff shows the changes as a patch")
      }
      let destination = try Destination.named(list.name)
      // Another program may have changed the file in the meantime.
      guard try !Self.hasOtherNames(list.name) else {
        throw .failure(
          "\(list.name.quotedName) has other hard links, which would keep the old content, so it is not changed",
          advice: "copy the file over one of its links first", "--diff shows the changes as a patch")
      }
      guard file.identity == destination.identity, try InputFile(list.name).bytes == list.original
      else {
        throw .failure(
          "\(list.name.quotedName) was changed by another program, so it is not fixed", advice: "run it again"
        )
      }
      try batch.add(list.bytes, to: destination)
    }
    try batch.finish()
  }

  /// Returns whether a file has several names in the file system. Replacing it would leave the others unchanged.
  private static func hasOtherNames(_ path: String) throws(CommandError) -> Bool {
    try CommandError.of({ .unreadable(path, because: $0) }) { () throws(SystemError) in
      try FileStatus.of(path).linkCount > 1
    }
  }
}

extension Step {
  fileprivate init(_ step: Linter.Step) {
    switch step {
    case .lines: self.init("reviewing lines")
    case .comparing: self.init("comparing filters")
    case .converting: self.init("converting")
    case .counting: self.init("counting requests")
    }
  }
}

struct LintArguments: Sendable {
  /// Lists and folders with lists; empty for the current folder, or for all lists of a revision.
  var files: [String] = []
  /// Whether to skip named files that are not filter lists.
  var skipsForeign = false
  var fixing = LintFixing.none
  var exclude: [String] = []
  /// The revisions to compare for changed lines.
  var git: String?
  var isStaged = false
  var watches = false
  var options = LintOptions()
}

enum LintFixing: Sendable {
  case none
  case rewrite
  case patch
}

extension LintArguments {
  var operands: [String] { files.isEmpty ? ["."] : files }

  /// An option that writes files or reads revisions, which `--watch` does not support.
  var unwatchedFlag: String? {
    if git != nil { return "--git" }
    if isStaged { return "--staged" }
    if options.newBaseline != nil { return "--write-baseline" }
    switch fixing {
    case .none: return nil
    case .rewrite: return "--fix"
    case .patch: return "--diff"
    }
  }
}
