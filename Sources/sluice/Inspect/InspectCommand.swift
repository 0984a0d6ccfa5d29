import SluiceConversion
import SluiceLists
import SluicePageInspection
import SluiceRules
import SluiceSystem
import SluiceTrackers

/// `sluice inspect FILE.har LIST...`, or with a saved page
enum InspectCommand {
  static let command = Command(
    name: .inspect,
    summary: "Show what lists do with all requests of a page, and why",
    details: [
      """
      PAGE is a HAR, which the network panel of a browser's developer tools saves. Every request is matched as by \
      'sluice match' and shown in order, with its frame, type and party, the filters that block it, the exceptions \
      that allow it, and the cookies that it loses. Totals by list and, with --trackers, by owner follow.
      """,
      """
      PAGE can also be an HTML page with its folder, as browsers save it: the requests of its documents are matched, \
      and hidden elements are listed. Requests made by scripts are not known.
      """,
      """
      Nothing is loaded, so requests that a blocked script would not make are listed too. With --engine, the page is \
      loaded in the WebKit of this machine, with and without the lists, in a sandbox without network; with --network, \
      PAGE can be a URL. --broken finds the exceptions with which the page meets its expectations. \
      docs/guide/inspect.md describes the output.
      """,
    ],
    operands: "PAGE LIST...",
    usualOptions: ["page", "html", "engine", "network", "broken", "trackers", "target", "all", "format"],
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
        "the exceptions that make the player visible"
      ),
    ],
    exitCodes: [.success, .failure, .usage, .unavailable])

  static func run(_ arguments: InspectArguments, console: Console) throws(CommandError) -> ExitCode {
    try InputFile.refuseStandardInputTwice(arguments.operands, of: .inspect)
    guard let path = arguments.operands.first else {
      throw .usage(.operands("no PAGE given", "name a HAR or a saved page"), of: .inspect)
    }
    guard arguments.operands.count > 1 else {
      throw .usage(.operands("no LIST given", "name a list after the page"), of: .inspect)
    }
    if arguments.html != nil, arguments.engine.isBroken {
      throw .usage(
        "option '--broken' writes no page", advice: "leave out --html, or use --engine instead", of: .inspect)
    }
    if arguments.html == "-" {
      throw .usage("standard output has the report", advice: "name a file with --html FILE", of: .inspect)
    }
    let destination = try arguments.html.map { path throws(CommandError) in try Destination.named(path) }
    let suffixes = try SuffixSource(arguments.suffixes)
    let expectations = try arguments.engine.expectations
    let source = try InspectedSource(path, arguments: arguments)
    let trackers = try arguments.trackers.map { path throws(CommandError) in try Trackers(path) }
    let lists = try ListFiles(
      Array(arguments.operands.dropFirst()), sourceMaps: arguments.sourceMaps,
      conversion: arguments.conversion,
      steps: console.steps)
    if let destination {
      try [destination].refuse(
        inputs: lists.files + [source.file, trackers?.file].compactMap { $0 }, flag: Self.pageFlag)
      try WrittenPage.refuseForeign(destination, flag: Self.pageFlag)
    }
    var notes = lists.notes + [trackers?.note].compactMap { $0 } + ["public suffixes: \(suffixes.name)"]

    let browser = try source.browser(path, arguments: arguments, steps: console.steps)
    if arguments.engine.isBroken, let browser {
      let code = try RepairCommand.run(
        browser, lists: lists, suffixes: suffixes.suffixes, expectations: expectations, console: console)
      console.message(notes: notes)
      return code
    }
    var judge = PageJudge(
      lists.lists, suffixes: suffixes.suffixes,
      filterLimit: VerdictJSON.filterLimit(showsAll: arguments.showsAll))
    let engine = try browser.map { browser throws(CommandError) in
      var trial = browser.plainTrial
      (trial.takesPicture, trial.readsDocuments) = (true, true)
      return try EngineInspection(
        browser.page, trial: trial, judge: &judge, trackers: trackers?.data,
        observe: { (trial) throws(CommandError) in try browser.observe(trial) })
    }
    let (inspection, documents) =
      engine.map { ($0.inspection, $0.documents) }
      ?? console.steps.judge { source.page?.inspection(&judge, trackers: trackers?.data) }
      ?? (PageInspection([], of: [], judge: &judge), [])
    if let destination {
      let page = InspectionPage(
        inspection, documents: documents, engine: engine, name: source.name,
        lists: lists.files.map(\.name), suffixes: suffixes.name, scripted: lists.scripted)
      let batch = OutputBatch()
      try batch.add(page.html, to: destination)
      try batch.finish()
    }
    switch console.reporting.format {
    case .text:
      try InspectionText(
        style: console.outputStyle, showsAll: arguments.showsAll, scripted: lists.scripted
      ).write(inspection, to: console)
      let text = ElementText(style: console.outputStyle, showsAll: arguments.showsAll)
      for document in documents { try console.print("\n" + text.render(document.answer)) }
      if let engine { try console.print("\n" + EngineText(style: console.outputStyle).render(engine)) }
    case .jsonLines:
      try InspectionJSON(showsAll: arguments.showsAll, scripted: lists.scripted).write(
        inspection, documents: documents, engine: engine, suffixes: suffixes.name, to: console)
    }
    if engine == nil, let page = source.page {
      notes += page.notes(of: source.name) + page.textNotes(of: source.name)
    }
    notes += InspectionWords.leftOut(of: inspection).map { "\(source.name): \($0)" }
    console.message(notes: notes)
    if case .failed = engine?.without.outcome { return .failure }
    return .success
  }

  private static let pageFlag = "--html"

  /// The subject of the inspection: a file, or a page on the web.
  private struct InspectedSource {
    let name: String
    let file: InputFile?
    let page: PageFile?

    init(_ path: String, arguments: InspectArguments) throws(CommandError) {
      if PageFile.isOfTheWeb(path) {
        guard arguments.engine.hasNetwork else {
          throw .usage(
            "\(path.quotedName) is on the network", advice: "add --network to let the browser reach it",
            of: .inspect)
        }
        (name, file, page) = (path, nil, nil)
      } else {
        guard !arguments.engine.hasNetwork else {
          throw .usage(
            "\(path.quotedName) is a saved page, which is loaded without a network",
            advice: "leave out --network",
            of: .inspect)
        }
        let file = try InputFile(path)
        (name, self.file) = (file.name, file)
        page = try PageFile(
          file, at: path == "-" ? nil : path, address: arguments.page.map { Array($0.utf8) }, for: .inspect)
      }
    }

    /// Returns the browser to load the page in; nil if no browser was requested.
    func browser(
      _ path: String, arguments: InspectArguments, steps: Steps
    ) throws(CommandError) -> InspectedBrowser? {
      guard page == nil || arguments.engine.isUsed || arguments.engine.isBroken else { return nil }
      return try InspectedBrowser(
        page, path: path, hasNetwork: arguments.engine.hasNetwork, timeout: arguments.engine.timeout,
        steps: steps)
    }
  }
}

