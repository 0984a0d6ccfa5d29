import SluiceAnalysis
import SluiceConversion
import SluiceDocuments
import SluiceRules
import SluiceText

/// The requests of a saved page, as far as its documents and style sheets determine them. Requests of scripts
/// are unknown, because scripts are not run.
package struct SavedLoads: Sendable {
  /// The page itself, followed by its requests. Saved style sheets and frames contribute their own requests.
  package private(set) var loads: [RecordedLoad] = []
  /// The number of omitted requests that are neither HTTP nor WebSocket: `data:` and `blob:`.
  package private(set) var left = 0
  /// The page and the saved documents of its frames.
  package private(set) var documents: [SavedDocument] = []
  /// Whether the page exceeds the limits, so that a part was ignored.
  package private(set) var isCut = false

  /// The saved page that the requests come from.
  package let page: FolderPage
  private var known: Set<RequestDescription> = []
  private var styleSheets = 0
  /// The size of all documents and style sheets read so far, without the page.
  private var bytes = 0

  private static let maximumDocuments = 64
  private static let maximumStyleSheets = 512
  private static let maximumLoads = 100_000
  private static let maximumDepth = 8
  private static let maximumBytes = 1 << 26

  /// Reads a page and its saved resources.
  ///
  /// - Throws: An `HTMLProblem` if the page exceeds the limits for documents.
  package init(_ page: FolderPage) throws(HTMLProblem) {
    self.page = page
    let address = page.address
    append(RequestDescription(url: nil, page: address), isConditional: false)
    let document = try HTMLDocument(parsing: page.text.bytes)
    documents.append(
      SavedDocument(description: RequestDescription(url: nil, page: address), page: page.text, document))
    add(document, sender: Sender(url: address, frame: nil, chain: [address], encoding: page.text.encoding))
  }

  private struct Sender {
    /// The base URL without a `base` element.
    var url: [UInt8]
    /// The frame's URL, or `nil` for the page.
    var frame: [UInt8]?
    /// The URLs of the ancestor documents and of the document itself.
    var chain: [[UInt8]]
    var encoding: PageEncoding
  }

  private mutating func add(_ document: HTMLDocument, sender: Sender) {
    let references = DocumentReferences(document)
    let base = references.base.flatMap { ReferencedURL.resolve($0, against: sender.url) }
    let url = base.flatMap { ArchiveURL.isOfTheWeb($0) ? $0 : nil } ?? sender.url
    for reference in references.all {
      switch reference {
      case .load(let text, let kind):
        guard let load = append(text, kind: kind, base: url, sender: sender) else { continue }
        if kind == .stylesheet { addStyleSheet(load, sender: sender, depth: 0) }
      case .style(let css): addStyle(css, base: url, sender: sender, depth: 0)
      case .frame(let text):
        if let load = append(text, kind: .subdocument, base: url, sender: sender) {
          addFrame(load, sender: sender)
        }
      case .inlineFrame(let html):
        guard sender.chain.count < Self.maximumDepth, takes(html.count),
          let inner = try? HTMLDocument(parsing: html)
        else { continue }
        let frame = Array("about:srcdoc".utf8)
        add(inner, sender: Sender(url: url, frame: frame, chain: sender.chain + [frame], encoding: .utf8))
      }
    }
  }

  /// Adds a request and returns its URL if it is new.
  private mutating func append(
    _ reference: [UInt8], kind: Request.Kind, base: [UInt8], sender: Sender, isConditional: Bool = false
  ) -> [UInt8]? {
    guard let url = ReferencedURL.resolve(reference, against: base) else { return nil }
    guard ArchiveURL.isOfTheWeb(url) else {
      // These URLs cause no request.
      if !url.starts(with: "about:".utf8), !url.starts(with: "javascript:".utf8) { left += 1 }
      return nil
    }
    let description = RequestDescription(url: url, page: page.address, frame: sender.frame, kind: kind)
    return append(description, isConditional: isConditional) ? url : nil
  }

  @discardableResult
  private mutating func append(_ description: RequestDescription, isConditional: Bool) -> Bool {
    guard loads.count < Self.maximumLoads else {
      isCut = true
      return false
    }
    // Browsers send one request for a resource that a document uses several times.
    guard known.insert(description).inserted else { return false }
    var load = RecordedLoad(entry: loads.count, description, frameSource: .recorded)
    load.isConditional = isConditional
    load.hasLostAddress = page.isInOwnFolder(description.url)
    loads.append(load)
    return true
  }

  private mutating func addStyle(_ css: [UInt8], base: [UInt8], sender: Sender, depth: Int) {
    for reference in StyleReferences.references(in: css) {
      let isConditional = reference.kind != .stylesheet
      guard
        let load = append(
          reference.url, kind: reference.kind, base: base, sender: sender, isConditional: isConditional)
      else {
        continue
      }
      if reference.kind == .stylesheet { addStyleSheet(load, sender: sender, depth: depth + 1) }
    }
  }

  private mutating func addStyleSheet(_ url: [UInt8], sender: Sender, depth: Int) {
    guard depth < Self.maximumDepth, let answer = page.answer(to: url) else { return }
    styleSheets += 1
    guard styleSheets <= Self.maximumStyleSheets, takes(answer.body.count) else {
      isCut = true
      return
    }
    let text = PageText(
      styleSheet: answer.body, contentType: answer.contentType, document: sender.encoding)
    addStyle(text.bytes, base: url, sender: sender, depth: depth)
  }

  private mutating func addFrame(_ url: [UInt8], sender: Sender) {
    // Browsers do not load a document inside itself, at any depth.
    guard !sender.chain.contains(url), sender.chain.count < Self.maximumDepth,
      let answer = page.answer(to: url), answer.isHTML
    else { return }
    let isOfSameOrigin = ReferencedURL.Parts(url).origin == ReferencedURL.Parts(sender.url).origin
    let text = PageText(
      answer.body, contentType: answer.contentType, parent: isOfSameOrigin ? sender.encoding : nil)
    guard documents.count < Self.maximumDocuments, takes(answer.body.count),
      let document = try? HTMLDocument(parsing: text.bytes)
    else {
      isCut = true
      return
    }
    let description = RequestDescription(
      url: url, page: page.address, frame: sender.frame, kind: .subdocument)
    documents.append(SavedDocument(description: description, page: text, document))
    add(document, sender: Sender(url: url, frame: url, chain: sender.chain + [url], encoding: text.encoding))
  }

  /// Adds a number of bytes to the total, and returns whether the total is within the limit.
  private mutating func takes(_ count: Int) -> Bool {
    bytes += count
    return bytes <= Self.maximumBytes
  }
}

