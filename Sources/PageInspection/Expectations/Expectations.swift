import ContentBlocker
import JSON

/// What a page's author or tester expects of it: a JSON object with `page`, `visible`, `hidden`, `loads`, `blocked` and
/// `noErrors`, of which none must be there.
public struct Expectations: Sendable {
  /// The URL of the page; nil where it is not said.
  public let page: [UInt8]?
  /// In the order of the kinds, and of each as it is written.
  public let all: [Placed]

  /// An expectation, and where it stands.
  public struct Placed: Hashable, Sendable {
    /// What is expected.
    public let expectation: Expectation
    /// The bytes of it in the text that was read.
    public let range: Range<Int>
  }

  private enum Key: String, CaseIterable { case page, visible, hidden, loads, blocked, noErrors }

  private static let names: [StaticString] = ["page", "visible", "hidden", "loads", "blocked", "noErrors"]

  /// Reads expectations. Anything in them that is not known, or not as it must be, is thrown with its place: what would be
  /// overlooked would never be tested.
  public init(decodingJSON json: some InputBytes & ~Escapable) throws(RequestFault) {
    self = try UnplacedFault.placed(in: json) { (json) throws(UnplacedFault) in try Self(json) }
  }

  private init(_ text: Span<UInt8>) throws(UnplacedFault) {
    let object: JSONValue
    do throws(JSONFault) {
      object = try JSONValue(allOf: text)
    } catch {
      throw UnplacedFault(offset: error.offset, message: error.reason.message)
    }
    guard object.kind == .object else {
      throw UnplacedFault(offset: object.start, message: "expectations are a JSON object")
    }
    let members = JSONMembers(of: object, Self.names, text)
    if let key = members.unknownKeys.first {
      let known = Key.allCases.map(\.rawValue).joined(separator: ", ")
      throw UnplacedFault(
        offset: key.start, message: "unknown key '\(JSONText(key, text).string)'; known are \(known)")
    }
    if let key = members.repeatedKeys.first {
      throw UnplacedFault(offset: key.start, message: "'\(JSONText(key, text).string)' is there twice")
    }
    var page: [UInt8]?
    var all: [Placed] = []
    for (index, key) in Key.allCases.enumerated() {
      guard let value = members[index] else { continue }
      switch key {
      case .page: page = try Self.page(value, text)
      case .visible, .hidden, .loads, .blocked:
        guard value.kind == .array else {
          throw UnplacedFault(offset: value.start, message: "'\(key.rawValue)' must be an array of strings")
        }
        var cursor = JSONCursor(in: value)
        while let element = cursor.nextValue(text) { all.append(try Self.expectation(key, element, text)) }
      case .noErrors:
        guard value.kind == .true || value.kind == .false else {
          throw UnplacedFault(offset: value.start, message: "'noErrors' must be true or false")
        }
        if value.kind == .true { all.append(Placed(expectation: .noErrors, range: value.start..<value.end)) }
      }
    }
    (self.page, self.all) = (page, all)
  }

  private static func page(_ value: JSONValue, _ text: Span<UInt8>) throws(UnplacedFault) -> [UInt8] {
    let url = value.kind == .string ? JSONText(value, text).bytes : []
    guard ArchiveURL.isOfTheWeb(url) else {
      throw UnplacedFault(
        offset: value.start, message: "'page' must be the URL of a page, such as https://news.example/")
    }
    return url
  }

  private static func expectation(
    _ key: Key, _ value: JSONValue, _ text: Span<UInt8>
  ) throws(UnplacedFault) -> Placed {
    guard value.kind == .string else {
      throw UnplacedFault(offset: value.start, message: "'\(key.rawValue)' must be an array of strings")
    }
    let bytes = JSONText(value, text).bytes
    let expectation: Expectation
    switch key {
    case .visible: expectation = .visible(try selector(bytes, value))
    case .hidden: expectation = .hidden(try selector(bytes, value))
    case .loads: expectation = .loads(try url(bytes, value))
    case .blocked: expectation = .blocked(try url(bytes, value))
    case .noErrors, .page: expectation = .noErrors
    }
    return Placed(expectation: expectation, range: value.start..<value.end)
  }

  private static func selector(
    _ bytes: [UInt8], _ value: JSONValue
  ) throws(UnplacedFault) -> ExpectedSelector {
    do throws(SelectorProblem) {
      return try ExpectedSelector(parsing: bytes)
    } catch {
      throw UnplacedFault(
        offset: value.start, message: "a selector that WebKit does not accept: \(error.message)")
    }
  }

  private static func url(_ bytes: [UInt8], _ value: JSONValue) throws(UnplacedFault) -> ExpectedURL {
    guard let url = ExpectedURL(parsing: bytes) else {
      throw UnplacedFault(
        offset: value.start,
        message: "not a URL: it has a scheme and a host, and '*' at its end alone, for any rest")
    }
    return url
  }
}
