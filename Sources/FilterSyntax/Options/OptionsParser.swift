/// Finds and parses the options of network filters.
enum OptionsParser {
  /// The offset of the `$` that the options follow, or nil if there are none.
  ///
  /// A `$` can also stand in the pattern, in a regex and in the value of an option. So the last one is
  /// taken behind which options stand, of which the first is known; failing that, the last one behind
  /// which something has the form of options.
  static func dollar(_ bytes: Span<UInt8>, _ range: ByteRange) throws(SyntaxProblem) -> Int? {
    var fallback: Int?
    var attempts = 0
    var index = range.upperBound
    while index > range.lowerBound {
      index -= 1
      guard bytes[index] == ASCII.dollar else { continue }
      // Hostile lines have thousands of `$`; real ones have a handful.
      attempts += 1
      if attempts > 64 { break }
      if index + 1 == range.upperBound {
        // `/x$` can be a regex without its end or a pattern with a `$`; `||x^$` lost its options.
        if index > range.lowerBound, bytes[index - 1] == ASCII.caret {
          throw SyntaxProblem(.emptyOption, ByteRange(index, index + 1))
        }
        continue
      }
      switch form(bytes, ByteRange(index + 1, range.upperBound)) {
      case .known: return index
      case .wellFormed: if fallback == nil { fallback = index }
      case .none: break
      }
    }
    return fallback
  }

  private enum Form { case none, wellFormed, known }

  /// Whether the first option has the form `~?name`, `~?name=...`, and its name is known.
  private static func form(_ bytes: Span<UInt8>, _ range: ByteRange) -> Form {
    var start = range.lowerBound
    while start < range.upperBound, bytes[start].isBlank { start += 1 }
    if start < range.upperBound, bytes[start] == ASCII.tilde { start += 1 }
    var end = start
    while end < range.upperBound, bytes[end].isOptionNameCharacter { end += 1 }
    guard end > start else { return .none }
    guard end == range.upperBound || bytes[end] == ASCII.equals || bytes[end] == ASCII.comma else { return .none }
    return OptionTable.kind(of: bytes, ByteRange(start, end)) == .unknown ? .wellFormed : .known
  }

  static func parse(_ bytes: Span<UInt8>, _ range: ByteRange) throws(SyntaxProblem) -> [Option] {
    var options: [Option] = []
    var start = range.lowerBound
    var mayHaveRegex = true
    while true {
      let end = optionEnd(bytes, start, range.upperBound, &mayHaveRegex)
      options.append(try option(bytes, bytes.trimmed(ByteRange(start, end))))
      if end >= range.upperBound { return options }
      start = end + 1
    }
  }

  /// The offset of the comma after the option at `start`. A comma behind a backslash, or inside of a value
  /// that is a `/regex/`, is part of the value. `mayHaveRegex` turns false where no regex ends any more, so
  /// that the end is not looked for again and again.
  private static func optionEnd(
    _ bytes: Span<UInt8>, _ start: Int, _ end: Int, _ mayHaveRegex: inout Bool
  ) -> Int {
    var index = start
    while index < end, bytes[index] != ASCII.comma, bytes[index] != ASCII.equals { index += 1 }
    guard index < end, bytes[index] == ASCII.equals else { return index }
    index += 1
    if mayHaveRegex, index < end, bytes[index] == ASCII.slash {
      if let closing = regexEnd(bytes, index, end) { index = closing } else { mayHaveRegex = false }
    }
    while index < end, bytes[index] != ASCII.comma {
      index += bytes[index] == ASCII.backslash && index + 1 < end ? 2 : 1
    }
    return index
  }

  /// The offset after the slash that ends the regex at `start`: one before a comma, a `|` or the end.
  private static func regexEnd(_ bytes: Span<UInt8>, _ start: Int, _ end: Int) -> Int? {
    var index = start + 1
    while index < end {
      if bytes[index] == ASCII.backslash {
        index += 2
        continue
      }
      if bytes[index] == ASCII.slash,
        index + 1 == end || bytes[index + 1] == ASCII.comma || bytes[index + 1] == ASCII.pipe
      {
        return index + 1
      }
      index += 1
    }
    return nil
  }

  private static func option(_ bytes: Span<UInt8>, _ range: ByteRange) throws(SyntaxProblem) -> Option {
    guard !range.isEmpty else {
      throw SyntaxProblem(.emptyOption, ByteRange(max(range.lowerBound - 1, 0), range.lowerBound))
    }
    let isNegated = bytes[range.lowerBound] == ASCII.tilde
    let start = range.lowerBound + (isNegated ? 1 : 0)
    var end = start
    while end < range.upperBound, bytes[end].isOptionNameCharacter { end += 1 }
    let name = ByteRange(start, end)
    var value: ByteRange?
    if end < range.upperBound {
      guard bytes[end] == ASCII.equals else { throw SyntaxProblem(.malformedOption, range) }
      value = ByteRange(end + 1, range.upperBound)
    }
    guard !name.isEmpty else { throw SyntaxProblem(.malformedOption, range) }
    let kind = OptionTable.kind(of: bytes, name)
    let option = Option(kind: kind, isNegated: isNegated, name: name, value: value)
    guard let definition = OptionTable.definition(of: kind) else { return option }
    if isNegated, !definition.isNegatable { throw SyntaxProblem(.optionNotNegatable, name) }
    switch definition.value {
    case .never: if value != nil { throw SyntaxProblem(.optionTakesNoValue, option.range) }
    case .required: if value?.isEmpty ?? true { throw SyntaxProblem(.optionNeedsValue, name) }
    case .optional: break
    }
    return option
  }
}
