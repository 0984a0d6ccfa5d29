/// Whether some text can be an option: what tells the `$` before options from one in a pattern, and the
/// comma between options from one in a value.
enum OptionForm {
  /// It cannot.
  case none
  /// It is `name` or `name=...`, but no dialect has an option of that name.
  case wellFormed
  /// It begins with an option that there is.
  case known

  /// The form of the text at the start of `range`, up to the next comma or the end.
  init(_ bytes: Span<UInt8>, _ range: ByteRange) {
    self = .none
    var start = range.lowerBound
    while start < range.upperBound, bytes[start].isBlank { start += 1 }
    let isIndented = start > range.lowerBound
    if start < range.upperBound, bytes[start] == ASCII.tilde { start += 1 }
    var end = start
    while end < range.upperBound, bytes[end].isOptionNameCharacter { end += 1 }
    let name = ByteRange(start, end)
    while end < range.upperBound, bytes[end].isBlank { end += 1 }
    guard !name.isEmpty,
      end == range.upperBound || bytes[end] == ASCII.equals || bytes[end] == ASCII.comma
    else { return }
    if OptionTable.kind(of: bytes, name) != .unknown {
      self = .known
    } else if !isIndented, !bytes[start].isDigit {
      // `{1,3}`, `$1` and the words of a sentence are no options.
      self = .wellFormed
    }
  }

  /// The offset of the `$` that the options follow, or nil if there are none.
  ///
  /// A `$` can also stand in the pattern, in a regex and in the value of an option. So the last one is
  /// taken behind which options stand, of which the first is known; failing that, the last one behind
  /// which something has the form of options.
  static func dollar(_ bytes: Span<UInt8>, _ range: ByteRange) throws(SyntaxProblem) -> Int? {
    var fallback: Int?
    // Hostile lines have thousands of `$`; real ones have a handful.
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
        // `/x$` can be a regex without its end or a pattern with a `$`; `||x^$` lost its options.
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
