import SluiceAnalysis
import SluiceDocuments
import SluicePageInspection
import SluiceRules

extension EngineObservation {
  /// Returns the observed requests in the form that filter lists are evaluated with. Popups that the page has
  /// opened count as separate pages.
  ///
  /// - Parameter address: The URL of the page.
  /// - Returns: The requests, and the URLs of the pages that `RecordedLoad.page` refers to.
  public func recordedLoads(of address: [UInt8]) -> (loads: [RecordedLoad], pages: [[UInt8]]) {
    var pages = [address]
    var popups: [String: Int] = [:]
    var recorded: [RecordedLoad] = []
    var isBegun = false
    for (number, load) in loads.enumerated() {
      let url = Array(load.url.utf8)
      func add(_ description: RequestDescription, to page: Int) {
        recorded.append(RecordedLoad(description, load, number: number, page: page))
      }
      let kind = load.kind.flatMap(Request.Kind.init(rawValue:))
      switch kind {
      case .document where !isBegun || recorded.last?.redirect != nil && recorded.allSatisfy(\.isOfPage):
        isBegun = true
        pages[0] = url
        add(RequestDescription(url: url, page: url, kind: .document), to: 0)
      case .document:
        // The page itself may navigate to another page.
        if load.url != page {
          add(RequestDescription(url: url, page: pages[0], kind: .popup), to: 0)
        }
        add(RequestDescription(url: url, page: url, kind: .document), to: pages.count)
        popups[load.url] = pages.count
        pages.append(url)
      case .subdocument, .script, .stylesheet, .image, .font, .media, .xmlhttprequest, .websocket, .ping,
        .beacon, .object, .popup, .other, nil:
        let page = load.frame.flatMap { popups[$0] } ?? 0
        let own = pages[page]
        let frame = load.frame.map { Array($0.utf8) }.flatMap {
          $0 == own || !RequestDescription.isURL($0) ? nil : $0
        }
        add(RequestDescription(url: url, page: own, frame: frame, kind: kind), to: page)
      }
    }
    return (recorded, pages)
  }
}

extension EngineObservation {
  /// Returns the documents with the requests that loaded them. Documents that are not HTML or not from the
  /// web are left out.
  ///
  /// For a saved page, the text is the saved text, and the positions of elements refer to it.
  func savedDocuments(of page: EnginePage) -> [SavedDocument] {
    let address = Array((self.page ?? page.address).utf8)
    return documents.compactMap { document in
      let (url, text) = (Array(document.address.utf8), Array(document.html.utf8))
      guard !text.isEmpty, RequestDescription.isURL(url), let read = try? HTMLDocument(parsing: text) else {
        return nil
      }
      let load =
        document.isTop
        ? RequestDescription(url: nil, page: url)
        : RequestDescription(url: url, page: address, kind: .subdocument)
      guard let saved = page.text(of: url), let source = try? HTMLDocument(parsing: saved) else {
        return SavedDocument(description: load, text: text, read)
      }
      return SavedDocument(description: load, text: saved, read.placed(like: source))
    }
  }
}

extension RecordedLoad {
  fileprivate init(_ description: RequestDescription, _ load: ObservedLoad, number: Int, page: Int) {
    self.init(entry: number, page: page, description, frameSource: load.frame == nil ? .assumed : .recorded)
    start = Self.microseconds(load.start)
    duration = load.duration.map(Self.microseconds)
    (size, status) = (load.size, load.status)
    redirect = load.redirect.map { Array($0.utf8) }
    (cookiesSent, cookiesSet) = (load.cookiesSent, load.cookiesSet)
  }

  fileprivate var isOfPage: Bool { description.kind == .document }

  /// Converts milliseconds, which come from a page script and can be any number.
  private static func microseconds(_ milliseconds: Double) -> Int {
    Int(max(0, min(milliseconds, 1e12)) * 1000)
  }
}