extension Steps {
  /// Tests the requests of a page as a step.
  fileprivate func judge<Result>(_ work: () -> Result) -> Result {
    begin(Step("judging loads"))
    defer { end() }
    return work()
  }
}

/// Tracker Radar data, which names the owners of hosts.
private struct Trackers {
  let file: InputFile
  let data: TrackerData
  /// A note if parts of the data cannot be used.
  let note: String?

  init(_ path: String) throws(CommandError) {
    let file = try InputFile(path)
    let (data, problems) = try CommandError.of({
      .failure(
        "\(file.name)\($0.location.map { ":\($0)" } ?? ""): \($0.reason.message)",
        advice: "--trackers takes Tracker Radar's tds.json")
    }) {
      () throws(TrackerDataProblem) in try TrackerData.decodingJSON(file.bytes)
    }
    (self.file, self.data) = (file, data)
    note =
      problems.isEmpty
      ? nil
      : "\(file.name): \(Format.counted(problems.count, noun: "part")) not used; 'sluice merge' lists them"
  }
}

struct InspectArguments: Sendable {
  /// The archive or saved page, followed by the lists.
  var operands: [String] = []
  /// The URL of a saved page; nil for the URL that the page contains.
  var page: String?
  /// The public suffix list; nil for the system's list.
  var suffixes: String?
  var sourceMaps: [String] = []
  /// The file with Tracker Radar data, which names the owners of hosts; nil for none.
  var trackers: String?
  /// The output file for the HTML page; nil to not write one.
  var html: String?
  var conversion = ConversionOptions()
  var showsAll = false
  var engine = EngineArguments()
}
