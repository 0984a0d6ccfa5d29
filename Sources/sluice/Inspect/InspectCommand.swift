import ContentBlocker
import Conversion
import ListBuilding
import PageEngine
import PageInspection
import Platform
import TrackerRadar

/// `sluice inspect FILE.har LIST...`, or of a saved page
enum InspectCommand {
  static let command = Command(
    name: .inspect,
    summary: "Say of all that a page loaded what lists do with it, and why",
    details: [
      """
      PAGE is what a browser recorded as HAR: the network panel of its developer tools saves it. Every load of it is \
      judged as 'sluice match' would, with the same lists, and shown in order: its frame, type and party, the \
      filters that block it and the exceptions that let it through, cookies that it loses, and in the end totals by \
      list and, with --trackers, by owner.
      """,
      """
      PAGE can also be a page in HTML with its folder, as browsers save it: what its documents ask for is judged, and \
      the elements are shown that filters hide. Requests of scripts are not known of it.
      """,
      """
      Nothing is loaded: what a blocked script would not have asked for is judged too. With --engine the page is loaded \
      in the WebKit of this machine, without the lists and with them, shut in and without a network; PAGE can then \
      be a URL too, with --network. --broken looks for the exceptions with which it is as is expected. \
      docs/inspect.md describes the answers.
      """,
    ],
    operands: "PAGE LIST...",
    examples: [
      ("sluice inspect page.har easylist.txt", "what EasyList does on a page"),
      (
        "sluice inspect page.har easylist.txt easyprivacy.txt --html page.html",
        "as a page with a waterfall, filters and a search"
      ),
      (
        "sluice inspect page.html easylist.txt --page https://news.example/",
        "what EasyList does on a saved page, with its elements"
      ),
      (
        "sluice inspect page.har easylist.txt --broken --expect-visible '#player'",
        "the exceptions with which the player is there"
      ),
    ],
    exitCodes: [.success, .failure, .usage, .unavailable])

  static func run(_ arguments: InspectArguments, _ console: Console) throws(CommandError) -> ExitCode {
    try InputFile.refuseStandardInputTwice(arguments.operands, of: .inspect)
    guard let path = arguments.operands.first else {
      throw .usage(.operands("no PAGE given", "name a HAR or a saved page"), of: .inspect)
    }
    guard arguments.operands.count > 1 else {
      throw .usage(.operands("no LIST given", "name a list after the page"), of: .inspect)
    }
    if arguments.html != nil, arguments.engine.isBroken { throw CommandError(InspectFailure.pageOfRepair) }
    if arguments.html == "-" { throw CommandError(InspectFailure.pageOnOutput) }
    let destination = try arguments.html.map { path throws(CommandError) in try Destination.named(path) }
    let suffixes = try SuffixSource(arguments.suffixes)
    let expectations = try arguments.engine.expectations
    let source = try InspectedSource(path, arguments)
    let trackers = try arguments.trackers.map { path throws(CommandError) in try Trackers(path) }
    let lists = try ListFiles(
      Array(arguments.operands.dropFirst()), sourceMaps: arguments.sourceMaps, arguments.conversion,
      console.steps)
    if let destination {
      try [destination].refuse(
        inputs: lists.files + [source.file, trackers?.file].compactMap { $0 }, flag: Self.pageFlag)
      try WrittenPage.refuseForeign(destination, flag: Self.pageFlag)
    }
    var notes = lists.notes + [trackers?.note].compactMap { $0 } + ["public suffixes: \(suffixes.name)"]
    func tell() { for note in notes { console.tell("note: \(DisplayText.escaping(note))\n") } }

    let browser = try source.browser(path, arguments, console.steps)
    if arguments.engine.isBroken, let browser {
      let code = try RepairCommand.run(browser, lists, suffixes.suffixes, expectations, console)
      tell()
      return code
    }
    var judge = PageJudge(
      lists.lists, suffixes.suffixes, filterLimit: VerdictJSON.filterLimit(isWhole: arguments.showsAll))
    let engine = try browser.map { browser throws(CommandError) in
      var trial = browser.plainTrial
      (trial.takesPicture, trial.readsDocuments) = (true, true)
      return try EngineInspection(
        browser.page, trial, &judge, trackers: trackers?.data,
        observe: { (trial) throws(CommandError) in try browser.observe(trial) })
    }
    let (inspection, documents) =
      engine.map { ($0.inspection, $0.documents) }
      ?? console.steps.judge { source.page?.inspection(&judge, trackers: trackers?.data) }
      ?? (PageInspection([], of: [], &judge), [])
    if let destination {
      let page = InspectionPage(
        inspection, documents: documents, engine: engine, name: source.name,
        lists: lists.files.map(\.name), suffixes: suffixes.name)
      let batch = OutputBatch()
      try batch.add(page.html, to: destination)
      try batch.finish()
    }
    switch console.reporting.format {
    case .text:
      try InspectionText(style: console.outputStyle, isWhole: arguments.showsAll).write(
        inspection, to: console)
      let text = ElementText(style: console.outputStyle, isWhole: arguments.showsAll)
      for document in documents { try console.print("\n" + text.render(document.answer)) }
      if let engine { try console.print("\n" + EngineText(style: console.outputStyle).render(engine)) }
    case .jsonLines:
      try InspectionJSON(isWhole: arguments.showsAll).write(
        inspection, documents: documents, engine: engine, suffixes: suffixes.name, to: console)
    }
    if engine == nil, let page = source.page {
      notes += page.notes(of: source.name) + page.textNotes(of: source.name)
    }
    notes += InspectionWords.leftOut(of: inspection).map { "\(source.name): \($0)" }
    tell()
    if case .failed = engine?.without.outcome { return .failure }
    return .success
  }

