/// Recognises and parses cosmetic filters.
enum CosmeticFilterParser {
  /// The filter, or nil when the line has no marker behind what can be a list of domains.
  static func parse(_ bytes: Span<UInt8>, _ line: ByteRange) throws(SyntaxProblem) -> CosmeticFilter? {
    var start = line.lowerBound
    var modifiers: [CosmeticModifier] = []
    if bytes.hasText("[$", at: start, in: line) {
      let close = try modifiersEnd(bytes, line)
      modifiers = try CosmeticModifierParser.parse(bytes, ByteRange(start + 2, close))
      start = close + 1
    }
    guard let marker = findMarker(bytes, ByteRange(start, line.upperBound)) else {
      // Behind modifiers there must be a marker; `[$x]ads` is nothing.
      if start > line.lowerBound { throw SyntaxProblem(.emptyBody, line) }
      return nil
    }
    let body = bytes.trimmed(ByteRange(marker.range.upperBound, line.upperBound))
    let prefix = bytes.trimmed(ByteRange(start, marker.range.lowerBound))
    guard !body.isEmpty else { throw SyntaxProblem(.emptyBody, marker.range) }
    var domains: [DomainEntry] = []
    if !prefix.isEmpty { domains = try DomainListParser.parse(bytes, prefix, separator: ASCII.comma) }
    if let index = modifiers.firstIndex(where: { $0.kind == .domain }) {
      domains += try DomainListParser.parse(bytes, modifiers[index].value, separator: ASCII.pipe)
      modifiers.remove(at: index)
    }
    return CosmeticFilter(
      kind: kind(bytes, marker.kind, body), isException: marker.isException, domains: domains,
      modifiers: modifiers, marker: marker.range, body: body)
  }

  /// What the body says of the kind, where the marker leaves it open.
  private static func kind(
    _ bytes: Span<UInt8>, _ kind: CosmeticFilter.Kind, _ body: ByteRange
  ) -> CosmeticFilter.Kind {
    switch kind {
    case .hiding where bytes.hasText("+js(", at: body.lowerBound, in: body): .scriptlet
    case .hiding where bytes.hasText("^responseheader(", at: body.lowerBound, in: body): .responseHeader
    case .hiding where bytes[body.lowerBound] == ASCII.caret: .html
    case .style where bytes.firstIndex(of: UInt8(ascii: "{"), in: body) == nil: .snippet
    case .script where bytes.hasText("//scriptlet(", at: body.lowerBound, in: body): .scriptlet
    default: kind
    }
  }

  private struct Marker {
    var kind: CosmeticFilter.Kind
    var isException: Bool
    var range: ByteRange
  }

  /// The first marker behind what can be a list of domains.
  private static func findMarker(_ bytes: Span<UInt8>, _ range: ByteRange) -> Marker? {
    var index = range.lowerBound
    var atEntryStart = true
    while index < range.upperBound {
      let byte = bytes[index]
      switch byte {
      case ASCII.hash:
        if let marker = hashMarker(bytes, index, range) { return marker }
        return nil
      case ASCII.dollar:
        return index > range.lowerBound ? dollarMarker(bytes, index, range) : nil
      case ASCII.slash:
        guard atEntryStart, let end = regexEnd(bytes, index, range.upperBound) else { return nil }
        index = end
        atEntryStart = false
        continue
      case ASCII.pipe, ASCII.at, ASCII.quote, ASCII.bang, ASCII.equals, ASCII.caret, ASCII.question:
        return nil
      default:
        atEntryStart = byte == ASCII.comma || (atEntryStart && (byte == ASCII.tilde || byte.isBlank))
      }
      index += 1
    }
    return nil
  }

  /// The offset after the slash that ends the regex of a domain: one before a comma or a marker.
  private static func regexEnd(_ bytes: Span<UInt8>, _ start: Int, _ end: Int) -> Int? {
    var index = start + 1
    while index + 1 < end {
      if bytes[index] == ASCII.backslash {
        index += 2
        continue
      }
      if bytes[index] == ASCII.slash {
        let next = bytes[index + 1]
        if next == ASCII.comma { return index + 1 }
        if next == ASCII.hash, hashMarker(bytes, index + 1, ByteRange(index + 1, end)) != nil { return index + 1 }
      }
      index += 1
    }
    return nil
  }

  private static func hashMarker(_ bytes: Span<UInt8>, _ index: Int, _ range: ByteRange) -> Marker? {
    for (text, kind, isException) in hashMarkers where bytes.hasText(text, at: index, in: range) {
      let end = index + text.utf8CodeUnitCount
      // `## Section` in hosts files, and rows of `#`, are comments.
      if kind == .hiding, !isException, index == range.lowerBound, end < range.upperBound,
        bytes[end].isBlank || isRowOfHashes(bytes, ByteRange(end, range.upperBound))
      {
        return nil
      }
      return Marker(kind: kind, isException: isException, range: ByteRange(index, end))
    }
    return nil
  }

  /// Whether a row of `#` is followed by a blank or the end.
  private static func isRowOfHashes(_ bytes: Span<UInt8>, _ range: ByteRange) -> Bool {
    var index = range.lowerBound
    while index < range.upperBound, bytes[index] == ASCII.hash { index += 1 }
    return index > range.lowerBound && (index == range.upperBound || bytes[index].isBlank)
  }

  /// `$$tag` and `$@$tag`: AdGuard's filters on the text of the page.
  private static func dollarMarker(_ bytes: Span<UInt8>, _ index: Int, _ range: ByteRange) -> Marker? {
    for (text, isException) in [("$$", false), ("$@$", true)] as [(StaticString, Bool)]
    where bytes.hasText(text, at: index, in: range) {
      let end = index + text.utf8CodeUnitCount
      guard end < range.upperBound, bytes[end].isLetter || bytes[end] == ASCII.star || bytes[end] == ASCII.openBracket
      else { return nil }
      return Marker(kind: .html, isException: isException, range: ByteRange(index, end))
    }
    return nil
  }

  private static let hashMarkers: [(StaticString, CosmeticFilter.Kind, Bool)] = [
    ("##", .hiding, false), ("#@#", .hiding, true), ("#?#", .extendedHiding, false),
    ("#@?#", .extendedHiding, true), ("#$#", .style, false), ("#@$#", .style, true),
    ("#$?#", .extendedStyle, false), ("#@$?#", .extendedStyle, true), ("#%#", .script, false),
    ("#@%#", .script, true),
  ]

  /// The offset of the `]` that ends the modifiers: the first one right before a marker or a domain, not
  /// inside of a `/regex/`'s class.
  private static func modifiersEnd(_ bytes: Span<UInt8>, _ line: ByteRange) throws(SyntaxProblem) -> Int {
    var index = line.lowerBound + 2
    // Every `]` starts a look for a marker; a regex has a few, a hostile line a million.
    var attempts = 0
    while index < line.upperBound, attempts < 64 {
      if bytes[index] == ASCII.backslash {
        index += 2
        continue
      }
      if bytes[index] == ASCII.closeBracket {
        attempts += 1
        if findMarker(bytes, ByteRange(index + 1, line.upperBound)) != nil { return index }
      }
      // Modifiers end before the first marker; what follows is the selector's own.
      if bytes[index] == ASCII.hash, hashMarker(bytes, index, line) != nil { break }
      index += 1
    }
    throw SyntaxProblem(.unclosedModifiers, ByteRange(line.lowerBound, line.lowerBound + 2))
  }
}
