import SluiceAnalysis
import SluiceDocuments
import SluiceLists
import SluicePageInspection
import SluiceRules
import SluiceSyntax
import SluiceText
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
      guard address == nil else {
        throw .usage(
          "\(file.name.quotedName) is a HAR, which names its pages itself", advice: "leave out --page",
          of: .inspect)
      }
      self = .archive(
        try CommandError.of(json, advice: archiveAdvice) {
          () throws(RequestFault) in try PageArchive(decodingJSON: json.bytes, from: content.lowerBound)
        })
      return
    }
    let text = PageText(file.bytes)
    let isNamed = [".html", ".htm", ".xhtml"].contains { file.name.lowercased().hasSuffix($0) }
    guard isNamed || Self.firstByte(of: text.bytes.span) == ASCII.less else {
      throw .failure(
        "\(file.name.quotedName) is neither a HAR nor an HTML page", advice: archiveAdvice)
    }
    self = .saved(
      try Self.loads(file, text: text, path: path, address: address, otherwise: otherwise, command: command))
  }

  /// The page in a form that can be loaded again.
  var saved: any SavedPage {
    switch self {
    case .archive(let archive): archive
    case .saved(let loads): loads.page
    }
  }

  static func isOfTheWeb(_ operand: String) -> Bool {
    WebScheme.ofPages.contains { operand.lowercased().hasPrefix($0.prefix) }
  }

  private static func loads(
    _ file: InputFile, text: PageText, path: String?, address: [UInt8]?, otherwise: [UInt8]?,
    command: CommandName
  ) throws(CommandError) -> SavedLoads {
    let page: FolderPage
    do throws(SavedPageProblem) {
      page = try FolderPage(text, at: path, address: address, otherwise: otherwise)
    } catch {
      switch error {
      case .noAddress:
        throw .failure(
          "\(file.name.quotedName) does not contain the URL of its page",
          advice: command == .inspect
            ? "use --page URL" : "write \"page\": \"URL\" into the page's file of expectations")
      case .notOfTheWeb(let address):
        throw .failure(
          "\(file.name.quotedName): '\(String(decoding: address, as: UTF8.self))' is not the URL of a page",
          advice: "a page has a URL such as https://news.example/")
      }
    }
    return try CommandError.of({ .unreadable(file.name, because: $0) }) { () throws(HTMLProblem) in
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
    case .archive(let archive): return (PageInspection(archive, judge: &judge, trackers: trackers), [])
    case .saved(let loads):
      let saved = SavedPageInspection(loads, judge: &judge, trackers: trackers)
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

extension CommandError {
  /// Returns the error about a page that is too large.
  static func unreadable(_ name: String, because problem: HTMLProblem) -> CommandError {
    switch problem {
    case .tooLong: .failure(to: "read", name, reason: "a page can have at most 512 MiB")
    case .tooManyNodes(let offset):
      .failure(
        to: "read", name,
        reason:
          "it has more than \(HTMLDocument.maximumSize.grouped) nodes and attributes, at byte \(offset.grouped)"
      )
    }
  }

  /// Returns the error about an invalid selector on the command line.
  static func badSelector(
    _ text: String, of flag: String, _ problem: SelectorProblem, in command: CommandName
  ) -> CommandError {
    .usage(
      "option '\(flag)' takes a selector that WebKit accepts, not '\(text)': \(problem.message)", of: command)
  }
}

/// The requests in a file: JSON lines in the format of `sluice match -`, or a HAR archive recorded by a
/// browser. The format is detected from the content. `docs/guide/diff.md` describes both.
struct RequestFile: Sendable {
  /// The name in diagnostics.
  let name: String
  let requests: [RequestDescription]
  /// The number of recorded requests that were skipped: requests other than HTTP and WebSocket, such as those
  /// for `data:` URLs, and requests with an invalid URL.
  let left: Int

  private static let advice = "requests are JSON lines with the keys url, page, type and frame, or a HAR"

  /// Reads a file, or standard input for `-`.
  init(_ path: String) throws(CommandError) { try self.init(InputFile(path)) }

  /// Reads the requests in a file. The first invalid request is an error with its location.
  init(_ file: InputFile) throws(CommandError) {
    let file = file.inUTF8
    let content = FilterList.content(of: file.bytes)
    let recorded = try CommandError.of(file, advice: Self.advice) {
      () throws(RequestFault) in try RecordedRequests(parsing: file.bytes.span.extracting(content))
    }
    (name, requests, left) = (file.name, recorded.requests, recorded.left)
  }

  static func all(_ paths: [String]) throws(CommandError) -> [RequestFile] {
    try paths.map { path throws(CommandError) in try RequestFile(path) }
  }
}

extension InputFile {
  /// The file in UTF-8, converted if it is JSON in UTF-16.
  var inUTF8: InputFile {
    UTF16Text.utf8(bytes).map { InputFile(name: name, bytes: $0, identity: identity) } ?? self
  }
}

extension CommandError {
  /// Runs a closure that reads a file, and throws the error about a fault in it.
  static func of<Result>(
    _ file: InputFile, advice: String, read: () throws(RequestFault) -> Result
  ) throws(CommandError) -> Result {
    try of(
      { .failure("\(file.name):\($0.location.line):\($0.location.column): \($0.message)", advice: advice) },
      work: read)
  }
}

extension PageText {
  /// Returns notes for standard error about how a page was read.
  func notes(of name: String) -> [String] {
    var notes: [String] = []
    if source == .none, !isASCII {
      notes.append("\(name): read as \(encoding.rawValue), because the encoding is not declared")
    }
    if encoding == .replacement {
      notes.append("\(name): browsers do not support its encoding")
    } else if !encoding.isAvailable, !isASCII {
      notes.append(
        "\(name): this system has no table of \(encoding.rawValue), so only its ASCII characters are read; install the package glibc-gconv-extra or libc-gconv-modules-extra"
      )
    } else if replaced > 0 {
      notes.append(
        "\(name): \(Format.counted(replaced, noun: "place")) of it \(replaced == 1 ? "is" : "are") no \(encoding.rawValue)"
      )
    }
    return notes
  }
}

private let archiveAdvice =
  "the network panel of a browser's developer tools saves a HAR; 'sluice match -' reads requests as JSON lines"
