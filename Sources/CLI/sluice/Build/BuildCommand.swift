import SluiceFetching
import SluiceLists

/// `sluice build [FILE]`
enum BuildCommand {
  static let command = Command(
    name: .build,
    summary: "Build a directory of lists from their sources, ready to serve",
    details: [
      """
      Reads a build file (sluice.json or a HostlistCompiler configuration), fetches its sources, and writes \
      their rule lists with a manifest and a report. Without FILE, it uses the sluice.json of this folder or \
      of the nearest parent.
      """,
      """
      The directory is replaced atomically after all files are written. Lists whose sources and options did \
      not change are not built again.
      """,
    ],
    operands: "[FILE]", maximumOperands: 1,
    usualOptions: ["output", "cache", "offline", "refresh", "watch", "format", "quiet"],
    examples: [
      ("sluice build", "build the lists of sluice.json"),
      ("sluice build --refresh", "fetch all sources again"),
    ])

  static func run(_ arguments: BuildArguments, _ console: Console) throws(CommandError) -> ExitCode {
    guard arguments.watches else {
      try build(arguments, console)
      return .success
    }
    // The copies of fetched lists may have expired after a while.
    var watch = Watch(console, expiry: .seconds(600))
    try watch.run { console throws(CommandError) in try build(arguments, console) }
  }

  private static func build(_ arguments: BuildArguments, _ console: Console) throws(CommandError) {
    let start = ContinuousClock.now
    let found = try BuildFile.found(arguments.file)
    ReadFiles.current?.add(found.name)
    let output = found.output(arguments.output)
    var settings = Build.Settings(
      root: found.root, output: output, toolVersion: Program.version, threads: arguments.threads)
    settings.inputs = found.inputs
    let steps = console.steps
    let fetching = FetchSteps(steps)
    let transport = CurlTransport(whenAsked: { fetching.begin($0) }, onEvent: { fetching.record($0) })
    let summary: Build.Summary
    do throws(BuildFailure) {
      let store = try store(found, arguments, transport)
      summary = try Build(found.file, settings: settings, remote: store).run(
        whenWaiting: { console.message("waiting for another build of '\(DisplayText.escaping(output))'\n") },
        whenBegun: { steps.begin(Step($0)) }, whenRead: { ReadFiles.current?.add($0) })
    } catch {
      throw console.error(error, otherwise: BuildProblem(output, "was not built"), places: found.places)
    }
    steps.end()
    steps.rest()
    let isChanged = summary.lists.contains { !$0.isUnchanged }
    let duration = ContinuousClock.now - start
    switch console.reporting.objectFormat {
    case .text:
      report(summary, output, duration, console)
      if isChanged, !arguments.watches { adviseNext(output, console) }
    case .json:
      try console.writeObject(BuildJSON(output: output, summary: summary, duration: duration).append)
    }
  }

  private static func store(
    _ found: BuildFile.Found, _ arguments: BuildArguments, _ transport: CurlTransport
  ) throws(BuildFailure) -> SourceStore {
    do throws(BuildProblem) {
      return try SourceStore(
        cache: arguments.cache ?? BuildFile.defaultCache,
        settings: .init(
          policy: found.file.fetching,
          mode: arguments.isOffline ? .never : arguments.refreshes ? .always : .whenExpired,
          believesShrunkLists: arguments.believes, namedHosts: found.file.namedHosts),
        transport: transport)
    } catch {
      throw BuildFailure(problems: [error])
    }
  }

  private static func report(
    _ summary: Build.Summary, _ output: String, _ duration: Duration, _ console: Console
  ) {
    let style = console.errorStyle
    var text = ""
    for warning in summary.warnings {
      text += style.bold(DisplayText.escaping(warning.source)) + ": " + style.yellow("warning: ")
      text += DisplayText.escaping(warning.message) + "\n"
    }
    if !console.reporting.isQuiet {
      if let reason = summary.reasonOneByOne {
        text +=
          style.bold(DisplayText.escaping(output)) + ": note: its files were replaced one by one, not all"
        text += " at once: \(DisplayText.escaping(reason))\n"
      }
      for list in summary.lists { text += line(list) + "\n" }
      let changed = summary.lists.count { !$0.isUnchanged }
      let lists = Format.counted(summary.lists.count, "list")
      let what = changed == 0 ? "unchanged" : changed == summary.lists.count ? "built" : "\(changed) built"
      text +=
        style.bold("\(DisplayText.escaping(output)): \(lists), \(what), \(Format.seconds(duration))") + "\n"
    }
    if !text.isEmpty { console.printError(text) }
  }

  /// Says what to do with the lists, if a person reads it.
  private static func adviseNext(_ output: String, _ console: Console) {
    guard console.errorTerminal.isInteractive else { return }
    let folder = DisplayText.escaping(output.quotedForShell)
    console.message(
      "next: \(console.errorStyle.bold("sluice serve \(folder)")) serves the lists and shows how to use them\n"
    )
  }

  private static func line(_ list: Build.ListSummary) -> String {
    let rules = "\(Format.counted(list.rules, "rule")) (\(Format.size(list.bytes)))"
    if list.isUnchanged { return "\(list.name): unchanged, \(rules)" }
    let cost = PageCostText.summary(list.pageCosts).map { "\n  cost of a page: \($0)" } ?? ""
    let inPage = list.inPage > 0 ? " \(Format.grouped(list.inPage)) done in pages," : ""
    return "\(list.name): \(Format.counted(list.filters, "filter")) → \(rules),\(inPage)"
      + " \(Format.grouped(list.notConverted)) not converted\(cost)\(updateLine(list.update))"
  }

  /// Returns a line about the files that clients must fetch and compile after this build; empty if that takes
  /// little time.
  private static func updateLine(_ update: UpdateCost?) -> String {
    guard let update, update.compileMilliseconds >= 100 || update.hotRules != nil else { return "" }
    let start = update.isFirst ? "a new client" : "an update"
    let files = "\(Format.grouped(update.changed)) of \(Format.counted(update.files, "file"))"
    var text =
      "\n  \(start): \(files), \(Format.size(update.bytes)) (\(Format.size(update.compressedBytes)) compressed),"
    text += " about \(Format.seconds(.milliseconds(update.compileMilliseconds))) to compile"
    guard let hotRules = update.hotRules else { return text }
    return text
      + (update.hasNewBase ? ", a new base" : ", \(Format.counted(hotRules, "rule")) next to the base")
  }
}

struct BuildArguments: Sendable {
  /// The build file or its folder; nil to search for it.
  var file: String?
  /// The output directory; nil for the one in the build file.
  var output: String?
  /// The folder for cached lists; nil for the user's cache.
  var cache: String?
  /// Whether to build again after each change.
  var watches = false
  /// Whether to use only cached copies.
  var isOffline = false
  /// Whether to fetch all lists, even those that have not expired.
  var refreshes = false
  /// Whether to accept lists that have become much smaller.
  var believes = false
  /// The maximum number of threads for conversion; nil for one per core.
  var threads: Int?
}
