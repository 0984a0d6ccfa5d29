import SluiceText

/// `!#name argument`: a directive for the program that reads the list.
public struct Directive: Hashable, Sendable {
  /// The kind of directive.
  public var kind: Kind
  /// The text after the name, without spaces around it.
  public var argument: ByteRange

  /// The directives of uBlock Origin and AdGuard.
  @nonexhaustive public enum Kind: String, CaseIterable, Hashable, Sendable {
    /// The cases have the names of the directives in lists.
    case `if`, `else`, endif, include, safari_cb_affinity

    /// Whether the directive is a part of a condition.
    package var isOfCondition: Bool {
      switch self {
      case .if, .else, .endif: true
      case .include, .safari_cb_affinity: false
      }
    }
  }

  /// Parses a line that starts with `!#`; returns nil for a comment.
  init?(_ bytes: Span<UInt8>, line: ByteRange) {
    let name = Self.name(bytes, line: line)
    // Longer words are headings.
    guard name.count <= 32, let kind = Kind(rawValue: bytes.text(name)) else { return nil }
    (self.kind, argument) = (kind, bytes.trimmed(ByteRange(name.upperBound, line.upperBound)))
  }

  /// Returns the word after the `!#` of a line.
  package static func name(_ bytes: Span<UInt8>, line: ByteRange) -> ByteRange {
    let start = line.lowerBound + 2
    return ByteRange(
      start, bytes.endOfRun(from: start, to: line.upperBound) { $0.isLetter || $0 == ASCII.underscore })
  }
}

/// The condition of an `!#if`: names that are true or false, combined with `!`, `&&`, `||` and parentheses.
package enum DirectiveCondition {
  /// Evaluates the condition; returns nil if it is malformed.
  ///
  /// The names in `constants` and the name `true` are true; all other names are false. `&&` binds more
  /// tightly than `||`, as in uBlock Origin and AdGuard.
  package static func evaluate(_ bytes: Span<UInt8>, in range: ByteRange, constants: Set<String>) -> Bool? {
    var parser = Parser(index: range.lowerBound, end: range.upperBound, constants: constants)
    guard let value = parser.disjunction(bytes, depth: 0) else { return nil }
    parser.skipBlanks(bytes)
    return parser.index == range.upperBound ? value : nil
  }

  /// Returns the names in a condition in order, including duplicates; empty if the condition is malformed.
  package static func names(_ bytes: Span<UInt8>, in range: ByteRange) -> [ByteRange] {
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
      while take("||", in: bytes) {
        guard let next = conjunction(bytes, depth: depth) else { return nil }
        value = value || next
      }
      return value
    }

    private mutating func conjunction(_ bytes: Span<UInt8>, depth: Int) -> Bool? {
      guard var value = operand(bytes, depth: depth) else { return nil }
      while take("&&", in: bytes) {
        guard let next = operand(bytes, depth: depth) else { return nil }
        value = value && next
      }
      return value
    }

    private mutating func operand(_ bytes: Span<UInt8>, depth: Int) -> Bool? {
      var isNegated = false
      while take("!", in: bytes) { isNegated.toggle() }
      if take("(", in: bytes) {
        guard let value = disjunction(bytes, depth: depth + 1), take(")", in: bytes) else { return nil }
        return value != isNegated
      }
      let start = index
      while index < end, bytes[index].isNameByte { index += 1 }
      guard index > start else { return nil }
      let name = ByteRange(start, index)
      // AdGuard defines these constants; `!#if false` disables lines.
      if bytes.isText("true", in: name) { return !isNegated }
      if bytes.isText("false", in: name) { return isNegated }
      names.append(name)
      return constants.contains(bytes.text(name)) != isNegated
    }

    private mutating func take(_ text: StaticString, in bytes: Span<UInt8>) -> Bool {
      skipBlanks(bytes)
      guard bytes.hasText(text, at: index, in: ByteRange(index, end)) else { return false }
      index += text.utf8CodeUnitCount
      return true
    }
  }
}

/// A hint of AdGuard's compiler about the filter in the next line: `PLATFORM(ios, ext_safari)`,
/// `NOT_OPTIMIZED`.
package struct Hint: Hashable, Sendable {
  /// The name before the parentheses.
  package var name: ByteRange
  /// The arguments in the parentheses, which are separated by spaces and commas; nil without parentheses.
  package var arguments: [ByteRange]?
  /// Whether each opening parenthesis is closed.
  package var isClosed: Bool

  /// Returns the words up to the `)` and the offset after it, which is beyond the end if there is no `)`.
  fileprivate static func arguments(_ bytes: Span<UInt8>, in range: ByteRange) -> ([ByteRange], Int) {
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
  package init(parsing bytes: Span<UInt8>, _ range: ByteRange) {
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
        (hint.arguments, index) = Hint.arguments(bytes, in: ByteRange(open + 1, range.upperBound))
        hint.isClosed = index <= range.upperBound
      }
      append(hint)
    }
  }
}
