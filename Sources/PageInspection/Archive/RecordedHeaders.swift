import ContentBlocker
import JSON

/// What is of use among the headers of a recorded request or answer.
struct RecordedHeaders {
  /// `Referer`
  private(set) var referrer: [UInt8]?
  /// `Origin`, where it names one.
  private(set) var origin: [UInt8]?
  /// `Sec-Fetch-Site`
  private(set) var site: FetchSite?
  /// Whether it asks what a request may do that is to follow.
  private(set) var isPreflight = false
  /// `Sec-Fetch-Dest`
  private(set) var destination: [UInt8]?
  /// `Location`
  private(set) var location: [UInt8]?
  /// Whether a WebSocket is opened.
  private(set) var upgradesToWebSocket = false
  /// Whether it is the ping of a link.
  private(set) var isOfLinkPing = false
  /// Whether an event source asks.
  private(set) var isOfEventSource = false
  /// How many cookies are sent.
  private(set) var cookies = 0
  /// How many are set.
  private(set) var setCookies = 0

  /// Reads an array of headers; anything else has none.
  init(in headers: JSONValue?, _ json: Span<UInt8>) {
    guard let headers, headers.kind == .array else { return }
    var cursor = JSONCursor(in: headers)
    while let header = cursor.nextValue(json) {
      guard header.kind == .object else { continue }
      // Archives are headers for the most part: of most neither name nor value is read.
      var members = JSONCursor(in: header)
      var (name, value): (JSONValue?, JSONValue?)
      while let (key, member) = members.nextMember(json) {
        if key.isString("name", json) { name = member } else if key.isString("value", json) { value = member }
      }
      guard let name, let value, name.kind == .string, value.kind == .string else { continue }
      let inside = json.extracting(name.start + 1..<max(name.start + 1, name.end - 1))
      for known in Name.texts where inside.equalsIgnoringCase(known.text, inside.indices) {
        take(known.name, JSONText(value, json).bytes)
      }
    }
  }

  private enum Name: String, CaseIterable {
    case referer, origin, upgrade, accept, cookie, location
    case site = "sec-fetch-site"
    case requestedMethod = "access-control-request-method"
    case destination = "sec-fetch-dest"
    case pingTo = "ping-to"
    case setCookie = "set-cookie"

    static let texts = allCases.map { (name: $0, text: Array($0.rawValue.utf8)) }
  }

  private mutating func take(_ name: Name, _ value: [UInt8]) {
    switch name {
    case .referer: referrer = value
    case .origin: origin = value.elementsEqual("null".utf8) || value.isEmpty ? nil : value
    case .site: site = FetchSite(rawValue: String(decoding: value.map(\.asciiLowercased), as: UTF8.self))
    case .requestedMethod: isPreflight = true
    case .location: location = value.isEmpty ? nil : value
    case .destination: destination = value
    case .upgrade: upgradesToWebSocket = value.map(\.asciiLowercased).elementsEqual("websocket".utf8)
    case .pingTo: isOfLinkPing = true
    case .accept: isOfEventSource = value.elementsEqual("text/event-stream".utf8)
    case .cookie: cookies += Self.parts(of: value, UInt8(ascii: ";"))
    // Some recorders join what came in several headers by line ends.
    case .setCookie: setCookies += Self.parts(of: value, 0x0A)
    }
  }

  /// How many parts there are that are not blank.
  private static func parts(of value: [UInt8], _ separator: UInt8) -> Int {
    value.split(separator: separator).count { !$0.allSatisfy(\.isJSONSpace) }
  }
}

/// What `Sec-Fetch-Site` says of whoever asks for a load.
enum FetchSite: String {
  /// It is of the origin of the load.
  case sameOrigin = "same-origin"
  /// It is of the site of the load.
  case sameSite = "same-site"
  /// It is of another site.
  case crossSite = "cross-site"
  /// It is the user.
  case user = "none"
}

extension JSONMembers {
  /// The text of a member; nil where there is none.
  func text(_ index: Int, _ json: Span<UInt8>) -> [UInt8]? {
    guard let value = self[index], value.kind == .string else { return nil }
    return JSONText(value, json).bytes
  }

  /// The members of a member that is an object.
  func members(_ index: Int, _ names: [StaticString], _ json: Span<UInt8>) -> JSONMembers? {
    guard let value = self[index], value.kind == .object else { return nil }
    return JSONMembers(of: value, names, json)
  }
}

extension JSONValue {
  /// The number that the value is, if it is one that times and sizes can be.
  func number(_ json: Span<UInt8>) -> Double? {
    guard kind == .number, length <= 64 else { return nil }
    let text = String(decoding: [UInt8](json.extracting(start..<end)), as: UTF8.self)
    // Milliseconds of thirty years, and a thousand terabytes.
    guard let number = Double(text), abs(number) < 1e12 else { return nil }
    return number
  }

  /// The same without what is behind the point.
  func integer(_ json: Span<UInt8>) -> Int? { number(json).map { Int($0) } }

  /// How many elements an array has; none for other values.
  func elementCount(_ json: Span<UInt8>) -> Int {
    guard kind == .array else { return 0 }
    var cursor = JSONCursor(in: self)
    var count = 0
    while cursor.nextValue(json) != nil { count += 1 }
    return count
  }
}
