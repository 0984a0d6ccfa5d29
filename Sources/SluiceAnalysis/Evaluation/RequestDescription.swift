import SluiceRules
import SluiceText

/// A description of a request, as a person or a program writes it. A ``Request`` can be created from it.
public struct RequestDescription: Hashable, Sendable {
  /// The requested URL.
  package var url: [UInt8]
  /// The URL of the page.
  package var page: [UInt8]
  /// The URL of the document of the frame that makes the request; nil if the page itself makes it.
  package var frame: [UInt8]?
  /// The kind of request.
  public var kind: Request.Kind
  /// Whether the kind was guessed from the URL.
  package var isKindGuessed: Bool

  /// Creates a description. Without a URL, the request is for the page itself. Without a kind, the kind is
  /// guessed from the URL.
  public init(url: [UInt8]?, page: [UInt8], frame: [UInt8]? = nil, kind: Request.Kind? = nil) {
    self.url = url ?? page
    self.page = page
    self.frame = frame
    isKindGuessed = kind == nil && url != nil
    self.kind = kind ?? (url == nil ? .document : Request.Kind(guessedFrom: self.url))
  }

  /// The requested URL.
  public var urlString: String { String(decoding: url, as: UTF8.self) }
  /// The URL of the page.
  public var pageString: String { String(decoding: page, as: UTF8.self) }
  /// The URL of the frame; nil if the page itself makes the request.
  public var frameString: String? { frame.map { String(decoding: $0, as: UTF8.self) } }

  /// Returns the request as WebKit makes it.
  public func request(_ suffixes: PublicSuffixList) -> Request {
    Request(kind, url: url, page: page, frame: frame, suffixes: suffixes)
  }
}

/// A problem in the description of a request, with its position.
package struct RequestProblem: TextProblem, Hashable, Sendable {
  /// Why the description is invalid.
  package var reason: Reason
  /// The offset of the problem in the text, in bytes.
  package var offset: Int

  /// The position of the problem: an empty range at ``offset``.
  package var place: Range<Int> { offset..<offset }

  /// The reason why a description is invalid.
  package enum Reason: Hashable, Sendable {
    /// The text is not JSON.
    case syntax(JSONFault.Reason)
    /// The value is not a JSON object.
    case notAnObject
    /// A required key is missing.
    case missing(Key)
    /// The value of a key is not a string.
    case notAString(Key)
    /// The `type` is not the name of a ``Request/Kind``.
    case unknownType(String)
    /// A URL has no scheme.
    case notAURL(Key)
  }

  /// A key of a description.
  package enum Key: String, Hashable, Sendable, CaseIterable {
    /// A key with this name in the JSON.
    case url, page, frame, type
  }

  /// The message for the user.
  package var message: String {
    switch reason {
    case .syntax(let reason): reason.messageOfAnyText
    case .notAnObject: "a request must be a JSON object"
    case .missing(let key): "\"\(key.rawValue)\" is missing"
    case .notAString(let key): "\"\(key.rawValue)\" must be a string"
    case .unknownType(let name):
      "there is no type '\(name)'"
        + (Suggestion.nearest(to: name, among: Request.Kind.allCases.map { $0.rawValue }).map {
          "; did you mean '\($0)'?"
        } ?? "")
    case .notAURL(let key): "\"\(key.rawValue)\" must be a URL with a scheme, such as https://news.example/"
    }
  }
}

extension RequestDescription {
  /// Reads a JSON object with the keys `url`, `page`, `type` and `frame`; other keys are ignored. `url` is
  /// optional if the request is for the page itself, and `page` is optional if the type is `document`.
  package init(decodingJSON json: some InputBytes & ~Escapable) throws(RequestProblem) {
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
    let members = JSONMembers(of: object, ["url", "page", "frame", "type"], in: json)
    let type = try members.text(.type, in: json)
    var kind: Request.Kind?
    if let type {
      let name = String(decoding: type.bytes, as: UTF8.self)
      kind = Request.Kind(name: name)
      if kind == nil { throw RequestProblem(reason: .unknownType(name), offset: type.offset) }
    }
    let url = try members.url(.url, in: json)
    guard let page = try members.url(.page, in: json) ?? (kind == .document ? url : nil) else {
      throw RequestProblem(reason: .missing(.page), offset: object.start)
    }
    guard url != nil || kind == nil || kind == .document else {
      throw RequestProblem(reason: .missing(.url), offset: object.start)
    }
    self.init(url: url, page: page, frame: try members.url(.frame, in: json), kind: kind)
  }

  /// Returns whether the text begins with a scheme, as the URL of every request does. Spaces before it do not
  /// count.
  package static func isURL(_ text: [UInt8]) -> Bool {
    let text = ParsedURL.stripped(text)
    guard let colon = text.firstIndex(of: ASCII.colon) else { return false }
    return ParsedURL.scheme(text[..<colon]) != nil
  }
}

extension JSONMembers {
  fileprivate func text(
    _ key: RequestProblem.Key, in json: Span<UInt8>
  ) throws(RequestProblem) -> (bytes: [UInt8], offset: Int)? {
    guard let index = RequestProblem.Key.allCases.firstIndex(of: key), let value = self[index],
      value.kind != .null
    else { return nil }
    guard value.kind == .string else { throw RequestProblem(reason: .notAString(key), offset: value.start) }
    return (JSONText(value, in: json).bytes, value.start)
  }

  fileprivate func url(_ key: RequestProblem.Key, in json: Span<UInt8>) throws(RequestProblem) -> [UInt8]? {
    guard let text = try text(key, in: json) else { return nil }
    guard RequestDescription.isURL(text.bytes) else {
      throw RequestProblem(reason: .notAURL(key), offset: text.offset)
    }
    return text.bytes
  }
}

extension RequestProblem: CustomStringConvertible {
  /// The message for the user.
  package var description: String { message }
}
