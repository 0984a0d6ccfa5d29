import SluiceRules
import SluiceSyntax
import SluiceText

/// Validates the selectors of hiding filters. If WebKit does not support a selector, determines the reason.
package enum SelectorText {
  /// Returns the selector of a filter's rules, or `nil` if it has none.
  package static func convertedSelector(of filter: CosmeticFilter, in bytes: Span<UInt8>) -> CSSSelector? {
    try? selector(of: filter, in: bytes)
  }

  static func selector(of filter: CosmeticFilter, in bytes: Span<UInt8>) throws(Finding) -> CSSSelector {
    if filter.kind == .hiding, let plain = CSSSelector(plain: bytes.extracting(filter.body.indices)) {
      return plain
    }
    if let reason = HidingConverter.scriptReason(filter.kind) {
      throw .needsScript(reason, span: filter.body)
    }
    // No element has an attribute with the name of an operator.
    if hasAttributeOperator(filter.body, in: bytes) {
      throw .needsScript(.proceduralSelector, span: filter.body)
    }
    if filter.kind == .style || filter.kind == .extendedStyle {
      return try styled(SelectorBody(filter.body, in: bytes), of: filter, in: bytes)
    }
    // In CSS, `:is()` ignores unknown parts, so it would ignore the operator.
    if isForgiving(filter.body, in: bytes), hasOperator(filter.body, in: bytes) {
      throw .needsScript(.proceduralSelector, span: filter.body)
    }
    if let relative = withoutScopes(filter.body, in: bytes),
      let selector = try? CSSSelector(parsing: relative)
    {
      if selector.needs.ignoresParts { throw .needsScript(.proceduralSelector, span: filter.body) }
      return selector
    }
    let selector: CSSSelector
    do throws(SelectorProblem) {
      selector = try CSSSelector(parsing: bytes.extracting(filter.body.indices))
    } catch {
      if let plain = plainEquivalent(of: filter.body, in: bytes),
        let selector = try? CSSSelector(parsing: plain)
      {
        if selector.needs.ignoresParts { throw .needsScript(.proceduralSelector, span: filter.body) }
        return selector
      }
      let body =
        error.reason == .declarationBlock || error.reason == .unknownPseudoClass
        ? SelectorBody(filter.body, in: bytes) : nil
      if let body, body.hides(in: bytes) { return try styled(body, of: filter, in: bytes) }
      throw finding(error, span: span(of: error, in: filter.body), body: body, of: filter, in: bytes)
    }
    try checkReading(of: selector, at: filter.body, filter, in: bytes)
    return selector
  }

  /// Returns the bytes of a filter that a problem of the selector at `range` refers to.
  private static func span(of problem: SelectorProblem, in range: ByteRange) -> ByteRange {
    let start = range.lowerBound + problem.offset
    return ByteRange(start, min(start + max(problem.length, 1), range.upperBound))
  }

  /// Throws if WebKit ignores a part of the selector and therefore matches other elements than intended. The
  /// part is an operator, a `:has()` inside `:has()`, or all of `:is()`.
  private static func checkReading(
    of selector: CSSSelector, at range: ByteRange, _ filter: CosmeticFilter, in bytes: Span<UInt8>
  ) throws(Finding) {
    guard selector.needs.ignoresParts else { return }
    for part in CSSSelector.ignoredParts(in: bytes.extracting(range.indices)) {
      let place = ByteRange(
        range.lowerBound + part.range.lowerBound, range.lowerBound + part.range.upperBound)
      let isOperator = hasOperator(place, in: bytes)
      guard isOperator || part.changesMeaning else { continue }
      let span = span(of: part.problem, in: range)
      throw isOperator || filter.kind == .extendedHiding
        ? .needsScript(.proceduralSelector, span: span) : .unsupported(.invalidSelector, span: span)
    }
  }

  /// Returns whether the filter has a style that does more than hide elements.
  static func isStyle(_ filter: CosmeticFilter, in bytes: Span<UInt8>) -> Bool {
    guard filter.kind == .style || filter.kind == .extendedStyle else { return false }
    return SelectorBody(filter.body, in: bytes)?.hides(in: bytes) != true
  }

  /// Returns the selector of a filter with a style that only hides elements.
  private static func styled(
    _ body: SelectorBody?, of filter: CosmeticFilter, in bytes: Span<UInt8>
  ) throws(Finding) -> CSSSelector {
    if case .remove = body?.action { throw .needsScript(.elementRemoval, span: filter.body) }
    guard let body, body.hides(in: bytes),
      let selector = try? CSSSelector(parsing: bytes.extracting(body.selector.indices))
    else { throw .needsScript(.styleInjection, span: filter.body) }
    try checkReading(of: selector, at: body.selector, filter, in: bytes)
    return selector
  }

  /// Returns the selector without `:scope` at the start of arguments of `:has()`, where blockers take it as the
  /// element itself, and style sheets as the root of the document. Returns `nil` if it contains none.
  private static func withoutScopes(_ body: ByteRange, in bytes: Span<UInt8>) -> [UInt8]? {
    guard contains(ASCII.colon, body: body, in: bytes, where: { bytes.hasText(":scope", at: $0, in: body) })
    else {
      return nil
    }
    var text: [UInt8] = []
    var found = false
    // Whether each open parenthesis is that of `:has(`.
    var open: [Bool] = []
    var quote: UInt8?
    // Whether an argument of `:has()` begins here.
    var isStart = false
    var index = body.lowerBound
    while index < body.upperBound {
      let byte = bytes[index]
      if isStart, bytes.hasText(":scope", at: index, in: body),
        let next = scopeEnd(index + ":scope".utf8.count, body: body, in: bytes)
      {
        found = true
        index = next
        isStart = false
        continue
      }
      if let end = quote {
        if byte == end { quote = nil }
      } else {
        switch byte {
        case ASCII.quote, ASCII.apostrophe: quote = byte
        case ASCII.openParenthesis: open.append(text.suffix(4).elementsEqual(":has".utf8))
        case ASCII.closeParenthesis: _ = open.popLast()
        default: break
        }
      }
      let begins = quote == nil && (byte == ASCII.openParenthesis || byte == ASCII.comma) && open.last == true
      isStart = begins || (isStart && byte.isBlank)
      if byte == ASCII.backslash, index + 1 < body.upperBound {
        text.append(byte)
        index += 1
      }
      text.append(bytes[index])
      index += 1
    }
    return found ? text : nil
  }

  /// Returns the start of the selector after `:scope` and the combinator that follows; `nil` if none follows.
  private static func scopeEnd(_ start: Int, body: ByteRange, in bytes: Span<UInt8>) -> Int? {
    let end = bytes.endOfRun(from: start, to: body.upperBound) { $0.isBlank }
    guard end < body.upperBound else { return nil }
    switch bytes[end] {
    case ASCII.greater, ASCII.plus, ASCII.tilde: return end
    default: return end > start ? end : nil
    }
  }

  /// Returns the selector with the names that only Adblock Plus uses replaced by CSS: `:-abp-has()` becomes
  /// `:has()`. Returns `nil` if it contains none of these names.
  private static func plainEquivalent(of body: ByteRange, in bytes: Span<UInt8>) -> [UInt8]? {
    let name = Array(":-abp-has(".utf8)
    var text: [UInt8] = []
    var found = false
    var index = body.lowerBound
    while index < body.upperBound {
      if bytes[index] == name[0], index + name.count <= body.upperBound,
        name.indices.allSatisfy({ bytes[index + $0] == name[$0] })
      {
        text += Array(":has(".utf8)
        index += name.count
        found = true
      } else {
        text.append(bytes[index])
        index += 1
      }
    }
    return found ? text : nil
  }

  private static func finding(
    _ problem: SelectorProblem, span: ByteRange, body: SelectorBody?, of filter: CosmeticFilter,
    in bytes: Span<UInt8>
  ) -> Finding {
    switch problem.reason {
    case .declarationBlock:
      if case .remove = body?.action {
        return .needsScript(.elementRemoval, span: span)
      }
      return .needsScript(.styleInjection, span: span)
    case .unknownPseudoClass:
      if let reason = proceduralReason(span, in: bytes) { return .needsScript(reason, span: span) }
      return filter.kind == .extendedHiding
        ? .needsScript(.proceduralSelector, span: span) : .unsupported(.invalidSelector, span: span)
    default:
      // In `:has(.a:has(.b:has-text(x)))`, the part that is invalid in CSS precedes the operator.
      return filter.kind == .extendedHiding || hasOperator(filter.body, in: bytes)
        ? .needsScript(.proceduralSelector, span: span) : .unsupported(.invalidSelector, span: span)
    }
  }

  /// Returns whether the selector has an operator in AdGuard's older form: `[-ext-has="…"]`.
  private static func hasAttributeOperator(_ body: ByteRange, in bytes: Span<UInt8>) -> Bool {
    contains(ASCII.openBracket, body: body, in: bytes) { bytes.hasText("[-ext-", at: $0, in: body) }
  }

  /// Returns whether the selector contains `:is(` or `:where(`.
  private static func isForgiving(_ body: ByteRange, in bytes: Span<UInt8>) -> Bool {
    contains(ASCII.colon, body: body, in: bytes) {
      bytes.hasText(":is(", at: $0, in: body) || bytes.hasText(":where(", at: $0, in: body)
    }
  }

  private static func hasOperator(_ body: ByteRange, in bytes: Span<UInt8>) -> Bool {
    contains(ASCII.colon, body: body, in: bytes) {
      proceduralReason(ByteRange($0, body.upperBound), in: bytes) == .proceduralSelector
    }
  }

  private static func contains(
    _ byte: UInt8, body: ByteRange, in bytes: Span<UInt8>, where predicate: (Int) -> Bool
  ) -> Bool {
    var rest = body
    while let index = bytes.firstIndex(of: byte, in: rest) {
      if predicate(index) { return true }
      rest = ByteRange(index + 1, body.upperBound)
    }
    return false
  }

  /// Returns the reason why the pseudo-class at `span` needs a script; `nil` if it is not an operator of
  /// uBlock Origin, AdGuard or Adblock Plus.
  private static func proceduralReason(_ span: ByteRange, in bytes: Span<UInt8>) -> ConversionReason? {
    let start = bytes.endOfRun(from: span.lowerBound, to: span.upperBound) { $0 == ASCII.colon }
    let end = bytes.endOfRun(from: start, to: bytes.count) { $0.isLetter || $0 == ASCII.dash }
    let name = bytes.text(ByteRange(start, end))
    return switch SelectorAction(rawValue: name) {
    case .style: .styleInjection
    case .remove, .removeAttribute, .removeClass: .elementRemoval
    case nil: SelectorOperator.isOnlyOfLists(name) ? .proceduralSelector : nil
    }
  }
}

/// Detects selectors that some WebKit versions of the target do not support.
enum NewerSelector {
  /// Returns the finding for a selector that makes some WebKit versions drop its rule, or `nil` if all
  /// versions support it.
  ///
  /// - Throws: A finding if some WebKit versions ignore only a part of the selector. They would hide other
  ///   elements, for example too many of them with `:not(:is(…))`.
  static func finding(
    for selector: CSSSelector, _ filter: CosmeticFilter, missing: SelectorFeatures, in bytes: Span<UInt8>
  ) throws(Finding) -> Finding? {
    if selector.needs.areMet(without: missing) { return nil }
    let forgiven = selector.needs.ignorable.intersection(missing)
    let features = selector.needs.features.intersection(missing)
    let body = bytes.extracting(filter.body.indices)
    let place = CSSSelector.place(of: forgiven.isEmpty ? features : forgiven, in: body).map {
      ByteRange(filter.body.lowerBound + $0.lowerBound, filter.body.lowerBound + $0.upperBound)
    }
    let span = place ?? filter.body
    if !forgiven.isEmpty { throw .unsupported(.newerSelector, span: span) }
    return .approximated(.newerSelector, span: span)
  }
}
