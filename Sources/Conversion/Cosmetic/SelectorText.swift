import ContentBlocker
import FilterSyntax

/// The selectors of hiding filters: checked, or the reason why WebKit cannot have them.
enum SelectorText {
  static func selector(of filter: CosmeticFilter, in bytes: Span<UInt8>) throws(Finding) -> Selector {
    do throws(SelectorProblem) {
      return try Selector(bytes.extracting(filter.body.indices))
    } catch {
      if let plain = plainEquivalent(of: filter.body, in: bytes), let selector = try? Selector(plain.span) {
        return selector
      }
      let start = filter.body.lowerBound + error.offset
      let span = ByteRange(start, min(start + max(error.length, 1), filter.body.upperBound))
      throw finding(error, span, filter, bytes)
    }
  }

  /// The selector with Adblock Plus's own names for what CSS has since got: `:-abp-has()` is `:has()`.
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
    _ problem: SelectorProblem, _ span: ByteRange, _ filter: CosmeticFilter, _ bytes: Span<UInt8>
  ) -> Finding {
    switch problem.reason {
    case .declarationBlock: return .deferred(.styleInjection, span)
    case .unknownPseudoClass:
      if let reason = proceduralReason(span, bytes) { return .deferred(reason, span) }
      return filter.kind == .extendedHiding
        ? .deferred(.proceduralSelector, span) : .dropped(.invalidSelector, span)
    default:
      return filter.kind == .extendedHiding
        ? .deferred(.proceduralSelector, span) : .dropped(.invalidSelector, span)
    }
  }

  /// What the pseudo-class at `span` asks for if it is an operator of uBlock Origin, AdGuard or Adblock Plus.
  private static func proceduralReason(_ span: ByteRange, _ bytes: Span<UInt8>) -> ConversionReason? {
    var start = span.lowerBound
    while start < span.upperBound, bytes[start] == UInt8(ascii: ":") { start += 1 }
    var end = start
    while end < bytes.count, (bytes[end] | 0x20) &- 0x61 < 26 || bytes[end] == UInt8(ascii: "-") { end += 1 }
    let name = bytes.extracting(start..<end).withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
    return switch name {
    case "style": .styleInjection
    case "remove", "remove-attr", "remove-class": .elementRemoval
    default: proceduralNames.contains(name) ? .proceduralSelector : nil
    }
  }

  /// The other operators that need a script.
  private static let proceduralNames: Set<String> = [
    "-abp-contains", "-abp-has", "-abp-properties", "-abp-has-text", "has-text", "contains", "if", "if-not",
    "matches-attr", "matches-css", "matches-css-after", "matches-css-before", "matches-media",
    "matches-path", "matches-prop", "matches-property", "min-text-length", "nth-ancestor", "others",
    "properties", "shadow", "upward", "watch-attr", "xpath",
  ]
}
