import SluiceConversion
import SluiceLists
import SluicePageInspection

/// `sluice try LIST... --page PATH`
enum TryCommand {
  static let command = Command(
    name: .trial,
    summary:
      "Try changed lists on saved pages, and check expectations about them",
    details: [
      """
      PATH is a page that a browser saved, a HAR, or a folder of them. For each page, it shows requests and elements \
      that are newly blocked or hidden, or no longer so, with the filter, compared with the lists of --against or \
      --git, or with no list.
      """,
      """
      Expectations are in page.expect.json next to page.html, or in expect.json for all pages of a folder: elements \
      that are visible or hidden, requests that are loaded or blocked. A broken expectation is an error. Nothing is \
      loaded and no script runs; expectations that need a browser are undecided unless --engine loads the page. \
      docs/guide/try.md describes the format.
      """,
    ],
    operands: "LIST...",
    usualOptions: ["page", "against", "git", "engine", "fail-on", "target", "format", "max-diagnostics"],
    examples: [
      ("sluice try ads.txt --page pages/", "whether the pages of a folder still work"),
      (
        "sluice try new.txt --against old.txt --page page.html",
        "what a new list does that the old one did not"
      ),
      ("sluice try ads.txt --git main... --page pages/ --format github", "a check of a pull request"),
    ],
    exitCodes: [.success, .findings, .failure, .usage, .unavailable])

  static func run(_ arguments: TryArguments, console: Console) throws(CommandError) -> ExitCode {
    guard !arguments.lists.isEmpty else {
      throw .usage("no LIST given", advice: "name the changed list", of: .trial)
    }
    guard !arguments.pages.isEmpty else {
      throw .usage(
        "no page given", advice: "name a saved page, or a folder of them, with --page PATH", of: .trial)
    }
    guard arguments.git == nil || arguments.against.isEmpty else {
      throw .usage(
        "options '--against' and '--git' both name the earlier version", advice: "leave out one of them",
        of: .trial)
    }
    let readsInput = arguments.git == nil ? arguments.lists + arguments.against : []
    try InputFile.refuseStandardInputTwice(readsInput, of: .trial)
    let paths = try PageFolder.pages(arguments.pages)
    let suffixes = try SuffixSource(arguments.suffixes)
    let versions = try versions(arguments, steps: console.steps)
    let maps = try SourceMapFiles(arguments.sourceMaps)
    let steps = console.steps
    let old = try ListFiles(versions.old, maps: maps, conversion: arguments.conversion, steps: steps)
    let new = try ListFiles(versions.new, maps: maps, conversion: arguments.conversion, steps: steps)
    try maps.refuse(unlessUsed: old.usesMaps || new.usesMaps)

    let isComparison = arguments.git != nil || !arguments.against.isEmpty
    var before = PageJudge(old.lists, suffixes: suffixes.suffixes)
    var after = PageJudge(new.lists, suffixes: suffixes.suffixes)
    var pages: [TriedPage] = []
    for (index, path) in paths.enumerated() {
      steps.begin(Step("trying", subject: path, done: index + 1, of: paths.count))
      pages.append(
        try TriedPage(
          path, old: &before, new: &after, isComparison: isComparison,
          usesEngine: arguments.usesEngine, timeout: arguments.timeout, steps: steps))
      steps.end()
    }
    let report = TryReport(pages: pages, files: new.files.map(\.name), isComparison: isComparison)
    try write(report, console: console)
    console.message(
      notes: old.notes + new.notes + pages.flatMap(\.notes) + ["public suffixes: \(suffixes.name)"])
    return exitCode(report.counts, threshold: arguments.failOn)
  }

  /// Returns the files of the old lists, if any, and of the lists to test.
  private static func versions(
    _ arguments: TryArguments, steps: Steps
  ) throws(CommandError) -> (old: [InputFile], new: [InputFile]) {
    if let text = arguments.git {
      steps.begin(Step("reading revisions"))
      guard let range = GitRange(text) else { throw .badRevision(text, of: .trial) }
      let (old, new) = try GitRepository().versions(of: range, arguments.lists)
      return (old.files.map(\.asText), new.files.map(\.asText))
    }
    func read(_ paths: [String]) throws(CommandError) -> [InputFile] {
      try steps.read(paths) { () throws(CommandError) in try InputFile.lists(paths) }
    }
    return (try arguments.against.isEmpty ? [] : read(arguments.against), try read(arguments.lists))
  }

  private static func write(_ report: TryReport, console: Console) throws(CommandError) {
    switch console.reporting.findingFormat.form(of: .trial) {
    case .text:
      let limit = console.reporting.maximumDiagnostics
      try console.print(TryText(style: console.outputStyle, limit: limit).render(report))
    case .jsonLines: try TryJSON().write(report, to: console)
    case .document(let renderer): try TryFindings(report: report).write(by: renderer, to: console)
    }
  }

  private static func exitCode(_ counts: TryCounts, threshold: TryThreshold) -> ExitCode {
    switch threshold {
    case .never: .success
    case .broken: counts.broken > 0 ? .findings : .success
    case .changed: counts.broken > 0 || counts.isChange ? .findings : .success
    }
  }
}

struct TryArguments: Sendable {
  /// The lists to test. With a range of revisions, these are paths in the repository.
  var lists: [String] = []
  /// Saved pages, HAR archives, and folders with such files.
  var pages: [String] = []
  var against: [String] = []
  /// The revisions of a git repository to take the lists from.
  var git: String?
  /// The public suffix list; nil for the system's list.
  var suffixes: String?
  var sourceMaps: [String] = []
  var conversion = ConversionOptions()
  var failOn = TryThreshold.broken
  /// Whether to load pages in a browser if the result of an expectation is otherwise unknown.
  var usesEngine = false
  /// The maximum time for a page load, in seconds.
  var timeout = EngineTrial().timeout
}

/// The results for which `sluice try` exits with status 1.
enum TryThreshold: String, CaseIterable, Sendable {
  case never
  case broken
  /// An expectation is broken, or anything is newly or no longer blocked or hidden.
  case changed
}
