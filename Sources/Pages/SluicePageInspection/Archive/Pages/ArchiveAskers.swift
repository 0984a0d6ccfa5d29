import SluiceRules

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

  /// Adds a page that is mentioned but not recorded.
  mutating func addUnrecorded(_ key: [UInt8], _ page: Int) {
    documents[key] = page
    documentOrigins[ArchiveURL.origin(key)] = page
  }

  /// Returns the page that sent a request, if known.
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
