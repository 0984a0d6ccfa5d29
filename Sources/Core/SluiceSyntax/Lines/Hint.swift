/// A hint of AdGuard's compiler about the filter in the next line: `PLATFORM(ios, ext_safari)`,
/// `NOT_OPTIMIZED`.
public struct Hint: Hashable, Sendable {
  /// The name before the parentheses.
  public var name: ByteRange
  /// The arguments in the parentheses, which are separated by spaces and commas; nil without parentheses.
  public var arguments: [ByteRange]?
  /// Whether each opening parenthesis is closed.
  public var isClosed: Bool

  /// Returns the words up to the `)` and the offset after it, which is beyond the end if there is no `)`.
  fileprivate static func arguments(_ bytes: Span<UInt8>, _ range: ByteRange) -> ([ByteRange], Int) {
    var words: [ByteRange] = []
    var start = range.lowerBound
    for index in range.indices {
      switch bytes[index] {
      case ASCII.comma, ASCII.space, ASCII.tab, ASCII.closeParenthesis:
        if index > start { words.append(ByteRange(start, index)) }
        start = index + 1
        if bytes[index] == ASCII.closeParenthesis { return (words, index + 1) }
      case _: break
      }
    }
    if range.upperBound > start { words.append(ByteRange(start, range.upperBound)) }
    return (words, range.upperBound + 1)
  }
}

extension [Hint] {
  /// Parses the hints in a range of `bytes`, which follows the `!+` of a line.
  public init(parsing bytes: Span<UInt8>, _ range: ByteRange) {
    self = []
    var index = range.lowerBound
    while index < range.upperBound {
      let start = index
      while index < range.upperBound, bytes[index].isNameByte { index += 1 }
      guard index > start else {
        index += 1
        continue
      }
      var hint = Hint(name: ByteRange(start, index), arguments: nil, isClosed: true)
      let open = bytes.endOfRun(from: index, to: range.upperBound) { $0.isBlank }
      if open < range.upperBound, bytes[open] == ASCII.openParenthesis {
        (hint.arguments, index) = Hint.arguments(bytes, ByteRange(open + 1, range.upperBound))
        hint.isClosed = index <= range.upperBound
      }
      append(hint)
    }
  }
}
