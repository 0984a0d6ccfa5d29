import ContentBlocker
import Conversion
import FilterSyntax
import ListBuilding
import PageInspection
import Platform
import TrackerRadar

/// `sluice inspect FILE.har LIST...`
enum InspectCommand {
  static let command = Command(
    name: .inspect,
    summary: "Say of all that a page loaded what lists do with it, and why",
    details: [
      """
      FILE.har is what a browser recorded: the network panel of its developer tools saves it. Every load of it is \
      judged as 'sluice match' would, with the same lists, and shown in order: its frame, type and party, the \
      filters that block it and the exceptions that let it through, cookies that it loses, and in the end totals by \
      list and, with --trackers, by owner.
      """,
      """
      Nothing is loaded: what a blocked script would not have asked for is judged too. docs/inspect.md describes \
      the answers, and how the frame of a load is found.
      """,
    ],
    operands: "FILE.har LIST...",
    examples: [
      ("sluice inspect page.har easylist.txt", "what EasyList does on a page"),
      (
        "sluice inspect page.har easylist.txt easyprivacy.txt --html page.html",
        "as a page with a waterfall, filters and a search"
      ),
    ])

  static func run(_ arguments: InspectArguments, _ console: Console) throws(CommandError) -> ExitCode {
    try InputFile.refuseStandardInputTwice(arguments.operands, of: .inspect)
    guard let path = arguments.operands.first else {
      throw .usage(.operands("No FILE.har given."), of: .inspect)
    }
    guard arguments.operands.count > 1 else { throw .usage(.operands("No LIST given."), of: .inspect) }
    if arguments.html == "-" { throw CommandError(InspectFailure.pageOnOutput) }
    let destination = try arguments.html.map { path throws(CommandError) in try Destination.named(path) }
    let suffixes = try SuffixSource(arguments.suffixes)
    let file = try InputFile(path)
    let archive = try archive(file)
    let trackers = try arguments.trackers.map { path throws(CommandError) in try Trackers(path) }
    let lists = try ListFiles(
      Array(arguments.operands.dropFirst()), sourceMaps: arguments.sourceMaps, arguments.conversion)
    if let destination {
      try [destination].refuse(
        inputs: lists.files + [file] + (trackers.map { [$0.file] } ?? []), flag: Self.pageFlag)
      try WrittenPage.refuseForeign(destination, flag: Self.pageFlag)
    }

    let inspection = PageInspection(
      archive, lists.lists, suffixes.suffixes, trackers: trackers?.data,
      filterLimit: VerdictJSON.filterLimit(isWhole: arguments.showsAll))
    if let destination {
      let page = InspectionPage(
        inspection, name: file.name, lists: lists.files.map(\.name), suffixes: suffixes.name)
      let batch = OutputBatch()
      try batch.add(page.html, to: destination)
      try batch.finish()
    }
    switch console.reporting.format {
    case .text:
      try InspectionText(style: console.outputStyle, isWhole: arguments.showsAll).write(
        inspection, to: console)
    case .jsonLines:
      try InspectionJSON(isWhole: arguments.showsAll).write(inspection, suffixes: suffixes.name, to: console)
    }
    var notes = lists.notes + [trackers?.note].compactMap { $0 } + ["public suffixes: \(suffixes.name)"]
    for words in InspectionWords.leftOut(of: inspection) { notes.append("\(file.name): \(words)") }
    for note in notes { console.tell("note: \(DisplayText.escaping(note))\n") }
    return .success
  }

  /// The option that names the page.
  private static let pageFlag = "--html"

  private static func archive(_ file: InputFile) throws(CommandError) -> PageArchive {
    let content = FilterList.content(of: file.bytes)
    let bytes = file.bytes.span.extracting(content)
    // What is no JSON at all has a place that says why.
    guard PageArchive.isMeant(by: bytes) || bytes.byte(0) == UInt8(ascii: "{") else {
      throw CommandError(InspectFailure.noArchive(file.name))
    }
    return try RequestFailure.of(file, from: content.lowerBound, advice: InspectFailure.archiveAdvice) {
      () throws(RequestFault) in try PageArchive(file.bytes, from: content.lowerBound)
    }
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
