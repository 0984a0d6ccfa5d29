import SluiceRules
import SluiceText

/// The decoded content of a HAR file.
struct RecordedLoads {
  private(set) var loads: [RecordedLoad] = []
  private(set) var pages: [ArchivePages.Page] = []
  private(set) var left = 0
  private(set) var invalid = 0
  private(set) var offsets: [Int] = []
  /// The keys of the entries' URLs for comparison; empty for URLs outside the web.
  private(set) var keys: [[UInt8]] = []

  init(_ json: Span<UInt8>) throws(UnplacedFault) {
    let archive: JSONValue
    do throws(JSONFault) {
      archive = try JSONValue(allOf: json)
    } catch {
      throw UnplacedFault(offset: error.offset, message: error.reason.messageOfAnyText)
    }
    let log = try Self.log(of: archive, json)
    let members = JSONMembers(of: log, ["entries", "pages"], in: json)
    let list = try Self.require(members[0], kind: .array, in: log, path: "log.entries")
    var entries: [ArchiveEntry] = []
    var cursor = JSONCursor(in: list)
    while let value = cursor.nextValue(json) {
      let index = entries.count
      guard value.kind == .object else {
        throw Self.fault(value, kind: .object, path: "log.entries[\(index)]")
      }
      let entry = JSONMembers(of: value, ArchiveEntry.names, in: json)
      let request = try Self.require(
        entry[0], kind: .object, in: value, path: "log.entries[\(index)].request")
      let sent = JSONMembers(of: request, ArchiveEntry.namesOfRequest, in: json)
      let url = try Self.require(
        sent[0], kind: .string, in: request, path: "log.entries[\(index)].request.url")
      entries.append(ArchiveEntry(entry, request: sent, url: JSONText(url, in: json).bytes, in: json))
      offsets.append(value.start)
    }
    Self.takeKindsOfRedirects(&entries)
    add(entries, places: ArchivePages(entries, titles: ArchiveTitle.all(in: members[1], json)))
  }

  private mutating func add(_ entries: [ArchiveEntry], places: ArchivePages) {
    pages = places.pages
    let first = entries.lazy.filter(\.isOfTheWeb).compactMap(\.recording.start).min() ?? 0
    var frames = ArchiveFrames()
    keys.reserveCapacity(entries.count)
    for (index, entry) in entries.enumerated() {
      keys.append(entry.key)
      guard let place = places.places[index] else {
        if entry.standing == .invalid { invalid += 1 } else { left += 1 }
        continue
      }
      var load = RecordedLoad(
        entry: index, page: place.page, places.description(of: entry, in: place), frameSource: .assumed)
      load.recording = entry.recording
      load.recording.start = entry.recording.start.map { $0 - first }
      load.redirect = entry.redirect
      load.isPreflight = entry.isPreflight
      frames.place(&load, of: entry)
      loads.append(load)
    }
  }

  /// Sets the kind of each redirect to that of its target, because the response of a redirect does not
  /// indicate the kind of request.
  private static func takeKindsOfRedirects(_ entries: inout [ArchiveEntry]) {
    var next: [[UInt8]: Int] = [:]
    for index in entries.indices.reversed() {
      if entries[index].isRedirect, entries[index].isKindOfContent || entries[index].kind == nil {
        let found = entries[index].target.flatMap { next[$0] }
        entries[index].kind = found.flatMap { entries[$0].kind } ?? entries[index].kind
      }
      next[entries[index].key] = index
    }
  }
}

// MARK: Required members

extension RecordedLoads {
  /// Returns the `log` of a HAR file, or the object itself if a program wrote only the content of `log`.
  private static func log(of archive: JSONValue, _ json: Span<UInt8>) throws(UnplacedFault) -> JSONValue {
    guard archive.kind == .object else { throw fault(archive, kind: .object, path: "a HAR") }
    let members = JSONMembers(of: archive, ["log", "entries"], in: json)
    if members[0] == nil, members[1]?.kind == .array { return archive }
    return try require(members[0], kind: .object, in: archive, path: "log")
  }

  private static func require(
    _ value: JSONValue?, kind: JSONValue.Kind, in object: JSONValue, path: @autoclosure () -> String
  ) throws(UnplacedFault) -> JSONValue {
    guard let value else { throw UnplacedFault(offset: object.start, message: "\(path()) is missing") }
    guard value.kind == kind else { throw fault(value, kind: kind, path: path()) }
    return value
  }

  private static func fault(_ value: JSONValue, kind: JSONValue.Kind, path: String) -> UnplacedFault {
    UnplacedFault(
      offset: value.start,
      message: "\(path) must be \(kind == .string ? "a string" : kind == .array ? "an array" : "an object")")
  }
}

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
