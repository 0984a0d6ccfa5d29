import ContentBlocker
import Conversion
import ListBuilding
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
      Nothing is loaded: what a blocked script would not have asked for is judged too. docs/inspect.md describes \
      the answers, and how the frame of a load is found.
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
    ])

  static func run(_ arguments: InspectArguments, _ console: Console) throws(CommandError) -> ExitCode {
    try InputFile.refuseStandardInputTwice(arguments.operands, of: .inspect)
    guard let path = arguments.operands.first else {
      throw .usage(.operands("No PAGE given."), of: .inspect)
    }
    guard arguments.operands.count > 1 else { throw .usage(.operands("No LIST given."), of: .inspect) }
    if arguments.html == "-" { throw CommandError(InspectFailure.pageOnOutput) }
    let destination = try arguments.html.map { path throws(CommandError) in try Destination.named(path) }
    let suffixes = try SuffixSource(arguments.suffixes)
    let file = try InputFile(path)
    let page = try PageFile(
      file, at: path == "-" ? nil : path, address: arguments.page.map { Array($0.utf8) }, for: .inspect)
    let trackers = try arguments.trackers.map { path throws(CommandError) in try Trackers(path) }
    let lists = try ListFiles(
      Array(arguments.operands.dropFirst()), sourceMaps: arguments.sourceMaps, arguments.conversion)
    if let destination {
      try [destination].refuse(inputs: lists.files + [file] + (trackers.map { [$0.file] } ?? []))
    }

    var judge = PageJudge(
      lists.lists, suffixes.suffixes, filterLimit: VerdictJSON.filterLimit(isWhole: arguments.showsAll))
    let (inspection, documents) = page.inspection(&judge, trackers: trackers?.data)
    if let destination {
      let page = InspectionPage(
        inspection, documents: documents, name: file.name, lists: lists.lists.lists.map(\.name),
        suffixes: suffixes.name)
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
    case .jsonLines:
      try InspectionJSON(isWhole: arguments.showsAll).write(
        inspection, documents: documents, suffixes: suffixes.name, to: console)
    }
    var notes = lists.notes + [trackers?.note].compactMap { $0 } + ["public suffixes: \(suffixes.name)"]
    notes += page.notes(of: file.name)
    if inspection.left > 0 {
      notes.append("\(file.name): left out \(Format.counted(inspection.left, "load")), not of the web")
    }
    for note in notes { console.tell("note: \(DisplayText.escaping(note))\n") }
    return .success
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
      let (data, problems) = try TrackerData.decoding(file.bytes)
      self.data = data
      note =
        problems.isEmpty
        ? nil
        : "\(file.name): \(Format.counted(problems.count, "part")) not used; 'sluice merge' says which"
    } catch {
      var place = PositionCounter()
      place.move(to: error.span.lowerBound, in: file.bytes)
      throw CommandError(InspectFailure.noTrackers(file.name, error, place))
    }
  }
}
