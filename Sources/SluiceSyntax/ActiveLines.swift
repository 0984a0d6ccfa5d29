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

/// The conditions under which the lines of a list count: the enclosing `!#if` blocks, and hints about the
/// next line.
package struct ConditionBlocks: Sendable {
  /// The block of each line; 0 means no block. Empty if the list has no conditions.
  private var blocks: [Int32] = []
  /// The enclosing block of each block; 0 means no block.
  private var parents: [Int32] = [0]

  package init(_ list: FilterList) {
    // Iterates through a pointer. A loop over the array would copy each line and retain the objects in it.
    list.lines.withUnsafeBufferPointer { read($0) }
  }

  private mutating func read(_ lines: UnsafeBufferPointer<Line>) {
    var open: [Int32] = [0]
    var hint: Int32?
    for index in lines.indices {
      var block = open[open.count - 1]
      let hinted = hint
      hint = nil
      switch lines[index].content {
      case .directive(let directive):
        switch directive.kind {
        case .if: open.append(make(in: block))
        case .else:
          // Begins another block at the same level.
          if open.count > 1 { open[open.count - 1] = make(in: open[open.count - 2]) }
        case .endif: if open.count > 1 { open.removeLast() }
        // The effect depends on the content blocker that the list is built for.
        case .safari_cb_affinity: open[open.count - 1] = make(in: block)
        case .include: break
        }
        block = open[open.count - 1]
      case .hint: hint = make(in: block)
      case .network, .cosmetic, .hosts, .rejected:
        block = hinted ?? block
      case .blank, .comment, .header, .metadata, .continuation: break
      }
      if parents.count > 1, blocks.isEmpty {
        blocks = [Int32](repeating: 0, count: lines.count)
      }
      if !blocks.isEmpty { blocks[index] = block }
    }
  }

  private mutating func make(in parent: Int32) -> Int32 {
    parents.append(parent)
    return Int32(parents.count - 1)
  }

  package func isUnconditional(_ line: Int) -> Bool { blocks.isEmpty || blocks[line] == 0 }

  package func counts(_ line: Int, whereverDoes other: Int) -> Bool {
    guard !isUnconditional(line) else { return true }
    var block = blocks[other]
    while block != 0 {
      if block == blocks[line] { return true }
      block = parents[Int(block)]
    }
    return false
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

  /// The names that are true in `!#if` conditions if no platform is named.
  package static let commonConstants: Set<String> = ["env_safari"]

  /// The names that are true in `!#if` conditions.
  public var constants: Set<String> {
    switch self {
    case .adGuardForSafari: ["adguard", "adguard_ext_safari", "env_safari"]
    case .adGuardForIOS: ["adguard", "adguard_app_ios", "env_mobile", "env_safari"]
    case .uBlockOriginLite: ["env_mv3", "env_safari", "ext_ublock", "ext_ubol"]
    }
  }
}
