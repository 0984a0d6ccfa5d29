import SluiceAnalysis
import SluiceRules
import SluiceText

/// A request as recorded in an entry of a HAR file.
struct ArchiveEntry {
  let url: [UInt8]
  /// The URL in the form used for comparison, see ``ArchiveURL``; empty for URLs outside the web.
  let key: [UInt8]
  /// The relevance of the URL to content blockers.
  let standing: ArchiveURL.Standing
  let page: [UInt8]?
  /// The ID of the entry's frame, which Playwright records.
  let frame: [UInt8]?
  /// The kind of request, or `nil` if it is not recorded.
  var kind: Request.Kind?
  /// Whether the entry distinguishes the document of a page from the document of a frame.
  let isPlaceKnown: Bool
  /// Whether the kind is derived from the response.
  let isKindOfContent: Bool
  let isRedirect: Bool
  /// The target of the redirect as recorded, or `nil` if it is not recorded.
  let redirect: [UInt8]?
  /// The source of the request, as far as the referrer policy reveals it: the `Referer` header, or else the
  /// origin in `Origin` or `Sec-Fetch-Site`.
  let referrer: [UInt8]?
  /// Whether a document of another, unknown origin sent the request.
  let isAskedFromElsewhere: Bool
  let isPreflight: Bool
  /// The URLs of the documents and scripts that initiated the request, nearest first.
  let initiators: [[UInt8]]
  /// The recorded data. The start time is in microseconds since 1970.
  let recording: RecordedLoad.Recording

  static let names: [StaticString] = [
    "request", "pageref", "_frameref", "_resourceType", "_initiator", "response", "startedDateTime", "time",
  ]
  static let namesOfRequest: [StaticString] = ["url", "headers", "cookies", "method"]
  private static let namesOfResponse: [StaticString] = [
    "status", "content", "redirectURL", "headers", "cookies", "_transferSize", "bodySize", "_error",
  ]

  /// Creates an entry from its members and those of its request. Invalid values count as missing.
  init(_ members: JSONMembers, request: JSONMembers, url: [UInt8], in json: Span<UInt8>) {
    let sent = RecordedHeaders(in: request[1], json)
    page = members.text(1, in: json)
    frame = members.text(2, in: json)
    initiators = Self.initiators(members[4], in: json)
    let response = members.members(5, names: Self.namesOfResponse, in: json)
    let status = response?[0]?.integer(json)
    let isRedirect = status.map { (300..<400).contains($0) && $0 != 304 } ?? false
    let received = RecordedHeaders(in: response?[3], json)
    let target = response?.text(2, in: json).flatMap { $0.isEmpty ? nil : $0 } ?? received.location
    self.isRedirect = isRedirect
    redirect = isRedirect ? target : nil
    let address = sent.upgradesToWebSocket ? Self.webSocket(url) : url
    self.url = address
    let method = request.text(3, in: json).map { String(decoding: $0, as: UTF8.self).uppercased() }
    // A proxy receives a request for a connection, not for the content sent over it.
    (standing, key) = method == "CONNECT" ? (.elsewhere, []) : ArchiveURL.read(address)
    let origin =
      sent.origin ?? (sent.site == .sameOrigin ? ArchiveURL.origin(ArchiveURL.key(url) ?? url) : nil)
    referrer = sent.referrer ?? origin.map { $0.last == ASCII.slash ? $0 : $0 + [ASCII.slash] }
    isAskedFromElsewhere = referrer == nil && (sent.site == .crossSite || sent.site == .sameSite)
    isPreflight = method == "OPTIONS" && sent.isPreflight

    let named = Self.kind(members.text(3, in: json), sent: sent)
    let destined = sent.destination.flatMap(Request.Kind.init(fetchDestination:))
    let content = response?.members(1, names: ["mimeType", "size"], in: json)
    if sent.upgradesToWebSocket || ArchiveURL.isOfWebSockets(url) {
      (kind, isPlaceKnown, isKindOfContent) = (.websocket, false, false)
    } else if isPreflight {
      // The preflight is evaluated as the request that it asks about.
      (kind, isPlaceKnown, isKindOfContent) = (.xmlhttprequest, false, false)
    } else if named == nil, sent.isOfEventSource {
      (kind, isPlaceKnown, isKindOfContent) = (.other, false, false)
    } else if let destined, named == nil || named == .document {
      (kind, isPlaceKnown, isKindOfContent) = (destined, true, false)
    } else if let named {
      (kind, isPlaceKnown, isKindOfContent) = (named, false, false)
    } else {
      let mime = content?.text(0, in: json)
      (kind, isPlaceKnown, isKindOfContent) = (mime.flatMap(Self.kind(mime:)), false, true)
    }

    var recording = RecordedLoad.Recording()
    recording.start = members.text(6, in: json).flatMap(ArchiveTime.microseconds)
    recording.duration = members[7]?.number(json).flatMap { $0 > 0 ? Int($0 * 1000) : 0 }
    for size in [response?[5], response?[6], content?[1]] where recording.size == nil {
      if let size = size?.integer(json), size >= 0 { recording.size = size }
    }
    recording.status = status.flatMap { (0..<1000).contains($0) ? $0 : nil }
    recording.failure = response?.text(7, in: json).flatMap {
      $0.isEmpty ? nil : String(decoding: $0, as: UTF8.self)
    }
    recording.cookiesSent = max(sent.cookies, request[2]?.elementCount(json) ?? 0)
    recording.cookiesSet = max(received.setCookies, response?[4]?.elementCount(json) ?? 0)
    self.recording = recording
  }

