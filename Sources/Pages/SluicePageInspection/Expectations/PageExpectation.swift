import SluiceAnalysis
import SluiceRules

/// An expectation about a page that must hold with any filter lists.
@nonexhaustive public enum PageExpectation: Hashable, Sendable {
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
  public var words: String {
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
public struct ExpectedSelector: Hashable, Sendable, CustomStringConvertible {
  /// The source text.
  public let bytes: [UInt8]
  /// The parsed form.
  public let parsed: ParsedSelector

  /// Parses a selector. Throws if WebKit rejects it.
  public init(parsing text: some InputBytes & ~Escapable) throws(SelectorProblem) {
    let bytes = text.inputArray()
    if let problem = CSSSelector.problem(in: bytes) { throw problem }
    // A selector without problems can be parsed.
    guard let parsed = ParsedSelector(of: bytes.span) else {
      throw SelectorProblem(.empty, offset: 0, length: bytes.count)
    }
    (self.bytes, self.parsed) = (bytes, parsed)
  }

  /// The source text.
  public var description: String { String(decoding: bytes, as: UTF8.self) }

  /// Returns whether both selectors have the same source text.
  public static func == (first: Self, second: Self) -> Bool { first.bytes == second.bytes }

  /// Hashes the source text.
  public func hash(into hasher: inout Hasher) { hasher.combine(bytes) }
}

/// A URL in the form that browsers use, or a prefix of URLs.
public struct ExpectedURL: Hashable, Sendable, CustomStringConvertible {
  /// The URL without the trailing `*` and without a fragment.
  public let bytes: [UInt8]
  /// Whether the URL is a prefix.
  public let isPrefix: Bool

  /// Parses a URL. A trailing `*` makes it a prefix.
  ///
  /// Returns `nil` if the URL has no web scheme, or if its host contains a `*`, which would be part of the
  /// name.
  public init?(parsing text: some InputBytes & ~Escapable) {
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
  public func matches(_ url: [UInt8]) -> Bool { isPrefix ? url.starts(with: bytes) : url == bytes }

  /// The source text.
  public var description: String { String(decoding: bytes, as: UTF8.self) + (isPrefix ? "*" : "") }
}
