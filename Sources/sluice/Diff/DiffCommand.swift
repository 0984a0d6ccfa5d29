import SluiceConversion
import SluiceLists
import SluiceRules
import SluiceSystem

/// `sluice diff OLD NEW`
enum DiffCommand {
  static let command = Command(
    name: .diff,
    summary: "Compare two versions of filter lists or rule lists",
    details: [
      """
      Compares filter lists by meaning: filters that were added, removed, moved, or changed in options or domains; \
      the WebKit rules that this adds and removes; filters that are not exact; and costs. OLD and NEW may be \
      folders, whose lists are compared by name and converted as one. With --requests (JSON lines as for \
      'sluice match -', or a HAR) it also reports requests that are newly blocked or allowed, and elements that \
      are newly hidden on their pages, each with the filter.
      """,
      """
      With --git, the versions come from the repository of the current folder, and the operands are paths in it: files, \
      or folders with lists. Nothing in the repository is executed or written.
      """,
      """
      Rule lists in JSON, and with --rules also filter lists, are compared rule by rule: rules that were added or \
      removed; rules with the same pattern that match more (widened), less (narrowed) or different requests; each \
      selector of hiding rules; and exceptions that undo different rules because the order changed. Rules count from 0.
      """,
      """
      With --fail-on widened, the exit status is 1 if a rule was widened, if an exception was narrowed, removed or \
      moved, or if a request is newly blocked. New rules do not count.
      """,
    ],
    operands: "[OLD NEW | PATH...]",
    usualOptions: ["git", "requests", "rules", "fail-on", "target", "format", "max-diagnostics"],
    examples: [
      ("sluice diff --fail-on widened old.json new.json", "before a new list goes out"),
      (
        "sluice diff --git main... --requests visits.har --format markdown",
        "a comment for a pull request"
      ),
    ],
    exitCodes: [.success, .findings, .failure, .usage])

  static func run(_ arguments: DiffArguments, console: Console) throws(CommandError) -> ExitCode {
    let steps = console.steps
    let inputs = arguments.lists + arguments.requests
    steps.begin(
      Step(arguments.git == nil ? "reading" : "reading revisions"), isShown: !inputs.contains("-"))
    let named = try versions(arguments)
    let (old, oldNotes) = named.old.filterLists(arguments.conversion)
    let (new, newNotes) = named.new.filterLists(arguments.conversion)
    try refuseReplaced(old, new: named.new, kept: new, options: arguments.conversion)
    console.message(notes: oldNotes + newNotes.filter { !oldNotes.contains($0) })
    let requests = try RequestFile.all(arguments.requests)
    steps.end([
      .files: old.files.count + new.files.count + requests.count,
      .bytes: (old.files + new.files).reduce(0) { $0 + $1.bytes.count },
    ])
    let haveJSON = [old, new].contains { $0.single.map(RuleListFile.isJSON) ?? false }
    if arguments.showsRules || haveJSON {
      if !requests.isEmpty { throw .onlyForFilters("--requests") }
      guard arguments.format == .text || arguments.format == .jsonLines else {
        throw .onlyForFilters("--format \(arguments.format.rawValue)")
      }
      return try compareRules(old, new: new, arguments: arguments, console: console)
    }
    guard arguments.sourceMaps.isEmpty else {
      throw .usage(
        "option '--source-map' is for rule lists", advice: "leave it out for filter lists", of: .diff)
    }
    let comparison = try FilterComparison(
      try ConvertedFilters(old, conversion: arguments.conversion, steps: steps),
      new: try ConvertedFilters(new, conversion: arguments.conversion, steps: steps),
      arguments: arguments, requests: arguments.requests.isEmpty ? nil : requests.flatMap(\.requests),
      steps: steps)
    try show(comparison, arguments: arguments, console: console)
    let left = requests.filter { $0.left > 0 }.map { file in
      "\(file.name): left out \(Format.counted(file.left, noun: "load")), not of the web or without a valid URL"
    }
    console.message(notes: left)
    return exitCode(
      arguments.failOn, isWidened: comparison.isWidened, isChanged: !comparison.isEmpty)
  }

  /// Throws if a file was a list in the old version and is something else in the new one.
  private static func refuseReplaced(
    _ old: ListVersion, new: ListVersion, kept: ListVersion, options: ConversionOptions
  ) throws(CommandError) {
    guard new.single == nil else { return }
    let lists = Set(old.files.map(\.name)).subtracting(kept.files.map(\.name))
    for file in new.files where lists.contains(file.name) {
      try FilterListFile.refuseForeign(
        file.asText.judged(as: options.dialect), accepts: options.acceptedFiles)
    }
  }

  private static func versions(
    _ arguments: DiffArguments
  ) throws(CommandError) -> (old: ListVersion, new: ListVersion) {
    let readsInput = arguments.git == nil ? arguments.lists : []
    try InputFile.refuseStandardInputTwice(readsInput + arguments.requests, of: .diff)
    guard let text = arguments.git else { return try ListVersion.both(arguments.lists) }
    guard let range = GitRange(text) else { throw .badRevision(text, of: .diff) }
    return try GitRepository().versions(of: range, arguments.lists)
  }

