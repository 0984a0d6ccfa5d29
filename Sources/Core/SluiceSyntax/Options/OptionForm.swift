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
  init(_ bytes: Span<UInt8>, _ range: ByteRange) {
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
  static func dollar(_ bytes: Span<UInt8>, _ range: ByteRange) throws(SyntaxProblem) -> Int? {
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
          throw SyntaxProblem(.emptyOption, ByteRange(index, start))
        }
        continue
      }
      let isEmpty = bytes[start] == ASCII.comma
      if isEmpty { start += 1 }
      switch OptionForm(bytes, ByteRange(start, range.upperBound)) {
      case .known: return index
      case .wellFormed: if fallback == nil, !isEmpty { fallback = index }
      case .none: break
      }
    }
    return fallback
  }
}
