import SluiceAnalysis
import SluiceRules
import SluiceSyntax
import SluiceText

/// The text at the start of a pattern where it can match in the host of a URL.
///
/// `-ads.com^` matches at the end of the host, and `/ads/` matches the host `ads`, because a `/` precedes it.
struct TextInHost {
  enum Portion: Equatable {
    case whole
    case end
    /// The text is anywhere in the host, and the pattern has nothing else.
    case anywhere
  }

  /// The text in lowercase, as hosts are in URLs.
  let text: [UInt8]
  let portion: Portion
  let end: Int

  enum Match {
    case never
    case text(TextInHost)
    /// It can match in ways that are not described here, such as text that a `*` follows.
    case unknown
  }

  static func match(of pattern: PlainPattern, isCaseSensitive: Bool, in bytes: Span<UInt8>) -> Match {
    let body = pattern.body
    let first = bytes[body.lowerBound]
    let beginsBehindHost = first == ASCII.slash || first == ASCII.caret
    let start = beginsBehindHost ? body.lowerBound + 1 : body.lowerBound
    let end = PatternConverter.hostEnd(bytes, body: ByteRange(start, body.upperBound))
    let range = ByteRange(start, end)
    if end == body.upperBound {
      // The end of a URL is never in its host.
      if pattern.isEndAnchored { return .never }
      if beginsBehindHost { return .unknown }
    } else {
      switch bytes[end] {
      case ASCII.slash, ASCII.caret, ASCII.colon: break
      case ASCII.star, ASCII.at: return .unknown
      default: return .never
      }
    }
    // A text of digits can be a port.
    guard !range.isEmpty, !range.indices.allSatisfy({ bytes[$0].isDigit }),
      range.indices.allSatisfy({ bytes[$0] < 0x80 })
    else { return .unknown }
    if isCaseSensitive, range.indices.contains(where: { bytes[$0] != bytes[$0].asciiLowercased }) {
      return .never
    }
    // The start of the pattern can also match in the scheme, as in `s://ads.com/` or `https:`.
    if !beginsBehindHost, end < body.upperBound, bytes[end] != ASCII.slash,
      PatternFault.isEndOfScheme(bytes.lowercased(range))
    {
      return .unknown
    }
    if beginsBehindHost {
      guard let host = HostNames.ascii(bytes, in: range) else { return .never }
      return .text(TextInHost(text: host, portion: .whole, end: end))
    }
    return .text(
      TextInHost(
        text: bytes.lowercased(range), portion: end == body.upperBound ? .anywhere : .end, end: end))
  }

  /// Returns url-filters for the matches in hosts within this one, or `nil` if they cannot be expressed.
  func filters(
    of pattern: PlainPattern, within host: [UInt8], isCaseSensitive: Bool, in bytes: Span<UInt8>
  ) -> [URLFilter]? {
    var start: URLFilterBuilder
    switch portion {
    case .whole:
      guard HostNames.isHost(text, within: host) else { return [] }
      start = URLFilterBuilder(.host, host: text)
    case .anywhere:
      // The text could also be in the names below the host.
      return contains(host) ? PagePattern.host(host).map { [$0] } ?? [] : nil
    case .end:
      if text.count > host.count {
        guard text.suffix(host.count + 1).elementsEqual([ASCII.dot] + host) else { return [] }
        start = URLFilterBuilder(.insideAuthority, host: text)
      } else {
        guard host.suffix(text.count).elementsEqual(text) else { return [] }
        start = URLFilterBuilder(.labelBeforePath, host: host)
      }
    }
    return finish(start, pattern: pattern, isCaseSensitive: isCaseSensitive, in: bytes)
  }

  /// Returns url-filters for the matches that are the whole host.
  func filters(
    ofWholeHost pattern: PlainPattern, isCaseSensitive: Bool, in bytes: Span<UInt8>
  ) -> [URLFilter] {
    filters(of: pattern, within: text, isCaseSensitive: isCaseSensitive, in: bytes) ?? []
  }

  func isInAllURLs(of pattern: PlainPattern, within host: [UInt8], in bytes: Span<UInt8>) -> Bool {
    switch portion {
    case .whole: false
    case .anywhere: contains(host)
    case .end:
      host.suffix(text.count).elementsEqual(text) && end + 1 == pattern.body.upperBound
        && bytes[end] == ASCII.caret && !pattern.isEndAnchored
    }
  }

  private func finish(
    _ start: URLFilterBuilder, pattern: PlainPattern, isCaseSensitive: Bool, in bytes: Span<UInt8>
  ) -> [URLFilter] {
    var start = start
    let isSeparator = bytes[end] == ASCII.caret
    if isSeparator { start.hostEnd() }
    return PatternConverter.finish(
      start, pattern: pattern, from: isSeparator ? end + 1 : end, isCaseSensitive: isCaseSensitive, in: bytes)
  }

  private func contains(_ host: [UInt8]) -> Bool {
    host.indices.contains { host[$0...].starts(with: text) }
  }
}