  private static func show(
    _ comparison: FilterComparison, arguments: DiffArguments, console: Console
  ) throws(CommandError) {
    switch arguments.format {
    case .text:
      let outline = FilterComparisonReport(
        comparison: comparison,
        limit: console.reporting.listing.maximum ?? Reporting.usualExamples.ofFilters)
      // A user who sets the number of examples wants to read all of them.
      let width =
        console.reporting.listing.maximum == nil
        ? console.outputTerminal.lineWidth(otherwise: Excerpt.columnLimit) : nil
      try console.print(
        ComparisonReportText(style: console.outputStyle, width: width).render(outline.outline()))
    case .markdown:
      let outline = FilterComparisonReport(
        comparison: comparison, limit: console.reporting.maximumDiagnostics)
      try console.print(ComparisonReportMarkdown().render(outline.outline()))
    case .jsonLines: try FilterComparisonJSON(comparison: comparison).write(to: console)
    case .github, .sarif, .junit, .gitlab:
      let findings = FindingFormat(rawValue: arguments.format.rawValue)
      guard case .document(let renderer)? = findings?.form(of: .diff) else { return }
      try FilterComparisonFindings(comparison: comparison).write(by: renderer, to: console)
    }
  }

  private static func compareRules(
    _ old: ListVersion, new: ListVersion, arguments: DiffArguments, console: Console
  ) throws(CommandError) -> ExitCode {
    let maps = try SourceMapFiles(arguments.sourceMaps)
    let steps = console.steps
    let before = try ComparedList(old, conversion: arguments.conversion, maps: maps, steps: steps)
    let after = try ComparedList(new, conversion: arguments.conversion, maps: maps, steps: steps)
    try maps.refuse(unlessUsed: before.mapped != nil || after.mapped != nil)
    steps.begin(Step("comparing rules"))
    let comparison = Comparison(before, after)
    steps.end([.differences: comparison.difference.changes.count + comparison.difference.moves.count])
    switch arguments.format {
    case .text, .markdown, .github, .sarif, .junit, .gitlab:
      let text = ComparisonText(
        style: console.outputStyle,
        limit: console.reporting.listing.maximum ?? Reporting.usualExamples.ofRules)
      try console.print(text.render(comparison))
    case .jsonLines: try ComparisonJSON().write(comparison, to: console)
    }
    console.message(notes: [before.note, after.note].compactMap { $0 })
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

struct DiffArguments: Sendable {
  /// The old and the new list, or folders with lists. With a range of revisions, these are paths in the
  /// repository.
  var lists: [String] = []
  /// The revisions of a git repository to compare.
  var git: String?
  /// Files with requests to test against both versions.
  var requests: [String] = []
  /// The public suffix list; nil for the system's list.
  var suffixes: String?
  var sourceMaps: [String] = []
  var conversion = ConversionOptions()
  var format = DiffFormat.text
  /// Whether to compare filter lists rule by rule, like rule lists.
  var showsRules = false
  var failOn = DifferenceThreshold.never
}

enum DiffFormat: String, CaseIterable, Sendable {
  case text
  case jsonLines = "jsonl"
  /// Markdown for a comment on a pull request.
  case markdown
  // Documents of findings, as ``FindingFormat`` calls them.
  case github, sarif, junit, gitlab
}

/// The differences for which `sluice diff` exits with status 1.
enum DifferenceThreshold: String, CaseIterable, Sendable {
  case never
  /// The new list could affect more requests or elements than the old one, or it blocks a request that the
  /// old one allowed.
  case widened
  case changed
}

extension CommandError {
  fileprivate static func onlyForFilters(_ flag: String) -> CommandError {
    .usage(
      "option '\(flag)' compares filter lists, not rules", advice: "leave out --rules, and name filter lists",
      of: .diff)
  }
}

extension ListVersion {
  /// Returns both versions that the operands name: two files or two folders.
  static func both(_ paths: [String]) throws(CommandError) -> (old: ListVersion, new: ListVersion) {
    guard paths.count == 2 else {
      throw .usage(
        .operands("two lists are compared: OLD and NEW", "name the old and the new list, or use --git REV"),
        of: .diff)
    }
    try InputFile.refuseStandardInputTwice(paths, of: .diff)
    let areFolders = paths.map(isFolder)
    guard areFolders[0] == areFolders[1] else {
      throw .usage("cannot compare a list with a folder", advice: "name two lists or two folders", of: .diff)
    }
    guard areFolders[0] else {
      return (ListVersion(try InputFile(paths[0]).asText), ListVersion(try InputFile(paths[1]).asText))
    }
    let old = try ListFolder.read(paths[0], selection: .everything)
    let new = try ListFolder.read(paths[1], selection: .everything)
    if old.isEmpty, new.isEmpty { throw .noLists(in: paths[1]) }
    return (ListVersion(name: paths[0], files: old), ListVersion(name: paths[1], files: new))
  }

  private static func isFolder(_ path: String) -> Bool {
    path != "-" && (try? FileStatus.of(path, followingLinks: true).kind) == .folder
  }
}
