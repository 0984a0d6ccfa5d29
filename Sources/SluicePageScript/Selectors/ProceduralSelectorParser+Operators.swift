import SluiceConversion
import SluiceRules
import SluiceSyntax

extension ProceduralSelectorParser {
  enum Operation {
    /// A CSS function of the same name, because the argument is plain CSS.
    case css([UInt8])
    case step(SelectorStep)
  }

  /// Parses the operator whose parentheses begin at the index, and moves the index past them.
  ///
  /// - Parameter keepsQuotes: Whether quotes around a text are part of it.
  mutating func operation(
    _ kind: SelectorOperator, keepsQuotes: Bool = false
  ) throws(ProceduralSelectorProblem) -> Operation {
    let open = index
    switch kind {
    case .has:
      return try selectors("has") { .has($0) }
    case .ifNot:
      return try selectors("not(:has", closing: "))") { .hasNot($0) }
    case .not:
      // uBlock Origin matches the argument against elements below, AdGuard against the element itself.
      let isBelow = dialect == .uBlockOrigin
      return try selectors("not") { isBelow ? .hasNot($0) : .matchesNot($0) }
    case .matches: return try selectors("is") { .matches($0) }
    case .hasText, .upward, .nthAncestor, .matchesCSS, .matchesCSSBefore, .matchesCSSAfter,
      .matchesAttribute, .matchesProperty, .matchesPath, .matchesMedia, .minimumTextLength,
      .styleRules, .watchAttributes, .xpath, .others, .shadow, .content:
      let text = try argumentText()
      guard let step = step(kind, text: text, keepsQuotes: keepsQuotes) else {
        throw ProceduralSelectorProblem(reason: .argument, range: open..<index)
      }
      return .step(step)
    }
  }

  private mutating func selectors(
    _ name: String, closing: String = ")", _ step: ([SelectorChain]) -> SelectorStep
  ) throws(ProceduralSelectorProblem) -> Operation {
    let chains = try argumentList()
    if let css = ProceduralSelector(chains: chains).plainCSS {
      let plain = Array(":\(name)(\(css)\(closing)".utf8)
      let selector = Array("*".utf8) + plain
      if CSSSelector.problem(in: selector) == nil, CSSSelector.misreading(of: selector) == nil {
        return .css(plain)
      }
    }
    return .step(step(chains))
  }

  private func step(_ kind: SelectorOperator, text: String, keepsQuotes: Bool) -> SelectorStep? {
    let isAdGuard = dialect == .adGuard
    switch kind {
    case .has, .ifNot, .not, .matches: return nil
    case .hasText:
      return TextOperand.read(text, dialect: dialect, keepsQuotes: keepsQuotes).map { .text($0) }
    case .upward:
      if let count = Int(text) { return 1...255 ~= count ? .ancestor(count) : nil }
      let selector = TextOperand.unquoted(text)
      return Self.isSelector(selector) ? .closest(selector) : nil
    case .nthAncestor:
      guard let count = Int(text), 1...255 ~= count else { return nil }
      return .ancestor(count)
    case .matchesCSS: return style(text, pseudo: nil)
    case .matchesCSSBefore: return style(text, pseudo: "::before")
    case .matchesCSSAfter: return style(text, pseudo: "::after")
    case .matchesAttribute: return attribute(text, areStarsWildcards: isAdGuard)
    case .matchesProperty: return property(text, areStarsWildcards: isAdGuard)
    case .matchesPath: return Self.path(text, dialect: dialect).map { .condition($0) }
    case .matchesMedia:
      // No media query contains these characters, which could end the query in a style sheet.
      return text.isEmpty || text.contains(where: { "{};\\@".contains($0) }) ? nil : .condition(.media(text))
    case .minimumTextLength: return Int(text).flatMap { $0 > 0 ? .minimumTextLength($0) : nil }
    case .styleRules: return declarations(text, keepsQuotes: keepsQuotes).map { .styleRules($0) }
    case .watchAttributes:
      let names = text.split(separator: ",", omittingEmptySubsequences: false).map { $0.trimmed }
      return names.contains(where: \.isEmpty) ? nil : .watch(names)
    case .xpath:
      let expression = TextOperand.unquoted(text)
      return expression.isEmpty ? nil : .xpath(expression)
    case .others: return text.isEmpty ? .others : nil
    case .shadow: return Self.isSelector(text) ? .shadow(text) : nil
    case .content: return Self.isSelector(text) ? .content(text) : nil
    }
  }

