/// Recognises and parses cosmetic filters.
enum CosmeticFilterParser {
  /// The filter, or nil when the line has no marker behind what can be a list of domains.
  static func parse(_ bytes: Span<UInt8>, _ line: ByteRange) throws(SyntaxProblem) -> CosmeticFilter? {
    guard bytes.hasText("[$", at: line.lowerBound, in: line) else {
      guard let marker = CosmeticMarker.find(bytes, line, isBehindModifiers: false) else { return nil }
      return try filter(bytes, line, marker)
    }
    let (close, marker) = try modifiersEnd(bytes, line)
    let modifiers = try CosmeticModifierParser.parse(bytes, ByteRange(line.lowerBound + 2, close))
    var filter = try filter(bytes, ByteRange(close + 1, line.upperBound), marker)
    for modifier in modifiers {
      if modifier.kind == .domain {
        filter.domains += try [DomainEntry](parsing: bytes, modifier.value, separator: ASCII.pipe)
      } else {
        filter.modifiers.append(modifier)
      }
    }
    return filter
  }

  /// The filter in `range`: domains, marker and body.
  private static func filter(
    _ bytes: Span<UInt8>, _ range: ByteRange, _ marker: CosmeticMarker
  ) throws(SyntaxProblem) -> CosmeticFilter {
    let body = bytes.trimmed(ByteRange(marker.range.upperBound, range.upperBound))
    guard !body.isEmpty else { throw SyntaxProblem(.emptyBody, marker.range) }
    let kind = kind(bytes, marker.kind, body)
    if kind == .html, body.count == 1, bytes[body.lowerBound] == ASCII.caret {
      throw SyntaxProblem(.emptyBody, ByteRange(marker.range.lowerBound, body.upperBound))
    }
    let prefix = bytes.trimmed(ByteRange(range.lowerBound, marker.range.lowerBound))
    return CosmeticFilter(
      kind: kind, isException: marker.isException,
      domains: prefix.isEmpty ? [] : try [DomainEntry](parsing: bytes, prefix, separator: ASCII.comma),
      modifiers: [], marker: marker.range, body: body)
  }

  /// What the body says of the kind, where the marker leaves it open.
  private static func kind(
    _ bytes: Span<UInt8>, _ kind: CosmeticFilter.Kind, _ body: ByteRange
  ) -> CosmeticFilter.Kind {
    switch kind {
    case .hiding where bytes.hasText("+js(", at: body.lowerBound, in: body): .scriptlet
    case .hiding where bytes.hasText("^responseheader(", at: body.lowerBound, in: body): .responseHeader
    case .hiding where bytes[body.lowerBound] == ASCII.caret: .html
    case .style where !isStyle(bytes, body): .snippet
    case .script where bytes.hasText("//scriptlet(", at: body.lowerBound, in: body): .scriptlet
    case .hiding, .extendedHiding, .style, .extendedStyle, .snippet, .scriptlet, .script, .html,
      .responseHeader:
      kind
    }
  }

  /// Whether this is `selector { ... }`; a snippet may have braces in its arguments.
  private static func isStyle(_ bytes: Span<UInt8>, _ body: ByteRange) -> Bool {
    bytes[body.upperBound - 1] == ASCII.closeBrace && bytes.firstIndex(of: ASCII.openBrace, in: body) != nil
  }

  /// The offset of the `]` that ends the modifiers, and the marker behind it: the first one right before
  /// a marker or domains, as a `/regex/` may have brackets too.
  private static func modifiersEnd(
    _ bytes: Span<UInt8>, _ line: ByteRange
  ) throws(SyntaxProblem) -> (close: Int, marker: CosmeticMarker) {
    let opening = ByteRange(line.lowerBound, line.lowerBound + 2)
    var index = opening.upperBound
    // Every `]` starts a look for a marker; a regex has a few, a hostile line a million.
    var attempts = 0
    while index < line.upperBound, attempts < 64 {
      switch bytes[index] {
      case ASCII.backslash: index += 1
      case ASCII.closeBracket:
        attempts += 1
        let rest = ByteRange(index + 1, line.upperBound)
        if let marker = CosmeticMarker.find(bytes, rest, isBehindModifiers: true) { return (index, marker) }
      case ASCII.hash:
        // Modifiers end before the first marker; what follows is the selector's own.
        if CosmeticMarker.hashMarker(bytes, index, line) != nil {
          throw SyntaxProblem(.unclosedModifiers, opening)
        }
      default: break
      }
      index += 1
    }
    throw attempts == 0 ? SyntaxProblem(.unclosedModifiers, opening) : SyntaxProblem(.missingMarker, line)
  }
}
