/// The condition of an `!#if`: names that are true or false, combined with `!`, `&&`, `||` and parentheses.
@frozen public enum DirectiveCondition {
  /// Evaluates the condition; returns nil if it is malformed.
  ///
  /// The names in `constants` and the name `true` are true; all other names are false. `&&` binds more
  /// tightly than `||`, as in uBlock Origin and AdGuard.
  public static func evaluate(_ bytes: Span<UInt8>, _ range: ByteRange, constants: Set<String>) -> Bool? {
    var parser = Parser(index: range.lowerBound, end: range.upperBound, constants: constants)
    guard let value = parser.disjunction(bytes, depth: 0) else { return nil }
    parser.skipBlanks(bytes)
    return parser.index == range.upperBound ? value : nil
  }

  /// Returns the names in a condition in order, including duplicates; empty if the condition is malformed.
  public static func names(_ bytes: Span<UInt8>, _ range: ByteRange) -> [ByteRange] {
    var parser = Parser(index: range.lowerBound, end: range.upperBound, constants: [])
    guard parser.disjunction(bytes, depth: 0) != nil else { return [] }
    return parser.names
  }

  private struct Parser {
    var index: Int
    let end: Int
    let constants: Set<String>
    /// The names read so far, except `true` and `false`.
    var names: [ByteRange] = []

    /// The maximum nesting of parentheses, which no real list reaches. It protects the stack from malicious
    /// lists.
    static let maximumDepth = 64

    mutating func skipBlanks(_ bytes: Span<UInt8>) {
      while index < end, bytes[index].isBlank { index += 1 }
    }

    mutating func disjunction(_ bytes: Span<UInt8>, depth: Int) -> Bool? {
      guard depth <= Self.maximumDepth, var value = conjunction(bytes, depth: depth) else { return nil }
      while take("||", bytes) {
        guard let next = conjunction(bytes, depth: depth) else { return nil }
        value = value || next
      }
      return value
    }

    private mutating func conjunction(_ bytes: Span<UInt8>, depth: Int) -> Bool? {
      guard var value = operand(bytes, depth: depth) else { return nil }
      while take("&&", bytes) {
        guard let next = operand(bytes, depth: depth) else { return nil }
        value = value && next
      }
      return value
    }

    private mutating func operand(_ bytes: Span<UInt8>, depth: Int) -> Bool? {
      var isNegated = false
      while take("!", bytes) { isNegated.toggle() }
      if take("(", bytes) {
        guard let value = disjunction(bytes, depth: depth + 1), take(")", bytes) else { return nil }
        return value != isNegated
      }
      let start = index
      while index < end, bytes[index].isNameByte { index += 1 }
      guard index > start else { return nil }
      let name = ByteRange(start, index)
      // AdGuard defines these constants; `!#if false` disables lines.
      if bytes.isText("true", name) { return !isNegated }
      if bytes.isText("false", name) { return isNegated }
      names.append(name)
      return constants.contains(bytes.text(name)) != isNegated
    }

    private mutating func take(_ text: StaticString, _ bytes: Span<UInt8>) -> Bool {
      skipBlanks(bytes)
      guard bytes.hasText(text, at: index, in: ByteRange(index, end)) else { return false }
      index += text.utf8CodeUnitCount
      return true
    }
  }
}
