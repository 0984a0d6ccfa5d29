import ContentBlocker
import Documents

/// What a saved page loads as far as its documents and style sheets say it. What scripts ask for is not known without running
/// them.
public struct SavedLoads: Sendable {
  /// The page itself, then what it asks for: style sheets and frames with what these ask for, where they were saved.
  public private(set) var loads: [RecordedLoad] = []
  /// How many are left out, because they are not of the web: `data:`, `blob:`.
  public private(set) var left = 0
  /// The page, and the documents of frames that were saved.
  public private(set) var documents: [SavedDocument] = []
  /// Whether there is more of it than is looked at.
  public private(set) var isCut = false

  /// The page.
  public let page: FolderPage
  private var known: Set<RequestDescription> = []
  private var styleSheets = 0
  /// How many bytes of documents and style sheets have been read besides the page.
  private var bytes = 0

  private static let maximumDocuments = 64
  private static let maximumStyleSheets = 512
  private static let maximumLoads = 100_000
  private static let maximumDepth = 8
  private static let maximumBytes = 1 << 26

  /// Reads a page and what was saved with it.
  ///
  /// - Throws: When the page has more than a page can have.
  public init(_ page: FolderPage) throws(HTMLProblem) {
    self.page = page
    let address = page.address
    append(RequestDescription(url: nil, page: address), isConditional: false)
    let document = try HTMLDocument(parsing: page.text.bytes)
    documents.append(
      SavedDocument(description: RequestDescription(url: nil, page: address), page: page.text, document))
    add(document, Place(url: address, frame: nil, chain: [address], encoding: page.text.encoding))
  }

  /// A document that asks.
  private struct Place {
    /// What its URLs are relative to, but for `base`.
    var url: [UInt8]
    /// nil for the page.
    var frame: [UInt8]?
    /// The URLs of the documents around it, and its own.
    var chain: [[UInt8]]
    var encoding: PageEncoding
  }

  private mutating func add(_ document: HTMLDocument, _ place: Place) {
    let references = DocumentReferences(document)
    let base = references.base.flatMap { ReferencedURL.resolve($0, against: place.url) }
    let url = base.flatMap { ArchiveURL.isOfTheWeb($0) ? $0 : nil } ?? place.url
    for reference in references.all {
      switch reference {
      case .load(let text, let kind):
        guard let load = append(text, kind, url, place) else { continue }
        if kind == .stylesheet { addStyleSheet(load, place, depth: 0) }
      case .style(let css): addStyle(css, url, place, depth: 0)
      case .frame(let text):
        if let load = append(text, .subdocument, url, place) { addFrame(load, place) }
      case .inlineFrame(let html):
        guard place.chain.count < Self.maximumDepth, takes(html.count),
          let inner = try? HTMLDocument(parsing: html)
        else { continue }
        let frame = Array("about:srcdoc".utf8)
        add(inner, Place(url: url, frame: frame, chain: place.chain + [frame], encoding: .utf8))
      }
    }
  }

  /// Adds a load, and returns its URL where it is a new one.
  private mutating func append(
    _ reference: [UInt8], _ kind: Request.Kind, _ base: [UInt8], _ place: Place, isConditional: Bool = false
  ) -> [UInt8]? {
    guard let url = ReferencedURL.resolve(reference, against: base) else { return nil }
    guard ArchiveURL.isOfTheWeb(url) else {
      // These are no loads at all.
      if !url.starts(with: "about:".utf8), !url.starts(with: "javascript:".utf8) { left += 1 }
      return nil
    }
    let description = RequestDescription(url: url, page: page.address, frame: place.frame, kind: kind)
    return append(description, isConditional: isConditional) ? url : nil
  }

  @discardableResult
  private mutating func append(_ description: RequestDescription, isConditional: Bool) -> Bool {
    guard loads.count < Self.maximumLoads else {
      isCut = true
      return false
    }
    // A browser asks once for what a document needs twice.
    guard known.insert(description).inserted else { return false }
    var load = RecordedLoad(entry: loads.count, description, frameSource: .recorded)
    load.isConditional = isConditional
    load.hasLostAddress = page.isInOwnFolder(description.url)
    loads.append(load)
    return true
  }

  private mutating func addStyle(_ css: [UInt8], _ base: [UInt8], _ place: Place, depth: Int) {
    for reference in StyleReferences.references(in: css) {
      let isConditional = reference.kind != .stylesheet
      guard let load = append(reference.url, reference.kind, base, place, isConditional: isConditional) else {
        continue
      }
      if reference.kind == .stylesheet { addStyleSheet(load, place, depth: depth + 1) }
    }
  }

  private mutating func addStyleSheet(_ url: [UInt8], _ place: Place, depth: Int) {
    guard depth < Self.maximumDepth, let answer = page.answer(to: url) else { return }
    styleSheets += 1
    guard styleSheets <= Self.maximumStyleSheets, takes(answer.body.count) else {
      isCut = true
      return
    }
    let text = PageText(
      styleSheet: answer.body, contentType: answer.contentType, document: place.encoding)
    addStyle(text.bytes, url, place, depth: depth)
  }

  private mutating func addFrame(_ url: [UInt8], _ place: Place) {
    // A document in itself is not loaded, however deep.
    guard !place.chain.contains(url), place.chain.count < Self.maximumDepth,
      let answer = page.answer(to: url), answer.isHTML
    else { return }
    let isOfSameOrigin = ReferencedURL.Parts(url).origin == ReferencedURL.Parts(place.url).origin
    let text = PageText(
      answer.body, contentType: answer.contentType, parent: isOfSameOrigin ? place.encoding : nil)
    guard documents.count < Self.maximumDocuments, takes(answer.body.count),
      let document = try? HTMLDocument(parsing: text.bytes)
    else {
      isCut = true
      return
    }
    let description = RequestDescription(
      url: url, page: page.address, frame: place.frame, kind: .subdocument)
    documents.append(SavedDocument(description: description, page: text, document))
    add(document, Place(url: url, frame: url, chain: place.chain + [url], encoding: text.encoding))
  }

  /// Whether so many more bytes are read.
  private mutating func takes(_ count: Int) -> Bool {
    bytes += count
    return bytes <= Self.maximumBytes
  }
}

/// A document of a saved page: its own, or that of a frame.
public struct SavedDocument: Sendable {
  /// The load that it came by.
  public let description: RequestDescription
  /// It as HTML in UTF-8.
  public let text: [UInt8]
  /// How its bytes were read; nil for one that was never in bytes.
  public let page: PageText?
  /// Its elements, to be asked about.
  public let matcher: SelectorMatcher

  /// A document that is read.
  public init(description: RequestDescription, text: [UInt8], _ document: HTMLDocument) {
    (self.description, self.text) = (description, text)
    page = nil
    matcher = SelectorMatcher(document)
  }

  init(description: RequestDescription, page: PageText, _ document: HTMLDocument) {
    (self.description, self.page, text) = (description, page, page.bytes)
    matcher = SelectorMatcher(document)
  }
}

extension SavedAnswer {
  /// Whether it is a document in HTML. What does not say what it is, is one if it begins with a tag.
  var isHTML: Bool {
    guard let contentType else {
      return body.first { !$0.isSpaceOfHTML } == UInt8(ascii: "<")
    }
    return contentType.hasPrefix(SavedContentType.html)
  }

  /// What the server said that it is; nil where it said nothing.
  package var contentType: String? { headers.first { $0.name.lowercased() == "content-type" }?.value }
}
