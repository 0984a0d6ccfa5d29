import SluiceText

/// A filter that applies to elements of pages, or an exception to these filters.
public struct CosmeticFilter: Hashable, Sendable {
  /// The effect of a filter.
  @nonexhaustive public enum Kind: String, CaseIterable, Hashable, Sendable {
    /// `##selector`: hides elements.
    case hiding
    /// `#?#selector`: hides elements with selectors that are not part of CSS.
    case extendedHiding = "extended-hiding"
    /// `#$#selector { style }`: applies a style to elements.
    case style
    /// `#$?#selector { style }`: applies a style, with selectors that are not part of CSS.
    case extendedStyle = "extended-style"
    /// `#$#snippet`: runs an Adblock Plus snippet.
    case snippet
    /// `##+js(...)`, `#%#//scriptlet(...)`: runs a scriptlet.
    case scriptlet
    /// `#%#script`: runs a script.
    case script
    /// `$$tag[...]`, `##^selector`: removes elements before the page is parsed.
    case html
    /// `##^responseheader(...)`: removes a header from the response of the page.
    case responseHeader = "response-header"
  }

  /// The effect of the filter.
  public var kind: Kind
  /// Whether the filter is an exception: its marker contains an `@`, and filters with the same body do not
  /// apply on its domains.
  public var isException: Bool
  /// The domains where the filter applies; empty means everywhere.
  public var domains: [DomainEntry]
  /// AdGuard's modifiers in `[$...]` before the domains.
  public var modifiers: [CosmeticModifier]
  /// The marker, such as `##`.
  public var marker: ByteRange
  /// The text after the marker; a selector for most kinds.
  public var body: ByteRange
}

/// A modifier of AdGuard before the domains of a cosmetic filter: `[$path=/news]`.
public struct CosmeticModifier: Hashable, Sendable {
  /// A kind of modifier in AdGuard.
  @nonexhaustive public enum Kind: String, CaseIterable, Hashable, Sendable {
    /// The domains of the filter, separated by `|`.
    case domain
    /// The path of the page: a pattern, or a `/regex/`.
    case path
    /// The URL of the page, as a pattern in the syntax of network filters.
    case url
    /// The applications in which the filter applies.
    case app
  }

  /// The kind of modifier.
  public var kind: Kind
  /// The value of the modifier as written. It is empty for a `path` without a value, which means the path `/`.
  public var value: ByteRange

  /// Returns the value without the escapes of modifiers.
  package func text(in bytes: Span<UInt8>) -> [UInt8] { bytes.unescapedModifier(value) }
}

