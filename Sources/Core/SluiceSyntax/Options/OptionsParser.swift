/// Parses the options of network filters.
enum OptionsParser {
  /// Parses the options in `range`, which starts after the `$`.
  static func parse(
    _ bytes: Span<UInt8>, _ range: ByteRange, isException: Bool
  ) throws(SyntaxProblem) -> [Option] {
    var options: [Option] = []
    var scanner = OptionScanner(end: range.upperBound)
    var start = range.lowerBound
    while true {
      let end = scanner.optionEnd(bytes, start)
      let text = bytes.trimmed(ByteRange(start, end))
      // The error points to the `$` or the comma before the missing option.
      if text.isEmpty { throw SyntaxProblem(.emptyOption, ByteRange(start - 1, start)) }
      options.append(try option(bytes, text, isException))
      if end >= range.upperBound { return options }
      start = end + 1
    }
  }

  private static func option(
    _ bytes: Span<UInt8>, _ range: ByteRange, _ isException: Bool
  ) throws(SyntaxProblem) -> Option {
    let isNegated = bytes[range.lowerBound] == ASCII.tilde
    let start = range.lowerBound + (isNegated ? 1 : 0)
    var end = bytes.endOfRun(from: start, to: range.upperBound) { $0.isNameByte }
    let name = ByteRange(start, end)
    guard !name.isEmpty else { throw SyntaxProblem(.malformedOption, range) }
    while end < range.upperBound, bytes[end].isBlank { end += 1 }
    var value: ByteRange?
    if end < range.upperBound {
      guard bytes[end] == ASCII.equals else { throw SyntaxProblem(.malformedOption, range) }
      value = bytes.trimmed(ByteRange(end + 1, range.upperBound))
    }
    let option = Option(
      kind: OptionTable.kind(of: bytes, name), isNegated: isNegated, name: name, value: value)
    try check(option, isException)
    return option
  }

  /// Throws if the option is not allowed in this form.
  private static func check(_ option: Option, _ isException: Bool) throws(SyntaxProblem) {
    let row = option.kind.row
    if option.isNegated, !row.isNegatable { throw SyntaxProblem(.optionNotNegatable, option.name) }
    let hasValue = !(option.value?.isEmpty ?? true)
    switch row.value {
    case .never: if option.value != nil { throw SyntaxProblem(.optionTakesNoValue, option.range) }
    case .required: if !hasValue { throw SyntaxProblem(.optionNeedsValue, option.name) }
    case .requiredToAct: if !hasValue, !isException { throw SyntaxProblem(.optionNeedsValue, option.name) }
    case .optional: break
    }
  }
}
