import ContentBlocker

/// What the loads of a HAR can have been asked for by: documents, scripts, style sheets, with the page of each.
struct ArchiveAskers {
  /// The pages of a URL's documents, also of those that are only named; of several the last.
  private(set) var documents: [[UInt8]: Int] = [:]
  /// The pages of other loads: style sheets, scripts, frames.
  private var parts: [[UInt8]: Int] = [:]
  /// The pages of an origin's documents, and those that have parts of it.
  private var documentOrigins: [[UInt8]: Int] = [:]
  private var partOrigins: [[UInt8]: Int] = [:]
  /// The page whose document was loaded last.
  private var last: Int?

  mutating func add(_ entry: ArchiveEntry, of place: ArchivePages.Place) {
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

  /// Adds a page that was named, and is not in the archive.
  mutating func addUnrecorded(_ key: [UInt8], _ page: Int) {
    documents[key] = page
    documentOrigins[ArchiveURL.origin(key)] = page
  }

  /// The page of what asked for a load, as far as that is known.
  func page(asking entry: ArchiveEntry) -> Int? {
    for initiator in entry.initiators {
      guard let key = ArchiveURL.key(initiator) else { continue }
      if let page = documents[key] ?? parts[key] { return page }
    }
    guard let referrer = entry.referrer.flatMap(ArchiveURL.key) else {
      // Whoever is not named, and is of another origin, is most likely the page that was opened last.
      return entry.isAskedFromElsewhere ? last : nil
    }
    guard ArchiveURL.isOrigin(referrer) else { return documents[referrer] ?? parts[referrer] }
    // Policies leave the origin, and the page that was opened last is the likeliest.
    return [documentOrigins[referrer], partOrigins[referrer]].compactMap { $0 }.max()
  }
}
