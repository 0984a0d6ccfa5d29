import SluiceRules
import SluiceSyntax
import SluiceText

/// The body of a cosmetic filter that does more to elements than a selector alone, such as
/// `.x { display: none !important; }`, `.x:style(color: red)` and `.x:remove()`.
struct SelectorBody {
  enum Action {
    /// Applies the declarations. The condition is `@media (…)` around the selector and its declarations.
    case style(ByteRange, condition: ByteRange?)
    case remove
    case removeAttribute(ByteRange)
    case removeClass(ByteRange)
  }

  /// The selector without the action; it can be empty.
  let selector: ByteRange
  let action: Action

  /// Parses a body. The result is `nil` if it has no action, or invalid braces.
  init?(_ body: ByteRange, in bytes: Span<UInt8>) {
    switch bytes.last(in: body) {
    case ASCII.closeBrace: self.init(block: body, bytes)
    case ASCII.closeParenthesis: self.init(operation: body, bytes)
    default: return nil
    }
  }

  /// Whether the action only hides the elements.
  func hides(in bytes: Span<UInt8>) -> Bool {
    guard case .style(let range, condition: nil) = action else { return false }
    return Self.isOnly("display:none", range: range, in: bytes)
      || Self.isOnly("display:none!important", range: range, in: bytes)
  }

  /// Whether the action applies only under a condition, `@media (…)`.
  var isConditional: Bool {
    if case .style(_, .some) = action { true } else { false }
  }

  /// Whether the action shows the elements with the importance of hiding rules, as in
  /// `.x:style(display: block !important)`.
  func shows(in bytes: Span<UInt8>) -> Bool {
    guard case .style(let range, _) = action else { return false }
    return Self.declarations(range, in: bytes).contains { declaration in
      declaration.starts(with: "display:".utf8) && !declaration.starts(with: "display:none".utf8)
        && declaration.reversed().starts(with: "!important".utf8.reversed())
    }
  }

  /// Parses `selector { declarations }`, optionally inside `@media (...) { }`.
  private init?(block body: ByteRange, _ bytes: Span<UInt8>) {
    var inner = body
    var condition: ByteRange?
    if bytes[body.lowerBound] == ASCII.at {
      guard let open = bytes.firstIndex(of: ASCII.openBrace, in: body) else { return nil }
      condition = bytes.trimmed(ByteRange(body.lowerBound, open))
      inner = bytes.trimmed(ByteRange(open + 1, body.upperBound - 1))
      guard bytes.last(in: inner) == ASCII.closeBrace else { return nil }
    }
    // Uses the last brace, because declarations contain no braces, but regexes in selectors may.
    guard let open = bytes.lastIndex(of: ASCII.openBrace, in: inner) else { return nil }
    selector = bytes.trimmed(ByteRange(inner.lowerBound, open))
    let declarations = bytes.trimmed(ByteRange(open + 1, inner.upperBound - 1))
    // AdGuard removes the elements with a declaration, and then ignores all others.
    let removes =
      condition == nil
      && Self.declarations(declarations, in: bytes).contains { $0.elementsEqual("remove:true".utf8) }
    action = removes ? .remove : .style(declarations, condition: condition)
  }

  /// Parses the last of the operators that act on elements. The last byte must close it.
  private init?(operation body: ByteRange, _ bytes: Span<UInt8>) {
    // Blanks before the last parenthesis are skipped once, not for each operator.
    let end = bytes.trimmed(ByteRange(body.lowerBound, body.upperBound - 1)).upperBound
    for colon in body.indices.reversed() where bytes[colon] == ASCII.colon {
      let limit = min(colon + SelectorAction.maximumLength + 1, body.upperBound)
      let open = bytes.endOfRun(from: colon + 1, to: limit) { $0 &- 0x61 < 26 || $0 == ASCII.dash }
      guard open < body.upperBound, bytes[open] == ASCII.openParenthesis else { continue }
      let argument = bytes.trimmed(ByteRange(open + 1, max(open + 1, end)))
      switch SelectorAction(rawValue: bytes.text(ByteRange(colon + 1, open))) {
      case .style: action = .style(argument, condition: nil)
      case .remove where argument.isEmpty: action = .remove
      case .remove: return nil
      case .removeAttribute: action = .removeAttribute(argument)
      case .removeClass: action = .removeClass(argument)
      case nil: continue
      }
      guard Self.isClosed(bytes, open: open, by: body.upperBound - 1) else { return nil }
      selector = bytes.trimmed(ByteRange(body.lowerBound, colon))
      return
    }
    return nil
  }

