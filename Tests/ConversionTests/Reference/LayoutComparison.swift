import ContentBlocker
import Conversion
import FilterSyntax

/// Compares the rules of one layout with what their filters mean.
struct LayoutComparison {
  private let emitted: Emitted
  /// All filters that are in the rules, and these without exceptions or blocks that are approximated. Of
  /// entities the first two take the reading with which most is blocked and hidden, the others that with which
  /// least is.
  private let all, widest, least, narrowest: ReferenceMatcher
  /// Whether blocks must not be missing, or hidden elements.
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
        // There is nothing that it could overlap with.
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
    all = ReferenceMatcher(list) { leftOut.contains($0) }
    least = ReferenceMatcher(list, .least) { leftOut.contains($0) }
    widest = exceptions.isEmpty ? all : ReferenceMatcher(list) { leftOut.union(exceptions).contains($0) }
    narrowest =
      blocks.isEmpty ? least : ReferenceMatcher(list, .least) { leftOut.union(blocks).contains($0) }
    isNarrowestExact =
      exceptions.isEmpty && !approximated.contains { Self.hasOwnExceptions(list.lines[$0]) }
    isHidingExact =
      exceptions.isEmpty
      && !blocks.contains { if case .cosmetic = list.lines[$0].content { true } else { false } }
  }

  /// Whether the rules block a request.
  func blocks(_ request: GeneratedRequest) -> Bool { emitted.decide(request.webKit).isBlocked }

  /// What is wrong with the verdict on a request, or nil.
  func difference(_ request: GeneratedRequest) -> String? {
    let asked = request.reference
    let emitted = emitted.decide(request.webKit)
    if emitted.isBlocked, !widest.blocks(asked) { return "blocked, but the filters allow it" }
    if !emitted.isBlocked, isNarrowestExact, narrowest.blocks(asked) {
      return "allowed, but the filters block it"
    }
    // What is not loaded has no cookies, and neither has the opening of a window.
    if !emitted.isBlocked, asked.kind != .popup {
      if emitted.blocksCookies, !widest.blocksCookies(asked) {
        return "without cookies, but the filters leave them"
      }
      if !emitted.blocksCookies, narrowest.blocksCookies(asked) {
        return "with cookies, but the filters take them off"
      }
    }
    // What is hidden in a frame depends on the frame; what a blocked page hides does not matter.
    guard asked.kind != .subdocument, asked.kind != .document || !emitted.isBlocked else { return nil }
    let hidden = all.hidden(on: asked.page)
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

  /// Whether hosts can be taken out of the filter's pattern: it has none itself, and they are no entities.
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

  /// Whether an approximation makes no difference to these requests: none is made in a frame, and the
  /// reference reads `name.*` as the conversion does.
  private static func isExactHere(_ line: Line, _ reason: Reason, _ bytes: [UInt8]) -> Bool {
    switch reason {
    case .conversion(.framesOfExceptedPages): return true
    case .conversion(.entitySuffixes):
      // Another reason may be behind the first, where exceptions lift the filter.
      guard case .network(let filter) = line.content else { return true }
      return !filter.options.contains { $0.kind == .cookie } && !hasOwnExceptions(line)
    default: return false
    }
  }
}
