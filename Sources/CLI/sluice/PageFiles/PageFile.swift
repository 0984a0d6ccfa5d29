import SluiceDocuments
import SluicePageInspection
import SluiceSyntax
import SluiceTrackers

/// A page in a file: a HAR archive, or saved HTML with its folder. The format is detected from the content.
enum PageFile: Sendable {
  case archive(PageArchive)
  case saved(SavedLoads)

  /// Reads a page.
  ///
  /// - Parameters:
  ///   - path: The path; nil for standard input, which has no folder.
  ///   - address: The URL of the page; nil for the URL that the page contains.
  ///   - otherwise: The URL to use if the page contains none.
  init(
    _ file: InputFile, at path: String?, address: [UInt8]?, otherwise: [UInt8]? = nil,
    for command: CommandName
  ) throws(CommandError) {
    // Only JSON is converted from other encodings, because an HTML page declares its encoding.
    let json = file.inUTF8
    let content = FilterList.content(of: json.bytes)
    if Self.firstByte(of: json.bytes.span.extracting(content)) == ASCII.openBrace {
      guard address == nil else { throw CommandError(PageFailure.addressOfArchive(file.name)) }
      self = .archive(
        try RequestFailure.of(json, advice: PageFailure.archiveAdvice) {
          () throws(RequestFault) in try PageArchive(decodingJSON: json.bytes, from: content.lowerBound)
        })
      return
    }
    let text = PageText(file.bytes)
    let isNamed = [".html", ".htm", ".xhtml"].contains { file.name.lowercased().hasSuffix($0) }
    guard isNamed || Self.firstByte(of: text.bytes.span) == ASCII.less else {
      throw CommandError(PageFailure.noArchive(file.name))
    }
    self = .saved(try Self.loads(file, text, path, address, otherwise, command))
  }

  /// The page in a form that can be loaded again.
  var saved: any SavedPage {
    switch self {
    case .archive(let archive): archive
    case .saved(let loads): loads.page
    }
  }

  /// Returns whether an operand is the URL of a page, rather than a file.
  static func isOfTheWeb(_ operand: String) -> Bool {
    WebScheme.ofPages.contains { operand.lowercased().hasPrefix($0.prefix) }
  }

  private static func loads(
    _ file: InputFile, _ text: PageText, _ path: String?, _ address: [UInt8]?, _ otherwise: [UInt8]?,
    _ command: CommandName
  ) throws(CommandError) -> SavedLoads {
    let page: FolderPage
    do throws(SavedPageProblem) {
      page = try FolderPage(text, at: path, address: address, otherwise: otherwise)
    } catch {
      switch error {
      case .noAddress: throw CommandError(PageFailure.noAddress(file.name, command))
      case .notOfTheWeb(let address): throw CommandError(PageFailure.badAddress(file.name, address))
      }
    }
    return try CommandError.of({ PageFailure.unreadable(file.name, $0) }) { () throws(HTMLProblem) in
      try SavedLoads(page)
    }
  }

  /// Returns the first byte that is not whitespace. It distinguishes even invalid JSON from HTML.
  private static func firstByte(of text: Span<UInt8>) -> UInt8? {
    var index = 0
    while text.byte(index).isBlank || text.byte(index) == 0x0A || text.byte(index) == 0x0D { index += 1 }
    return text.byte(index)
  }

  /// Inspects the effects of lists on the requests, and on the documents of a saved page.
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

  /// Returns notes about what the inspection cannot show.
  func notes(of name: String) -> [String] {
    switch self {
    case .archive: return []
    case .saved:
      var notes = [
        "\(name): the requests of a saved page are those of its documents and style sheets; requests of scripts are unknown"
      ]
      if isCut { notes.append(Self.cutNote(of: name)) }
      return notes
    }
  }

  /// Returns notes about how the page was read.
  func textNotes(of name: String) -> [String] {
    switch self {
    case .archive: []
    case .saved(let loads):
      loads.documents.flatMap { document in
        let isPage = document.description.kind == .document
        let url = document.description.urlString
        return document.page?.notes(of: isPage ? name : "\(name): frame \(url)") ?? []
      }
    }
  }

  /// Whether a saved page is larger than the part that is inspected.
  var isCut: Bool {
    switch self {
    case .archive: false
    case .saved(let loads): loads.isCut
    }
  }

  static func cutNote(of name: String) -> String {
    "\(name): only a part of the page was examined, because it is too large"
  }
}
