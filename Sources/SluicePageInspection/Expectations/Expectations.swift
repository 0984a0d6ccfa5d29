import SluiceAnalysis
import SluiceRules
import SluiceText

/// The expectations about a page: a JSON object with the optional members `page`, `visible`, `hidden`,
/// `loads`, `blocked` and `noErrors`. Editors read the member `$schema`.
package struct Expectations: Sendable {
  /// The URL of the page, or `nil` if it is not specified.
  package let page: [UInt8]?
  /// The expectations, grouped by kind and in source order within each kind.
  package let all: [Placed]

  /// An expectation with its position.
  package struct Placed: Hashable, Sendable {
    package let expectation: PageExpectation
    /// The byte range of the expectation in the source text.
    package let range: Range<Int>
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
  package init(decodingJSON json: some InputBytes & ~Escapable) throws(RequestFault) {
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
    let members = JSONMembers(of: object, Self.names, in: text)
    if let key = members.unknownKeys.first {
      let known = Key.allCases.map(\.rawValue).joined(separator: ", ")
      throw UnplacedFault(
        offset: key.start, message: "unknown key '\(JSONText(key, in: text).string)'; known are \(known)")
    }
    if let key = members.repeatedKeys.first {
      throw UnplacedFault(offset: key.start, message: "duplicate key '\(JSONText(key, in: text).string)'")
    }
    var page: [UInt8]?
    var all: [Placed] = []
    for (index, key) in Key.allCases.enumerated() {
      guard let value = members[index] else { continue }
      switch key {
      case .page: page = try Self.page(value, text: text)
      case .visible, .hidden, .loads, .blocked:
        guard value.kind == .array else {
          throw UnplacedFault(offset: value.start, message: "'\(key.rawValue)' must be an array of strings")
        }
        var cursor = JSONCursor(in: value)
        while let element = cursor.nextValue(text) {
          all.append(try Self.expectation(key, value: element, text: text))
        }
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

  private static func page(_ value: JSONValue, text: Span<UInt8>) throws(UnplacedFault) -> [UInt8] {
    let url = value.kind == .string ? JSONText(value, in: text).bytes : []
    guard ArchiveURL.isOfTheWeb(url) else {
      throw UnplacedFault(
        offset: value.start, message: "'page' must be the URL of a page, such as https://news.example/")
    }
    return url
  }

  private static func expectation(
    _ key: Key, value: JSONValue, text: Span<UInt8>
  ) throws(UnplacedFault) -> Placed {
    guard value.kind == .string else {
      throw UnplacedFault(offset: value.start, message: "'\(key.rawValue)' must be an array of strings")
    }
    let bytes = JSONText(value, in: text).bytes
    let expectation: PageExpectation
    switch key {
    case .visible: expectation = .visible(try selector(bytes, value: value))
    case .hidden: expectation = .hidden(try selector(bytes, value: value))
    case .loads: expectation = .loads(try url(bytes, value: value))
    case .blocked: expectation = .blocked(try url(bytes, value: value))
    case .noErrors, .page, .schema: expectation = .noErrors
    }
    return Placed(expectation: expectation, range: value.start..<value.end)
  }

  private static func selector(
    _ bytes: [UInt8], value: JSONValue
  ) throws(UnplacedFault) -> ExpectedSelector {
    do throws(SelectorProblem) {
      return try ExpectedSelector(parsing: bytes)
    } catch {
      throw UnplacedFault(
        offset: value.start, message: "WebKit does not accept the selector: \(error.message)")
    }
  }

  private static func url(_ bytes: [UInt8], value: JSONValue) throws(UnplacedFault) -> ExpectedURL {
    guard let url = ExpectedURL(parsing: bytes) else {
      throw UnplacedFault(
        offset: value.start,
        message: "not a URL: write a scheme and a host; only the end can be '*', which matches any text")
    }
    return url
  }
}

/// An expectation about a page that must hold with any filter lists.
package enum PageExpectation: Hashable, Sendable {
  /// At least one element matches the selector and is visible.
  case visible(ExpectedSelector)
  /// No element that matches the selector is visible.
  case hidden(ExpectedSelector)
  /// Requests with the URL pass.
  case loads(ExpectedURL)
  /// Requests with the URL are blocked.
  case blocked(ExpectedURL)
  /// No script of the page fails, unless it also fails without filter lists.
  case noErrors

  /// A short description of the expectation.
  package var words: String {
    switch self {
    case .visible(let selector): "\(selector) is visible"
    case .hidden(let selector): "\(selector) is hidden"
    case .loads(let url): "\(url) is loaded"
    case .blocked(let url): "\(url) is blocked"
    case .noErrors: "no script fails"
    }
  }
}

/// A selector with its source text and parsed form.
package struct ExpectedSelector: Hashable, Sendable, CustomStringConvertible {
  /// The source text.
  package let bytes: [UInt8]
  package let parsed: ParsedSelector

  /// Parses a selector. Throws if WebKit rejects it.
  package init(parsing text: some InputBytes & ~Escapable) throws(SelectorProblem) {
    let bytes = text.inputArray()
    if let problem = CSSSelector.problem(in: bytes) { throw problem }
    // A selector without problems can be parsed.
    guard let parsed = ParsedSelector(of: bytes.span) else {
      throw SelectorProblem(.empty, offset: 0, length: bytes.count)
    }
    (self.bytes, self.parsed) = (bytes, parsed)
  }

  /// The source text.
  package var description: String { String(decoding: bytes, as: UTF8.self) }
}

/// A URL in the form that browsers use, or a prefix of URLs.
package struct ExpectedURL: Hashable, Sendable, CustomStringConvertible {
  /// The URL without the trailing `*` and without a fragment.
  package let bytes: [UInt8]
  package let isPrefix: Bool

  /// Parses a URL. A trailing `*` makes it a prefix.
  ///
  /// Returns `nil` if the URL has no web scheme, or if its host contains a `*`, which would be part of the
  /// name.
  package init?(parsing text: some InputBytes & ~Escapable) {
    let text = text.inputArray()
    isPrefix = text.last == ASCII.star
    let url = isPrefix ? Array(text.dropLast()) : text
    guard ArchiveURL.isOfTheWeb(url), !ReferencedURL.Parts(url).authority.contains(ASCII.star) else {
      return nil
    }
    // A prefix can end within the host, so it is not normalized.
    bytes = isPrefix ? url : SerializedURL(url).withoutFragment
  }

  /// Returns whether the expectation applies to a URL, which must not have a fragment.
  package func matches(_ url: [UInt8]) -> Bool { isPrefix ? url.starts(with: bytes) : url == bytes }

  /// The source text.
  package var description: String { String(decoding: bytes, as: UTF8.self) + (isPrefix ? "*" : "") }
}
