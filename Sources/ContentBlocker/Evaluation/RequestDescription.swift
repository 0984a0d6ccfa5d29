/// A load as people and programs describe it: what ``Request`` is made of.
public struct RequestDescription: Hashable, Sendable {
  /// The URL that is loaded.
  public var url: [UInt8]
  /// The URL of the page in the window.
  public var page: [UInt8]
  /// The URL of the frame's document that asks; nil when the page itself does.
  public var frame: [UInt8]?
  /// What asks for the load.
  public var kind: Request.Kind
  /// Whether the kind was not given but guessed from the URL.
  public var isKindGuessed: Bool

  /// A load. Without a URL it is that of the page; without a kind that is guessed from the URL.
  public init(url: [UInt8]?, page: [UInt8], frame: [UInt8]? = nil, kind: Request.Kind? = nil) {
    self.url = url ?? page
    self.page = page
    self.frame = frame
    isKindGuessed = kind == nil && url != nil
    self.kind = kind ?? (url == nil ? .document : Request.Kind(guessedFrom: self.url))
  }

  /// The load as WebKit would make it.
  public func request(_ suffixes: PublicSuffixList) -> Request {
    Request(kind, url: url, page: page, frame: frame, suffixes: suffixes)
  }
}

/// What is wrong with the description of a load, and where.
public struct RequestProblem: TextProblem, Hashable, Sendable {
  /// What.
  public var reason: Reason
  /// The offset of the faulty part, in bytes.
  public var offset: Int

  /// ``offset``, as a place where something is missing.
  public var place: Range<Int> { offset..<offset }

  /// What can be wrong.
  public enum Reason: Hashable, Sendable {
    /// It is not JSON.
    case syntax(JSONFault.Reason)
    /// It is no JSON object.
    case notAnObject
    /// A key that must be there is not.
    case missing(Key)
    /// The value of a key is no string.
    case notAString(Key)
    /// A type that is none of ``Request/Kind``'s names.
    case unknownType(String)
    /// A URL without a scheme.
    case notAURL(Key)
  }

  /// The keys of a description.
  public enum Key: String, Hashable, Sendable, CaseIterable {
    /// What they are called.
    case url, page, frame, type
  }

  /// What is wrong, in plain words.
  public var message: String {
    switch reason {
    case .syntax(let reason): reason.messageOfAnyText
    case .notAnObject: "a request must be a JSON object"
    case .missing(let key): "\"\(key.rawValue)\" is missing"
    case .notAString(let key): "\"\(key.rawValue)\" must be a string"
    case .unknownType(let name): "there is no type '\(name)'"
    case .notAURL(let key): "\"\(key.rawValue)\" must be a URL with a scheme, such as https://news.example/"
    }
  }
}

extension RequestDescription {
  /// Reads a JSON object with `url`, `page`, `type` and `frame`; other keys are ignored. `url` may be absent
  /// when the page itself is loaded, `page` when the type is `document`.
  public init(decodingJSON json: some InputBytes & ~Escapable) throws(RequestProblem) {
    self = try json.withInputBytes { (json) throws(RequestProblem) in try Self(json) }
  }

  private init(_ json: Span<UInt8>) throws(RequestProblem) {
    let object: JSONValue
    do throws(JSONFault) {
      object = try JSONValue(allOf: json)
    } catch {
      throw RequestProblem(reason: .syntax(error.reason), offset: error.offset)
    }
    guard object.kind == .object else { throw RequestProblem(reason: .notAnObject, offset: 0) }
    let members = JSONMembers(of: object, ["url", "page", "frame", "type"], json)
    let type = try members.text(.type, json)
    var kind: Request.Kind?
    if let type {
      let name = String(decoding: type.bytes, as: UTF8.self)
      kind = Request.Kind(name: name)
      if kind == nil { throw RequestProblem(reason: .unknownType(name), offset: type.offset) }
    }
    let url = try members.url(.url, json)
    guard let page = try members.url(.page, json) ?? (kind == .document ? url : nil) else {
      throw RequestProblem(reason: .missing(.page), offset: object.start)
    }
    guard url != nil || kind == nil || kind == .document else {
      throw RequestProblem(reason: .missing(.url), offset: object.start)
    }
    self.init(url: url, page: page, frame: try members.url(.frame, json), kind: kind)
  }

  /// Whether something is a URL with a scheme, which all loads have.
  public static func isURL(_ text: [UInt8]) -> Bool {
    guard let colon = text.firstIndex(of: UInt8(ascii: ":")), colon > 0 else { return false }
    return text[..<colon].allSatisfy(\.isSchemeByte)
  }
}

extension JSONMembers {
  fileprivate func text(
    _ key: RequestProblem.Key, _ json: Span<UInt8>
  ) throws(RequestProblem) -> (bytes: [UInt8], offset: Int)? {
    guard let index = RequestProblem.Key.allCases.firstIndex(of: key), let value = self[index],
      value.kind != .null
    else { return nil }
    guard value.kind == .string else { throw RequestProblem(reason: .notAString(key), offset: value.start) }
    return (JSONText(value, json).bytes, value.start)
  }

  fileprivate func url(_ key: RequestProblem.Key, _ json: Span<UInt8>) throws(RequestProblem) -> [UInt8]? {
    guard let text = try text(key, json) else { return nil }
    guard RequestDescription.isURL(text.bytes) else {
      throw RequestProblem(reason: .notAURL(key), offset: text.offset)
    }
    return text.bytes
  }
}
