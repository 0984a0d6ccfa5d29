import ContentBlocker
import FilterSyntax

/// Turns `/regex/` entries of lists of domains, which are found in host names, into url-filters of pages.
enum HostRegex {
  /// Url-filters that match the URLs of pages whose host the regex matches; nil when WebKit cannot be told.
  static func filters(_ body: ByteRange, in bytes: Span<UInt8>) -> [URLFilter]? {
    // `^` and `$` are the ends of the host here, not of the URL.
    var (start, end) = (body.lowerBound, body.upperBound)
    let isAtStart = start < end && bytes[start] == UInt8(ascii: "^")
    if isAtStart { start += 1 }
    let isAtEnd =
      end > start && bytes[end - 1] == UInt8(ascii: "$")
      && (end - 2 < start || bytes[end - 2] != UInt8(ascii: "\\"))
    if isAtEnd { end -= 1 }
    guard !(isAtStart || isAtEnd) || !hasAlternatives(bytes, start..<end),
      let result = try? RegexFilters.urlFilters(for: bytes.extracting(start..<end), isCaseSensitive: false),
      !result.isNarrowed
    else { return nil }
    var filters: [URLFilter] = []
    for filter in result.urlFilters {
      var pattern = filter.pattern.withoutLeadingRun
      guard !pattern.isAnchoredAtStart, !pattern.isAnchoredAtEnd else { return nil }
      pattern.isAnchoredAtStart = isAtStart
      pattern.isAnchoredAtEnd = isAtEnd
      guard let filter = URLFilter(onHost(pattern)) else { return nil }
      filters.append(filter)
    }
    return filters
  }

  /// Whether there is a `|` outside of groups and classes: an anchor then belongs to one side of it only.
  private static func hasAlternatives(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
    var depth = 0
    var index = range.lowerBound
    while index < range.upperBound {
      switch bytes[index] {
      case UInt8(ascii: "\\"): index += 1
      case UInt8(ascii: "("), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: ")"), UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: "|"): if depth == 0 { return true }
      default: break
      }
      index += 1
    }
    return false
  }

  /// The pattern of a host as one of a URL: put between `scheme://` and what ends the host, and kept in there.
  private static func onHost(_ pattern: URLFilterPattern) -> URLFilterPattern {
    var terms = [Term(.characters(Class(ASCIISet(colon), isNegated: true)), .oneOrMore)]
    terms += Array("://".utf8).map { Term(.literal($0)) }
    let hostRun = Term(.characters(Class(outside, isNegated: true)), .zeroOrMore)
    if !pattern.isAnchoredAtStart { terms.append(hostRun) }
    terms += pattern.terms.map(insideHost)
    if !pattern.isAnchoredAtEnd { terms.append(hostRun) }
    terms.append(Term(.characters(Class(ASCIISet(colon).union(ASCIISet(slash))))))
    return URLFilterPattern(terms, isAnchoredAtStart: true)
  }

  /// The term without the characters that end a host.
  private static func insideHost(_ term: Term) -> Term {
    switch term.atom {
    case .any: Term(.characters(Class(outside, isNegated: true)), term.repetition)
    case .characters(let characters) where characters.isNegated:
      Term(.characters(Class(characters.members.union(outside), isNegated: true)), term.repetition)
    case .characters(let characters):
      Term(.characters(Class(characters.members.subtracting(outside))), term.repetition)
    case .literal: term
    case .group(let terms): Term(.group(terms.map(insideHost)), term.repetition)
    }
  }

  private typealias Term = URLFilterPattern.Term
  private typealias Class = URLFilterPattern.CharacterClass

  private static let colon = UInt8(ascii: ":"), slash = UInt8(ascii: "/")
  /// What is in no host; NUL stands for the end of the URL in WebKit.
  private static let outside = ASCIISet(colon).union(ASCIISet(slash)).union(ASCIISet(UInt8(ascii: "?")))
}

extension URLFilterPattern {
  /// The pattern without the terms at its start that stand for "anywhere".
  var withoutLeadingRun: URLFilterPattern {
    guard !isAnchoredAtStart else { return self }
    var pattern = self
    while let first = pattern.terms.first, first.atom == .any, first.repetition != .one {
      pattern.terms.removeFirst()
    }
    return pattern
  }
}
