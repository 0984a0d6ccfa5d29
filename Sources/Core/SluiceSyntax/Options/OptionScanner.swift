/// Finds the end of each option, including its value.
struct OptionScanner {
  /// The end of all options.
  let end: Int
  /// False after an unclosed regex, so that its end is not searched for again.
  private var mayHaveRegex = true
  private var mayHaveQuotes = true

  init(end: Int) { self.end = end }

  /// Returns the offset of the comma after the option at `start`, or the end.
  ///
  /// A comma can also be part of a value: after a backslash, in a `/regex/`, between quotes and, as in uBlock
  /// Origin, wherever an option cannot start.
  mutating func optionEnd(_ bytes: Span<UInt8>, _ start: Int) -> Int {
    var index = bytes.endOfRun(from: start, to: end) { $0 != ASCII.comma && $0 != ASCII.equals }
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

  /// Returns the offset after the regex or quoted text at `start`; `start` itself if there is neither.
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

  /// Returns the offset after the quoted text or regex at `start`, including the flags of a regex. A
  /// replacement can follow (`/regex/text/`), so the closing delimiter is the first one after which the value
  /// can end.
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

  /// Returns whether the value, or its first part, can end at `index`.
  private func isValueEnd(_ bytes: Span<UInt8>, _ index: Int) -> Bool {
    guard index < end else { return true }
    switch bytes[index] {
    case ASCII.comma, ASCII.pipe, ASCII.semicolon: return true
    case let byte: return byte.isBlank
    }
  }

  /// Returns whether the byte is a flag of regexes in JavaScript.
  private func isRegexFlag(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "d"), UInt8(ascii: "g"), UInt8(ascii: "i"), UInt8(ascii: "m"), UInt8(ascii: "s"),
      UInt8(ascii: "u"), UInt8(ascii: "v"), UInt8(ascii: "y"):
      true
    default: false
    }
  }
}
