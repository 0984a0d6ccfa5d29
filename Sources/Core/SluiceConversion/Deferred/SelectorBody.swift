import SluiceSyntax

/// Parses the body of a cosmetic filter that acts on elements: a selector and an action.
enum SelectorBody {
  /// Returns the action, or `nil` if the body has braces or an operator but no selector.
  static func action(_ bytes: Span<UInt8>, _ range: ByteRange) -> DeferredAction? {
    guard let last = bytes.last(in: range) else { return nil }
    switch last {
    case ASCII.closeBrace: return block(bytes, range)
    case ASCII.closeParenthesis: return operation(bytes, range) ?? .hide(selector: bytes.text(range))
    default: return .hide(selector: bytes.text(range))
    }
  }

  /// Parses `selector { declarations }`, optionally inside `@media (...) { }`.
  private static func block(_ bytes: Span<UInt8>, _ range: ByteRange) -> DeferredAction? {
    let brace = ASCII.openBrace
    var inner = range
    var condition: String?
    if bytes[range.lowerBound] == ASCII.at {
      guard let open = bytes.firstIndex(of: brace, in: range) else { return nil }
      condition = bytes.text(bytes.trimmed(ByteRange(range.lowerBound, open)))
      inner = bytes.trimmed(ByteRange(open + 1, range.upperBound - 1))
      guard bytes.last(in: inner) == ASCII.closeBrace else { return nil }
    }
    // Uses the last brace, because declarations contain no braces, but regexes in selectors may.
    guard let open = bytes.lastIndex(of: brace, in: inner) else { return nil }
    let selector = bytes.trimmed(ByteRange(inner.lowerBound, open))
    guard !selector.isEmpty else { return nil }
    let declarations = bytes.trimmed(ByteRange(open + 1, inner.upperBound - 1))
    if condition == nil, isRemoval(bytes, declarations) { return .remove(selector: bytes.text(selector)) }
    return .style(
      selector: bytes.text(selector), declarations: bytes.text(declarations), condition: condition)
  }

  /// Returns whether the declarations are AdGuard's `remove: true`.
  private static func isRemoval(_ bytes: Span<UInt8>, _ range: ByteRange) -> Bool {
    guard range.count < 40 else { return false }
    let text = bytes.text(range).filter { $0 != " " && $0 != "\t" && $0 != ";" }
    return text == "remove:true"
  }

  /// Parses `selector:style(declarations)` and the other operators at the end of a selector that act on
  /// elements. Returns `nil` for a selector without an operator.
  private static func operation(_ bytes: Span<UInt8>, _ range: ByteRange) -> DeferredAction? {
    guard let (name, argument) = lastOperator(bytes, range) else { return nil }
    let selector = bytes.text(bytes.trimmed(ByteRange(range.lowerBound, name.lowerBound - 1)))
    guard !selector.isEmpty else { return nil }
    let value = bytes.text(argument)
    switch bytes.text(name) {
    case "style": return .style(selector: selector, declarations: value, condition: nil)
    case "remove" where value.isEmpty: return .remove(selector: selector)
    case "remove-attr": return .removeAttribute(value, selector: selector)
    case "remove-class": return .removeClass(value, selector: selector)
    default: return nil
    }
  }

  /// Returns the name and argument of the last `:style(` or `:remove…(` that the last byte closes.
  private static func lastOperator(
    _ bytes: Span<UInt8>, _ range: ByteRange
  ) -> (name: ByteRange, argument: ByteRange)? {
    var index = range.upperBound
    while index > range.lowerBound {
      index -= 1
      guard bytes[index] == ASCII.colon else { continue }
      var end = index + 1
      // The longest name has twelve bytes.
      while end < range.upperBound, end <= index + 12, bytes[end] &- 0x61 < 26 || bytes[end] == ASCII.dash {
        end += 1
      }
      guard end < range.upperBound, bytes[end] == ASCII.openParenthesis else { continue }
      switch bytes.text(ByteRange(index + 1, end)) {
      case "style", "remove", "remove-attr", "remove-class": break
      default: continue
      }
      guard isClosed(bytes, end, by: range.upperBound - 1) else { return nil }
      return (ByteRange(index + 1, end), bytes.trimmed(ByteRange(end + 1, range.upperBound - 1)))
    }
    return nil
  }

  /// Returns whether the parenthesis at `open` is closed at `close` and not before.
  private static func isClosed(_ bytes: Span<UInt8>, _ open: Int, by close: Int) -> Bool {
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
}