enum CosmeticFilterParser {
  /// Parses the line as a cosmetic filter. Returns nil if it contains no marker at its start or after a list
  /// of domains.
  static func parse(_ bytes: Span<UInt8>, line: ByteRange) throws(SyntaxProblem) -> CosmeticFilter? {
    guard bytes.hasText("[$", at: line.lowerBound, in: line) else {
      guard let marker = CosmeticMarker.find(bytes, in: line, isBehindModifiers: false) else { return nil }
      return try filter(bytes, in: line, marker: marker)
    }
    let (close, marker) = try modifiersEnd(bytes, line: line)
    let modifiers = try CosmeticModifierParser.parse(bytes, in: ByteRange(line.lowerBound + 2, close))
    var filter = try filter(bytes, in: ByteRange(close + 1, line.upperBound), marker: marker)
    for modifier in modifiers {
      if modifier.kind == .domain {
        // AdGuard does not define whether both lists or either one would count.
        if let domain = filter.domains.first { throw SyntaxProblem(.repeatedDomains, span: domain.name) }
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

  private static func filter(
    _ bytes: Span<UInt8>, in range: ByteRange, marker: CosmeticMarker
  ) throws(SyntaxProblem) -> CosmeticFilter {
    let body = bytes.trimmed(ByteRange(marker.range.upperBound, range.upperBound))
    guard !body.isEmpty else { throw SyntaxProblem(.emptyBody, span: marker.range) }
    let kind = kind(bytes, kind: marker.kind, body: body)
    if kind == .html, body.count == 1, bytes[body.lowerBound] == ASCII.caret {
      throw SyntaxProblem(.emptyBody, span: ByteRange(marker.range.lowerBound, body.upperBound))
    }
    let prefix = bytes.trimmed(ByteRange(range.lowerBound, marker.range.lowerBound))
    return CosmeticFilter(
      kind: kind, isException: marker.isException,
      domains: prefix.isEmpty ? [] : try [DomainEntry](parsing: bytes, prefix, separator: ASCII.comma),
      modifiers: [], marker: marker.range, body: body)
  }

  /// Returns the kind of the filter. If the marker allows several kinds, the body decides.
  private static func kind(
    _ bytes: Span<UInt8>, kind: CosmeticFilter.Kind, body: ByteRange
  ) -> CosmeticFilter.Kind {
    switch kind {
    case .hiding where bytes.hasText("+js(", at: body.lowerBound, in: body): .scriptlet
    case .hiding where bytes.hasText("^responseheader(", at: body.lowerBound, in: body): .responseHeader
    case .hiding where bytes[body.lowerBound] == ASCII.caret: .html
    case .style where !isStyle(bytes, body: body): .snippet
    case .script where bytes.hasText("//scriptlet(", at: body.lowerBound, in: body): .scriptlet
    case .hiding, .extendedHiding, .style, .extendedStyle, .snippet, .scriptlet, .script, .html,
      .responseHeader:
      kind
    }
  }

  /// Returns whether the body is a style, `selector { ... }`, and not a snippet. Arguments of snippets can
  /// also contain braces.
  private static func isStyle(_ bytes: Span<UInt8>, body: ByteRange) -> Bool {
    bytes[body.upperBound - 1] == ASCII.closeBrace && bytes.firstIndex(of: ASCII.openBrace, in: body) != nil
  }

  /// Finds the `]` that closes the modifiers, and the marker after it. A `/regex/` can contain brackets too,
  /// so the result is the first `]` before a marker, with or without a list of domains between them.
  private static func modifiersEnd(
    _ bytes: Span<UInt8>, line: ByteRange
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
        if let marker = CosmeticMarker.find(bytes, in: rest, isBehindModifiers: true) {
          return (index, marker)
        }
      case ASCII.hash:
        // Modifiers end before the first marker. Any later `]` belongs to the selector.
        if CosmeticMarker.hashMarker(bytes, at: index, in: line) != nil {
          throw SyntaxProblem(.unclosedModifiers, span: opening)
        }
      default: break
      }
      index += 1
    }
    throw attempts == 0
      ? SyntaxProblem(.unclosedModifiers, span: opening) : SyntaxProblem(.missingMarker, span: line)
  }
}

/// Parses AdGuard's modifiers: the text between `[$` and `]`.
enum CosmeticModifierParser {
  static func parse(_ bytes: Span<UInt8>, in range: ByteRange) throws(SyntaxProblem) -> [CosmeticModifier] {
    var modifiers: [CosmeticModifier] = []
    var start = range.lowerBound
    while true {
      var end = bytes.endOfRun(from: start, to: range.upperBound) { $0 != ASCII.equals && $0 != ASCII.comma }
      let name = bytes.trimmed(ByteRange(start, end))
      // The error points to the `$` or the comma before the missing modifier.
      if name.isEmpty { throw SyntaxProblem(.emptyOption, span: ByteRange(start - 1, start)) }
      guard let kind = kind(bytes, name: name) else { throw SyntaxProblem(.unknownModifier, span: name) }
      var value = ByteRange(end, end)
      if end < range.upperBound, bytes[end] == ASCII.equals {
        start = end + 1
        end = valueEnd(bytes, from: start, end: range.upperBound)
        value = bytes.trimmed(ByteRange(start, end))
      }
      // `path` without a value is the path `/`.
      if value.isEmpty, kind != .path { throw SyntaxProblem(.optionNeedsValue, span: name) }
      modifiers.append(CosmeticModifier(kind: kind, value: value))
      if end >= range.upperBound { return modifiers }
      start = end + 1
    }
  }

  /// Returns the offset of the comma before the next modifier. Other commas are part of the value.
  private static func valueEnd(_ bytes: Span<UInt8>, from start: Int, end: Int) -> Int {
    var index = start
    while index < end {
      if bytes[index] == ASCII.comma, startsModifier(bytes, from: index + 1, end: end) { return index }
      index += bytes[index] == ASCII.backslash ? 2 : 1
    }
    return end
  }

  private static func startsModifier(_ bytes: Span<UInt8>, from start: Int, end: Int) -> Bool {
    let index = bytes.endOfRun(from: start, to: end) { $0 != ASCII.equals && $0 != ASCII.comma }
    return kind(bytes, name: bytes.trimmed(ByteRange(start, index))) != nil
  }

  private static func kind(_ bytes: Span<UInt8>, name: ByteRange) -> CosmeticModifier.Kind? {
    for (kind, text) in kinds where bytes.isText(text, in: name) { return kind }
    return nil
  }

  private static let kinds: [(CosmeticModifier.Kind, StaticString)] = [
    (.domain, "domain"), (.path, "path"), (.url, "url"), (.app, "app"),
  ]
}

extension Span<UInt8> {
  /// Returns the text of a value of AdGuard's modifiers, in which `\[`, `\]`, `\,` and `\\` stand for their second
  /// characters. Other backslashes belong to the value.
  func unescapedModifier(_ value: ByteRange) -> [UInt8] {
    var text: [UInt8] = []
    var index = value.lowerBound
    while index < value.upperBound {
      if self[index] == ASCII.backslash, index + 1 < value.upperBound, Self.isEscapable(self[index + 1]) {
        index += 1
      }
      text.append(self[index])
      index += 1
    }
    return text
  }

  private static func isEscapable(_ byte: UInt8) -> Bool {
    byte == ASCII.openBracket || byte == ASCII.closeBracket || byte == ASCII.comma || byte == ASCII.backslash
  }
}
