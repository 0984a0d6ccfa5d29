import SluiceSyntax
import SluiceText

/// Determines which lines of a filter list are active, from its `!#if` directives and platform hints.
package struct ActiveLines {
  /// The names that are true in `!#if` conditions.
  let constants: Set<String>

  /// Creates a reader with the names that are true in conditions.
  package init(constants: Set<String>) { self.constants = constants }

  /// The active lines of a list and its directive errors.
  package struct Reading: Sendable {
    /// Whether each line is active, or `nil` if all lines are.
    fileprivate var mask: [Bool]?
    /// The invalid directives, by line index.
    package fileprivate(set) var problems: [Int: SyntaxProblem] = [:]

    package func isActive(_ line: Int) -> Bool { mask?[line] ?? true }
  }

  /// An `!#if` whose `!#endif` has not been read yet.
  private struct Block {
    let line: Int
    var holds: Bool
    var hasElse = false
  }

  /// Reads the directives of a list.
  ///
  /// A condition that cannot be parsed is false. An `!#else` or `!#endif` without an `!#if` is ignored. A
  /// block that is not closed extends to the end of the list.
  package func read(_ list: FilterList) -> Reading {
    var reading = Reading()
    var blocks: [Block] = []
    /// The number of open blocks whose condition is false.
    var exclusions = 0
    /// Whether a hint excludes the next line.
    var isHintedAway = false
    let bytes = list.bytes.span
    for (index, line) in list.lines.enumerated() {
      let isExcluded = isHintedAway
      isHintedAway = false
      switch line.content {
      case .directive(let directive):
        switch directive.kind {
        case .if:
          let holds = DirectiveCondition.evaluate(bytes, in: directive.argument, constants: constants)
          if holds == nil {
            let place = directive.argument.isEmpty ? line.range : directive.argument
            reading.problems[index] = SyntaxProblem(.malformedCondition, span: place)
          }
          blocks.append(Block(line: index, holds: holds ?? false))
          exclusions += holds ?? false ? 0 : 1
        case .else:
          if let last = blocks.indices.last, !blocks[last].hasElse {
            exclusions += blocks[last].holds ? 1 : -1
            blocks[last].holds.toggle()
            blocks[last].hasElse = true
          } else {
            reading.problems[index] = SyntaxProblem(.strayElse, span: line.range)
          }
        case .endif:
          if let block = blocks.popLast() {
            exclusions -= block.holds ? 0 : 1
          } else {
            reading.problems[index] = SyntaxProblem(.strayEndif, span: line.range)
          }
        case .include: if exclusions > 0 { exclude(index, reading: &reading, list: list) }
        case .safari_cb_affinity: break
        }
      case .hint(let range): isHintedAway = !isForThisPlatform(bytes, in: range)
      case .blank, .comment, .header, .metadata, .continuation: break
      case .network, .cosmetic, .hosts, .rejected:
        if isExcluded || exclusions > 0 { exclude(index, reading: &reading, list: list) }
      }
    }
    for block in blocks {
      reading.problems[block.line] = SyntaxProblem(.unclosedCondition, span: list.lines[block.line].range)
    }
    return reading
  }

  private func exclude(_ index: Int, reading: inout Reading, list: FilterList) {
    if reading.mask == nil { reading.mask = [Bool](repeating: true, count: list.lines.count) }
    reading.mask?[index] = false
  }

  /// Returns whether the hints apply to Safari: `PLATFORM(a, b)` must name a Safari content blocker,
  /// `NOT_PLATFORM(a, b)` must not.
  private func isForThisPlatform(_ bytes: Span<UInt8>, in range: ByteRange) -> Bool {
    for hint in [Hint](parsing: bytes, range) {
      guard let names = hint.arguments else { continue }
      let isNamed = names.contains { bytes.isText("ext_safari", in: $0) || bytes.isText("ios", in: $0) }
      if bytes.isText("PLATFORM", in: hint.name), !isNamed { return false }
      if bytes.isText("NOT_PLATFORM", in: hint.name), isNamed { return false }
    }
    return true
  }
}

/// A content blocker that lists are written for. It selects the names that are true in `!#if` conditions.
@nonexhaustive public enum ListPlatform: String, CaseIterable, Hashable, Sendable {
  /// AdGuard for Safari.
  case adGuardForSafari = "adguard_ext_safari"
  /// AdGuard for iOS.
  case adGuardForIOS = "adguard_app_ios"
  /// uBlock Origin Lite, which supports only declarative rules in Safari.
  case uBlockOriginLite = "ext_ubol"

  /// The names that are true in `!#if` conditions.
  public var constants: Set<String> {
    switch self {
    case .adGuardForSafari: ["adguard", "adguard_ext_safari", "env_safari"]
    case .adGuardForIOS: ["adguard", "adguard_app_ios", "env_mobile", "env_safari"]
    case .uBlockOriginLite: ["env_mv3", "env_safari", "ext_ublock", "ext_ubol"]
    }
  }
}
