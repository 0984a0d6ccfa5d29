import ContentBlocker
import Documents
import FilterSyntax
import PageInspection
import TrackerRadar

/// A page in a file: recorded as HAR, or saved as HTML with its folder. Which of both is told by content.
enum PageFile: Sendable {
  case archive(PageArchive)
  case saved(SavedLoads)

  /// Reads a page.
  ///
  /// - Parameters:
  ///   - path: Where it stands; nil for standard input, which has nothing beside it.
  ///   - address: Its URL; nil for what stands in it.
  ///   - otherwise: Its URL where nothing stands in it either.
  init(
    _ file: InputFile, at path: String?, address: [UInt8]?, otherwise: [UInt8]? = nil,
    for command: CommandName
  ) throws(CommandError) {
    let content = FilterList.content(of: file.bytes)
    switch Self.shape(of: file.bytes.span.extracting(content), name: file.name) {
    case .json:
      guard address == nil else { throw CommandError(InspectFailure.addressOfArchive(file.name)) }
      self = .archive(
        try RequestFailure.of(file, from: content.lowerBound, advice: InspectFailure.archiveAdvice) {
          () throws(RequestFault) in try PageArchive(decodingJSON: file.bytes, from: content.lowerBound)
        })
    case .html:
      let address = address ?? FolderPage.address(in: file.bytes) ?? otherwise
      self = .saved(try Self.loads(file, path, address, command))
    case .other: throw CommandError(InspectFailure.noArchive(file.name))
    }
  }

  /// The page as it can be loaded again.
  var saved: any SavedPage {
    switch self {
    case .archive(let archive): archive
    case .saved(let loads): loads.page
    }
  }

  /// Whether an operand is the URL of a page and no file.
  static func isOfTheWeb(_ operand: String) -> Bool {
    ["http://", "https://"].contains { operand.lowercased().hasPrefix($0) }
  }

  private static func loads(
    _ file: InputFile, _ path: String?, _ address: [UInt8]?, _ command: CommandName
  ) throws(CommandError) -> SavedLoads {
    let page: FolderPage
    do throws(SavedPageProblem) {
      page = try FolderPage(file.bytes, at: path, address: address)
    } catch {
      switch error {
      case .noAddress: throw CommandError(InspectFailure.noAddress(file.name, command))
      case .notOfTheWeb(let address): throw CommandError(InspectFailure.badAddress(file.name, address))
      }
    }
    do throws(HTMLProblem) {
      return try SavedLoads(page)
    } catch {
      throw CommandError(ElementFailure.unreadable(file.name, error))
    }
  }

  private enum Shape { case json, html, other }

  /// What is no JSON at all has a place that says why.
  private static func shape(of text: Span<UInt8>, name: String) -> Shape {
    var index = 0
    while text.byte(index).isBlank || text.byte(index) == 0x0A || text.byte(index) == 0x0D { index += 1 }
    if text.byte(index) == UInt8(ascii: "{") { return .json }
    let isNamed = [".html", ".htm", ".xhtml"].contains { name.lowercased().hasSuffix($0) }
    return isNamed || text.byte(index) == UInt8(ascii: "<") ? .html : .other
  }

  /// What lists do with the loads, and with the documents of a saved page.
  func inspection(
    _ judge: inout PageJudge, trackers: TrackerData? = nil
  ) -> (inspection: PageInspection, documents: [InspectedDocument]) {
    switch self {
    case .archive(let archive): return (PageInspection(archive, &judge, trackers: trackers), [])
    case .saved(let loads):
      let saved = SavedPageInspection(loads, &judge, trackers: trackers)
      return (saved.inspection, saved.documents)
    }
  }

  /// What is to be said of it on standard error.
  func notes(of name: String) -> [String] {
    switch self {
    case .archive: return []
    case .saved:
      var notes = [
        "\(name): the requests of a saved page are those of its documents and style sheets; what scripts ask for is not known"
      ]
      if isCut { notes.append(Self.cutNote(of: name)) }
      return notes
    }
  }

  /// Whether there is more of a saved page than is looked at.
  var isCut: Bool {
    switch self {
    case .archive: false
    case .saved(let loads): loads.isCut
    }
  }

  static func cutNote(of name: String) -> String {
    "\(name): not all of the page was looked at, there is too much"
  }
}
