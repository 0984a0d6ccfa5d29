import SluiceConversion
import SluiceRules
import SluiceSyntax
import SluiceText

/// A one-pass parser for selectors with operators. It validates the CSS between operators as WebKit does, and
/// passes it on as text.
struct ProceduralSelectorParser {
  let bytes: [UInt8]
  let dialect: Dialect
  var index = 0
  private var depth = 0

  /// The maximum nesting depth, which is Sluice's own limit. Selectors in real lists nest up to 4 levels
  /// deep.
  static let maximumDepth = 32

  static func parse(
    _ text: String, dialect: Dialect
  ) throws(ProceduralSelectorProblem) -> ProceduralSelector {
    var parser = ProceduralSelectorParser(bytes: Array(text.utf8), dialect: dialect)
    let chains = try parser.list(isArgument: false)
    guard parser.index == parser.bytes.count else {
      throw ProceduralSelectorProblem(
        reason: .selector(.unmatchedBracket), range: parser.index..<parser.index + 1)
    }
    return ProceduralSelector(chains: chains)
  }

  /// Parses chains up to the end of the selector, or up to the parenthesis that ends an argument.
  private mutating func list(isArgument: Bool) throws(ProceduralSelectorProblem) -> [SelectorChain] {
    var chains: [SelectorChain] = []
    while true {
      chains.append(try chain(isArgument: isArgument))
      guard index < bytes.count, bytes[index] == ASCII.comma else { return chains }
      index += 1
    }
  }

  private mutating func chain(isArgument: Bool) throws(ProceduralSelectorProblem) -> SelectorChain {
    var chain = SelectorChain()
    var css: [UInt8] = []
    var start = index
    loop: while index < bytes.count {
      let byte = bytes[index]
      switch byte {
      case ASCII.comma: break loop
      case ASCII.closeParenthesis: break loop
      case ASCII.colon:
        let colon = index
        guard let name = operatorName() else {
          css.append(byte)
          index += 1
          continue loop
        }
        guard let known = SelectorOperator.named[name] else {
          if SelectorAction(rawValue: name) != nil {
            throw ProceduralSelectorProblem(reason: .misplacedAction, range: colon..<index)
          }
          // Any other name is a CSS function.
          css += bytes[colon..<index]
          try copyParentheses(to: &css)
          continue loop
        }
        let step: SelectorStep
        // Adblock Plus has no quotes around texts, so they are part of the text.
        switch try operation(known, keepsQuotes: dialect == .adblockPlus && name.hasPrefix("-abp-")) {
        case .css(let plain):
          css += plain
          continue loop
        case .step(let read): step = read
        }
        if case .condition(let condition) = step, !isArgument {
          chain.conditions.append(condition)
          continue loop
        }
        try flush(&css, into: &chain, from: start..<colon, isArgument: isArgument, isBeforeOperator: true)
        start = index
        chain.steps.append(step)
      case ASCII.backslash, ASCII.quote, ASCII.apostrophe, ASCII.openBracket:
        let end = try endOfUnit()
        if let (kind, argument) = Self.attributeOperator(bytes[index..<end]) {
          let step: SelectorStep
          switch try operation(kind, argument: argument, in: index..<end) {
          case .css(let plain):
            css += plain
            index = end
            continue loop
          case .step(let read): step = read
          }
          try flush(&css, into: &chain, from: start..<index, isArgument: isArgument, isBeforeOperator: true)
          index = end
          start = index
          chain.steps.append(step)
          continue loop
        }
        css += bytes[index..<end]
        index = end
      case ASCII.openParenthesis: try copyParentheses(to: &css)
      default:
        css.append(byte)
        index += 1
      }
    }
    try flush(&css, into: &chain, from: start..<index, isArgument: isArgument, isBeforeOperator: false)
    return chain
  }

  /// Returns the operator and argument of AdGuard's old attribute form, `[-ext-has="…"]`, or nil if the unit
  /// does not have this form.
  private static func attributeOperator(_ unit: ArraySlice<UInt8>) -> (SelectorOperator, [UInt8])? {
    let mark = Array("[-ext-".utf8)
    guard unit.starts(with: mark), let equals = unit.firstIndex(of: ASCII.equals) else { return nil }
    let name = String(
      decoding: Array(unit[(unit.startIndex + mark.count)..<equals]).trimmedAtEnd, as: UTF8.self)
    let value = String(
      decoding: Array(unit[(equals + 1)...].dropLast()).trimmedAtEnd.trimmedAtStart, as: UTF8.self)
    guard let kind = SelectorOperator.named[name] ?? SelectorOperator.named["-\(name)"] else { return nil }
    return (kind, Array(TextOperand.unquoted(value).utf8))
  }

  /// Parses an operator whose argument is not in parentheses. Problems get the location `range`.
  private func operation(
    _ kind: SelectorOperator, argument: [UInt8], in range: Range<Int>
  ) throws(ProceduralSelectorProblem) -> Operation {
    var parser = ProceduralSelectorParser(
      bytes: Array("(".utf8) + argument + Array(")".utf8), dialect: dialect)
    parser.depth = depth
    do throws(ProceduralSelectorProblem) {
      let operation = try parser.operation(kind)
      if parser.index == parser.bytes.count { return operation }
    } catch {
      throw ProceduralSelectorProblem(reason: error.reason, range: range)
    }
    throw ProceduralSelectorProblem(reason: .argument, range: range)
  }

