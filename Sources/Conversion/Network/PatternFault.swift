import ContentBlocker
import FilterSyntax

/// What is wrong with a pattern that no URL matches, or that is not what its author meant.
///
/// Patterns `||host^` are not looked at: most filters are these, and nothing can be wrong with them.
enum PatternFault {
  /// Throws what is wrong with the pattern of a filter.
  static func check(_ filter: NetworkFilter, in bytes: Span<UInt8>) throws(Finding) {
    guard case .plain(let plain) = filter.pattern, !plain.body.isEmpty else { return }
    let body = plain.body
    let whole = plain.range
    let first = bytes[body.lowerBound]
    if plain.start == .anywhere, first == UInt8(ascii: "@"), body.count > 1,
      bytes[body.lowerBound + 1] == UInt8(ascii: "|")
    {
      throw .dropped(.misspeltException, whole)
    }
    var hasDollar = false
    var commas = 0
    for index in body.indices {
      switch bytes[index] {
      case UInt8(ascii: "|") where index > body.lowerBound && bytes[index - 1] == UInt8(ascii: "|"):
        throw .dropped(.joinedFilters, ByteRange(index - 1, whole.upperBound))
      // A URL has all of these percent-encoded, and WebKit looks at URLs without their fragment.
      case UInt8(ascii: "#"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""):
        throw .dropped(.patternNeverMatches, ByteRange(index, index + 1))
      case UInt8(ascii: "$"): hasDollar = true
      case UInt8(ascii: ","): commas += 1
      case _: continue
      }
    }
    if hasDollar, let options = misplacedOptions(filter, body, bytes) {
      throw .dropped(.misplacedOptions, options)
    }
    if commas > 0, plain.start == .anywhere, !plain.isEndAnchored, areDomains(body, bytes) {
      throw .dropped(.unmarkedDomains, whole)
    }
    let isPossible =
      switch plain.start {
      case .anywhere: true
      case .url: canBeginURL(plain, bytes)
      case .hostLabel: canBeginHost(plain, bytes)
      }
    if !isPossible { throw .dropped(.patternNeverMatches, whole) }
  }

  /// Whether some URL begins like that.
  private static func canBeginURL(_ plain: PlainPattern, _ bytes: Span<UInt8>) -> Bool {
    guard canMatchURL(plain, bytes) else { return false }
    // `|https://host|`: behind the host there always is a slash.
    guard plain.isEndAnchored, let colon = bytes.firstIndex(of: UInt8(ascii: ":"), in: plain.body),
      bytes.hasText("://", at: colon, in: plain.body)
    else { return true }
    return !isHostAlone(ByteRange(min(colon + 3, plain.body.upperBound), plain.body.upperBound), bytes)
  }

  /// Whether some host begins like that, or has a label that does.
  private static func canBeginHost(_ plain: PlainPattern, _ bytes: Span<UInt8>) -> Bool {
    let body = plain.body
    let end = PatternConverter.hostEnd(bytes, body)
    var previous = UInt8(ascii: ".")
    for index in body.lowerBound..<end {
      // A label has at least one character.
      if bytes[index] == UInt8(ascii: "."), previous == UInt8(ascii: ".") { return false }
      previous = bytes[index]
    }
    guard end < body.upperBound else { return !(plain.isEndAnchored && isHostAlone(body, bytes)) }
    switch bytes[end] {
    case UInt8(ascii: "/"), UInt8(ascii: "^"), UInt8(ascii: "*"): return true
    case UInt8(ascii: ":"):
      // A port has digits, and a user's name may have a colon behind it.
      let rest = ByteRange(end + 1, body.upperBound)
      let isPort = rest.isEmpty || bytes[end + 1].isDigit || "*^".utf8.contains(bytes[end + 1])
      guard end > body.lowerBound, isPort || bytes.firstIndex(of: UInt8(ascii: "@"), in: rest) != nil else {
        return false
      }
      return canMatchURL(plain, bytes)
    // Behind a host is a slash or a port; before it a user's name may have almost anything.
    case _: return canMatchURL(plain, bytes)
    }
  }

  /// Whether the url-filters of a pattern can match. It takes longer than to look at the pattern.
  private static func canMatchURL(_ plain: PlainPattern, _ bytes: Span<UInt8>) -> Bool {
    guard let result = try? PatternConverter.convert(.plain(plain), isCaseSensitive: false, in: bytes) else {
      // What is wrong with it is said where it is converted.
      return true
    }
    return result.filters.contains { $0.canMatchURL(isCaseSensitive: false) }
  }

  /// Whether the range is a host and nothing else.
  private static func isHostAlone(_ range: ByteRange, _ bytes: Span<UInt8>) -> Bool {
    !range.isEmpty && PatternConverter.hostEnd(bytes, range) == range.upperBound
  }

  /// Options that the parser took for a part of the pattern: from their `$` on.
  private static func misplacedOptions(
    _ filter: NetworkFilter, _ body: ByteRange, _ bytes: Span<UInt8>
  ) -> ByteRange? {
    for index in body.indices where bytes[index] == UInt8(ascii: "$") {
      var start = index + 1
      while start < body.upperBound, bytes[start] == UInt8(ascii: "~") { start += 1 }
      var end = start
      while end < body.upperBound,
        bytes[end].isLetter || bytes[end].isDigit || bytes[end] == UInt8(ascii: "-")
          || bytes[end] == UInt8(ascii: "_")
      {
        end += 1
      }
      // A word between `$` and `/` is part of a path.
      let isClosed = end == body.upperBound || "|,=$~".utf8.contains(bytes[end])
      if end > start, isClosed, OptionTable.isOption(bytes, ByteRange(start, end)) {
        return ByteRange(index, body.upperBound)
      }
      if !filter.options.isEmpty, bytes[body.upperBound - 1] == UInt8(ascii: ",") {
        return ByteRange(index, body.upperBound)
      }
    }
    return nil
  }

  /// Whether the range is a list of host names with commas between them.
  private static func areDomains(_ range: ByteRange, _ bytes: Span<UInt8>) -> Bool {
    var start = range.lowerBound
    while start <= range.upperBound {
      let end =
        bytes.firstIndex(of: UInt8(ascii: ","), in: ByteRange(start, range.upperBound)) ?? range.upperBound
      let host = ByteRange(start, end)
      let isHost =
        !host.isEmpty && PatternConverter.hostEnd(bytes, host) == end
        && bytes.firstIndex(of: UInt8(ascii: "."), in: host) != nil && bytes[start] != UInt8(ascii: ".")
      guard isHost else { return false }
      start = end + 1
    }
    return true
  }
}
