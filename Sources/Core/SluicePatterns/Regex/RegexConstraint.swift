import SluiceRules

/// Restricts a sequence to the texts that also match one of several sought sequences or, if negated, none of
/// them.
///
/// It walks through all sequences in parallel, character by character. Every possible path yields a sequence;
/// a loop at one position yields a `*`.
package struct RegexConstraint {
  var isNegated: Bool
  /// The error to throw if there are too many paths.
  var problem: RegexFilterProblem
  /// The piece that matches any text. When only this piece remains of a sought sequence, nothing is left to
  /// check.
  var anything: RegexPiece
  /// The maximum number of paths.
  var maximumWays: Int
  /// The maximum length of a path. Lookarounds that need longer paths contain loops anyway.
  var maximumDepth: Int
  /// The maximum number of sequences to check in all steps of all paths. The lists of EasyList, uBlock Origin
  /// and AdGuard need at most 129.
  private static let maximumSteps = 2_000

  package init(
    isNegated: Bool, problem: RegexFilterProblem, anything: RegexPiece = .anything,
    maximumWays: Int = RegexFilters.maximumFilters, maximumDepth: Int = 64
  ) {
    (self.isNegated, self.problem, self.anything) = (isNegated, problem, anything)
    (self.maximumWays, self.maximumDepth) = (maximumWays, maximumDepth)
  }

  /// Returns the restricted sequences. `sought` and `sequence` must both extend to the end of the text.
  package func apply(
    _ sought: [RegexSequence], to sequence: RegexSequence
  ) throws(RegexFilterProblem) -> [RegexSequence] {
    var steps = 0
    return try apply(sought, to: sequence, &steps)
  }

  /// Returns the restricted sequences. Adds the number of checked sequences to `allSteps`, even if it throws.
  package func apply(
    _ sought: [RegexSequence], to sequence: RegexSequence, _ allSteps: inout Int
  ) throws(RegexFilterProblem) -> [RegexSequence] {
    var steps = 0
    defer { allSteps = allSteps.addingClamped(steps) }
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
    let mayEnd = ifEmpty != nil && sought.contains { $0.allSatisfy { $0.isNullable } } != isNegated
    // From some position on, no character of the sequence can start a sought sequence. The rest of the
    // sequence is then a single path, instead of one path for each possible first character.
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

  /// Divides `set` into parts. After each character of a part, the same remainders of the sought sequences
  /// must still match.
  private static func partition(
    _ set: ASCIISet, by steps: [RegexSequence.Step]
  ) -> [(set: ASCIISet, next: [RegexSequence])] {
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
    // Join characters with the same remainder.
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