  /// Returns the name of the function at the colon, and moves the index to its parenthesis. Returns nil and
  /// leaves the index unchanged if there is no function.
  private mutating func operatorName() -> String? {
    var end = index + 1
    while end < bytes.count, bytes[end] &- 0x61 < 26 || bytes[end] == ASCII.dash { end += 1 }
    guard end < bytes.count, end > index + 1, bytes[end] == ASCII.openParenthesis else { return nil }
    let name = String(decoding: bytes[index + 1..<end], as: UTF8.self)
    index = end
    return name
  }

  /// Moves the collected CSS into the chain. Problems get the location `range`.
  private func flush(
    _ css: inout [UInt8], into chain: inout SelectorChain, from range: Range<Int>, isArgument: Bool,
    isBeforeOperator: Bool
  ) throws(ProceduralSelectorProblem) {
    var text = css.trimmedAtEnd
    css = []
    if chain.steps.isEmpty {
      text = text.trimmedAtStart
      if isArgument { text = text.withoutScope }
      if text.isEmpty {
        guard isBeforeOperator || !chain.conditions.isEmpty else {
          throw ProceduralSelectorProblem(reason: .selector(.empty), range: range)
        }
        return
      }
      // `.a > :has-text(x)` selects any child of `.a`.
      if let last = text.last, last.isCombinator { text.append(ASCII.star) }
      let isRelative = text[0].isCombinator
      try check(isRelative && isArgument ? Array("*".utf8) + text : text, range: range)
      chain.steps.append(.css(String(decoding: text, as: UTF8.self)))
    } else if !text.isEmpty {
      if let last = text.last, last.isCombinator { text.append(ASCII.star) }
      // A space before a combinator has no meaning. Any other space is a descendant combinator.
      if let first = text.trimmedAtStart.first, first.isCombinator { text = text.trimmedAtStart }
      try check(Array("*".utf8) + text, range: range)
      chain.steps.append(.rest(String(decoding: text, as: UTF8.self)))
    }
  }

  func check(_ css: [UInt8], range: Range<Int>) throws(ProceduralSelectorProblem) {
    guard let problem = CSSSelector.problem(in: css) ?? CSSSelector.misreading(of: css) else { return }
    throw ProceduralSelectorProblem(reason: .selector(problem.reason), range: range)
  }

  /// Parses the selectors in the parentheses at the index, and moves the index past them.
  mutating func argumentList() throws(ProceduralSelectorProblem) -> [SelectorChain] {
    let open = index
    guard depth < Self.maximumDepth else {
      throw ProceduralSelectorProblem(reason: .tooDeep, range: open..<open + 1)
    }
    depth += 1
    index += 1
    let chains = try list(isArgument: true)
    guard index < bytes.count else {
      throw ProceduralSelectorProblem(reason: .unclosedParenthesis, range: open..<open + 1)
    }
    index += 1
    depth -= 1
    return chains
  }

  private mutating func copyParentheses(to css: inout [UInt8]) throws(ProceduralSelectorProblem) {
    let open = index
    guard let end = endOfBalancedText(from: index + 1) else {
      throw ProceduralSelectorProblem(reason: .unclosedParenthesis, range: open..<open + 1)
    }
    css += bytes[open...end]
    index = end + 1
  }

  /// Returns the end of the escape, string or attribute at the index.
  private func endOfUnit() throws(ProceduralSelectorProblem) -> Int {
    let first = bytes[index]
    if first == ASCII.backslash { return min(index + 2, bytes.count) }
    var end = index + 1
    var quote: UInt8? = first == ASCII.openBracket ? nil : first
    while end < bytes.count {
      let byte = bytes[end]
      end += 1
      if byte == ASCII.backslash {
        end = min(end + 1, bytes.count)
      } else if let open = quote {
        guard byte == open else { continue }
        if first == open { return end }
        quote = nil
      } else if byte == ASCII.quote || byte == ASCII.apostrophe {
        quote = byte
      } else if byte == ASCII.closeBracket {
        return end
      }
    }
    let reason: SelectorProblem.Reason =
      first == ASCII.openBracket ? .unclosedBracket : .unclosedString
    throw ProceduralSelectorProblem(reason: .selector(reason), range: index..<bytes.count)
  }
}

extension UInt8 {
  fileprivate var isCombinator: Bool {
    self == ASCII.greater || self == ASCII.plus || self == ASCII.tilde
  }
}

extension [UInt8] {
  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  var trimmedAtStart: [UInt8] { Array(drop(while: Self.isBlank)) }

  /// The relative selector without `:scope` and a combinator at its start, or with the combinator `>`, `+` or
  /// `~` alone.
  var withoutScope: [UInt8] {
    let scope = Array(":scope".utf8)
    guard starts(with: scope), count > scope.count else { return self }
    let rest = Array(self[scope.count...])
    let relative = rest.trimmedAtStart
    guard let first = relative.first, first.isCombinator || relative.count < rest.count else { return self }
    return relative
  }

  /// The bytes without spaces at the end, except for an escaped one.
  var trimmedAtEnd: [UInt8] {
    var end = endIndex
    while end > 0, Self.isBlank(self[end - 1]), end < 2 || self[end - 2] != ASCII.backslash { end -= 1 }
    return Array(self[..<end])
  }
}
