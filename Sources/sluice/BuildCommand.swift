import SluiceListFiles
import SluiceLists
import SluiceText

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

  static func run(_ arguments: BuildArguments, console: Console) throws(CommandError) -> ExitCode {
    guard arguments.watches else {
      try build(arguments, console: console)
      return .success
    }
    // The copies of fetched lists may have expired after a while.
    var watch = Watch(console, expiry: .seconds(600))
    try watch.run { console throws(CommandError) in try build(arguments, console: console) }
  }

  private static func build(_ arguments: BuildArguments, console: Console) throws(CommandError) {
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
      let store = try store(found, arguments: arguments, transport: transport)
      summary = try Build(found.file, settings: settings, remote: store).run(
        whenWaiting: { console.message("waiting for another build of '\(DisplayText.escaping(output))'\n") },
        whenBegun: { steps.begin(Step($0)) }, whenRead: { ReadFiles.current?.add($0) })
    } catch {
      throw console.error(
        error, otherwise: BuildProblem(output, message: "was not built"), places: found.places)
    }
    steps.end()
    steps.rest()
    let isChanged = summary.lists.contains { !$0.isUnchanged }
    let duration = ContinuousClock.now - start
    switch console.reporting.objectFormat {
    case .text:
      report(summary, output: output, duration: duration, console: console)
      if isChanged, !arguments.watches { adviseNext(output, console: console) }
    case .json:
      try console.writeObject(BuildJSON(output: output, summary: summary, duration: duration).append)
    }
  }

  private static func store(
    _ found: BuildFile.Found, arguments: BuildArguments, transport: CurlTransport
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
    _ summary: Build.Summary, output: String, duration: Duration, console: Console
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
      let lists = Format.counted(summary.lists.count, noun: "list")
      let what = changed == 0 ? "unchanged" : changed == summary.lists.count ? "built" : "\(changed) built"
      text +=
        style.bold("\(DisplayText.escaping(output)): \(lists), \(what), \(Format.seconds(duration))") + "\n"
    }
    if !text.isEmpty { console.printError(text) }
  }

  /// Says what to do with the lists, if a person reads it.
  private static func adviseNext(_ output: String, console: Console) {
    guard console.errorTerminal.isInteractive else { return }
    let folder = DisplayText.escaping(output.quotedForShell)
    console.message(
      "next: \(console.errorStyle.bold("sluice serve \(folder)")) serves the lists and shows how to use them\n"
    )
  }

  private static func line(_ list: Build.ListSummary) -> String {
    let rules = "\(Format.counted(list.rules, noun: "rule")) (\(Format.size(list.bytes)))"
    if list.isUnchanged { return "\(list.name): unchanged, \(rules)" }
    let cost = PageCostText.summary(list.pageCosts).map { "\n  cost of a page: \($0)" } ?? ""
    let inPage = list.inPage > 0 ? " \(Format.grouped(list.inPage)) done in pages," : ""
    return "\(list.name): \(Format.counted(list.filters, noun: "filter")) → \(rules),\(inPage)"
      + " \(Format.grouped(list.notConverted)) not converted\(cost)\(updateLine(list.update))"
  }

  /// Returns a line about the files that clients must fetch and compile after this build; empty if that takes
  /// little time.
  private static func updateLine(_ update: UpdateCost?) -> String {
    guard let update, update.compileMilliseconds >= 100 || update.hotRules != nil else { return "" }
    let start = update.isFirst ? "a new client" : "an update"
    let files = "\(Format.grouped(update.changed)) of \(Format.counted(update.files, noun: "file"))"
    var text =
      "\n  \(start): \(files), \(Format.size(update.bytes)) (\(Format.size(update.compressedBytes)) compressed),"
    text += " about \(Format.seconds(.milliseconds(update.compileMilliseconds))) to compile"
    guard let hotRules = update.hotRules else { return text }
    return text
      + (update.hasNewBase ? ", a new base" : ", \(Format.counted(hotRules, noun: "rule")) next to the base")
  }
}

