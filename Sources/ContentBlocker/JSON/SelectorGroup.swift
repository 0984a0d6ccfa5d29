/// What only a selector that stands alone in a rule may be: a group of selectors, and open at its end.
extension SelectorProblem.Reason {
  /// Whether some WebKit takes the selector nevertheless: it is newer than what ``Selector`` allows for, or
  /// the limit is our own.
  var isUnsupported: Bool { self == .newerThanSafari16 || self == .tooDeep }
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

extension Selector {
  /// The selector with everything closed that is open at its end, as CSS closes it, and with U+FFFD for NUL
  /// and for a missing escaped character; nil if it is invalid even so.
  static func mending(_ css: [UInt8], _ problem: SelectorProblem) -> [UInt8]? {
    var css = css
    var problem = problem
    // What can be open are brackets, of which each may hold a string, an escape or a comment.
    for _ in 0..<SelectorParser.maximumDepth + 8 {
      switch problem.reason {
      case .unclosedBracket: css.append(UInt8(ascii: "]"))
      case .unclosedParenthesis: css.append(UInt8(ascii: ")"))
      case .unclosedComment:
        // In "/*/" and "/* *" the last sign is not yet half of the end.
        css += Array("*/".utf8)
      case .unclosedString: css.append(css[problem.offset])
      case .badEscape where problem.offset + 1 == css.count: css += Array("\u{FFFD}".utf8)
      case .nullCharacter:
        css = Array(
          css.split(separator: 0, omittingEmptySubsequences: false)
            .joined(separator: "\u{FFFD}".utf8))
      default: return nil
      }
      guard let next = Self.problem(in: css.span) else { return css }
      problem = next
    }
    return nil
  }

  /// The selectors of a valid group: what stands between its outermost commas.
  static func splitting(_ group: [UInt8]) -> [Selector] {
    var parts: [Selector] = []
    var depth = 0
    var start = 0
    var index = 0
    let css = group.span
    var sharing = Sharing<Selector>(size: group.count)
    while index < group.count {
      switch group[index] {
      case UInt8(ascii: "\\"): index += 1
      case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
      case UInt8(ascii: "\""), UInt8(ascii: "'"): index = css.endOfQuoted(index)
      case UInt8(ascii: "/") where css.byte(index + 1) == UInt8(ascii: "*"): index = css.endOfComment(index)
      case UInt8(ascii: ",") where depth == 0:
        guard let part = try? Selector(css.extracting(start..<index)) else {
          return [Selector(trusted: group)]
        }
        parts.append(sharing.shared(part))
        start = index + 1
      default: break
      }
      index += 1
    }
    guard let part = try? Selector(css.extracting(start..<css.count)) else {
      return [Selector(trusted: group)]
    }
    parts.append(sharing.shared(part))
    return parts
  }
}

extension Span<UInt8> {
  /// The offset of the quote that closes the one at `start`.
  fileprivate func endOfQuoted(_ start: Int) -> Int {
    var index = start + 1
    while index < count, self[index] != self[start] { index += self[index] == UInt8(ascii: "\\") ? 2 : 1 }
    return index
  }

  /// The offset of the slash that ends the comment at `start`.
  fileprivate func endOfComment(_ start: Int) -> Int {
    var index = start + 3
    while index < count, self[index] != UInt8(ascii: "/") || self[index - 1] != UInt8(ascii: "*") {
      index += 1
    }
    return index
  }
}
