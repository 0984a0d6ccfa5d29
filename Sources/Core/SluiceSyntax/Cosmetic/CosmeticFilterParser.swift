/// Recognizes and parses cosmetic filters.
enum CosmeticFilterParser {
  /// Parses the line as a cosmetic filter. Returns nil if it contains no marker at its start or after a list
  /// of domains.
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
        // AdGuard does not define whether both lists or either one would count.
        if let domain = filter.domains.first { throw SyntaxProblem(.repeatedDomains, domain.name) }
        for var entry in try [DomainEntry](parsing: bytes, modifier.value, separator: ASCII.pipe) {
          entry.isEscaped = entry.kind == .regex
          filter.domains.append(entry)
        }
      } else {
        filter.modifiers.append(modifier)
      }
    }
    return filter
  }

  /// Parses the filter in `range`: domains, marker and body.
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

  /// Returns the kind of the filter. If the marker allows several kinds, the body decides.
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

  /// Returns whether the body is a style, `selector { ... }`, and not a snippet. Arguments of snippets can
  /// also contain braces.
  private static func isStyle(_ bytes: Span<UInt8>, _ body: ByteRange) -> Bool {
    bytes[body.upperBound - 1] == ASCII.closeBrace && bytes.firstIndex(of: ASCII.openBrace, in: body) != nil
  }

  /// Finds the `]` that closes the modifiers, and the marker after it. A `/regex/` can contain brackets too,
  /// so the result is the first `]` before a marker, with or without a list of domains between them.
  private static func modifiersEnd(
    _ bytes: Span<UInt8>, _ line: ByteRange
  ) throws(SyntaxProblem) -> (close: Int, marker: CosmeticMarker) {
    let opening = ByteRange(line.lowerBound, line.lowerBound + 2)
    var index = opening.upperBound
    // Each `]` starts a search for a marker. A regex contains a few brackets; a malicious line can contain a
    // million.
    var attempts = 0
    while index < line.upperBound, attempts < 64 {
      switch bytes[index] {
      case ASCII.backslash: index += 1
      case ASCII.closeBracket:
        attempts += 1
        let rest = ByteRange(index + 1, line.upperBound)
        if let marker = CosmeticMarker.find(bytes, rest, isBehindModifiers: true) { return (index, marker) }
      case ASCII.hash:
        // Modifiers end before the first marker. Any later `]` belongs to the selector.
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
