import ContentBlocker
import ListBuilding
import Conversion

/// `sluice diff OLD NEW`
enum DiffCommand {
  static let command = Command(
    name: .diff,
    summary: "Show what a new version of lists does differently",
    details: [
      """
      Filter lists are compared by meaning: filters that are added, removed, changed in options or domains, or moved; the \
      rules of WebKit that come and go by it, what cannot be said exactly, and costs. OLD and NEW may be folders, \
      whose lists are compared by name and converted as one. With --requests, of which FILE has JSON lines as \
      'sluice match -' reads them or is a HAR, also which requests are newly blocked or let through, and what is \
      newly hidden on their pages, with the filter.
      """,
      """
      With --git the versions come from the repository of the current folder, and the operands are paths in it: files, or \
      folders with lists. Nothing of the repository is run or written.
      """,
      """
      Rule lists in JSON, and with --rules filter lists too, are compared rule by rule: rules that are new or gone, rules \
      of the same pattern that act on more (widened), on less (narrowed) or on other loads; selectors of hiding \
      rules one by one; and exceptions that lift other rules than before because the order changed. Rules count from 0.
      """,
      """
      With --fail-on widened the exit status is 1 if the new list may block or hide more of what the old one \
      knew (a rule was widened, or an exception narrowed, removed or moved; new rules do not count), or if a \
      request is newly blocked.
      """,
    ],
    operands: "[OLD NEW | PATH...]",
    examples: [
      ("sluice diff --fail-on widened old.json new.json", "before a new list goes out"),
      (
        "sluice diff --git main... --requests visits.har --format markdown",
        "a comment for a pull request"
      ),
    ],
    exitCodes: [.success, .findings, .failure, .usage])

  static func run(_ arguments: DiffArguments, _ console: Console) throws(CommandError) -> ExitCode {
    let steps = console.steps
    let inputs = arguments.lists + arguments.requests
    steps.begin(
      Step(arguments.git == nil ? "reading" : "reading revisions"), isShown: !inputs.contains("-"))
    let named = try versions(arguments)
    let (old, oldNotes) = try named.old.filterLists(arguments.conversion)
    let (new, newNotes) = try named.new.filterLists(arguments.conversion)
    let notes = oldNotes + newNotes.filter { !oldNotes.contains($0) }
    console.tell(notes.map { "note: \(DisplayText.escaping($0))\n" }.joined())
    let requests = try RequestFile.all(arguments.requests)
    steps.end([
      .files: old.files.count + new.files.count + requests.count,
      .bytes: (old.files + new.files).reduce(0) { $0 + $1.bytes.count },
    ])
    let haveJSON = [old, new].contains { $0.single.map(RuleListFile.isJSON) ?? false }
    if arguments.showsRules || haveJSON {
      if !requests.isEmpty { throw CommandError(DiffFailure.onlyForFilters("--requests")) }
      guard arguments.format == .text || arguments.format == .jsonLines else {
        throw CommandError(DiffFailure.onlyForFilters("--format \(arguments.format.rawValue)"))
      }
      return try compareRules(old, new, arguments, console)
    }
    guard arguments.sourceMaps.isEmpty else { throw CommandError(DiffFailure.mapOfFilters) }
    let comparison = try FilterComparison(
      try ConvertedFilters(old, arguments.conversion, steps),
      try ConvertedFilters(new, arguments.conversion, steps),
      arguments, arguments.requests.isEmpty ? nil : requests.flatMap(\.requests), steps)
    try show(comparison, arguments, console)
    let left = requests.filter { $0.left > 0 }.map { file in
      "note: \(DisplayText.escaping(file.name)): left out \(Format.counted(file.left, "load")), not of the web or without a valid URL\n"
    }
    console.tell(left.joined())
    return exitCode(
      arguments.failOn, isWidened: comparison.isWidened, isChanged: !comparison.isEmpty)
  }

  /// Returns the versions to compare.
  private static func versions(
    _ arguments: DiffArguments
  ) throws(CommandError) -> (old: ListVersion, new: ListVersion) {
    let readsInput = arguments.git == nil ? arguments.lists : []
    try InputFile.refuseStandardInputTwice(readsInput + arguments.requests, of: .diff)
    guard let text = arguments.git else { return try ListVersion.both(arguments.lists) }
    guard let range = GitRange(text) else { throw CommandError(VersionFailure.badRevision(text, .diff)) }
    return try GitRepository().versions(of: range, arguments.lists)
  }

  private static func show(
    _ comparison: FilterComparison, _ arguments: DiffArguments, _ console: Console
  ) throws(CommandError) {
    let outline = FilterComparisonOutline(
      comparison: comparison, limit: console.reporting.maximumDiagnostics)
    switch arguments.format {
    case .text: try console.print(OutlineText(style: console.outputStyle).render(outline.outline()))
    case .markdown: try console.print(OutlineMarkdown().render(outline.outline()))
    case .jsonLines: try FilterComparisonJSON(comparison: comparison).write(to: console)
    case .github, .sarif, .junit, .gitlab:
      guard case .document(let renderer)? = arguments.format.findings?.form(of: .diff) else { return }
      try FilterComparisonFindings(comparison: comparison).write(by: renderer, to: console)
    }
  }

  /// Compares the lists rule by rule.
  private static func compareRules(
    _ old: ListVersion, _ new: ListVersion, _ arguments: DiffArguments, _ console: Console
  ) throws(CommandError) -> ExitCode {
    let maps = try SourceMapFiles(arguments.sourceMaps)
    let steps = console.steps
    let before = try ComparedList(old, arguments.conversion, maps, steps)
    let after = try ComparedList(new, arguments.conversion, maps, steps)
    try maps.refuse(unlessUsed: before.mapped != nil || after.mapped != nil)
    steps.begin(Step("comparing rules"))
    let comparison = Comparison(before, after)
    steps.end([.differences: comparison.difference.changes.count + comparison.difference.moves.count])
    switch arguments.format {
    case .text, .markdown, .github, .sarif, .junit, .gitlab:
      let text = ComparisonText(style: console.outputStyle, limit: console.reporting.maximumDiagnostics)
      try console.print(text.render(comparison))
    case .jsonLines: try ComparisonJSON().write(comparison, to: console)
    }
    let notes = [before.note, after.note].compactMap { $0 }.map { "note: \(DisplayText.escaping($0))\n" }
    console.tell(notes.joined())
    return exitCode(
      arguments.failOn, isWidened: comparison.isWidened, isChanged: !comparison.difference.isEmpty)
  }

  private static func exitCode(
    _ threshold: DifferenceThreshold, isWidened: Bool, isChanged: Bool
  ) -> ExitCode {
    switch threshold {
    case .never: .success
    case .widened: isWidened ? .findings : .success
    case .changed: isChanged ? .findings : .success
    }
  }
}
