import SluiceAnalysis
import SluiceRules
import SluiceText

/// The references of a style sheet to other resources. Whether a browser loads them depends on the page: it
/// only loads the backgrounds of existing elements and the fonts of existing text.
enum StyleReferences {
  /// A URL as written.
  struct Reference: Hashable {
    let url: [UInt8]
    let kind: Request.Kind
  }

  static func references(in css: [UInt8]) -> [Reference] {
    var scanner = Scanner()
    scanner.scan(css.span)
    return scanner.found
  }

  private struct Scanner {
    var found: [Reference] = []
    private var offset = 0
    private var depth = 0
    /// The at-rule before the next block or semicolon.
    private var rule = AtRule.none
    /// Whether a font of the current `@font-face` was found. Browsers use the first one with a known format.
    private var hasFont = false

    private enum AtRule { case none, importing, fontFace, other }

    mutating func scan(_ css: Span<UInt8>) {
      while offset < css.count {
        switch css[offset] {
        case ASCII.slash where css.byte(offset + 1) == ASCII.star: skipComment(css)
        case ASCII.quote, ASCII.apostrophe:
          let text = string(css)
          if rule == .importing { add(text, kind: .stylesheet) }
        case ASCII.at: takeAtRule(css)
        case ASCII.openBrace:
          offset += 1
          depth += 1
          if rule != .fontFace { rule = .none }
        case ASCII.closeBrace:
          offset += 1
          depth = max(depth - 1, 0)
          rule = .none
        case ASCII.semicolon:
          offset += 1
          if rule != .fontFace { rule = .none }
        case let byte where byte.isCSSName || byte == ASCII.backslash: takeName(css)
        default: offset += 1
        }
      }
    }

    private mutating func takeAtRule(_ css: Span<UInt8>) {
      let end = css.endOfCSSName(offset + 1)
      switch String(decoding: css.unescapedCSSName(offset + 1..<end), as: UTF8.self) {
      case "import": rule = depth == 0 ? .importing : .other
      case "font-face": (rule, hasFont) = (.fontFace, false)
      case "namespace": rule = .other
      default: rule = .none
      }
      offset = max(end, offset + 1)
    }

    private mutating func takeName(_ css: Span<UInt8>) {
      let end = css.endOfCSSName(offset)
      let isURL =
        css.byte(end) == ASCII.openParenthesis && css.unescapedCSSName(offset..<end).elementsEqual("url".utf8)
      offset = max(end, offset + 1)
      guard isURL else { return }
      offset += 1
      let url = url(css)
      switch rule {
      case .importing: add(url, kind: .stylesheet)
      case .fontFace:
        if !hasFont, isKnownFont(url, css: css) {
          add(url, kind: .font)
          hasFont = true
        }
      case .none: add(url, kind: .image)
      case .other: break
      }
    }

    private mutating func add(_ url: [UInt8], kind: Request.Kind) {
      // References to the document itself are not loaded.
      guard let first = url.first, first != ASCII.hash else { return }
      found.append(Reference(url: url, kind: kind))
      if kind == .stylesheet { rule = .other }
    }

    private mutating func url(_ css: Span<UInt8>) -> [UInt8] {
      while css.byte(offset).isCSSSpace { offset += 1 }
      if css.byte(offset) == ASCII.quote || css.byte(offset) == ASCII.apostrophe {
        let text = string(css)
        while css.byte(offset).isCSSSpace { offset += 1 }
        if css.byte(offset) == ASCII.closeParenthesis { offset += 1 }
        return text
      }
      let start = offset
      while offset < css.count, css[offset] != ASCII.closeParenthesis, !css[offset].isCSSSpace {
        offset = css.isCSSEscape(offset) ? css.endOfCSSEscape(offset) : offset + 1
      }
      offset = min(offset, css.count)
      let text = css.unescapedCSSText(start..<offset)
      while css.byte(offset).isCSSSpace { offset += 1 }
      if css.byte(offset) == ASCII.closeParenthesis { offset += 1 }
      return text
    }

    /// Returns the text of the string at the offset. A line ending ends an unclosed string.
    private mutating func string(_ css: Span<UInt8>) -> [UInt8] {
      let quote = css[offset]
      let start = offset + 1
      offset = start
      while offset < css.count, css[offset] != quote, !css[offset].isCSSLineBreak {
        offset += css[offset] == ASCII.backslash ? 2 : 1
      }
      offset = min(offset, css.count)
      let text = css.unescapedCSSText(start..<offset)
      offset = min(offset + 1, css.count)
      return text
    }

    private mutating func skipComment(_ css: Span<UInt8>) {
      offset += 2
      while offset < css.count {
        if css[offset] == ASCII.star, css.byte(offset + 1) == ASCII.slash {
          offset += 2
          return
        }
        offset += 1
      }
    }

    /// Returns whether browsers support the format of a font. The URL may be followed by `format()`.
    private func isKnownFont(_ url: [UInt8], css: Span<UInt8>) -> Bool {
      let rest = String(
        decoding: css.lowercased(ByteRange(offset, min(offset + 40, css.count))), as: UTF8.self)
      let format = rest.prefix { $0 != "," && $0 != ";" && $0 != "}" }
      if format.contains("embedded-opentype") || format.contains("svg") { return false }
      let path = url.prefix { $0 != ASCII.question && $0 != ASCII.hash }
      return !String(decoding: path.suffix(4), as: UTF8.self).lowercased().hasSuffix(".eot")
    }
  }
}
