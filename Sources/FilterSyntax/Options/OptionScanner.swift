/// Finds where options and their values end.
struct OptionScanner {
  /// The offset after the last option.
  let end: Int
  /// False as soon as one was not closed, so that the end is not looked for again and again.
  private var mayHaveRegex = true
  private var mayHaveQuotes = true

  init(end: Int) { self.end = end }

  /// The offset of the comma after the option at `start`, or the end.
  ///
  /// Values have commas too: behind a backslash, in a `/regex/` or between quotes, and, as uBlock Origin
  /// has it, wherever an option cannot begin.
  mutating func optionEnd(_ bytes: Span<UInt8>, _ start: Int) -> Int {
    var index = start
    while index < end, bytes[index] != ASCII.comma, bytes[index] != ASCII.equals { index += 1 }
    guard index < end, bytes[index] == ASCII.equals else { return index }
    index = enclosedEnd(bytes, index + 1)
    while index < end {
      if bytes[index] == ASCII.comma,
        index + 1 == end || OptionForm(bytes, ByteRange(index + 1, end)) != .none
      {
        return index
      }
      index += bytes[index] == ASCII.backslash ? 2 : 1
    }
    return end
  }

  /// The offset after the regex or the quotes at `start`; `start` where neither is.
  private mutating func enclosedEnd(_ bytes: Span<UInt8>, _ start: Int) -> Int {
    guard start < end else { return start }
    switch bytes[start] {
    case ASCII.slash where mayHaveRegex:
      if let end = closing(bytes, start) { return end }
      mayHaveRegex = false
    case ASCII.quote, ASCII.apostrophe, ASCII.backtick:
      guard mayHaveQuotes else { return start }
      if let end = closing(bytes, start) { return end }
      mayHaveQuotes = false
    default: break
    }
    return start
  }

  /// The offset after the quotes or the regex at `start`, a regex with its flags. A replacement may follow
  /// (`/regex/text/`), so the sign that ends it is the first one behind which the value can end.
  private func closing(_ bytes: Span<UInt8>, _ start: Int) -> Int? {
    let isRegex = bytes[start] == ASCII.slash
    var index = start + 1
    while index < end {
      if bytes[index] == ASCII.backslash {
        index += 2
        continue
      }
      index += 1
      guard bytes[index - 1] == bytes[start] else { continue }
      var next = index
      while isRegex, next < end, isRegexFlag(bytes[next]) { next += 1 }
      if isValueEnd(bytes, next) { return next }
      index = next
    }
    return nil
  }

  /// Whether the value, or its first part, can end at `index`.
  private func isValueEnd(_ bytes: Span<UInt8>, _ index: Int) -> Bool {
    guard index < end else { return true }
    switch bytes[index] {
    case ASCII.comma, ASCII.pipe, ASCII.semicolon: return true
    case let byte: return byte.isBlank
    }
  }

  /// The flags of JavaScript's regexes.
  private func isRegexFlag(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "d"), UInt8(ascii: "g"), UInt8(ascii: "i"), UInt8(ascii: "m"), UInt8(ascii: "s"),
      UInt8(ascii: "u"), UInt8(ascii: "v"), UInt8(ascii: "y"):
      true
    default: false
    }
  }
}
