import ContentBlocker

/// Narrows a sequence to what begins, or does not begin, like one of some others: walks through both at once,
/// character by character. Every way that the walk can go makes a sequence; a loop at one place is a `*`.
struct RegexConstraint {
  var isNegated: Bool
  /// What is thrown when too many ways are needed.
  var problem: RegexFilterProblem
  /// Any run of the text, after which there is nothing left to look for.
  var anything = RegexPiece.anything
  /// How many ways there may be.
  var maximumWays = RegexFilters.maximumFilters
  /// How long the walk may get. A look-around that takes longer has loops in it anyhow.
  var maximumDepth = 64
  /// How many sequences may be looked for in all steps of all ways. In the lists of EasyList, uBlock Origin and
  /// AdGuard it is 129 at most.
  private static let maximumSteps = 2_000

  /// `sought` and `sequence` both go on to the end of the text.
  func apply(
    _ sought: [RegexSequence], to sequence: RegexSequence
  ) throws(RegexFilterProblem) -> [RegexSequence] {
    var steps = 0
    return try apply(sought, to: sequence, &steps)
  }

  /// The same; adds to `allSteps` how many sequences were looked for, whether ways were found or not.
  func apply(
    _ sought: [RegexSequence], to sequence: RegexSequence, _ allSteps: inout Int
  ) throws(RegexFilterProblem) -> [RegexSequence] {
    var steps = 0
    defer { allSteps += steps }
    return try walk(sought, sequence, depth: 0, &steps)
  }

  private func walk(
    _ sought: [RegexSequence], _ sequence: RegexSequence, depth: Int, _ steps: inout Int
  ) throws(RegexFilterProblem) -> [RegexSequence] {
    if sought.isEmpty { return isNegated ? [sequence] : [] }
    if sought.contains([.piece(anything)]) || sought.contains(sequence) { return isNegated ? [] : [sequence] }
    steps += sought.count
    guard depth < maximumDepth, steps < Self.maximumSteps else { throw problem }

    let soughtSteps = sought.flatMap { $0.firstSteps().steps }
    let (ownSteps, ifEmpty) = sequence.firstSteps()
    let parts = ownSteps.map { Self.partition($0.set, by: soughtSteps) }
    let mayEnd = ifEmpty != nil && sought.contains { $0.allSatisfy(\.isNullable) } != isNegated
    // From some place on the sequence may begin like none of those sought. All of that is one way, and not
    // one for each thing that it can begin with.
    var walked = ownSteps.count
    if isNegated, ifEmpty == nil || mayEnd {
      let last = parts.lastIndex { $0.contains { !$0.1.isEmpty } }.map { ownSteps[$0].position } ?? -1
      walked = ownSteps.firstIndex { $0.position > last } ?? walked
    }
    var ways: [RegexSequence] = []
    if let ifEmpty, mayEnd, walked == ownSteps.count { ways.append(ifEmpty) }
    var loop = ASCIISet()
    for (own, parts) in zip(ownSteps, parts).prefix(walked) {
      for (set, next) in parts {
        if next == sought, own.rest == sequence, own.edges.isEmpty {
          loop = loop.union(set)
          continue
        }
        for way in try walk(next, own.rest, depth: depth + 1, &steps) {
          ways.append(own.edges + [.piece(RegexPiece(.set(set)))] + way)
          if ways.count > maximumWays { throw problem }
        }
      }
    }
    if walked < ownSteps.count {
      ways.append(ownSteps[walked].edges + sequence[ownSteps[walked].position...])
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
