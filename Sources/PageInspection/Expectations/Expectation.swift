import ContentBlocker

/// What must be so on a page, whatever lists are used.
public enum Expectation: Hashable, Sendable {
  /// An element of the selector is there and shown.
  case visible(ExpectedSelector)
  /// No element of the selector is shown.
  case hidden(ExpectedSelector)
  /// What has the URL is loaded.
  case loads(ExpectedURL)
  /// What has the URL is not loaded.
  case blocked(ExpectedURL)
  /// No script of the page fails that does not fail without lists.
  case noErrors

  /// What is expected, in a few words.
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

/// A selector, as it is written and as it is understood.
public struct ExpectedSelector: Hashable, Sendable, CustomStringConvertible {
  /// As it is written.
  public let bytes: [UInt8]
  /// What it means.
  public let parsed: ParsedSelector

  /// Reads a selector that WebKit accepts.
  public init(parsing text: some InputBytes & ~Escapable) throws(SelectorProblem) {
    let bytes = text.inputArray()
    if let problem = Selector.problem(in: bytes) { throw problem }
    // What has no problem is understood.
    guard let parsed = ParsedSelector(of: bytes.span) else {
      throw SelectorProblem(.empty, offset: 0, length: bytes.count)
    }
    (self.bytes, self.parsed) = (bytes, parsed)
  }

  /// As it is written.
  public var description: String { String(decoding: bytes, as: UTF8.self) }

  /// Whether both are written the same.
  public static func == (first: Self, second: Self) -> Bool { first.bytes == second.bytes }

  /// Takes in how it is written.
  public func hash(into hasher: inout Hasher) { hasher.combine(bytes) }
}

/// A URL as browsers write it, or what URLs begin with.
public struct ExpectedURL: Hashable, Sendable, CustomStringConvertible {
  /// Without the `*` at its end, and without a fragment.
  public let bytes: [UInt8]
  /// Whether more may follow.
  public let isPrefix: Bool

  /// Reads a URL, at whose end `*` stands for any rest; nil for what has no scheme of the web, or a `*` in its host, where it
  /// would be a part of the name.
  public init?(parsing text: some InputBytes & ~Escapable) {
    let text = text.inputArray()
    isPrefix = text.last == UInt8(ascii: "*")
    let url = isPrefix ? Array(text.dropLast()) : text
    guard ArchiveURL.isOfTheWeb(url), !ReferencedURL.Parts(url).authority.contains(UInt8(ascii: "*")) else {
      return nil
    }
    // What is the beginning of a host is no host yet.
    bytes = isPrefix ? url : SerializedURL(url).withoutFragment
  }

  /// Whether a URL without a fragment is meant.
  public func matches(_ url: [UInt8]) -> Bool { isPrefix ? url.starts(with: bytes) : url == bytes }

  /// As it is written.
  public var description: String { String(decoding: bytes, as: UTF8.self) + (isPrefix ? "*" : "") }
}
