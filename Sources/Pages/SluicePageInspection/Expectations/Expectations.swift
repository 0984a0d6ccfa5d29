import SluiceRules
import SluiceText

/// The expectations about a page: a JSON object with the optional members `page`, `visible`, `hidden`,
/// `loads`, `blocked` and `noErrors`. Editors read the member `$schema`.
public struct Expectations: Sendable {
  /// The URL of the page, or `nil` if it is not specified.
  public let page: [UInt8]?
  /// The expectations, grouped by kind and in source order within each kind.
  public let all: [Placed]

  /// An expectation with its position.
  public struct Placed: Hashable, Sendable {
    /// The expectation.
    public let expectation: PageExpectation
    /// The byte range of the expectation in the source text.
    public let range: Range<Int>
  }

  private enum Key: String, CaseIterable {
    case page, visible, hidden, loads, blocked, noErrors
    case schema = "$schema"
  }

  private static let names: [StaticString] = [
    "page", "visible", "hidden", "loads", "blocked", "noErrors", "$schema",
  ]

  /// Parses expectations.
  ///
  /// Unknown or invalid members are errors, because an ignored expectation would never be tested.
  ///
  /// - Throws: A ``RequestFault`` with the location of the first error.
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
      throw UnplacedFault(offset: key.start, message: "duplicate key '\(JSONText(key, text).string)'")
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
      case .schema:
        guard value.kind == .string else {
          throw UnplacedFault(offset: value.start, message: "'$schema' must be a string")
        }
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
    let expectation: PageExpectation
    switch key {
    case .visible: expectation = .visible(try selector(bytes, value))
    case .hidden: expectation = .hidden(try selector(bytes, value))
    case .loads: expectation = .loads(try url(bytes, value))
    case .blocked: expectation = .blocked(try url(bytes, value))
    case .noErrors, .page, .schema: expectation = .noErrors
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
        offset: value.start, message: "WebKit does not accept the selector: \(error.message)")
    }
  }

  private static func url(_ bytes: [UInt8], _ value: JSONValue) throws(UnplacedFault) -> ExpectedURL {
    guard let url = ExpectedURL(parsing: bytes) else {
      throw UnplacedFault(
        offset: value.start,
        message: "not a URL: write a scheme and a host; only the end can be '*', which matches any text")
    }
    return url
  }
}
