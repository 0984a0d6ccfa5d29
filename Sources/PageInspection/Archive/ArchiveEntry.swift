import ContentBlocker
import JSON

/// What an entry of a HAR says about its load.
struct ArchiveEntry {
  let url: [UInt8]
  /// What it is compared by, see ``ArchiveURL``; empty for what is not of the web.
  let key: [UInt8]
  /// What the URL is.
  let standing: ArchiveURL.Standing
  /// The id of the page that it is of.
  let page: [UInt8]?
  /// The id of the frame that it is of, which Playwright writes.
  let frame: [UInt8]?
  /// What asks for it; nil where that is not recorded.
  var kind: Request.Kind?
  /// Whether it is known to be a page's document and not a frame's, or the other way round.
  let isPlaceKnown: Bool
  /// Whether the kind is that of what came.
  let isKindOfContent: Bool
  /// Whether the server sent the browser elsewhere.
  let isRedirect: Bool
  /// Where the server sent the browser, as it stands there; nil where that is not recorded.
  let redirect: [UInt8]?
  /// What the request was sent from, as far as the page's policy let it be said: `Referer`, else the origin that `Origin` or
  /// `Sec-Fetch-Site` names.
  let referrer: [UInt8]?
  /// Whether a document of another origin asked, and nothing says which.
  let isAskedFromElsewhere: Bool
  /// Whether it asks what a request may do that is to follow.
  let isPreflight: Bool
  /// What started it, the nearest first: documents and scripts.
  let initiators: [[UInt8]]
  let recording: Recording

  /// What is recorded of how it went.
  struct Recording {
    /// In microseconds since 1970.
    var start: Int?
    /// In microseconds.
    var duration: Int?
    /// In bytes.
    var size: Int?
    var status: Int?
    var failure: String?
    var cookiesSent = 0
    var cookiesSet = 0
  }

  /// What is read of an entry, and of its request.
  static let names: [StaticString] = [
    "request", "pageref", "_frameref", "_resourceType", "_initiator", "response", "startedDateTime", "time",
  ]
  static let namesOfRequest: [StaticString] = ["url", "headers", "cookies", "method"]
  private static let namesOfResponse: [StaticString] = [
    "status", "content", "redirectURL", "headers", "cookies", "_transferSize", "bodySize", "_error",
  ]

  /// Reads an entry by its members and those of its request. What is not as it should be says nothing.
  init(_ members: JSONMembers, _ request: JSONMembers, url: [UInt8], _ json: Span<UInt8>) {
    let sent = RecordedHeaders(in: request[1], json)
    page = members.text(1, json)
    frame = members.text(2, json)
    initiators = Self.initiators(members[4], json)
    let response = members.members(5, Self.namesOfResponse, json)
    let status = response?[0]?.integer(json)
    let isRedirect = status.map { (300..<400).contains($0) && $0 != 304 } ?? false
    let received = RecordedHeaders(in: response?[3], json)
    let target = response?.text(2, json).flatMap { $0.isEmpty ? nil : $0 } ?? received.location
    self.isRedirect = isRedirect
    redirect = isRedirect ? target : nil
    let address = sent.upgradesToWebSocket ? Self.webSocket(url) : url
    self.url = address
    let method = request.text(3, json).map { String(decoding: $0, as: UTF8.self).uppercased() }
    // A proxy is asked for a connection, not for what goes over it.
    (standing, key) = method == "CONNECT" ? (.elsewhere, []) : ArchiveURL.read(address)
    let origin =
      sent.origin ?? (sent.site == .sameOrigin ? ArchiveURL.origin(ArchiveURL.key(url) ?? url) : nil)
    referrer = sent.referrer ?? origin.map { $0.last == UInt8(ascii: "/") ? $0 : $0 + [UInt8(ascii: "/")] }
    isAskedFromElsewhere = referrer == nil && (sent.site == .crossSite || sent.site == .sameSite)
    isPreflight = method == "OPTIONS" && sent.isPreflight

    let named = Self.kind(members.text(3, json), sent)
    let destined = sent.destination.flatMap(Request.Kind.init(fetchDestination:))
    let content = response?.members(1, ["mimeType", "size"], json)
    if sent.upgradesToWebSocket || ArchiveURL.isOfWebSockets(url) {
      (kind, isPlaceKnown, isKindOfContent) = (.websocket, false, false)
    } else if isPreflight {
      // The rules are asked for what it is about.
      (kind, isPlaceKnown, isKindOfContent) = (.xmlhttprequest, false, false)
    } else if named == nil, sent.isOfEventSource {
      (kind, isPlaceKnown, isKindOfContent) = (.other, false, false)
    } else if let destined, named == nil || named == .document {
      (kind, isPlaceKnown, isKindOfContent) = (destined, true, false)
    } else if let named {
      (kind, isPlaceKnown, isKindOfContent) = (named, false, false)
    } else {
      let mime = content?.text(0, json)
      (kind, isPlaceKnown, isKindOfContent) = (mime.flatMap(Self.kind(mime:)), false, true)
    }

    var recording = Recording()
    recording.start = members.text(6, json).flatMap(ArchiveTime.microseconds)
    recording.duration = members[7]?.number(json).flatMap { $0 > 0 ? Int($0 * 1000) : 0 }
    for size in [response?[5], response?[6], content?[1]] where recording.size == nil {
      if let size = size?.integer(json), size >= 0 { recording.size = size }
    }
    recording.status = status.flatMap { (0..<1000).contains($0) ? $0 : nil }
    recording.failure = response?.text(7, json).flatMap {
      $0.isEmpty ? nil : String(decoding: $0, as: UTF8.self)
    }
    recording.cookiesSent = max(sent.cookies, request[2]?.elementCount(json) ?? 0)
    recording.cookiesSet = max(received.setCookies, response?[4]?.elementCount(json) ?? 0)
    self.recording = recording
  }

