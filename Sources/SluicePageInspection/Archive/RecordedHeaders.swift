import SluiceAnalysis
import SluiceRules
import SluiceText

struct RecordedHeaders {
  private(set) var referrer: [UInt8]?
  /// The value of `Origin`, unless it is opaque.
  private(set) var origin: [UInt8]?
  private(set) var site: FetchSite?
  private(set) var isPreflight = false
  private(set) var destination: [UInt8]?
  private(set) var location: [UInt8]?
  private(set) var upgradesToWebSocket = false
  private(set) var isOfLinkPing = false
  private(set) var isOfEventSource = false
  private(set) var cookies = 0
  private(set) var setCookies = 0

  /// Reads an array of headers. Other values count as an empty array.
  init(in headers: JSONValue?, _ json: Span<UInt8>) {
    guard let headers, headers.kind == .array else { return }
    var cursor = JSONCursor(in: headers)
    while let header = cursor.nextValue(json) {
      guard header.kind == .object else { continue }
      // HAR files consist mostly of headers. This skips the name and value of most of them without decoding.
      var members = JSONCursor(in: header)
      var (name, value): (JSONValue?, JSONValue?)
      while let (key, member) = members.nextMember(json) {
        if key.isString("name", in: json) {
          name = member
        } else if key.isString("value", in: json) {
          value = member
        }
      }
      guard let name, let value, name.kind == .string, value.kind == .string else { continue }
      let inside = json.extracting(name.start + 1..<max(name.start + 1, name.end - 1))
      for known in Name.texts where inside.equalsIgnoringCase(known.text, range: inside.indices) {
        take(known.name, value: JSONText(value, in: json).bytes)
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

  private mutating func take(_ name: Name, value: [UInt8]) {
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
    case .cookie: cookies += Self.parts(of: value, ASCII.semicolon)
    // Some recorders join the values of several headers with line endings.
    case .setCookie: setCookies += Self.parts(of: value, 0x0A)
    }
  }

  /// Returns the number of nonblank parts.
  private static func parts(of value: [UInt8], _ separator: UInt8) -> Int {
    value.split(separator: separator).count { !$0.allSatisfy(\.isJSONSpace) }
  }
}

/// The relation of a request to its source, as stated by `Sec-Fetch-Site`.
enum FetchSite: String {
  case sameOrigin = "same-origin"
  case sameSite = "same-site"
  case crossSite = "cross-site"
  /// The user caused the request.
  case user = "none"
}

extension JSONMembers {
  func text(_ index: Int, in json: Span<UInt8>) -> [UInt8]? {
    guard let value = self[index], value.kind == .string else { return nil }
    return JSONText(value, in: json).bytes
  }

  func members(_ index: Int, names: [StaticString], in json: Span<UInt8>) -> JSONMembers? {
    guard let value = self[index], value.kind == .object else { return nil }
    return JSONMembers(of: value, names, in: json)
  }
}

extension JSONValue {
  /// Returns the number, or `nil` if the value is not a number in the range of times and sizes.
  func number(_ json: Span<UInt8>) -> Double? {
    guard kind == .number, length <= 64 else { return nil }
    let text = String(decoding: [UInt8](json.extracting(start..<end)), as: UTF8.self)
    // 10¹² milliseconds are thirty years; 10¹² bytes are a terabyte.
    guard let number = Double(text), abs(number) < 1e12 else { return nil }
    return number
  }

  func integer(_ json: Span<UInt8>) -> Int? { number(json).map { Int($0) } }

  /// Returns the number of elements of an array, or 0 for other values.
  func elementCount(_ json: Span<UInt8>) -> Int {
    guard kind == .array else { return 0 }
    var cursor = JSONCursor(in: self)
    var count = 0
    while cursor.nextValue(json) != nil { count += 1 }
    return count
  }
}

extension Request.Kind {
  /// Creates the kind of request from the value of `Sec-Fetch-Dest`, which browsers send to secure URLs.
  /// Returns `nil` if the value is not specific enough.
  package init?(fetchDestination: [UInt8]) {
    switch String(decoding: fetchDestination, as: UTF8.self).lowercased() {
    case "document": self = .document
    case "iframe", "frame", "fencedframe": self = .subdocument
    case "script", "json": self = .script
    case "style", "xslt": self = .stylesheet
    case "image": self = .image
    case "font": self = .font
    case "audio", "video", "track": self = .media
    case "object", "embed": self = .object
    case "worker", "sharedworker", "serviceworker", "audioworklet", "paintworklet", "manifest", "report":
      self = .other
    case "websocket": self = .websocket
    // Requests by scripts. Beacons also have this value and cannot be distinguished.
    case "empty": self = .xmlhttprequest
    default: return nil
    }
  }
}
