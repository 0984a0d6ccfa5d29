import SluiceRules
import SluiceText

/// The arguments of a snippet's call. An empty argument counts as missing.
struct SnippetArguments {
  let texts: [String]

  init(_ texts: [String]) { self.texts = texts }

  subscript(index: Int) -> String? {
    texts.indices.contains(index) && !texts[index].isEmpty ? texts[index] : nil
  }

  // MARK: - Patterns

  /// Returns a pattern that the text of an argument must contain: `/regex/` or `/regex/i`, or a literal.
  private func operand(_ index: Int) -> TextOperand? {
    guard let text = self[index] else { return nil }
    guard text.count > 1, text.hasPrefix("/") else { return .literal(text) }
    if text.hasSuffix("/") { return .regex(Self.source(text.dropFirst().dropLast()), flags: "") }
    if text.count > 2, text.hasSuffix("/i") {
      return .regex(Self.source(text.dropFirst().dropLast(2)), flags: "i")
    }
    return .literal(text)
  }

  private static func source(_ text: Substring) -> String { text.isEmpty ? "(?:)" : String(text) }

  /// Returns a pattern in the form that scriptlets of all content blockers read alike.
  func pattern(_ index: Int) -> String? {
    switch operand(index) {
    case nil, .any?: nil
    case .regex(let source, let flags)?: "/\(source)/\(flags)"
    case .literal(let text)?:
      text.contains(where: { "\\/!*'\"".contains($0) }) ? "/\(TextOperand.escaped(text))/" : text
    }
  }

  /// Returns a regex for all places in a text.
  func globalPattern(_ index: Int) -> String? {
    switch operand(index) {
    case nil, .any?: nil
    case .regex(let source, let flags)?: "/\(source)/g\(flags)"
    case .literal(let text)?: "/\(TextOperand.escaped(text))/g"
    }
  }

  /// Returns a pattern for stacks that contain all or any of the texts.
  func stack(_ index: Int, separator: Character, isAll: Bool) -> String {
    let words = (self[index] ?? "").split(separator: separator).map { $0.trimmed }.filter { !$0.isEmpty }
    if words.isEmpty { return "" }
    let sources = words.map { word -> String in
      switch SnippetArguments([word]).operand(0) {
      case .regex(let source, _)? where isAll: source
      case nil, .any?, .literal?, .regex?: TextOperand.escaped(word)
      }
    }
    let all = sources.map { "(?=[^]*(?:\($0)))" }.joined()
    return isAll ? "/^\(all)/" : "/\(sources.joined(separator: "|"))/"
  }

  // MARK: - Values

  /// Returns the value that a property gets, as AdGuard writes it; nil for an unknown word.
  func constant(_ index: Int) -> String? {
    guard texts.indices.contains(index) else { return nil }
    switch texts[index] {
    case "": return ""
    case "undefined", "false", "true", "null", "noopFunc", "trueFunc", "falseFunc": return texts[index]
    case "emptyArray": return "emptyArr"
    case "emptyObject": return "emptyObj"
    case let text:
      guard text.utf8.allSatisfy(\.isDigit), let number = Int(text), number <= 0x7FFF else { return nil }
      return text
    }
  }

  /// Returns paths into JSON, separated by spaces, or the query of `jsonpath(…)`, which begins with `$`; nil if
  /// page scripts read them in another way.
  func jsonPaths(_ index: Int) -> String? {
    guard let text = self[index] else { return "" }
    if text.hasPrefix("jsonpath("), text.hasSuffix(")") {
      let query = text.dropFirst("jsonpath(".count).dropLast()
      return query.hasPrefix("$") ? Self.quotingWords(query) : nil
    }
    let steps = text.split(whereSeparator: { $0 == " " || $0 == "." })
    let isOther = text.hasPrefix("$") || text.hasPrefix(".") || text.contains(".[=].")
    return isOther || steps.contains("*") ? nil : text
  }

