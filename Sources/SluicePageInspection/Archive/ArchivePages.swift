import SluiceAnalysis
import SluiceRules

/// The pages in a HAR file, and the page of each request. If the recorder does not state the page of a
/// request, it is the page of the request's source.
struct ArchivePages {
  /// The pages in the order of their first requests.
  private(set) var pages: [Page] = []
  /// The place of each entry, or `nil` for entries outside the web.
  private(set) var places: [EntryPage?] = []

  struct Page {
    var url: [UInt8]
    /// The entry of the page's document, or `nil` if it is not recorded.
    var document: Int?
    /// The `pageref` of the page, or `nil` if it has none.
    let id: [UInt8]?
  }

  struct EntryPage {
    var page: Int
    /// Whether the entry is the page's document or a redirect to it.
    var isWindow: Bool
  }

  private var named: [Named] = []
  private var namedByID: [[UInt8]: Int] = [:]
  private var askers = ArchiveAskers()
  /// The expected places of documents without a `pageref`, by the key of the redirect target.
  private var awaited: [[UInt8]: EntryPage] = [:]

  /// The visits of a `pageref` during the iteration over the entries.
  private struct Named {
    let visits: ArchiveVisits
    /// The page of each visit that has begun.
    var pages: [Int?]
    private var current = 0

    init(visits: ArchiveVisits, pages: [Int?]) { (self.visits, self.pages) = (visits, pages) }

    /// Returns the visit that contains an entry. Entries must be passed in order.
    mutating func visit(of entry: Int) -> Int {
      let visits = visits.visits
      while current + 1 < visits.count, visits[current + 1].start <= entry { current += 1 }
      return current
    }
  }

  init(_ entries: [ArchiveEntry], titles: [ArchiveTitle]) {
    for (id, visits) in ArchiveVisits.all(entries, titles: titles) {
      namedByID[id] = named.count
      named.append(Named(visits: visits, pages: Array(repeating: nil, count: visits.visits.count)))
    }
    let frames = framesByWhatFollows(entries)
    places.reserveCapacity(entries.count)
    for (index, entry) in entries.enumerated() {
      guard entry.isOfTheWeb else {
        places.append(nil)
        continue
      }
      let place =
        placeByID(of: entry, at: index)
        ?? placeBySource(of: entry, at: index, isFrame: frames.contains(index))
      places.append(place)
      askers.add(entry, of: place)
    }
  }

  func description(of entry: ArchiveEntry, in place: EntryPage) -> RequestDescription {
    RequestDescription(
      url: entry.url, page: pages[place.page].url,
      kind: entry.isDocument ? (place.isWindow ? .document : .subdocument) : entry.kind)
  }

  private mutating func newPage(_ url: [UInt8], document: Int? = nil, id: [UInt8]? = nil) -> Int {
    pages.append(Page(url: url, document: document, id: id))
    return pages.count - 1
  }

  // MARK: Pages stated by the recorder

  private mutating func placeByID(of entry: ArchiveEntry, at index: Int) -> EntryPage? {
    guard let id = entry.page, let own = namedByID[id] else { return nil }
    let isWindow = named[own].visits.windows.contains(index)
    let visit = named[own].visit(of: index)
    // The previous page may still be sending requests.
    if !isWindow, visit > 0, let known = askers.page(asking: entry), pages[known].id == id {
      return EntryPage(page: known, isWindow: false)
    }
    if let page = named[own].pages[visit] { return EntryPage(page: page, isWindow: isWindow) }
    let begun = named[own].visits.visits[visit]
    let page = newPage(begun.url, document: begun.document, id: id)
    named[own].pages[visit] = page
    return EntryPage(page: page, isWindow: isWindow)
  }

  // MARK: Pages derived from the source

