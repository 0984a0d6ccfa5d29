import SluiceSyntax
import SluiceText

/// The arguments of a scriptlet call in the syntax of uBlock Origin or AdGuard.
///
/// - Commas separate arguments. Spaces around arguments are ignored.
/// - An argument in quotes (`'`, `"` or a backtick) ends at the next quote of the same kind, if a comma or
///   the end of the list follows. Otherwise the quote is part of the argument.
/// - A backslash is an escape only before the character that would end the argument.
///
/// Parsing takes linear time.
struct ArgumentList {
  private let end: Int
  private let mustBeQuoted: Bool
  private var index: Int
  /// Quotes that do not occur after ``index``, recorded to avoid repeated searches.
  private var missingQuotes: [UInt8] = []
  private var arguments: [String] = []

  /// Returns the arguments in `range`, or `nil` if AdGuard's syntax requires quotes and an argument has none.
  static func parse(_ bytes: Span<UInt8>, in range: ByteRange, mustBeQuoted: Bool) -> [String]? {
    var list = ArgumentList(end: range.upperBound, mustBeQuoted: mustBeQuoted, index: range.lowerBound)
    list.skipBlanks(bytes)
    if list.index == list.end { return [] }
    repeat {
      guard list.readArgument(bytes) else { return nil }
    } while list.takeComma()
    return list.arguments
  }

  private init(end: Int, mustBeQuoted: Bool, index: Int) {
    self.end = end
    self.mustBeQuoted = mustBeQuoted
    self.index = index
  }

  private mutating func skipBlanks(_ bytes: Span<UInt8>) {
    index = bytes.endOfRun(from: index, to: end) { $0.isBlank }
  }

  /// Skips the comma at ``index``. Returns `false` at the end.
  private mutating func takeComma() -> Bool {
    guard index < end else { return false }
    index += 1
    return true
  }

  /// Reads an argument and the surrounding spaces, up to a comma or the end.
  private mutating func readArgument(_ bytes: Span<UInt8>) -> Bool {
    skipBlanks(bytes)
    if index < end, Self.isQuote(bytes[index]), readQuoted(bytes) { return true }
    if mustBeQuoted { return false }
    let start = index
    let comma = ASCII.comma
    index = Self.firstIndex(of: comma, in: bytes, from: start, to: end) ?? end
    var last = index
    while last > start, bytes[last - 1].isBlank { last -= 1 }
    arguments.append(Self.text(bytes, in: ByteRange(start, last), unescaping: comma))
    return true
  }

  /// Reads a quoted argument. Returns `false` and reads nothing if the closing quote does not end the
  /// argument.
  private mutating func readQuoted(_ bytes: Span<UInt8>) -> Bool {
    let quote = bytes[index]
    guard !missingQuotes.contains(quote) else { return false }
    guard let closing = Self.firstIndex(of: quote, in: bytes, from: index + 1, to: end) else {
      missingQuotes.append(quote)
      return false
    }
    let next = bytes.endOfRun(from: closing + 1, to: end) { $0.isBlank }
    guard next == end || bytes[next] == ASCII.comma else { return false }
    arguments.append(Self.text(bytes, in: ByteRange(index + 1, closing), unescaping: quote))
    index = next
    return true
  }

  /// Returns the index of the first unescaped `byte`.
  private static func firstIndex(of byte: UInt8, in bytes: Span<UInt8>, from start: Int, to end: Int) -> Int?
  {
    var index = start
    while index < end {
      if bytes[index] == byte { return index }
      index += bytes[index] == ASCII.backslash ? 2 : 1
    }
    return nil
  }

  private static func text(_ bytes: Span<UInt8>, in range: ByteRange, unescaping byte: UInt8) -> String {
    let backslash = ASCII.backslash
    guard bytes.firstIndex(of: backslash, in: range) != nil else { return bytes.text(range) }
    var text: [UInt8] = []
    text.reserveCapacity(range.count)
    var index = range.lowerBound
    while index < range.upperBound {
      if bytes[index] == backslash, index + 1 < range.upperBound {
        if bytes[index + 1] != byte { text.append(backslash) }
        text.append(bytes[index + 1])
        index += 2
      } else {
        text.append(bytes[index])
        index += 1
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  private static func isQuote(_ byte: UInt8) -> Bool {
    byte == ASCII.apostrophe || byte == ASCII.quote || byte == ASCII.backtick
  }
}

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

  init(_ bytes: Span<UInt8>, in range: ByteRange) {
    var index = range.lowerBound
    while index < range.upperBound {
      let byte = bytes[index]
      index += 1
      switch byte {
      case ASCII.backslash where index < range.upperBound:
        isInArgument = true
        index = readEscape(bytes, at: index, end: range.upperBound)
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
  private mutating func readEscape(_ bytes: Span<UInt8>, at index: Int, end: Int) -> Int {
    switch bytes[index] {
    case UInt8(ascii: "n"): argument.append(0x0A)
    case UInt8(ascii: "r"): argument.append(0x0D)
    case UInt8(ascii: "t"): argument.append(0x09)
    case UInt8(ascii: "u"):
      guard index + 5 <= end, let scalar = Self.scalar(bytes, from: index + 1) else {
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
  private static func scalar(_ bytes: Span<UInt8>, from start: Int) -> Unicode.Scalar? {
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

extension CosmeticFilter {
  /// Returns the name and syntax of the scriptlet that the filter runs. `bytes` is the content of the list.
  ///
  /// Returns `nil` for other filters, exceptions to all scriptlets, and malformed calls.
  package func scriptletName(in bytes: Span<UInt8>) -> (name: String, syntax: AdvancedAction.Syntax)? {
    guard kind == .scriptlet,
      case .scriptlet(let name?, _, let syntax)? = AdvancedFilterReader.scriptlet(body, in: bytes)
    else { return nil }
    return (name, syntax)
  }
}