  /// Whether a content blocker is asked for it.
  var isOfTheWeb: Bool {
    switch standing {
    case .web: true
    case .elsewhere, .invalid: false
    }
  }

  /// The key of where the server sent the browser; nil where that is not recorded.
  var target: [UInt8]? { redirect.flatMap { ArchiveURL.key(of: $0, against: url) } }

  /// What started a load, as Chromium writes it: the document or style sheet that names it, or the scripts that were running,
  /// the innermost first.
  private static func initiators(_ initiator: JSONValue?, _ json: Span<UInt8>) -> [[UInt8]] {
    guard let initiator, initiator.kind == .object else { return [] }
    let members = JSONMembers(of: initiator, ["url", "stack"], json)
    var urls = [members.text(0, json)].compactMap { $0 }
    guard let frames = members.members(1, ["callFrames"], json)?[0], frames.kind == .array else {
      return urls
    }
    var cursor = JSONCursor(in: frames)
    while urls.count < maximumInitiators, let frame = cursor.nextValue(json) {
      guard frame.kind == .object else { continue }
      if let url = JSONMembers(of: frame, ["url"], json).text(0, json) { urls.append(url) }
    }
    return urls
  }

  /// How many are looked at: stacks can be long, and the outermost says least.
  private static let maximumInitiators = 16
}

// MARK: Kinds

extension ArchiveEntry {
  /// Of the name that Chromium gives.
  private static func kind(_ name: [UInt8]?, _ sent: RecordedHeaders) -> Request.Kind? {
    guard let name else { return nil }
    let word = String(decoding: name, as: UTF8.self).lowercased()
    // Subtitles, which are media to WebKit and to `Sec-Fetch-Dest`.
    if word == "texttrack" { return .media }
    let kind = Request.Kind(name: word) ?? .other
    // Chromium has one name for both; a link's ping says to which page it leads.
    return kind == .ping && !sent.isOfLinkPing ? .beacon : kind
  }

  /// Of the type of what came; nil where it says nothing.
  private static func kind(mime: [UInt8]) -> Request.Kind? {
    let name = String(decoding: mime, as: UTF8.self).lowercased().prefix { $0 != ";" && $0 != " " }
    switch name.prefix(while: { $0 != "/" }) {
    case "image": return .image
    case "font": return .font
    case "audio", "video": return .media
    default: break
    }
    if name.hasSuffix("javascript") || name.hasSuffix("ecmascript") { return .script }
    if name.contains("font") { return .font }
    if name.hasSuffix("json") { return .xmlhttprequest }
    switch name {
    case "text/html", "application/xhtml+xml": return .document
    case "text/css": return .stylesheet
    default: return nil
    }
  }

  /// The address of a WebSocket that is recorded as that of its handshake.
  private static func webSocket(_ url: [UInt8]) -> [UInt8] {
    guard let colon = url.firstIndex(of: UInt8(ascii: ":")) else { return url }
    switch String(decoding: url[..<colon], as: UTF8.self).lowercased() {
    case "http": return Array("ws".utf8) + url[colon...]
    case "https": return Array("wss".utf8) + url[colon...]
    default: return url
    }
  }
}

// MARK: Places

extension ArchiveEntry {
  /// Whether it is the document of a page or a frame.
  var isDocument: Bool {
    switch kind {
    case .document, .subdocument: true
    case .script, .stylesheet, .image, .font, .media, .xmlhttprequest, .websocket, .ping, .beacon, .object,
      .popup, .other, nil:
      false
    }
  }

  /// Whether it is recorded that it is a page's document.
  var isKnownPage: Bool { isPlaceKnown && kind == .document }

  /// Whether it is recorded that it is a frame's document.
  var isKnownFrame: Bool { kind == .subdocument }

  /// Whether it is a document of which neither is recorded.
  var isPlaceUnknown: Bool { isDocument && !isKnownPage && !isKnownFrame }

  /// Whether it can ask for loads: all whose kind is not one that never does.
  var canAsk: Bool {
    switch kind {
    case .document, .subdocument, .script, .stylesheet, .object, .other, nil: true
    case .image, .font, .media, .xmlhttprequest, .websocket, .ping, .beacon, .popup: false
    }
  }

  /// Whether it is loaded while a document is shown, and not when that is left.
  var isPartOfADocument: Bool {
    switch kind {
    case .subdocument, .script, .stylesheet, .image, .font, .media, .object: true
    case .document, .xmlhttprequest, .websocket, .ping, .beacon, .popup, .other, nil: false
    }
  }
}
