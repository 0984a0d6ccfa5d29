import SluiceText

enum OptionsParser {
  /// Parses the options in `range`, which starts after the `$`.
  static func parse(
    _ bytes: Span<UInt8>, in range: ByteRange, isException: Bool
  ) throws(SyntaxProblem) -> [Option] {
    var options: [Option] = []
    var scanner = OptionScanner(end: range.upperBound)
    var start = range.lowerBound
    while true {
      let end = scanner.optionEnd(bytes, from: start)
      let text = bytes.trimmed(ByteRange(start, end))
      // The error points to the `$` or the comma before the missing option.
      if text.isEmpty { throw SyntaxProblem(.emptyOption, span: ByteRange(start - 1, start)) }
      options.append(try option(bytes, in: text, isException: isException))
      if end >= range.upperBound { return options }
      start = end + 1
    }
  }

  private static func option(
    _ bytes: Span<UInt8>, in range: ByteRange, isException: Bool
  ) throws(SyntaxProblem) -> Option {
    let isNegated = bytes[range.lowerBound] == ASCII.tilde
    let start = range.lowerBound + (isNegated ? 1 : 0)
    var end = bytes.endOfRun(from: start, to: range.upperBound) { $0.isNameByte }
    let name = ByteRange(start, end)
    guard !name.isEmpty else { throw SyntaxProblem(.malformedOption, span: range) }
    while end < range.upperBound, bytes[end].isBlank { end += 1 }
    var value: ByteRange?
    if end < range.upperBound {
      guard bytes[end] == ASCII.equals else { throw SyntaxProblem(.malformedOption, span: range) }
      value = bytes.trimmed(ByteRange(end + 1, range.upperBound))
    }
    let option = Option(
      kind: OptionTable.kind(of: bytes, name), isNegated: isNegated, name: name, value: value)
    try check(option, isException: isException)
    return option
  }

  private static func check(_ option: Option, isException: Bool) throws(SyntaxProblem) {
    let row = option.kind.row
    if option.isNegated, !row.isNegatable { throw SyntaxProblem(.optionNotNegatable, span: option.name) }
    let hasValue = !(option.value?.isEmpty ?? true)
    switch row.value {
    case .never: if option.value != nil { throw SyntaxProblem(.optionTakesNoValue, span: option.range) }
    case .required: if !hasValue { throw SyntaxProblem(.optionNeedsValue, span: option.name) }
    case .requiredToAct:
      if !hasValue, !isException { throw SyntaxProblem(.optionNeedsValue, span: option.name) }
    case .optional: break
    }
  }
}

/// Finds the end of each option, including its value.
struct OptionScanner {
  let end: Int
  /// False after an unclosed regex, so that its end is not searched for again.
  private var mayHaveRegex = true
  private var mayHaveQuotes = true

  init(end: Int) { self.end = end }

  /// Returns the offset of the comma after the option at `start`, or the end.
  ///
  /// A comma can also be part of a value: after a backslash, in a `/regex/`, between quotes and, as in uBlock
  /// Origin, wherever an option cannot start.
  mutating func optionEnd(_ bytes: Span<UInt8>, from start: Int) -> Int {
    var index = bytes.endOfRun(from: start, to: end) { $0 != ASCII.comma && $0 != ASCII.equals }
    guard index < end, bytes[index] == ASCII.equals else { return index }
    index = enclosedEnd(bytes, from: index + 1)
    while index < end {
      if bytes[index] == ASCII.comma,
        index + 1 == end || OptionForm(bytes, in: ByteRange(index + 1, end)) != .none
      {
        return index
      }
      index += bytes[index] == ASCII.backslash ? 2 : 1
    }
    return end
  }

  /// Returns the offset after the regex or quoted text at `start`; `start` itself if there is neither.
  private mutating func enclosedEnd(_ bytes: Span<UInt8>, from start: Int) -> Int {
    guard start < end else { return start }
    switch bytes[start] {
    case ASCII.slash where mayHaveRegex:
      if let end = closing(bytes, from: start) { return end }
      mayHaveRegex = false
    case ASCII.quote, ASCII.apostrophe, ASCII.backtick:
      guard mayHaveQuotes else { return start }
      if let end = closing(bytes, from: start) { return end }
      mayHaveQuotes = false
    default: break
    }
    return start
  }