/// A document of a saved page, or of a frame in it.
package struct SavedDocument: Sendable {
  package let description: RequestDescription
  /// The HTML in UTF-8.
  package let text: [UInt8]
  /// The decoded bytes, or `nil` for a document that was created from text.
  package let page: PageText?
  /// A matcher for the elements.
  package let matcher: SelectorMatcher

  package init(description: RequestDescription, text: [UInt8], _ document: HTMLDocument) {
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
  /// Whether the response is an HTML document. Without a content type, it must begin with a tag.
  var isHTML: Bool {
    guard let contentType else {
      return body.first { !$0.isHTMLSpace } == ASCII.less
    }
    return contentType.hasPrefix(SavedContentType.html)
  }

  /// The value of the `Content-Type` header, or `nil` if it is missing.
  package var contentType: String? { headers.first { $0.name.lowercased() == "content-type" }?.value }
}

extension HTMLProblem: DescribedError {}

/// A page that was saved with its resources, so that it can be loaded without a network.
package protocol SavedPage: Sendable {
  /// The URL of the page in the form that browsers use, without a fragment.
  var address: [UInt8] { get }

  /// Returns the saved response for a URL, or `nil` if it was not saved. The URL must be in the form that
  /// browsers use, without a fragment.
  func answer(to url: [UInt8]) -> SavedAnswer?
}

extension SavedPage {
  /// ``address`` as text.
  package var addressString: String { String(decoding: address, as: UTF8.self) }
}

/// The response of a server.
package struct SavedAnswer: Hashable, Sendable {
  /// The HTTP status, such as 200.
  package var status: Int
  /// The headers in order.
  ///
  /// Headers that only describe the connection (`Content-Length`, `Content-Encoding`, `Transfer-Encoding`,
  /// `Connection`) are excluded, because the body is already decoded.
  package var headers: [Header]
  /// The decoded body.
  package var body: [UInt8]

  package struct Header: Hashable, Sendable {
    /// The name as written.
    package var name: String
    /// The value as written.
    package var value: String

    package init(name: String, value: String) { (self.name, self.value) = (name, value) }
  }

  package init(status: Int = 200, headers: [Header] = [], body: [UInt8]) {
    (self.status, self.headers, self.body) = (status, headers, body)
  }
}