  /// Whether content blockers apply to the request.
  var isOfTheWeb: Bool { standing == .web }

  var target: [UInt8]? { redirect.flatMap { ArchiveURL.key(of: $0, against: url) } }

  /// Returns the initiators as Chromium records them: the document or style sheet that refers to the URL, or
  /// the running scripts, innermost first.
  private static func initiators(_ initiator: JSONValue?, in json: Span<UInt8>) -> [[UInt8]] {
    guard let initiator, initiator.kind == .object else { return [] }
    let members = JSONMembers(of: initiator, ["url", "stack"], in: json)
    var urls = [members.text(0, in: json)].compactMap { $0 }
    guard let frames = members.members(1, names: ["callFrames"], in: json)?[0], frames.kind == .array else {
      return urls
    }
    var cursor = JSONCursor(in: frames)
    while urls.count < maximumInitiators, let frame = cursor.nextValue(json) {
      guard frame.kind == .object else { continue }
      if let url = JSONMembers(of: frame, ["url"], in: json).text(0, in: json) { urls.append(url) }
    }
    return urls
  }

  /// The maximum number of initiators. Stacks can be long, and the outermost frames are the least relevant.
  private static let maximumInitiators = 16
}

// MARK: Kinds

extension ArchiveEntry {
  /// Returns the kind for a name that Chromium records.
  private static func kind(_ name: [UInt8]?, sent: RecordedHeaders) -> Request.Kind? {
    guard let name else { return nil }
    let word = String(decoding: name, as: UTF8.self).lowercased()
    // Subtitles, which are media for WebKit and `Sec-Fetch-Dest`.
    if word == "texttrack" { return .media }
    let kind = Request.Kind(name: word) ?? .other
    // Chromium uses one name for pings and beacons. Only the ping of a link has a header with the linked
    // page.
    return kind == .ping && !sent.isOfLinkPing ? .beacon : kind
  }

  /// Returns the kind for the MIME type of the response, or `nil` if the type does not determine it.
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

