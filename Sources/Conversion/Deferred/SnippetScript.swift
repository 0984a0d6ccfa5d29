import FilterSyntax

/// The calls in a snippet filter of Adblock Plus: `log hello; hide-if-contains 'two words' .x`.
///
/// Semicolons separate calls and blanks their arguments. Single quotes hold blanks and semicolons together.
/// A backslash takes the next character as it is, but for `\n`, `\r`, `\t` and `\u0041`.
struct SnippetScript {
  /// Each call with its name first. Empty calls are left out; quotes that are not closed end with the text.
  private(set) var calls: [[String]] = []
  private var call: [String] = []
  private var argument: [UInt8] = []
  /// Whether an argument has begun; an empty one can only begin with quotes.
  private var isInArgument = false
  private var isQuoted = false

  /// Reads the text in `range`.
  init(_ bytes: Span<UInt8>, _ range: ByteRange) {
    var index = range.lowerBound
    while index < range.upperBound {
      let byte = bytes[index]
      index += 1
      switch byte {
      case UInt8(ascii: "\\") where index < range.upperBound:
        isInArgument = true
        index = readEscape(bytes, index, range.upperBound)
      case UInt8(ascii: "'"):
        isInArgument = true
        isQuoted.toggle()
      case UInt8(ascii: ";") where !isQuoted: endCall()
      case UInt8(ascii: " ") where !isQuoted, UInt8(ascii: "\t") where !isQuoted: endArgument()
      default:
        isInArgument = true
        argument.append(byte)
      }
    }
    endCall()
  }

  /// Reads what follows a backslash and returns the offset behind it.
  private mutating func readEscape(_ bytes: Span<UInt8>, _ index: Int, _ end: Int) -> Int {
    switch bytes[index] {
    case UInt8(ascii: "n"): argument.append(0x0A)
    case UInt8(ascii: "r"): argument.append(0x0D)
    case UInt8(ascii: "t"): argument.append(0x09)
    case UInt8(ascii: "u"):
      guard index + 5 <= end, let scalar = Self.scalar(bytes, index + 1) else {
        argument.append(bytes[index])
        return index + 1
      }
      argument.append(contentsOf: String(scalar).utf8)
      return index + 5
    case let byte: argument.append(byte)
    }
    return index + 1
  }

  /// The character that four hexadecimal digits stand for; nil for half a surrogate pair.
  private static func scalar(_ bytes: Span<UInt8>, _ start: Int) -> Unicode.Scalar? {
    guard (start..<start + 4).allSatisfy({ bytes[$0].isHexDigit }) else { return nil }
    return Unicode.Scalar(bytes.hexValue(start, digits: 4))
  }

  private mutating func endArgument() {
    guard isInArgument else { return }
    call.append(String(decoding: argument, as: UTF8.self))
    argument.removeAll(keepingCapacity: true)
    isInArgument = false
  }

  private mutating func endCall() {
    endArgument()
    if !call.isEmpty { calls.append(call) }
    call = []
  }
}
