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
      let constraint = RegexConstraint(edge: edge, isNegated: isNegated)
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
        default: throw edge.problem
        }
      }
      let anything = RegexItem.piece(.anything)
      all += try resolve(isBehind ? [anything] + sequence : sequence + [anything])
    }
    return all
  }
}

/// Narrows a sequence to what begins, or does not begin, like one of some others: walks through both at once,
/// character by character. Every way that the walk can go makes a sequence; a loop at one place is a `*`.
struct RegexConstraint {
  /// The look-around, to be reported when it needs too many ways.
  var edge: RegexEdge
  var isNegated: Bool

  /// How long the walk may get. A look-around that takes longer has loops in it anyhow.
  private static let maximumDepth = 64
  /// How many steps all ways may have.
  private static let maximumSteps = 2_000

  /// `sought` and `sequence` both go on to the end of the URL.
  func apply(
    _ sought: [RegexSequence], to sequence: RegexSequence
  ) throws(RegexFilterProblem) -> [RegexSequence] {
    var steps = 0
    let ways = try walk(sought, sequence, depth: 0, &steps)
    // If nothing was narrowed the sequence can stay as it is.
    return ways
  }

  private func walk(
    _ sought: [RegexSequence], _ sequence: RegexSequence, depth: Int, _ steps: inout Int
  ) throws(RegexFilterProblem) -> [RegexSequence] {
    if sought.isEmpty { return isNegated ? [sequence] : [] }
    if sought.contains([.piece(.anything)]) { return isNegated ? [] : [sequence] }
    steps += 1
    guard depth < Self.maximumDepth, steps < Self.maximumSteps else { throw edge.problem }

    let soughtSteps = sought.flatMap { $0.firstSteps().steps }
    let (ownSteps, ifEmpty) = sequence.firstSteps()
    var ways: [RegexSequence] = []
    if let ifEmpty, sought.contains(where: { $0.allSatisfy(\.isNullable) }) != isNegated {
      ways.append(ifEmpty)
    }
    var loop = ASCIISet()
    for own in ownSteps {
      for (set, next) in Self.partition(own.set, by: soughtSteps) {
        if next == sought, own.rest == sequence, own.edges.isEmpty {
          loop = loop.union(set)
          continue
        }
        for way in try walk(next, own.rest, depth: depth + 1, &steps) {
          ways.append(own.edges + [.piece(RegexPiece(.set(set)))] + way)
          if ways.count > RegexFilters.maximumFilters { throw edge.problem }
        }
      }
    }
    guard !loop.isEmpty else { return ways }
    return ways.map { [.piece(RegexPiece(.set(loop), 0, nil))] + $0 }
  }

  /// Parts of `set` by what the sought sequences have left to match after a character of that part.
  private static func partition(
    _ set: ASCIISet, by steps: [RegexSequence.Step]
  ) -> [(ASCIISet, [RegexSequence])] {
    var parts: [(set: ASCIISet, next: [RegexSequence])] = [(set, [])]
    for step in steps {
      parts = parts.flatMap { part in
        let inside = part.set.intersection(step.set)
        if inside.isEmpty { return [part] }
        let next = part.next.contains(step.rest) ? part.next : part.next + [step.rest]
        let outside = part.set.subtracting(inside)
        return outside.isEmpty ? [(inside, next)] : [(inside, next), (outside, part.next)]
      }
    }
    // Different characters after which the same is left make one part.
    var joined: [(set: ASCIISet, next: [RegexSequence])] = []
    for part in parts {
      if let same = joined.firstIndex(where: { $0.next == part.next }) {
        joined[same].set = joined[same].set.union(part.set)
      } else {
        joined.append(part)
      }
    }
    return joined
  }
}
