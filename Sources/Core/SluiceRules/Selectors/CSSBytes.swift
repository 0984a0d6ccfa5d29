/// The character classes of CSS tokens for UTF-8 bytes. Every byte of a non-ASCII character is a name byte,
/// because WebKit allows U+0080 and above in names (measured for the whole Basic Multilingual Plane).
extension UInt8 {
  package var isCSSSpace: Bool { self == 0x20 || (self >= 0x09 && self <= 0x0D && self != 0x0B) }
  package var isCSSLineBreak: Bool { self == 0x0A || self == 0x0C || self == 0x0D }
  var isCSSNameStart: Bool { isLetter || self == ASCII.underscore || self >= 0x80 }
  package var isCSSName: Bool { isCSSNameStart || isDigit || self == ASCII.dash }
}

extension Span<UInt8> {
  /// Returns whether a backslash at the offset starts an escape. At the end of the text it does not: CSS
  /// would read it as U+FFFD, but in a selector list it would escape the next comma.
  package func isCSSEscape(_ offset: Int) -> Bool {
    byte(offset) == ASCII.backslash && offset + 1 < count && !byte(offset + 1).isCSSLineBreak
  }

  /// Returns whether an identifier starts at the offset. `-->` is a separate token.
  func startsCSSIdentifier(_ offset: Int) -> Bool {
    let first = byte(offset)
    if first.isCSSNameStart { return true }
    if first == ASCII.backslash { return isCSSEscape(offset) }
    guard first == ASCII.dash else { return false }
    let second = byte(offset + 1)
    if second == ASCII.dash { return byte(offset + 2) != ASCII.greater }
    return second.isCSSNameStart || isCSSEscape(offset + 1)
  }

  /// Returns the end of the name, or of the rest of a name, that starts at the offset.
  package func endOfCSSName(_ start: Int) -> Int {
    var offset = start
    while offset < count {
      if self[offset].isCSSName {
        offset += 1
      } else if isCSSEscape(offset) {
        offset = endOfCSSEscape(offset)
      } else {
        break
      }
    }
    return offset
  }

  /// Returns the end of the escape at the offset, which is up to six hexadecimal digits with an optional
  /// space, or one character.
  package func endOfCSSEscape(_ start: Int) -> Int {
    var offset = start + 1
    guard byte(offset).isHexDigit else { return offset + 1 }
    while offset < start + 7, byte(offset).isHexDigit { offset += 1 }
    if byte(offset) == 0x0D, byte(offset + 1) == 0x0A { return offset + 2 }
    return byte(offset).isCSSSpace ? offset + 1 : offset
  }

  /// Returns the end of the line break at the offset. CR LF counts as a single one.
  func endOfCSSLineBreak(_ start: Int) -> Int {
    byte(start) == 0x0D && byte(start + 1) == 0x0A ? start + 2 : start + 1
  }

  func hasCSSEscape(_ name: Range<Int>) -> Bool {
    for index in name where self[index] == ASCII.backslash { return true }
    return false
  }

  /// Returns the name or string in the range with resolved escapes, in lowercase.
  package func unescapedCSSName(_ range: Range<Int>) -> [UInt8] {
    unescapedCSSText(range).map { $0.asciiLowercased }
  }

  /// Returns the name or string in the range with resolved escapes, as UTF-8.
  package func unescapedCSSText(_ range: Range<Int>) -> [UInt8] {
    var text: [UInt8] = []
    var offset = range.lowerBound
    while offset < range.upperBound {
      guard self[offset] == ASCII.backslash, offset + 1 < range.upperBound else {
        text.append(self[offset])
        offset += 1
        continue
      }
      guard isCSSEscape(offset) else {
        // An escaped line break, which only strings can contain, is removed.
        offset = endOfCSSLineBreak(offset + 1)
        continue
      }
      let end = endOfCSSEscape(offset)
      if self[offset + 1].isHexDigit {
        text.append(
          contentsOf: Self.escapedCSSCharacter(hexValue(offset + 1, digits: min(6, end - offset - 1))))
      } else {
        // The remaining bytes of a non-ASCII character follow unchanged.
        text.append(self[offset + 1])
      }
      offset = end
    }
    return text
  }

  /// Returns the character for an escaped number; U+FFFD if the number is not a valid character.
  private static func escapedCSSCharacter(_ value: UInt32) -> [UInt8] {
    let scalar = value == 0 ? nil : Unicode.Scalar(value)
    return Array(String(scalar ?? "\u{FFFD}").utf8)
  }
}
