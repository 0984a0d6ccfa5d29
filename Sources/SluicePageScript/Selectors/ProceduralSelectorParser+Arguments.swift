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

extension SelectorOperator {
  /// A description for the documentation.
  var meaning: String {
    switch self {
    case .hasText: "elements whose text contains this text, or matches this /regex/"
    case .has: "elements that contain an element that matches this selector"
    case .ifNot: "elements without a descendant that matches this selector"
    case .not: "elements that do not match this selector"
    case .matches: "elements that match one of these selectors"
    case .upward: "the ancestor that many levels up, or the nearest one that matches this selector"
    case .nthAncestor: "the ancestor that many levels up"
    case .matchesCSS: "elements with this computed style: property: value"
    case .matchesCSSBefore: "elements whose ::before has this computed style"
    case .matchesCSSAfter: "elements whose ::after has this computed style"
    case .matchesAttribute: "elements with this attribute: name=value, either may be a /regex/"
    case .matchesProperty: "elements with this property of JavaScript: name=value"
    case .matchesPath: "on pages whose path contains this text, or matches this /regex/"
    case .matchesMedia: "while this media query holds"
    case .minimumTextLength: "elements with at least this many characters of text"
    case .styleRules:
      "elements that the page's style sheets give these declarations; * is any text"
    case .watchAttributes: "tests the elements again when these attributes change"
    case .xpath: "nodes that this XPath expression finds"
    case .others: "all elements except these, their ancestors and their descendants"
    case .shadow: "elements in the shadow tree that match this selector"
    case .content: "elements with this text"
    }
  }
}

extension SelectorAction {
  /// A description for the documentation.
  fileprivate var meaning: String {
    switch self {
    case .style: "gives the elements this style"
    case .remove: "removes the elements from the page"
    case .removeAttribute: "removes this attribute from the elements"
    case .removeClass: "removes this class from the elements"
    }
  }
}

/// The names that can follow a `:` in a filter's selector, in addition to those of CSS.
package enum ProceduralOperators {
  /// A description for each name, as a sentence fragment.
  package static let meanings: [String: String] = {
    var meanings = SelectorOperator.named.mapValues(\.meaning)
    for action in SelectorAction.allCases { meanings[action.rawValue] = action.meaning }
    return meanings
  }()
}