  /// Returns the offset after the quoted text or regex at `start`, including the flags of a regex. A
  /// replacement can follow (`/regex/text/`), so the closing delimiter is the first one after which the value
  /// can end.
  private func closing(_ bytes: Span<UInt8>, from start: Int) -> Int? {
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
      if isValueEnd(bytes, at: next) { return next }
      index = next
    }
    return nil
  }

  /// Returns whether the value, or its first part, can end at `index`.
  private func isValueEnd(_ bytes: Span<UInt8>, at index: Int) -> Bool {
    guard index < end else { return true }
    switch bytes[index] {
    case ASCII.comma, ASCII.pipe, ASCII.semicolon: return true
    case let byte: return byte.isBlank
    }
  }

  private func isRegexFlag(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "d"), UInt8(ascii: "g"), UInt8(ascii: "i"), UInt8(ascii: "m"), UInt8(ascii: "s"),
      UInt8(ascii: "u"), UInt8(ascii: "v"), UInt8(ascii: "y"):
      true
    default: false
    }
  }
}

/// The form of a text that may be an option. It decides whether a `$` starts options or belongs to the
/// pattern, and whether a comma separates options or belongs to a value.
enum OptionForm {
  /// The text cannot be an option.
  case none
  /// The text is `name` or `name=...`, but no dialect has an option with that name.
  case wellFormed
  /// The text starts with a known option.
  case known

  /// Determines the form of the text at the start of `range`, up to the next comma or the end.
  init(_ bytes: Span<UInt8>, in range: ByteRange) {
    self = .none
    var start = bytes.endOfRun(from: range.lowerBound, to: range.upperBound) { $0.isBlank }
    let isIndented = start > range.lowerBound
    if start < range.upperBound, bytes[start] == ASCII.tilde { start += 1 }
    var end = bytes.endOfRun(from: start, to: range.upperBound) { $0.isNameByte }
    let name = ByteRange(start, end)
    while end < range.upperBound, bytes[end].isBlank { end += 1 }
    guard !name.isEmpty,
      end == range.upperBound || bytes[end] == ASCII.equals || bytes[end] == ASCII.comma
    else { return }
    if OptionTable.kind(of: bytes, name) != .unknown {
      self = .known
    } else if !isIndented, !bytes[start].isDigit {
      // `{1,3}`, `$1` and the words of a sentence are not options.
      self = .wellFormed
    }
  }

  /// Finds the `$` before the options; returns nil if there are no options.
  ///
  /// A `$` can also be part of the pattern, of a regex or of an option value. The result is the last `$`
  /// before a known option. Without one, it is the last `$` before text in the form of an option.
  static func dollar(_ bytes: Span<UInt8>, in range: ByteRange) throws(SyntaxProblem) -> Int? {
    var fallback: Int?
    // Malicious lines have thousands of `$`; real ones have a handful.
    var attempts = 64
    var index = range.upperBound
    while index > range.lowerBound, attempts > 0 {
      index -= 1
      guard bytes[index] == ASCII.dollar else { continue }
      attempts -= 1
      let isFirst = index == range.lowerBound
      if !isFirst, bytes[index - 1] == ASCII.backslash { continue }
      var start = index + 1
      if start == range.upperBound {
        // `/x$` can be an unclosed regex or a pattern with a `$`. `||x^$` lacks its options.
        if !isFirst, bytes[index - 1] == ASCII.caret {
          throw SyntaxProblem(.emptyOption, span: ByteRange(index, start))
        }
        continue
      }
      let isEmpty = bytes[start] == ASCII.comma
      if isEmpty { start += 1 }
      switch OptionForm(bytes, in: ByteRange(start, range.upperBound)) {
      case .known: return index
      case .wellFormed: if fallback == nil, !isEmpty { fallback = index }
      case .none: break
      }
    }
    return fallback
  }
}
