import SluiceText

/// The text between the domains and the body of a cosmetic filter, such as `##`.
struct CosmeticMarker {
  var kind: CosmeticFilter.Kind
  var isException: Bool
  var range: ByteRange

  /// Finds the first marker; returns nil if the text before it cannot be a list of domains. With
  /// `isBehindModifiers`, a `]` or a backslash shows that the text still belongs to AdGuard's modifiers.
  static func find(_ bytes: Span<UInt8>, in range: ByteRange, isBehindModifiers: Bool) -> Self? {
    var index = range.lowerBound
    var atEntryStart = true
    // Whether the text belongs to the path of an entry.
    var isInPath = false
    while index < range.upperBound {
      let byte = bytes[index]
      switch byte {
      case ASCII.hash: return hashMarker(bytes, at: index, in: range)
      // In a pattern with a path, a `$` begins options.
      case ASCII.dollar: return isInPath ? nil : dollarMarker(bytes, at: index, in: range)
      case ASCII.slash where !atEntryStart: isInPath = true
      case ASCII.slash:
        guard let end = regexEnd(bytes, from: index, end: range.upperBound) else { return nil }
        index = end
        atEntryStart = false
        continue
      case ASCII.pipe, ASCII.at, ASCII.quote, ASCII.bang, ASCII.equals, ASCII.caret, ASCII.question:
        return nil
      case ASCII.closeBracket, ASCII.backslash: if isBehindModifiers { return nil }
      default:
        atEntryStart = byte == ASCII.comma || (atEntryStart && (byte == ASCII.tilde || byte.isBlank))
        if byte == ASCII.comma { isInPath = false }
      }
      index += 1
    }
    return nil
  }

  /// Returns the offset after the slash that closes the regex of a domain. A comma or a marker follows this
  /// slash.
  private static func regexEnd(_ bytes: Span<UInt8>, from start: Int, end: Int) -> Int? {
    var index = start + 1
    while index + 1 < end {
      if bytes[index] == ASCII.backslash {
        index += 2
        continue
      }
      if bytes[index] == ASCII.slash {
        let rest = ByteRange(index + 1, end)
        switch bytes[index + 1] {
        case ASCII.comma: return index + 1
        case ASCII.hash: if hashMarker(bytes, at: index + 1, in: rest) != nil { return index + 1 }
        case ASCII.dollar: if dollarMarker(bytes, at: index + 1, in: rest) != nil { return index + 1 }
        default: break
        }
      }
      index += 1
    }
    return nil
  }

  static func hashMarker(_ bytes: Span<UInt8>, at index: Int, in range: ByteRange) -> Self? {
    for (text, kind, isException) in hashMarkers where bytes.hasText(text, at: index, in: range) {
      let end = index + text.utf8CodeUnitCount
      // `## Section` in hosts files, and rows of `#`, are comments.
      if kind == .hiding, !isException, index == range.lowerBound, end < range.upperBound,
        bytes[end].isBlank || isRowOfHashes(bytes, in: ByteRange(end, range.upperBound))
      {
        return nil
      }
      return Self(kind: kind, isException: isException, range: ByteRange(index, end))
    }
    return nil
  }

  /// Returns whether the range starts with one or more `#` that are followed by a space or the end.
  private static func isRowOfHashes(_ bytes: Span<UInt8>, in range: ByteRange) -> Bool {
    let index = bytes.endOfRun(from: range.lowerBound, to: range.upperBound) { $0 == ASCII.hash }
    return index > range.lowerBound && (index == range.upperBound || bytes[index].isBlank)
  }

  /// Returns the marker at `index` if it is `$$` or `$@$`, the markers of AdGuard's HTML filters.
  private static func dollarMarker(_ bytes: Span<UInt8>, at index: Int, in range: ByteRange) -> Self? {
    let isException = bytes.hasText("$@$", at: index, in: range)
    guard isException || bytes.hasText("$$", at: index, in: range) else { return nil }
    let end = index + (isException ? 3 : 2)
    guard end < range.upperBound,
      bytes[end].isLetter || bytes[end] == ASCII.star || bytes[end] == ASCII.openBracket
    else { return nil }
    return Self(kind: .html, isException: isException, range: ByteRange(index, end))
  }

  private static let hashMarkers: [(StaticString, CosmeticFilter.Kind, Bool)] = [
    ("##", .hiding, false), ("#@#", .hiding, true), ("#?#", .extendedHiding, false),
    ("#@?#", .extendedHiding, true), ("#$#", .style, false), ("#@$#", .style, true),
    ("#$?#", .extendedStyle, false), ("#@$?#", .extendedStyle, true), ("#%#", .script, false),
    ("#@%#", .script, true),
  ]
}
