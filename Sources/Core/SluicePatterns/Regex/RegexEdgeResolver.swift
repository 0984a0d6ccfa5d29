import SluiceRules

/// Removes conditions between characters (`^`, `$`, `\b` and lookaround) by restricting the adjacent
/// characters: `a\b` becomes `a[^\w]` and `a$`, `(?!x)[a-z]` becomes `[a-wyz]`.
struct RegexEdgeResolver {
  /// The range of the whole regex, for errors.
  var range: Range<Int>

  /// Returns sequences without edges that together match the same URLs.
  func resolve(_ sequence: RegexSequence) throws(RegexFilterProblem) -> [RegexSequence] {
    var resolved: [RegexSequence] = []
    var pending = [sequence]
    while let next = pending.popLast() {
      guard let position = next.firstIndex(where: { $0.isEdge }), case .edge(let edge) = next[position] else {
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

  /// Resolves the first edge of a sequence, between a part without edges and a part that may have more.
  private func resolve(
    _ edge: RegexEdge, _ left: RegexSequence, _ right: RegexSequence
  ) throws(RegexFilterProblem) -> [RegexSequence] {
    switch edge.kind {
    case .start: return left.allSatisfy { $0.isNullable } ? [right] : []
    case .end: return right.allSatisfy { $0.isNullable } ? [left + right.filter { $0.isEdge }] : []
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
        return try constraint.apply(seen.map { $0.mirrored }, to: left.mirrored).map { $0.mirrored + right }
      }
      return try constraint.apply(seen, to: right).map { left + $0 }
    }
  }

  /// Returns the sequences that a lookaround checks, extended to the end of the URL, or to its start for
  /// lookbehind.
  ///
  /// Inside a lookaround, only `$` in a lookahead and `^` in a lookbehind are supported. Any other edge would
  /// have to look in the opposite direction.
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