  /// Parses the declarations of `:-abp-properties(…)`: a regex, or text in which `*` is a wildcard. Both
  /// ignore case.
  private func declarations(_ text: String, keepsQuotes: Bool) -> TextOperand? {
    switch TextOperand.read(text, dialect: dialect, keepsQuotes: keepsQuotes) {
    case nil, .any: return nil
    case .regex(let source, let flags):
      return .regex(source, flags: flags.contains("i") ? flags : flags + "i")
    case .literal(let text): return .regex(TextOperand.regex(ofWildcards: text), flags: "i")
    }
  }

  static func isSelector(_ text: String) -> Bool {
    CSSSelector.problem(in: text) == nil && CSSSelector.misreading(of: text) == nil
  }

  /// Returns the condition of `:matches-path(…)`.
  private static func path(_ text: String, dialect: Dialect) -> PageCondition? {
    switch TextOperand.read(text, dialect: dialect) {
    case nil, .any: nil
    case .literal(let path): .path(.literal(percentEncoded(path)))
    case .regex(let source, let flags): .path(.regex(percentEncoded(source), flags: flags))
    }
  }

  /// Returns a text with non-ASCII characters percent-encoded, because paths contain only ASCII.
  private static func percentEncoded(_ text: String) -> String {
    String(decoding: text.utf8.flatMap { $0 < 0x80 ? [$0] : $0.percentEncoded }, as: UTF8.self)
  }