struct BuildArguments: Sendable {
  /// The build file or its folder; nil to search for it.
  var file: String?
  /// The output directory; nil for the one in the build file.
  var output: String?
  /// The folder for cached lists; nil for the user's cache.
  var cache: String?
  var watches = false
  var isOffline = false
  /// Whether to fetch all lists, even those that have not expired.
  var refreshes = false
  /// Whether to accept lists that have become much smaller.
  var believes = false
  /// The maximum number of threads for conversion; nil for one per core.
  var threads: Int?
}

/// The result of a build as a JSON object, described in `docs/reference/formats.md`.
struct BuildJSON {
  /// The path of the output directory, as given.
  let output: String
  let summary: Build.Summary
  let duration: Duration

  func append(to json: inout JSONWriter) {
    json.add("output", text: output)
    json.add("changed", flag: summary.isChanged)
    json.add("lists", objects: summary.lists) { json, list in Self.append(list, to: &json) }
    json.add("warnings", objects: summary.warnings) { json, warning in
      json.add("source", text: warning.source)
      json.add("message", text: warning.message)
    }
    if let reason = summary.reasonOneByOne { json.add("replacedOneByOne", text: reason) }
    json.add("seconds", duration: duration)
  }

  private static func append(_ list: Build.ListSummary, to json: inout JSONWriter) {
    json.add("name", text: list.name)
    json.add("unchanged", flag: list.isUnchanged)
    json.add("rules", number: list.rules)
    json.add("bytes", number: list.bytes)
    // An unchanged list is not converted again, so its other numbers are unknown.
    guard !list.isUnchanged else { return }
    json.add("filters", number: list.filters)
    json.add("inPage", number: list.inPage)
    json.add("notConverted", number: list.notConverted)
    json.array("pageCosts") { json in
      for cost in list.pageCosts { json.append(cost) }
    }
    guard let update = list.update else { return }
    json.add("update") { json in
      json.add("first", flag: update.isFirst)
      json.add("files", number: update.files)
      json.add(update)
    }
  }
}

final class FetchSteps {
  private let steps: Steps
  private var total = 0
  private var done = 0
  private var starts: [String: ContinuousClock.Instant] = [:]

  init(_ steps: Steps) { self.steps = steps }

  func begin(_ requests: [SourceRequest]) {
    total += requests.count
    for request in requests { starts[request.url] = .now }
    steps.begin(step())
  }

  func record(_ event: FetchEvent) {
    switch event.kind {
    case .progress:
      let size = Format.size(event.bytes) + (event.total.map { " of \(Format.size($0))" } ?? "")
      steps.advance(step(event, words: size))
    case .retry: steps.advance(step(event, words: "trying again"))
    case .fetched: end("fetched", event: event, amounts: [.bytes: event.bytes])
    case .unchanged: end("unchanged", event: event, amounts: [:])
    case .failed: end("not fetched", event: event, amounts: [:])
    }
  }

  private func end(_ outcome: String, event: FetchEvent, amounts: StepAmounts) {
    guard let start = starts.removeValue(forKey: event.url) else { return }
    done += 1
    steps.record(Step(outcome, subject: Self.shown(event.url)), amounts: amounts, duration: .now - start)
    steps.advance(step())
    // The build reads the fetched lists next.
    if done == total { steps.begin(Step(.collecting)) }
  }

  private func step(_ event: FetchEvent, words: String) -> Step {
    step("\(Self.shown(event.url)), \(words)")
  }

  /// Returns a URL without secrets. ``Step`` also removes secrets, but assumes that a URL ends at a space.
  private static func shown(_ url: String) -> String { URLSecrets.removed(fromLocation: url) }

  private func step(_ subject: String? = nil) -> Step {
    let last = starts.count == 1 ? starts.keys.first : nil
    return Step("fetching", subject: subject ?? last.map(Self.shown), done: done, of: total)
  }
}

extension Step {
  init(_ step: Build.Step) {
    switch step {
    case .collecting: self.init("reading sources")
    case .list(let name, let number, let count): self.init("building", subject: name, done: number, of: count)
    case .writing: self.init("writing")
    }
  }
}
