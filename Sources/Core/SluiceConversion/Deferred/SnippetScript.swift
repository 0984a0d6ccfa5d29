import SluiceSyntax

/// The calls in a snippet filter of Adblock Plus, such as `log hello; hide-if-contains 'two words' .x`.
///
/// - Semicolons separate calls, spaces separate arguments.
/// - Single quotes protect spaces and semicolons.
/// - A backslash escapes the next character; `\n`, `\r`, `\t` and `\u0041` stand for special characters.
struct SnippetScript {
  /// The calls, each with its name first. Empty calls are omitted. Unclosed quotes extend to the end of the
  /// text.
  private(set) var calls: [[String]] = []
  private var call: [String] = []
  private var argument: [UInt8] = []
  /// Whether an argument has begun. An empty argument can only begin with a quote.
  private var isInArgument = false
  private var isQuoted = false

  /// Parses the text in `range`.
  init(_ bytes: Span<UInt8>, _ range: ByteRange) {
    var index = range.lowerBound
    while index < range.upperBound {
      let byte = bytes[index]
      index += 1
      switch byte {
      case ASCII.backslash where index < range.upperBound:
        isInArgument = true
        index = readEscape(bytes, index, range.upperBound)
      case ASCII.apostrophe:
        isInArgument = true
        isQuoted.toggle()
      case ASCII.semicolon where !isQuoted: endCall()
      case ASCII.space where !isQuoted, ASCII.tab where !isQuoted: endArgument()
      default:
        isInArgument = true
        argument.append(byte)
      }
    }
    endCall()
  }

  /// Parses the escape after a backslash and returns the offset after it.
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

  /// Returns the character for four hexadecimal digits, or `nil` if they do not represent one.
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