  /// Parses `[pseudo,] property: value`.
  private func style(_ text: String, pseudo: String?) -> SelectorStep? {
    guard let colon = text.indexOfStyleColon else { return nil }
    var property = text[..<colon].trimmed
    var pseudo = pseudo
    if let comma = property.firstIndex(of: ","), pseudo == nil {
      let name = property[..<comma].trimmed.drop { $0 == ":" }
      guard !name.isEmpty, name.allSatisfy({ $0.isLetter || $0 == "-" }) else { return nil }
      pseudo = "::" + name
      property = property[property.index(after: comma)...].trimmed
    }
    let value = text[text.index(after: colon)...].trimmed
    guard !property.isEmpty, property.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }),
      !value.isEmpty
    else { return nil }
    switch dialect {
    case .adGuard:
      return Self.evenStyle(value, of: property, dialect: dialect).map {
        .style(pseudo: pseudo, property: property, $0, .even)
      }
    case .adblockPlus, .uBlockOrigin, .hosts:
      // The quotes of `content` are part of its value.
      return TextOperand.read(value, dialect: dialect, keepsQuotes: true).map {
        .style(pseudo: pseudo, property: property, $0, dialect == .uBlockOrigin ? .computed : .any)
      }
    }
  }

  /// Returns the regex for a value of `:matches-css()` in AdGuard, which ignores case. A text is a part of the
  /// value, in which `*` is a wildcard; the address in `url(…)` may have quotes or not.
  private static func evenStyle(_ value: String, of property: String, dialect: Dialect) -> TextOperand? {
    if case .regex(let source, let flags)? = TextOperand.read(value, dialect: dialect, keepsQuotes: true) {
      let quoted = withQuotes(inURLsOfRegex: source)
      return .regex(quoted, flags: flags.contains("i") ? flags : flags + "i")
    }
    let text = property == "content" ? TextOperand.unquoted(value) : value
    var unescaped = ""
    var isEscaped = false
    for character in text.contains("url(\"") ? text : withQuotes(inURLsOf: text) {
      if isEscaped, !"\\()[]\"".contains(character) { unescaped.append("\\") }
      isEscaped = !isEscaped && character == "\\"
      if !isEscaped { unescaped.append(character) }
    }
    return .regex(TextOperand.regex(ofWildcards: isEscaped ? unescaped + "\\" : unescaped), flags: "i")
  }

  private static func withQuotes(inURLsOf text: String) -> String {
    var made = ""
    var rest = text[...]
    while let start = rest.firstRange(of: "url("), let end = rest[start.upperBound...].firstIndex(of: ")") {
      made += "\(rest[..<start.upperBound])\"\(rest[start.upperBound..<end])\""
      rest = rest[end...]
    }
    return made + rest
  }

  /// Returns a regex with an optional quote after each `url\(` before a letter, a digit or their class.
  private static func withQuotes(inURLsOfRegex source: String) -> String {
    var made = ""
    var rest = source[...]
    while let start = rest.firstRange(of: #"url\("#) {
      made += rest[..<start.upperBound]
      rest = rest[start.upperBound...]
      let first = rest.first == "[" ? rest.dropFirst().first : rest.first
      if let first, first.isLetter || first.isNumber || first == "_" { made += "\"?" }
    }
    return made + rest
  }

  /// Parses `"name"="value"`. Both are literals or regexes, with or without quotes. The value is optional.
  private func attribute(_ text: String, areStarsWildcards: Bool) -> SelectorStep? {
    guard let (first, second) = Self.pair(text),
      let name = TextOperand.read(first, dialect: dialect, areStarsWildcards: areStarsWildcards),
      name != .any,
      let value = TextOperand.read(second ?? "", dialect: dialect, areStarsWildcards: areStarsWildcards)
    else { return nil }
    return .attribute(name: name, value: value)
  }

  /// Parses `a.b=value`. In AdGuard, parts between dots can be regexes.
  private func property(_ text: String, areStarsWildcards: Bool) -> SelectorStep? {
    guard let (first, second) = Self.pair(text),
      let value = TextOperand.read(second ?? "", dialect: dialect, areStarsWildcards: areStarsWildcards)
    else { return nil }
    let path = Self.pathParts(TextOperand.unquoted(first))
    let operands = path.compactMap { TextOperand.read($0, dialect: dialect) }
    guard !path.isEmpty, operands.count == path.count, !operands.contains(.any) else { return nil }
    return .property(path: operands, value: value)
  }

  /// Returns the parts between dots. Dots in regexes do not count.
  private static func pathParts(_ text: String) -> [String] {
    var parts = [""]
    var isInRegex = false
    var isEscaped = false
    for character in text {
      let isAtStart = parts[parts.count - 1].isEmpty
      if isInRegex {
        isInRegex = isEscaped || character != "/"
        isEscaped = !isEscaped && character == "\\"
      } else if character == "/", isAtStart {
        isInRegex = true
      } else if character == "." {
        parts.append("")
        continue
      }
      parts[parts.count - 1].append(character)
    }
    return parts
  }

  /// Returns both sides of the first `=` that is not in quotes or a regex. Enclosing quotes are removed.
  private static func pair(_ text: String) -> (String, String?)? {
    guard let first = text.first else { return nil }
    let closing: Character? = first == "\"" || first == "'" || first == "/" ? first : nil
    var index = text.index(after: text.startIndex)
    if let closing {
      var isEscaped = false
      while index < text.endIndex, isEscaped || text[index] != closing {
        isEscaped = !isEscaped && text[index] == "\\"
        index = text.index(after: index)
      }
      guard index < text.endIndex else { return nil }
      index = text.index(after: index)
    } else if first == "=" {
      return nil
    }
    guard let equals = text[index...].firstIndex(of: "=") else {
      return (TextOperand.unquoted(text), nil)
    }
    if closing == "\"" || closing == "'" { guard text[index..<equals].trimmed.isEmpty else { return nil } }
    return (
      TextOperand.unquoted(text[..<equals].trimmed),
      TextOperand.unquoted(text[text.index(after: equals)...].trimmed)
    )
  }
}

extension StringProtocol {
  /// The text without surrounding spaces and tabs.
  var trimmed: String {
    var part = self[...]
    while part.first == " " || part.first == "\t" { part.removeFirst() }
    while part.last == " " || part.last == "\t" { part.removeLast() }
    return String(part)
  }
}

extension String {
  /// The index of the colon after the property name. Colons of `::before`, which can precede the name with a
  /// comma, do not count.
  fileprivate var indexOfStyleColon: Index? {
    var start = startIndex
    if let comma = firstIndex(of: ","), self[..<comma].allSatisfy({ $0.isLetter || ":- ".contains($0) }),
      self[..<comma].first == ":" || !self[..<comma].contains(":")
    {
      start = index(after: comma)
    }
    return self[start...].firstIndex(of: ":")
  }
}