  private mutating func placeBySource(of entry: ArchiveEntry, at index: Int, isFrame: Bool) -> EntryPage {
    guard entry.isDocument else { return EntryPage(page: pageBySource(of: entry), isWindow: false) }
    var place: EntryPage
    if let awaiting = awaited.removeValue(forKey: entry.key),
      entry.isPlaceUnknown || awaiting.isWindow == entry.isKnownPage
    {
      place = awaiting
      if place.isWindow {
        pages[place.page].url = entry.url
        pages[place.page].document = index
      }
    } else if entry.isKnownFrame || isFrame {
      place = EntryPage(page: pageBySource(of: entry), isWindow: false)
    } else if let page = askers.documents[entry.key], pages[page].document == nil, pages[page].id == nil {
      // The requests of a document can be recorded before the document.
      pages[page].document = index
      place = EntryPage(page: page, isWindow: true)
    } else {
      place = EntryPage(page: newPage(entry.url, document: index), isWindow: true)
    }
    if entry.isRedirect, let target = entry.target { awaited[target] = place }
    return place
  }

  private mutating func pageBySource(of entry: ArchiveEntry) -> Int {
    if let page = askers.page(asking: entry) { return page }
    let sources = [entry.referrer].compactMap { $0 } + entry.initiators
    for source in sources + [entry.url] {
      guard let key = ArchiveURL.key(source) else { continue }
      if let page = askers.documents[key] { return page }
      let page = newPage(source)
      askers.addUnrecorded(key, page: page)
      return page
    }
    return newPage(entry.url)
  }

  /// Returns the documents of frames that only a `Referer` header connects to their parent. They are
  /// distinguished from the targets of links because the referring document continues to load its own
  /// resources.
  private func framesByWhatFollows(_ entries: [ArchiveEntry]) -> Set<Int> {
    let isAsked = entries.indices.contains { index in
      entries[index].isPlaceUnknown && entries[index].page.flatMap { namedByID[$0] } == nil
    }
    guard isAsked else { return [] }
    var frames: Set<Int> = []
    var asking: Set<[UInt8]> = []
    for (index, entry) in entries.enumerated().reversed() where entry.isOfTheWeb {
      let referrer = entry.referrer.flatMap(ArchiveURL.key)
      if entry.isDocument {
        let isAskedFor =
          entry.initiators.contains { ArchiveURL.key($0) != nil } || referrer.map(asking.contains) ?? false
        if entry.isPlaceUnknown, isAskedFor { frames.insert(index) }
        asking.remove(entry.key)
      }
      guard let referrer, entry.isPartOfADocument else { continue }
      // An origin does not identify a page, except for resources of the origin itself.
      if !ArchiveURL.isOrigin(referrer) || referrer == ArchiveURL.origin(entry.key) {
        asking.insert(referrer)
      }
    }
    return frames
  }
}

/// The possible sources of requests in a HAR file (documents, scripts and style sheets) with their pages.
struct ArchiveAskers {
  /// The last page for the URL of each document, including documents that are only mentioned.
  private(set) var documents: [[UInt8]: Int] = [:]
  /// The pages of style sheets, scripts and frames, by URL.
  private var parts: [[UInt8]: Int] = [:]
  /// The last page with a document from each origin, and the last page with other resources from it.
  private var documentOrigins: [[UInt8]: Int] = [:]
  private var partOrigins: [[UInt8]: Int] = [:]
  /// The page whose document was loaded last.
  private var last: Int?

  mutating func add(_ entry: ArchiveEntry, of place: ArchivePages.EntryPage) {
    let origin = ArchiveURL.origin(entry.key)
    if place.isWindow {
      documents[entry.key] = place.page
      documentOrigins[origin] = place.page
      last = place.page
    } else if entry.canAsk {
      parts[entry.key] = place.page
      partOrigins[origin] = place.page
    }
  }

  mutating func addUnrecorded(_ key: [UInt8], page: Int) {
    documents[key] = page
    documentOrigins[ArchiveURL.origin(key)] = page
  }

  func page(asking entry: ArchiveEntry) -> Int? {
    for initiator in entry.initiators {
      guard let key = ArchiveURL.key(initiator) else { continue }
      if let page = documents[key] ?? parts[key] { return page }
    }
    guard let referrer = entry.referrer.flatMap(ArchiveURL.key) else {
      // If the source is unknown and has another origin, the page opened last is the most likely one.
      return entry.isAskedFromElsewhere ? last : nil
    }
    guard ArchiveURL.isOrigin(referrer) else { return documents[referrer] ?? parts[referrer] }
    // The referrer policy may leave only the origin. The page opened last is the most likely one.
    return [documentOrigins[referrer], partOrigins[referrer]].compactMap { $0 }.max()
  }
}
