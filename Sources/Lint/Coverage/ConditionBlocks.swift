import FilterSyntax

/// Under which conditions the lines of a list count: which `!#if` they stand in, and hints about the next filter.
struct ConditionBlocks {
  /// For each line its block; 0 is none. Empty where the list has no conditions.
  private var blocks: [Int32] = []
  /// For each block the one around it.
  private var parents: [Int32] = [0]

  init(_ list: FilterList) {
    // Through a pointer: a loop over the array would copy each line, and with it retain what it refers to.
    list.lines.withUnsafeBufferPointer { read($0) }
  }

  private mutating func read(_ lines: UnsafeBufferPointer<Line>) {
    var open: [Int32] = [0]
    var hint: Int32?
    for index in lines.indices {
      var block = open[open.count - 1]
      switch lines[index].content {
      case .directive(let directive):
        switch directive.kind {
        case .if: open.append(make(in: block))
        case .else:
          // Another one of the same level.
          if open.count > 1 { open[open.count - 1] = make(in: open[open.count - 2]) }
        case .endif: if open.count > 1 { open.removeLast() }
        // What it means depends on the content blocker that the list is built for.
        case .safari_cb_affinity: open[open.count - 1] = make(in: block)
        case .include: break
        }
        block = open[open.count - 1]
      case .hint: hint = make(in: block)
      case .network, .cosmetic, .hosts, .rejected:
        block = hint ?? block
        hint = nil
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

  /// Whether a line counts whatever holds.
  func isUnconditional(_ line: Int) -> Bool { blocks.isEmpty || blocks[line] == 0 }

  /// Whether a line counts wherever the other line of the same list does.
  func counts(_ line: Int, whereverDoes other: Int) -> Bool {
    guard !isUnconditional(line) else { return true }
    var block = blocks[other]
    while block != 0 {
      if block == blocks[line] { return true }
      block = parents[Int(block)]
    }
    return false
  }
}
