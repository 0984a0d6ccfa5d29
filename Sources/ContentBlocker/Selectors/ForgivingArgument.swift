/// The argument of `:is()` and `:where()`, of which CSS ignores what it does not understand.
extension SelectorParser {
  /// Steps over a block whose `(` is at the offset, with whatever is in it: only brackets, strings, comments
  /// and escapes matter.
  mutating func skipBlock(_ css: Span<UInt8>) throws(SelectorProblem) {
    let open = offset
    var stack = BracketStack()
    repeat {
      let byte = css.byte(offset)
      switch byte {
      case 0 where offset >= css.count:
        throw SelectorProblem(.unclosedParenthesis, offset: open, length: 1)
      case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"):
        if !stack.push(byte) { throw SelectorProblem(.tooDeep, offset: offset, length: 1) }
        offset += 1
      case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
        // One that nothing opened is a token like any other.
        stack.popIfClosed(by: byte)
        offset += 1
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        try string(css)
      case UInt8(ascii: "/") where css.byte(offset + 1) == UInt8(ascii: "*"):
        try skipComments(css)
      case UInt8(ascii: "\\") where !css.isCSSEscape(offset):
        throw badIdentifier(css)
      case _ where byte.isCSSName || byte == UInt8(ascii: "\\"):
        try skipWord(css)
      default:
        offset += 1
      }
    } while !stack.isEmpty
  }

  /// Inside `url(...)` brackets and quotes mean nothing. Nobody needs one in a selector, so it is refused.
  private mutating func skipWord(_ css: Span<UInt8>) throws(SelectorProblem) {
    let start = offset
    offset = css.endOfCSSName(offset)
    guard css.byte(offset) == UInt8(ascii: "("), offset - start >= 3 else { return }
    var isURL = css.equalsIgnoringCase(Self.url, offset - 3..<offset)
    if css.hasCSSEscape(start..<offset) {
      isURL = css.unescapedCSSName(start..<offset).suffix(3) == Self.url[...]
    }
    if isURL { throw SelectorProblem(.badArgument, offset: start, length: offset - start) }
  }

  private static let url = Array("url".utf8)
}

/// The kinds of the open brackets, two bits each.
private struct BracketStack {
  private var isSquare: UInt64 = 0
  private var isCurly: UInt64 = 0
  private var count = 0

  var isEmpty: Bool { count == 0 }

  mutating func push(_ open: UInt8) -> Bool {
    if count == SelectorParser.maximumDepth { return false }
    isSquare = isSquare << 1 | (open == UInt8(ascii: "[") ? 1 : 0)
    isCurly = isCurly << 1 | (open == UInt8(ascii: "{") ? 1 : 0)
    count += 1
    return true
  }

  mutating func popIfClosed(by close: UInt8) {
    let wanted: UInt8 =
      isSquare & 1 == 1 ? UInt8(ascii: "]") : isCurly & 1 == 1 ? UInt8(ascii: "}") : UInt8(ascii: ")")
    guard close == wanted else { return }
    isSquare >>= 1
    isCurly >>= 1
    count -= 1
  }
}
