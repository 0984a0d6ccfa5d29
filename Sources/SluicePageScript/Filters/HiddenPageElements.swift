import SluiceConversion
import SluiceText
import SluiceTrackers

/// The elements of DuckDuckGo's configuration that no rule can hide or change: those that are hidden while they are
/// empty, and those that get a style.
public struct HiddenPageElements: Sendable {
  let filters: [PageFilter]

  /// Creates the filters. Returns nil if rules can do everything.
  public init?(_ exceptions: TrackerExceptions) {
    guard let hiding = exceptions.elementHiding else { return nil }
    let labels = hiding.labels.map { TextOperand.escaped($0) }.joined(separator: "|")
    let emptiness = Emptiness(label: "^(?:\(labels))?$", content: hiding.contentSelector)
    filters = exceptions.hiddenElements.compactMap { elements in
      let css = SelectorStep.css(elements.selectors.joined(separator: ", "))
      let (steps, action): ([SelectorStep], ElementAction)
      switch elements.effect {
      case .hideEmpty: (steps, action) = ([css, .empty(emptiness)], .hide)
      case .closestEmpty: (steps, action) = ([css, .closestEmpty(emptiness)], .hide)
      case .style(let declarations):
        guard StyleDeclarations.areHarmless(declarations) else { return nil }
        (steps, action) = ([css], .style(declarations))
      case .hide, .override, .disableDefault: return nil
      }
      let selector = ProceduralSelector(chains: [SelectorChain(steps: steps)])
      return PageFilter(
        action: .elements(selector, action),
        identity: .configured(elements.selectors, elements.effect),
        included: (elements.sites ?? []).map { Self.scope($0) },
        excluded: elements.otherSites.map { Self.scope($0) },
        place: FilterPlace(source: -1, lineNumber: 0))
    }
    if filters.isEmpty { return nil }
  }

  /// The number of selectors.
  public var count: Int {
    filters.reduce(0) { count, filter in
      if case .configured(let selectors, _) = filter.identity { count + selectors.count } else { count }
    }
  }

  private static func scope(_ host: [UInt8]) -> PageScope {
    PageScope(AdvancedFilter.Domain(.host(String(decoding: host, as: UTF8.self))))
  }
}

/// The styles that lists may apply to elements.
enum StyleDeclarations {
  /// Returns whether declarations load nothing and do not extend beyond their rule.
  static func areHarmless(_ text: String) -> Bool {
    let text = text.lowercased()
    guard !text.isEmpty, text.contains(":"), !text.contains(where: { "\\{}@<".contains($0) }) else {
      return false
    }
    return !["url(", "src(", "image(", "image-set(", "//", "/*", "expression("].contains { text.contains($0) }
  }

  /// Returns whether all declarations are important. Returns false if strings or brackets are not closed.
  static func areImportant(_ text: String) -> Bool {
    guard let declarations = declarations(text) else { return false }
    return !declarations.isEmpty && declarations.allSatisfy(isImportant)
  }

  /// Returns the declarations, all of them important. Returns the text as it is if strings or brackets are not
  /// closed.
  static func important(_ text: String) -> String {
    guard let declarations = declarations(text) else { return text }
    let texts = declarations.map { bytes in
      let text = String(decoding: bytes, as: UTF8.self).trimmed
      return isImportant(bytes) ? text : "\(text) !important"
    }
    return texts.joined(separator: "; ") + ";"
  }

  private static func isImportant(_ declaration: [UInt8]) -> Bool {
    String(decoding: declaration, as: UTF8.self).lowercased().utf8.filter { !isSpace($0) }.suffix(10)
      .elementsEqual("!important".utf8)
  }

  /// Returns the declarations without those that consist of spaces; nil if strings or brackets are not closed.
  private static func declarations(_ text: String) -> [[UInt8]]? {
    var parts: [[UInt8]] = [[]]
    var quote: UInt8?
    var closing: [UInt8] = []
    for byte in text.utf8 {
      if let open = quote {
        if byte == open { quote = nil }
      } else {
        switch byte {
        case ASCII.quote, ASCII.apostrophe: quote = byte
        case ASCII.openParenthesis: closing.append(ASCII.closeParenthesis)
        case ASCII.openBracket: closing.append(ASCII.closeBracket)
        case ASCII.closeParenthesis, ASCII.closeBracket:
          guard closing.popLast() == byte else { return nil }
        case ASCII.semicolon where closing.isEmpty:
          parts.append([])
          continue
        default: break
        }
      }
      parts[parts.count - 1].append(byte)
    }
    guard quote == nil, closing.isEmpty else { return nil }
    return parts.filter { part in part.contains { !isSpace($0) } }
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

  /// Returns whether a text is exactly one `@media` or `@supports` condition, as before the braces of a rule.
  static func isCondition(_ text: String) -> Bool {
    let text = text.lowercased()
    guard text.hasPrefix("@media") || text.hasPrefix("@supports"), text.count > 6 else { return false }
    return !text.dropFirst().contains { "{};\\@<\"'".contains($0) } && !text.contains("/*")
      && text.count { $0 == "(" } == text.count { $0 == ")" }
  }
}
