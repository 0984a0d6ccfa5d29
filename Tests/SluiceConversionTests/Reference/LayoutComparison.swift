import SluiceConversion
import SluiceRules
import SluiceSyntax

/// Compares the rules of one layout with the meaning of their filters.
struct LayoutComparison {
  private let emitted: Emitted
  /// The matchers for the filters that the rules contain.
  ///
  /// `least` has all of these filters; `widest` lacks approximated exceptions, and `narrowest` lacks approximated
  /// blocks. `widest` reads entities so that most is blocked and hidden, the others so that least is.
  private let widest, least, narrowest: ReferenceMatcher
  /// Whether a missing block, or a missing hidden element, is an error.
  private let isNarrowestExact: Bool
  private let isHidingExact: Bool

  init(_ source: ParsedSource, _ layout: EmittedLayout) throws {
    emitted = try Emitted(source, layout)
    let list = source.list
    var leftOut: Set<Int> = []
    var approximated: Set<Int> = []
    let hasOverlaps =
      list.lines.count(where: Self.hasOwnExceptions) > 1
      || list.lines.contains { Self.isException($0, for: [.genericblock]) }
      || layout == .combined && list.lines.contains { Self.isException($0, for: [.generichide, .elemhide]) }
    for diagnostic in emitted.report.diagnostics {
      guard let index = list.lines.firstIndex(where: { $0.range == diagnostic.line }) else { continue }
      if diagnostic.outcome != .approximated {
        leftOut.insert(index)
      } else if diagnostic.reason.id == "overlapping-exclusions", !hasOverlaps {
        // There are no other exclusions to overlap with.
        continue
      } else if diagnostic.reason.id == "important-exclusions",
        Self.hasPlainHosts(list.lines[index], list.bytes)
      {
        continue
      } else if !Self.isExactHere(list.lines[index], diagnostic.reason, list.bytes) {
        approximated.insert(index)
      }
    }
    let exceptions = approximated.filter { Self.isException(list.lines[$0]) }
    let blocks = approximated.subtracting(exceptions)
    let dialect = source.dialect
    widest = ReferenceMatcher(list, .most, dialect) { leftOut.union(exceptions).contains($0) }
    least = ReferenceMatcher(list, .least, dialect) { leftOut.contains($0) }
    narrowest =
      blocks.isEmpty
      ? least : ReferenceMatcher(list, .least, dialect) { leftOut.union(blocks).contains($0) }
    isNarrowestExact =
      exceptions.isEmpty && !approximated.contains { Self.hasOwnExceptions(list.lines[$0]) }
    isHidingExact =
      exceptions.isEmpty
      && !blocks.contains { if case .cosmetic = list.lines[$0].content { true } else { false } }
  }

  /// Returns whether the rules block a request.
  func blocks(_ request: GeneratedRequest) -> Bool { emitted.decide(request.webKit).isBlocked }

  /// Returns the error in the decision on a request, or nil.
  func difference(_ request: GeneratedRequest) -> String? {
    let asked = request.reference
    let emitted = emitted.decide(request.webKit)
    if emitted.isBlocked, !widest.blocks(asked) { return "blocked, but the filters allow it" }
    if !emitted.isBlocked, isNarrowestExact, narrowest.blocks(asked) {
      return "allowed, but the filters block it"
    }
    // A blocked request has no cookies, and neither has opening a popup or reading data of the page.
    if !emitted.isBlocked, asked.kind != .popup, !asked.url.isBlob {
      if emitted.blocksCookies, !widest.blocksCookies(asked) {
        return "without cookies, but the filters leave them"
      }
      if !emitted.blocksCookies, narrowest.blocksCookies(asked) {
        return "with cookies, but the filters take them off"
      }
    }
    // Hiding in a frame depends on the frame, and hiding on a blocked page does not matter.
    guard asked.kind != .subdocument, asked.kind != .document || !emitted.isBlocked else { return nil }
    let hidden = widest.hidden(on: asked.page)
    if let extra = emitted.hidden.subtracting(hidden).first {
      return "hides \(String(decoding: extra, as: UTF8.self)), but the filters do not"
    }
    guard asked.kind == .document, isHidingExact,
      let missing = least.hidden(on: asked.page).subtracting(emitted.hidden).first
    else { return nil }
    return "does not hide \(String(decoding: missing, as: UTF8.self)), but the filters do"
  }

  private static func isException(_ line: Line) -> Bool {
    if case .network(let filter) = line.content { filter.isException } else { false }
  }

  private static func isException(_ line: Line, for scopes: Set<OptionKind>) -> Bool {
    guard case .network(let filter) = line.content else { return false }
    return filter.isException && filter.options.contains { scopes.contains($0.kind) }
  }

  /// Returns whether hosts can be excluded in the filter's pattern: the pattern has no host itself, and they
  /// are not entities.
  private static func hasPlainHosts(_ line: Line, _ bytes: [UInt8]) -> Bool {
    guard case .network(let filter) = line.content, case .plain(let pattern) = filter.pattern,
      pattern.body.isEmpty
    else { return false }
    return !filter.options.contains { option in
      guard option.kind == .to || option.kind == .denyallow, let value = option.value else { return false }
      return bytes[value.indices].contains(UInt8(ascii: "*"))
    }
  }

  private static func hasOwnExceptions(_ line: Line) -> Bool {
    guard case .network(let filter) = line.content else { return false }
    return filter.options.contains { $0.kind == .denyallow || $0.kind == .to }
  }

  /// Returns whether an approximation makes no difference to these requests.
  ///
  /// None of them comes from a frame, and the reference interprets `name.*` as the converter does.
  private static func isExactHere(_ line: Line, _ reason: Reason, _ bytes: [UInt8]) -> Bool {
    switch reason {
    case .conversion(.framesOfExceptedPages): return true
    case .conversion(.entitySuffixes):
      // If exceptions override the filter, another reason may exist in addition to the first.
      guard case .network(let filter) = line.content else { return true }
      return !filter.options.contains { $0.kind == .cookie } && !hasOwnExceptions(line)
    default: return false
    }
  }
}
