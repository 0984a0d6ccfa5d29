import SluiceSyntax

/// The conditions under which the lines of a list count: the enclosing `!#if` blocks, and hints about the
/// next line.
struct ConditionBlocks {
  /// The block of each line; 0 means no block. Empty if the list has no conditions.
  private var blocks: [Int32] = []
  /// The enclosing block of each block; 0 means no block.
  private var parents: [Int32] = [0]

  init(_ list: FilterList) {
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

  /// Returns whether a line always counts.
  func isUnconditional(_ line: Int) -> Bool { blocks.isEmpty || blocks[line] == 0 }

  /// Returns whether a line counts whenever another line of the same list does.
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