  /// Returns whether the parenthesis at `open` is closed at `close` and not before.
  private static func isClosed(_ bytes: Span<UInt8>, open: Int, by close: Int) -> Bool {
    var depth = 0
    var quote: UInt8?
    var index = open
    while index < close {
      let byte = bytes[index]
      switch byte {
      case ASCII.backslash: index += 1
      case ASCII.quote, ASCII.apostrophe:
        if quote == nil { quote = byte } else if quote == byte { quote = nil }
      case ASCII.openParenthesis where quote == nil: depth += 1
      case ASCII.closeParenthesis where quote == nil:
        depth -= 1
        if depth == 0 { return false }
      default: break
      }
      index += 1
    }
    return index == close && depth == 1 && quote == nil
  }

  private static func isOnly(_ declaration: String, range: ByteRange, in bytes: Span<UInt8>) -> Bool {
    // Keeps long declarations from being copied.
    guard range.count < 80 else { return false }
    let declarations = declarations(range, in: bytes)
    return declarations.count == 1 && declarations[0].elementsEqual(declaration.utf8)
  }

  /// Returns the declarations in lower case and without spaces.
  private static func declarations(_ range: ByteRange, in bytes: Span<UInt8>) -> [ArraySlice<UInt8>] {
    var text: [UInt8] = []
    for index in range.indices where bytes[index] > 0x20 { text.append(bytes[index].asciiLowercased) }
    return text.split(separator: ASCII.semicolon)
  }
}

/// The operators that filter lists add to CSS selectors.
package enum SelectorOperator: Hashable, Sendable, CaseIterable {
  case hasText, has, ifNot, not, matches, upward, nthAncestor
  case matchesCSS, matchesCSSBefore, matchesCSSAfter
  case matchesAttribute, matchesProperty, matchesPath, matchesMedia
  case minimumTextLength, styleRules, watchAttributes, xpath, others, shadow, content

  /// The names of the operator in filter lists. The first one is used in reports.
  package var names: [String] {
    switch self {
    case .hasText: ["has-text", "contains", "-abp-contains", "-abp-has-text"]
    case .has: ["has", "if", "-abp-has"]
    case .ifNot: ["if-not"]
    case .not: ["not"]
    case .matches: ["is", "where"]
    case .upward: ["upward"]
    case .nthAncestor: ["nth-ancestor"]
    case .matchesCSS: ["matches-css"]
    case .matchesCSSBefore: ["matches-css-before"]
    case .matchesCSSAfter: ["matches-css-after"]
    case .matchesAttribute: ["matches-attr"]
    case .matchesProperty: ["matches-prop", "matches-property"]
    case .matchesPath: ["matches-path"]
    case .matchesMedia: ["matches-media"]
    case .minimumTextLength: ["min-text-length"]
    case .styleRules: ["-abp-properties", "properties"]
    case .watchAttributes: ["watch-attr", "watch-attrs"]
    case .xpath: ["xpath"]
    case .others: ["others"]
    case .shadow: ["shadow"]
    case .content: ["content"]
    }
  }

  /// The name in reports.
  package var name: String { names[0] }

  /// The operators by name.
  package static let named: [String: SelectorOperator] = {
    var named: [String: SelectorOperator] = [:]
    for kind in allCases { for name in kind.names { named[name] = kind } }
    return named
  }()

  /// Returns whether a name is an operator that CSS does not have.
  static func isOnlyOfLists(_ name: String) -> Bool {
    named[name] != nil && PseudoClassName(rawValue: name) == nil
  }
}

/// The actions that a filter's selector can end with.
package enum SelectorAction: String, CaseIterable, Sendable {
  case style, remove
  case removeAttribute = "remove-attr"
  case removeClass = "remove-class"

  static let maximumLength = allCases.reduce(0) { max($0, $1.rawValue.utf8.count) }
}
