/// What WebKit makes of the selector of a rule, which stands alone: a group of selectors, open at its end maybe.
enum SelectorReading {
  /// WebKit takes the rule. `mended` is what is first open at the end, or a NUL.
  case taken([Selector], mended: SelectorProblem?)
  /// WebKit leaves out the rule.
  case dropped(SelectorProblem)
  /// Brackets and functions are nested deeper than is read here.
  case unread(SelectorProblem)

  /// Reads UTF-8.
  init(_ bytes: [UInt8]) {
    if Selector.isPlain(bytes.span) {
      self = .taken([Selector(trusted: bytes)], mended: nil)
      return
    }
    var text = MendedSelector(bytes)
    while true {
      var parser = SelectorParser()
      do throws(SelectorProblem) {
        try parser.wholeSelector(text.bytes.span)
        self = .taken(Self.parts(of: text.bytes, parser).map(text.restored), mended: text.problem)
        return
      } catch {
        if text.close(error) { continue }
        let end = min(error.offset + error.length, bytes.count)
        let start = min(error.offset, bytes.count)
        let problem = SelectorProblem(error.reason, offset: start, length: end - start)
        self = error.reason == .tooDeep ? .unread(problem) : .dropped(problem)
        return
      }
    }
  }

  /// The selectors between the commas.
  private static func parts(of group: [UInt8], _ parser: SelectorParser) -> [Selector] {
    var sharing = Sharing<Selector>(size: group.count)
    var start = 0
    let end = SelectorParser.Comma(offset: group.count, needs: parser.needs)
    return (parser.commas + [end]).map { comma in
      defer { start = comma.offset + 1 }
      return sharing.shared(Selector(trusted: group.span, start..<comma.offset, comma.needs))
    }
  }
}

/// A selector as CSS mends it: everything closed that is open at its end, and U+FFFD for NUL and for a missing
/// escaped character.
private struct MendedSelector {
  /// The selector as far as it is mended. One byte that is in no UTF-8 stands for U+FFFD, so that all other
  /// bytes stay in their places.
  private(set) var bytes: [UInt8]
  /// What had to be mended first.
  private(set) var problem: SelectorProblem?
  /// Whether the last character was a backslash without a character to escape.
  private let endsWithBackslash: Bool

  private static let replacement: UInt8 = 0xFF

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    endsWithBackslash = bytes.reversed().prefix { $0 == UInt8(ascii: "\\") }.count % 2 == 1
    if let offset = bytes.firstIndex(of: 0) {
      problem = SelectorProblem(.nullCharacter, offset: offset, length: 1)
      for index in bytes.indices where bytes[index] == 0 { self.bytes[index] = Self.replacement }
    }
    if endsWithBackslash {
      problem = problem ?? SelectorProblem(.badEscape, offset: bytes.count - 1, length: 1)
      self.bytes.append(Self.replacement)
    }
  }

  /// Closes what is open; false where the problem is another one.
  mutating func close(_ found: SelectorProblem) -> Bool {
    switch found.reason {
    case .unclosedBracket: bytes.append(UInt8(ascii: "]"))
    case .unclosedBrace: bytes.append(UInt8(ascii: "}"))
    case .unclosedParenthesis: bytes.append(UInt8(ascii: ")"))
    case .unclosedComment:
      // In "/*/" and "/* *" the last sign is not yet half of the end.
      bytes += Array("*/".utf8)
    case .unclosedString:
      // In a string a backslash at the end of the input is nothing, as it is before a line break.
      if endsWithBackslash, bytes.last == Self.replacement { bytes[bytes.count - 1] = 0x0A }
      bytes.append(bytes[found.offset])
    default: return false
    }
    problem = problem ?? found
    return true
  }

  /// A part of the selector with the character in the place of what stands for it.
  func restored(_ part: Selector) -> Selector {
    guard problem != nil, part.bytes.contains(Self.replacement) else { return part }
    return Selector(
      trusted: Array(
        part.bytes.split(separator: Self.replacement, omittingEmptySubsequences: false)
          .joined(separator: "\u{FFFD}".utf8)), part.needs)
  }
}

/// Keeps equal parts of a long list once: of millions of parts of a few bytes each, the storage of each would
/// take many times what the list does.
struct Sharing<Part: Hashable> {
  private var known: Set<Part> = []
  private let isLong: Bool

  /// For a list of so many bytes. The lists that there are do not come near to being long.
  init(size: Int) { isLong = size > 1 << 20 }

  mutating func shared(_ part: Part) -> Part { isLong ? known.insert(part).memberAfterInsert : part }
}
