import ContentBlocker

/// Removes the conditions between characters - `^`, `$`, `\b`, look-around - by narrowing what stands beside
/// them: `a\b` becomes `a[^\w]` and `a$`, `(?!x)[a-z]` becomes `[a-wyz]`.
struct RegexEdgeResolver {
  /// The whole regex, to be reported when there are too many alternatives.
  var range: Range<Int>

  /// Sequences without edges whose union matches the same URLs.
  func resolve(_ sequence: RegexSequence) throws(RegexFilterProblem) -> [RegexSequence] {
    var resolved: [RegexSequence] = []
    var pending = [sequence]
    while let next = pending.popLast() {
      guard let position = next.firstIndex(where: \.isEdge), case .edge(let edge) = next[position] else {
        resolved.append(next)
        continue
      }
      let left = RegexSequence(next[..<position])
      let right = RegexSequence(next[(position + 1)...])
      pending += try resolve(edge, left, right).reversed()
      guard resolved.count + pending.count <= RegexFilters.maximumFilters else {
        throw RegexFilterProblem(.tooManyAlternatives, range)
      }
    }
    return resolved
  }

  /// The first edge of a sequence, between a part without edges and one that may have more.
  private func resolve(
    _ edge: RegexEdge, _ left: RegexSequence, _ right: RegexSequence
  ) throws(RegexFilterProblem) -> [RegexSequence] {
    switch edge.kind {
    case .start: return left.allSatisfy(\.isNullable) ? [right] : []
    case .end: return right.allSatisfy(\.isNullable) ? [left + right.filter(\.isEdge)] : []
    case .wordBoundary(let isNegated):
      let word = RegexNode.set(.wordCharacters)
      return [false, true].map { isNonWordBefore in
        let before = RegexEdge.Kind.look(isBehind: true, isNegated: isNonWordBefore, word)
        let after = RegexEdge.Kind.look(isBehind: false, isNegated: isNonWordBefore == isNegated, word)
        return left + [before, after].map { .edge(RegexEdge(kind: $0, range: edge.range)) } + right
      }
    case .look(let isBehind, let isNegated, let node):
      let seen = try lookedFor(node, edge, isBehind: isBehind)
      let constraint = RegexConstraint(isNegated: isNegated, problem: edge.problem)
      if isBehind {
        return try constraint.apply(seen.map(\.mirrored), to: left.mirrored).map { $0.mirrored + right }
      }
      return try constraint.apply(seen, to: right).map { left + $0 }
    }
  }

  /// What a look-around looks for, to the end of the URL (or from the start, looking behind). An edge in it
  /// at its own place would have to look to the other side; there only `$` ahead and `^` behind make sense.
  private func lookedFor(
    _ node: RegexNode, _ edge: RegexEdge, isBehind: Bool
  ) throws(RegexFilterProblem) -> [RegexSequence] {
    var all: [RegexSequence] = []
    for sequence in try RegexExpander(range: range).expand(node) {
      for case .edge(let inner) in sequence {
        switch inner.kind {
        case .start where isBehind, .end where !isBehind: break
        case .start, .end, .wordBoundary, .look: throw edge.problem
        }
      }
      let anything = RegexItem.piece(.anything)
      all += try resolve(isBehind ? [anything] + sequence : sequence + [anything])
    }
    return all
  }
}