  /// The option that names the page.
  private static let pageFlag = "--html"

  /// What is inspected: a file, or a page of the web.
  private struct InspectedSource {
    let name: String
    let file: InputFile?
    let page: PageFile?

    init(_ path: String, _ arguments: InspectArguments) throws(CommandError) {
      if PageFile.isOfTheWeb(path) {
        guard arguments.engine.hasNetwork else { throw CommandError(InspectFailure.noNetwork(path)) }
        (name, file, page) = (path, nil, nil)
      } else {
        guard !arguments.engine.hasNetwork else { throw CommandError(InspectFailure.networkForSaved(path)) }
        let file = try InputFile(path)
        (name, self.file) = (file.name, file)
        page = try PageFile(
          file, at: path == "-" ? nil : path, address: arguments.page.map { Array($0.utf8) }, for: .inspect)
      }
    }

    /// The browser to load it in; nil where that is not asked for.
    func browser(
      _ path: String, _ arguments: InspectArguments, _ steps: Steps
    ) throws(CommandError) -> InspectedBrowser? {
      guard page == nil || arguments.engine.isUsed || arguments.engine.isBroken else { return nil }
      return try InspectedBrowser(
        page, path, hasNetwork: arguments.engine.hasNetwork, timeout: arguments.engine.timeout, steps)
    }
  }
}

extension Steps {
  /// Judges the loads of a page, as a step.
  fileprivate func judge<Result>(_ work: () -> Result) -> Result {
    begin(Step("judging loads"))
    defer { end() }
    return work()
  }
}

/// Tracker Radar's data, for owners of hosts.
private struct Trackers {
  let file: InputFile
  let data: TrackerData
  /// That not all of it was of use.
  let note: String?

  init(_ path: String) throws(CommandError) {
    file = try InputFile(path)
    do throws(TrackerDataProblem) {
      let (data, problems) = try TrackerData.decodingJSON(file.bytes)
      self.data = data
      note =
        problems.isEmpty
        ? nil
        : "\(file.name): \(Format.counted(problems.count, "part")) not used; 'sluice merge' says which"
    } catch {
      throw CommandError(InspectFailure.noTrackers(file.name, error))
    }
  }
}
