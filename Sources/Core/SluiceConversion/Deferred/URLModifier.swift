import SluiceRules
import SluiceSyntax

extension AdvancedFilter.Modifier {
  /// The value of a `url` modifier as JavaScript regexes. At least one of them must match the page's URL
  /// without its fragment, ignoring case.
  ///
  /// This is `nil` for other modifiers and for values that are not URL patterns.
  public var urlRegexes: [String]? {
    guard kind == .url, !value.isEmpty else { return nil }
    let bytes = Array(value.utf8)
    return Self.urlRegexes(bytes.span)
  }

  /// The value of a `path` modifier as a JavaScript regex, which must match the page's path and query, ignoring
  /// case.
  ///
  /// This is `nil` for other modifiers and for values that are not patterns of paths.
  public var pathRegex: String? {
    guard kind == .path else { return nil }
    // AdGuard's `path` without a value means the root path.
    if value.isEmpty { return "^/$" }
    let bytes = Array(value.utf8)
    return Self.pathRegex(bytes.span)
  }

  private static func pathRegex(_ bytes: Span<UInt8>) -> String? {
    guard let pattern = try? Pattern(parsing: bytes, ByteRange(0, bytes.count)) else { return nil }
    switch pattern {
    case .regex(let body): return text(bytes, body, isRegex: true)
    case .plain(let plain):
      var regex = ""
      switch plain.start {
      case .anywhere: break
      case .url: regex = "^"
      case .hostLabel: return nil
      }
      for token in plain.tokens(in: bytes) {
        switch token {
        case .literal(let range): regex += text(bytes, range, isRegex: false)
        case .wildcard: regex += ".*"
        case .separator: regex += #"(?:[^\w.%-]|$)"#
        }
      }
      return plain.isEndAnchored ? regex + "$" : regex
    }
  }

  /// Returns a regex for the text in a range. Paths contain only ASCII.
  private static func text(_ bytes: Span<UInt8>, _ range: ByteRange, isRegex: Bool) -> String {
    var text: [UInt8] = []
    for index in range.indices {
      let byte = bytes[index]
      if byte >= 0x80 {
        text += byte.percentEncoded
      } else {
        if !isRegex, !byte.isLetter, !byte.isDigit, byte != ASCII.slash { text.append(ASCII.backslash) }
        text.append(byte)
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  // A separate function, because Swift 6.3.1 crashes in an optimized build if the array is in the same
  // function.
  private static func urlRegexes(_ bytes: Span<UInt8>) -> [String]? {
    guard let pattern = try? Pattern(parsing: bytes, ByteRange(0, bytes.count)) else { return nil }
    switch pattern {
    case .regex(let body): return [bytes.text(body)]
    case .plain:
      let result = try? PatternConverter.convert(pattern, isCaseSensitive: false, in: bytes)
      return result?.filters.map { $0.description }
    }
  }
}