  /// Returns the URL of a WebSocket that is recorded with the URL of its handshake.
  private static func webSocket(_ url: [UInt8]) -> [UInt8] {
    guard let colon = url.firstIndex(of: ASCII.colon) else { return url }
    switch String(decoding: url[..<colon], as: UTF8.self).lowercased() {
    case "http": return Array("ws".utf8) + url[colon...]
    case "https": return Array("wss".utf8) + url[colon...]
    default: return url
    }
  }
}

// MARK: Documents

extension ArchiveEntry {
  var isDocument: Bool { kind?.isDocument ?? false }

  var isKnownPage: Bool { isPlaceKnown && kind == .document }

  var isKnownFrame: Bool { kind == .subdocument }

  var isPlaceUnknown: Bool { isDocument && !isKnownPage && !isKnownFrame }

  /// Whether the response can cause further requests. Responses of unknown kinds can.
  var canAsk: Bool {
    switch kind {
    case .document, .subdocument, .script, .stylesheet, .object, .other, nil: true
    case .image, .font, .media, .xmlhttprequest, .websocket, .ping, .beacon, .popup: false
    }
  }

  /// Whether the request is of a kind that documents make only while they are shown, not when the user leaves
  /// them.
  var isPartOfADocument: Bool {
    switch kind {
    case .subdocument, .script, .stylesheet, .image, .font, .media, .object: true
    case .document, .xmlhttprequest, .websocket, .ping, .beacon, .popup, .other, nil: false
    }
  }
}

/// Parses times in the format of HAR files: ISO 8601 with fractional seconds and a time zone.
enum ArchiveTime {
  private static let form = Array("0000-00-00T00:00:00".utf8)

  /// Returns the microseconds since 1970, or `nil` if the text is invalid. A missing time zone means UTC,
  /// because only differences matter.
  static func microseconds(_ text: [UInt8]) -> Int? {
    guard text.count >= form.count, zip(text, form).allSatisfy({ $1 == ASCII.zero || $0 == $1 }),
      let year = number(text, count: 4), let month = number(text.dropFirst(5)), 1...12 ~= month,
      let day = number(text.dropFirst(8)), 1...31 ~= day, let hour = number(text.dropFirst(11)),
      let minute = number(text.dropFirst(14)), let second = number(text.dropFirst(17))
    else { return nil }
    var rest = text[form.count...]
    var fraction = 0
    if rest.first == ASCII.dot {
      let digits = rest.dropFirst().prefix(while: \.isDigit)
      rest = rest[digits.endIndex...]
      fraction = number(digits + Array("000000".utf8), count: 6) ?? 0
    }
    let time = hour * 3600 + minute * 60 + second - zone(rest)
    return (days(year, month: month, day: day) * 86_400 + time) * 1_000_000 + fraction
  }

  /// Returns the days from 1970 to a day of the Gregorian calendar. The calculation uses years that begin in
  /// March.
  private static func days(_ year: Int, month: Int, day: Int) -> Int {
    let marchYear = month > 2 ? year : year - 1
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    return marchYear * 365 + marchYear / 4 - marchYear / 100 + marchYear / 400 + dayOfYear - 719_468
  }

  /// Returns the number that a text begins with, or `nil` if it does not have so many digits.
  private static func number(_ text: some Collection<UInt8>, count: Int = 2) -> Int? {
    let digits = text.prefix(count)
    guard digits.count == count, digits.allSatisfy(\.isDigit) else { return nil }
    return digits.reduce(0) { $0 * 10 + Int($1 - ASCII.zero) }
  }

  /// Returns the offset from UTC in seconds, positive to the east; 0 without a valid time zone.
  private static func zone(_ text: ArraySlice<UInt8>) -> Int {
    guard let sign = text.first, sign == ASCII.plus || sign == ASCII.dash,
      let hours = number(text.dropFirst())
    else { return 0 }
    let rest = text.dropFirst(3)
    let minutes = number(rest.first == ASCII.colon ? rest.dropFirst() : rest) ?? 0
    return (sign == ASCII.plus ? 60 : -60) * (hours * 60 + minutes)
  }
}
