import ContentBlocker

/// The frames of the pages of a HAR as they are loaded, to find the one whose document asks for a load. A HAR has no place
/// for that: recorders add what they know, and the rest is guessed from what the request was sent with.
struct ArchiveFrames {
  /// A document that can ask: nil for that of the page.
  private typealias Frame = [UInt8]?

  private struct Page {
    /// By the id of Playwright.
    var byID: [[UInt8]: Frame] = [:]
    /// By the URL as it is compared.
    var byURL: [[UInt8]: Frame] = [:]
    /// By the URL of the origin, with `/` at its end.
    var byOrigin: [[UInt8]: Frame] = [:]
    /// The frames in which scripts and style sheets are loaded, by their URLs.
    var loaders: [[UInt8]: Frame] = [:]
  }

  private var pages: [Int: Page] = [:]

  /// Finds the frame of the next entry, whose page is known. The entries come in their order.
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
    // The id of a frame's own document is that of the frame.
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
