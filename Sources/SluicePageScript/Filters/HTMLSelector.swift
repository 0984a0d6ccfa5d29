import SluiceConversion
import SluiceSyntax

/// The selector of an HTML filter, for removal after the page is parsed.
///
/// The filter removes elements before the page exists. A script can do the same later for elements that only show
/// something. Scripts have run by then, and others have had their effect.
struct HTMLSelector {
  /// The selector in the dialect of page filters.
  let text: String

  /// Reads a selector. Returns nil if removal after parsing has another effect.
  init?(_ selector: String, syntax: AdvancedAction.Syntax) {
    switch syntax {
    case .uBlockOrigin: text = selector
    case .adGuard:
      guard let translated = Self.translated(selector) else { return nil }
      text = translated
    }
    guard !Self.namesEarlyElement(text) else { return nil }
  }

  /// The elements that have an effect while the page is parsed.
  private static let early: Set<String> = [
    "script", "style", "link", "meta", "base", "title", "head", "html", "body", "noscript", "template",
    "iframe",
    "frame", "object", "embed",
  ]

  /// Returns whether a type selector, anywhere in the text, names such an element, or the selector can match any.
  private static func namesEarlyElement(_ text: String) -> Bool {
    var (word, quote): (String, Character?) = ("", nil)
    var (depth, previous): (Int, Character) = (0, " ")
    var hasName = false
    for character in text + " " {
      if let open = quote {
        if character == open { quote = nil }
        continue
      }
      let isName = character.isLetter || character.isNumber || character == "-" || character == "_"
      if isName {
        // A type selector begins a compound selector.
        if !word.isEmpty || " >+~,(".contains(previous) { word.append(character) }
      } else {
        if !word.isEmpty, depth == 0 {
          if early.contains(word.lowercased()) { return true }
          hasName = true
        }
        word = ""
        if character == "\"" || character == "'" { quote = character }
        if character == "[" || character == "(" { depth += 1 }
        if character == "]" || character == ")" { depth -= 1 }
        if character == ",", depth == 0, !hasName { return true }
        if character == ",", depth == 0 { hasName = false }
      }
      previous = character
    }
    return !hasName
  }

  /// Returns a selector of AdGuard's HTML filters with operators for its special attributes; nil for an attribute
  /// without one.
  private static func translated(_ selector: String) -> String? {
    var made = ""
    var rest = selector[...]
    while let open = rest.firstIndex(of: "[") {
      made += rest[..<open]
      guard let close = endOfAttribute(rest[open...]) else { return nil }
      let attribute = rest[open...close]
      rest = rest[rest.index(after: close)...]
      let inner = attribute.dropFirst().dropLast()
      let name = inner.prefix { $0 != "=" }
      let value = TextOperand.unquoted(String(inner.dropFirst(name.count + 1)))
      switch name {
      case "tag-content":
        guard !value.contains("\"") else { return nil }
        made += ":has-text(\"\(value)\")"
      case "wildcard":
        made += ":has-text(/\(TextOperand.regex(ofWildcards: value).replacing("\\/", with: "[/]"))/s)"
      case "min-length":
        guard let length = Int(value) else { return nil }
        made += ":min-text-length(\(length))"
      case "max-length": return nil
      default: made += attribute
      }
    }
    return made + rest
  }

  private static func endOfAttribute(_ text: Substring) -> String.Index? {
    var quote: Character?
    for index in text.indices {
      let character = text[index]
      if let open = quote {
        if character == open { quote = nil }
      } else if character == "\"" || character == "'" {
        quote = character
      } else if character == "]" {
        return index
      }
    }
    return nil
  }
}
