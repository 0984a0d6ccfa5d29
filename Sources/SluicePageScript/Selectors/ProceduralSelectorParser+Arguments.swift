import SluiceConversion
import SluiceSyntax
import SluiceText

extension ProceduralSelectorParser {
  /// Returns the text in the parentheses at the index, without surrounding spaces, and moves the index past
  /// them.
  ///
  /// Parentheses in a regex or in quotes need not be balanced.
  mutating func argumentText() throws(ProceduralSelectorProblem) -> String {
    let open = index
    var start = index + 1
    while start < bytes.count, bytes[start] == ASCII.space { start += 1 }
    guard let end = endOfArgument(from: start) else {
      throw ProceduralSelectorProblem(reason: .unclosedParenthesis, range: open..<open + 1)
    }
    index = end + 1
    return String(decoding: Array(bytes[start..<max(start, end)]).trimmedAtEnd, as: UTF8.self)
  }

  /// Returns the index of the parenthesis that ends the argument at `start`.
  ///
  /// The balanced parenthesis ends it, unless the argument is a regex with other parentheses. A path such as
  /// `/news` begins like a regex, and another operator may follow with a regex.
  private func endOfArgument(from start: Int) -> Int? {
    guard start < bytes.count, bytes[start] == ASCII.slash else { return endOfBalancedText(from: start) }
    let balanced = endOfBalancedText(from: start, skipsClasses: true) ?? endOfBalancedText(from: start)
    if let balanced, isRegex(start..<balanced) { return balanced }
    return endOfRegex(from: start, balanced: balanced) ?? balanced
  }

  /// Returns whether the bytes are `/regex/flags`, maybe with spaces after it.
  private func isRegex(_ range: Range<Int>) -> Bool {
    var end = range.upperBound
    while end > range.lowerBound, bytes[end - 1] == ASCII.space { end -= 1 }
    while end > range.lowerBound, bytes[end - 1] &- 0x61 < 26 { end -= 1 }
    return end > range.lowerBound + 2 && bytes[end - 1] == ASCII.slash
  }

  /// Returns the index of the parenthesis after the regex at `start`; nil if the text is not a regex.
  ///
  /// - Parameter balanced: The parenthesis that would end a literal. A function after it cannot be part of a
  ///   regex, because the literal and the function are a selector.
  private func endOfRegex(from start: Int, balanced: Int?) -> Int? {
    var isInClass = false
    var index = start + 1
    while index < bytes.count {
      switch bytes[index] {
      case ASCII.backslash: index += 1
      case ASCII.openBracket: isInClass = true
      case ASCII.closeBracket: isInClass = false
      case ASCII.openParenthesis:
        if let balanced, index > balanced, isFunction(at: index, after: balanced) { return nil }
      case ASCII.slash where !isInClass:
        var end = index + 1
        while end < bytes.count, bytes[end] &- 0x61 < 26 { end += 1 }
        while end < bytes.count, bytes[end] == ASCII.space { end += 1 }
        if end < bytes.count, bytes[end] == ASCII.closeParenthesis { return end }
      default: break
      }
      index += 1
    }
    return nil
  }

  /// Returns whether the parenthesis at the index is that of a function such as `:has(`.
  private func isFunction(at parenthesis: Int, after start: Int) -> Bool {
    var index = parenthesis
    while index > start, bytes[index - 1] &- 0x61 < 26 || bytes[index - 1] == ASCII.dash { index -= 1 }
    return index < parenthesis && index > start && bytes[index - 1] == ASCII.colon
  }

  /// Returns the index of the parenthesis that closes the one before `start`. Parentheses in quotes do not
  /// count, and neither do those in the classes of a regex if `skipsClasses`.
  func endOfBalancedText(from start: Int, skipsClasses: Bool = false) -> Int? {
    var open = 0
    var isInClass = false
    var index = start
    while index < bytes.count {
      switch bytes[index] {
      case ASCII.backslash: index += 1
      case ASCII.openBracket where skipsClasses: isInClass = true
      case ASCII.closeBracket where skipsClasses: isInClass = false
      case ASCII.quote where !skipsClasses, ASCII.apostrophe where !skipsClasses:
        index = endOfString(at: index, from: start) ?? index
      case ASCII.openParenthesis where !isInClass: open += 1
      case ASCII.closeParenthesis where !isInClass:
        if open == 0 { return index }
        open -= 1
      default: break
      }
      index += 1
    }
    return nil
  }

  /// Returns the index of the quote that closes the one at the index.
  ///
  /// Quotes are part of ordinary texts too, such as `it's`. They begin a string at the start of an argument
  /// and after a sign that precedes values.
  private func endOfString(at quote: Int, from start: Int) -> Int? {
    var before = quote
    while before > start, bytes[before - 1] == ASCII.space { before -= 1 }
    guard before == start || [ASCII.equals, ASCII.colon, ASCII.comma].contains(bytes[before - 1]) else {
      return nil
    }
    var index = quote + 1
    while index < bytes.count {
      if bytes[index] == bytes[quote] { return index }
      index += bytes[index] == ASCII.backslash ? 2 : 1
    }
    return nil
  }
}
