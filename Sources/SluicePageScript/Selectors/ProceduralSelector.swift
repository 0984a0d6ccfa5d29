import SluiceSyntax

/// A parsed procedural selector: CSS with operators. The page script evaluates it without further parsing.
struct ProceduralSelector: Hashable, Sendable {
  var chains: [SelectorChain]

  /// The selector as CSS if it contains no operator.
  var plainCSS: String? {
    var parts: [String] = []
    for chain in chains {
      guard chain.conditions.isEmpty, let css = chain.plainCSS else { return nil }
      parts.append(css)
    }
    return parts.joined(separator: ", ")
  }

  /// Whether the selector uses a property of an element's JavaScript object, which exists only in the page's
  /// world.
  var asksForProperties: Bool {
    chains.contains { $0.contains { step in if case .property = step { true } else { false } } }
  }

  var asksForEmptiness: Bool {
    chains.contains { chain in
      chain.contains { step in
        if case .empty = step { true } else if case .closestEmpty = step { true } else { false }
      }
    }
  }

  /// Whether the selector depends on changes that the isolated world cannot observe: changes in shadow trees
  /// and of the page's address.
  var asksForUnseenChanges: Bool {
    chains.contains { chain in
      chain.conditions.contains(where: \.isOfAddress)
        || chain.contains { step in
          switch step {
          case .shadow: true
          case .condition(let condition): condition.isOfAddress
          case .css, .rest, .text, .has, .hasNot, .matches, .matchesNot, .ancestor, .closest, .style,
            .attribute,
            .property, .minimumTextLength, .styleRules, .watch, .xpath, .others, .content, .empty,
            .closestEmpty:
            false
          }
        }
    }
  }
}

/// A selector without commas: steps from one set of nodes to the next.
struct SelectorChain: Hashable, Sendable {
  /// The conditions on the page, from anywhere in the chain.
  var conditions: [PageCondition] = []
  var steps: [SelectorStep] = []

  /// The chain as CSS if its only step is CSS.
  var plainCSS: String? {
    guard steps.count == 1, case .css(let css) = steps[0] else { return nil }
    return css
  }

  /// Returns whether the closure returns true for any step, including those in arguments.
  func contains(_ predicate: (SelectorStep) -> Bool) -> Bool {
    steps.contains { predicate($0) || $0.chains.contains { $0.contains(predicate) } }
  }
}

/// The form of a computed style that an operand is compared with.
enum StyleForm: String, Hashable, Sendable {
  /// As computed: the text of `content` has quotes.
  case computed = ""
  /// As in AdGuard: `content` has no quotes, and the address in `url(…)` has quotes.
  case even
  /// Either of these, where the dialect does not decide.
  case any
}

enum PageCondition: Hashable, Sendable {
  /// The path and query, with non-ASCII characters percent-encoded.
  case path(TextOperand)
  case media(String)
  case url(TextOperand)

  /// Whether the result can change when the page's scripts change its address.
  var isOfAddress: Bool {
    switch self {
    case .path, .url: true
    case .media: false
    }
  }
}

struct ProceduralSelectorProblem: Error, Hashable, Sendable {
  var reason: PageFilterProblem.Reason
  var range: Range<Int>
}

/// The content that makes an element non-empty.
struct Emptiness: Hashable, Sendable {
  /// A regex for the text of an empty element, in lowercase and without spaces.
  var label: String
  /// A selector for content other than text, images and frames.
  var content: String
}

/// A text pattern: the argument of operators such as `:has-text()`.
enum TextOperand: Hashable, Sendable {
  /// Any text, even an empty one.
  case any
  /// A text that the value must contain or equal, depending on the operator.
  case literal(String)
  /// A JavaScript regex that must match a part of the value.
  case regex(String, flags: String)

  /// Parses a text without surrounding spaces: `/re/flags` or a literal, optionally in quotes. Returns nil if
  /// the dialect does not support the flags.
  static func read(
    _ text: String, dialect: Dialect, areStarsWildcards: Bool = false, keepsQuotes: Bool = false
  ) -> TextOperand? {
    let text = keepsQuotes ? text : unquoted(text)
    if text.isEmpty { return .any }
    if let regex = readRegex(text, flags: dialect == .uBlockOrigin ? "imu" : "imsu") { return regex }
    // In uBlock Origin, a text like `/re/x` is a literal, such as a path.
    if dialect != .uBlockOrigin, isRegexWithOtherFlags(text) { return nil }
    guard areStarsWildcards, text.contains("*") || text.contains("?") else { return .literal(text) }
    // As in AdGuard, the entire text, ignoring case.
    return .regex("^\(regex(ofWildcards: text))$", flags: "is")
  }

  /// Returns the text without enclosing quotes, and with quotes inside unescaped.
  static func unquoted(_ text: String) -> String {
    guard let quote = text.first, quote == "\"" || quote == "'", text.count > 1, text.last == quote else {
      return text
    }
    var inner = ""
    var isEscaped = false
    for character in text.dropFirst().dropLast() {
      if isEscaped {
        if character != quote { inner.append("\\") }
        inner.append(character)
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else if character == quote {
        return text
      } else {
        inner.append(character)
      }
    }
    return isEscaped ? text : inner
  }

  private static func readRegex(_ text: String, flags known: String) -> TextOperand? {
    guard let (source, flags) = parts(ofRegex: text), !source.isEmpty,
      flags.allSatisfy({ known.contains($0) }), Set(flags).count == flags.count
    else {
      return nil
    }
    return .regex(String(source), flags: String(flags))
  }

  private static func parts(ofRegex text: String) -> (source: Substring, flags: Substring)? {
    guard text.first == "/", let end = text.lastIndex(of: "/"), end > text.startIndex else { return nil }
    return (text[text.index(after: text.startIndex)..<end], text[text.index(after: end)...])
  }

  private static func isRegexWithOtherFlags(_ text: String) -> Bool {
    guard let (_, flags) = parts(ofRegex: text) else { return false }
    return !flags.isEmpty && flags.count <= 3 && flags.allSatisfy { "dgimsuvy".contains($0) }
  }

  /// Returns a regex for a text in which `*` matches any characters.
  static func regex(ofWildcards text: String) -> String {
    text.split(separator: "*", omittingEmptySubsequences: false).map { escaped(String($0)) }.joined(
      separator: ".*")
  }

  static func escaped(_ text: String) -> String {
    text.reduce(into: "") { source, character in
      switch character {
      case "\\", "^", "$", ".", "|", "?", "*", "+", "(", ")", "[", "]", "{", "}", "/":
        source += "\\\(character)"
      default: source.append(character)
      }
    }
  }
}
