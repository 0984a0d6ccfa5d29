import SluiceRules

/// The frames of the pages in a HAR file, used to find the document that sends a request.
///
/// HAR has no standard field for this. Some recorders add their own; otherwise the document is guessed from
/// the headers of the request.
struct ArchiveFrames {
  /// The URL of a frame's document, or `nil` for the page's document.
  private typealias Frame = [UInt8]?

  private struct Page {
    /// The frames by Playwright's frame ID.
    var byID: [[UInt8]: Frame] = [:]
    /// The frames by URL, in the form used for comparison.
    var byURL: [[UInt8]: Frame] = [:]
    /// The frames by URL of the origin, with a trailing `/`.
    var byOrigin: [[UInt8]: Frame] = [:]
    /// The frames that load scripts and style sheets, by the URL of the script or style sheet.
    var loaders: [[UInt8]: Frame] = [:]
  }

  private var pages: [Int: Page] = [:]

  /// Finds the frame of the next entry, whose page must be known. The entries must be added in order.
  mutating func place(_ load: inout RecordedLoad, of entry: ArchiveEntry) {
    var page = pages.removeValue(forKey: load.page) ?? Page()
    defer { pages[load.page] = page }
    let url = entry.key
    if load.description.kind == .document {
      if let id = entry.frame { page.byID[id] = .some(nil) }
      page.byURL[url] = .some(nil)
      page.byOrigin[ArchiveURL.origin(url)] = .some(nil)
      return
    }
    let (frame, source) = Self.frame(of: entry, in: page, isDocument: load.description.kind == .subdocument)
    load.description.frame = frame
    load.frameSource = source
    switch load.description.kind {
    case .subdocument:
      if let id = entry.frame { page.byID[id] = .some(entry.url) }
      if page.byURL[url] != .some(nil) { page.byURL[url] = .some(entry.url) }
      let origin = ArchiveURL.origin(url)
      if page.byOrigin[origin] != .some(nil) { page.byOrigin[origin] = .some(entry.url) }
    case .script, .stylesheet: page.loaders[url] = .some(frame)
    case .document, .image, .font, .media, .xmlhttprequest, .websocket, .ping, .beacon, .object, .popup,
      .other:
      break
    }
  }

  private static func frame(
    of entry: ArchiveEntry, in page: Page, isDocument: Bool
  ) -> (Frame, RecordedLoad.FrameSource) {
    // For a frame's own document, the ID is that of the new frame, not of the frame that sends the request.
    if !isDocument, let id = entry.frame, let frame = page.byID[id] { return (frame, .recorded) }
    for initiator in entry.initiators {
      guard let url = ArchiveURL.key(initiator) else { continue }
      if let frame = page.byURL[url] { return (frame, .recorded) }
      if let frame = page.loaders[url] { return (frame, frame == nil ? .assumed : .guessed) }
    }
    guard let referrer = entry.referrer.flatMap(ArchiveURL.key) else { return (nil, .assumed) }
    for known in [page.byURL, page.loaders, page.byOrigin] {
      if let frame = known[referrer] { return (frame, frame == nil ? .assumed : .guessed) }
    }
    return (nil, .assumed)
  }
}