  /// Returns a query in which texts after operators have quotes, which snippets do without.
  private static func quotingWords(_ query: Substring) -> String {
    var made = ""
    var word: String?
    func quoted(_ word: String) -> String {
      let isPlain =
        Double(word) != nil || ["true", "false", "null"].contains(word) || word.isEmpty
        || "@$\"'/".contains(word.first ?? "@")
      return isPlain ? word : "\"\(word)\""
    }
    var last: Character = " "
    for character in query {
      if let begun = word, "=)]&| ".contains(character) {
        // The rest of `==`, or a space after the operator.
        if begun.isEmpty, "= ".contains(character) {
          made.append(character)
        } else {
          made += quoted(begun)
          made.append(character)
          word = nil
        }
      } else if word != nil {
        word?.append(character)
      } else {
        made.append(character)
        if character == "=", "=!".contains(last) { word = "" }
      }
      last = character
    }
    return made + quoted(word ?? "")
  }

  /// Returns the arguments of `json-prune`.
  func pruning() -> [String]? {
    guard let paths = jsonPaths(0), let needed = jsonPaths(1) else { return nil }
    guard needed.isEmpty || needed.hasPrefix("$") == paths.hasPrefix("$") else { return nil }
    return [paths, needed, stack(2, separator: " ", isAll: true)]
  }

  // MARK: - Hiding

  /// Returns the action of `search selector searchSelector`, optionally with styles after them.
  func hidingByText(hasStyle: Bool = false) -> [PageAction]? {
    guard let text = operand(0) else { return nil }
    return hiding("", tests: [.text(text)], hasStyle: hasStyle)
  }

  /// Returns the action of `search selector searchSelector style searchStyle`, where the search is a selector
  /// for an element inside.
  func hidingByDescendant() -> [PageAction]? {
    guard let inner = self[0], ProceduralSelectorParser.isSelector(inner) else { return nil }
    return hiding(":has(:is(\(inner)))", tests: [], hasStyle: true)
  }

  func hidingByXPath() -> [PageAction]? {
    // A second query would limit where the elements are.
    guard let query = self[0], self[1] == nil, isKnownMoment(2) else { return nil }
    return [.elements(ProceduralSelector(chains: [SelectorChain(steps: [.xpath(query)])]), .hide)]
  }

  /// Hides what matches the selector and is around an element that the tests select, or is that element.
  private func hiding(_ suffix: String, tests: [SelectorStep], hasStyle: Bool) -> [PageAction]? {
    let selector = self[1] ?? "*"
    guard [selector, self[2] ?? "*"].allSatisfy(ProceduralSelectorParser.isSelector) else { return nil }
    var conditions: [PageCondition] = []
    var (inner, own): ([SelectorStep], [SelectorStep]) = (tests, [])
    if hasStyle {
      guard isKnownMoment(5) else { return nil }
      for (index, name) in [(6, "min-width"), (7, "max-width")] {
        guard let width = self[index] else { continue }
        guard width.utf8.allSatisfy(\.isDigit) else { return nil }
        conditions.append(.media("(\(name): \(width)px)"))
      }
      if let style = operand(4) { inner.append(.wholeStyle(style)) }
      if let style = operand(3) { own.append(.wholeStyle(style)) }
    }
    guard let searched = self[2] else {
      let css = suffix.isEmpty ? selector : ":is(\(selector))\(suffix)"
      return Self.hiding([SelectorChain(conditions: conditions, steps: [.css(css)] + inner + own)])
    }
    return Self.hiding([
      SelectorChain(
        conditions: conditions, steps: [.css(":is(\(searched)):is(\(selector))\(suffix)")] + inner + own),
      SelectorChain(
        conditions: conditions,
        steps: [.css(":is(\(searched)):not(\(selector))\(suffix)")] + inner + [.closest(selector)] + own),
    ])
  }

  private static func hiding(_ chains: [SelectorChain]) -> [PageAction] {
    [.elements(ProceduralSelector(chains: chains), .hide)]
  }

  /// Returns whether the snippet waits for a state of the document, which makes no difference in the end.
  private func isKnownMoment(_ index: Int) -> Bool {
    self[index].map { ["loading", "interactive", "complete", "load"].contains($0) } ?? true
  }
}

extension SelectorStep {
  /// Keeps elements whose entire computed style, as `name: value;` for each property, matches.
  fileprivate static func wholeStyle(_ operand: TextOperand) -> Self {
    .style(pseudo: nil, property: "", operand, .computed)
  }
}
