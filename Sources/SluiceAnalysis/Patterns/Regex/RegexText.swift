import SluiceRules
import SluiceText

/// A text in which a regex is searched: a complete URL or a part of it. `^` and `$` match at its ends.
package struct RegexText {
  let characters: ASCIISet

  /// A complete URL.
  package static let url = RegexText(characters: .urlCharacters)
  /// The host of a URL.
  package static let host = RegexText(characters: .hostCharacters)

  private var isWhole: Bool { characters == .urlCharacters }

  /// A piece that matches any text of these characters.
  package var anything: RegexPiece { RegexPiece(.set(characters), minimum: 0, maximum: nil) }

  /// Calls `body` with sequences without edges. Each describes complete texts, and together they describe the
  /// texts in which the regex is found.
  func forEachSequence(
    of regex: Span<UInt8>, isCaseSensitive: Bool,
    _ body: (RegexSequence) throws(RegexFilterProblem) -> Void
  ) throws(RegexFilterProblem) {
    let bytes = [UInt8](regex)
    let range = 0..<bytes.count
    if bytes.isEmpty { throw RegexFilterProblem(.empty, at: range) }
    if bytes.count > RegexFilters.maximumLength { throw RegexFilterProblem(.tooLong, at: range) }
    let node = try RegexNode.parse(bytes, isCaseSensitive: isCaseSensitive).simplified()
    let resolver = RegexEdgeResolver(range: range)
    for sequence in try RegexExpander(range: range).expand(node) {
      // All parsed characters can occur in a URL, and sequences for URLs are trimmed when they are written.
      guard let inside = isWhole ? sequence : sequence.limited(to: characters) else { continue }
      for resolved in try resolver.resolve([.piece(anything)] + inside + [.piece(anything)]) {
        try body(isWhole ? resolved : trimmed(resolved))
      }
    }
  }

  /// Returns the sequence without optional parts at the ends that are not anchored.
  private func trimmed(_ sequence: RegexSequence) -> RegexSequence {
    var pieces = sequence.compactMap { if case .piece(let piece) = $0 { piece } else { nil } }
    for _ in 0..<2 {
      if pieces.last == anything {
        pieces.removeLast()
        pieces.removeOptionalEnd()
        pieces.append(anything)
      }
      pieces.reverse()
    }
    return pieces.map(RegexItem.piece)
  }

  /// Returns the sequences that ``forEachSequence(of:isCaseSensitive:_:)`` produces.
  package func sequences(
    of regex: Span<UInt8>, isCaseSensitive: Bool
  ) throws(RegexFilterProblem) -> [RegexSequence] {
    var all: [RegexSequence] = []
    try forEachSequence(of: regex, isCaseSensitive: isCaseSensitive) {
      (sequence) throws(RegexFilterProblem) in all.append(sequence)
    }
    return all
  }
}

extension ASCIISet {
  /// The characters that can occur in a host: the URL characters except those that end a host, or a user name
  /// before it.
  package static let hostCharacters = ASCIISet.urlCharacters.subtracting(ASCIISet(ASCII.slash))
    .subtracting(ASCIISet(ASCII.colon)).subtracting(ASCIISet(ASCII.question))
    .subtracting(ASCIISet(ASCII.at))
}

extension [RegexItem] {
  /// Returns the sequence restricted to these characters, or `nil` if it requires others.
  fileprivate func limited(to characters: ASCIISet) -> RegexSequence? {
    var limited: RegexSequence = []
    for item in self {
      guard case .piece(let piece) = item else {
        limited.append(item)
        continue
      }
      if let piece = piece.limited(to: characters) {
        limited.append(.piece(piece))
      } else if !piece.isNullable {
        return nil
      }
    }
    return limited
  }
}

extension RegexPiece {
  /// Returns the piece restricted to these characters, or `nil` if it then matches nothing or only the empty
  /// text.
  fileprivate func limited(to characters: ASCIISet) -> RegexPiece? {
    switch body {
    case .set(let set):
      let inside = set.intersection(characters)
      return inside.isEmpty ? nil : RegexPiece(.set(inside), minimum: minimum, maximum: maximum)
    case .group(let pieces):
      guard let inside = pieces.map(RegexItem.piece).limited(to: characters) else { return nil }
      let kept = inside.compactMap { if case .piece(let piece) = $0 { piece } else { nil } }
      return kept.isEmpty ? nil : RegexPiece(.group(kept), minimum: minimum, maximum: maximum)
    }
  }
}

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
    return try apply(sought, to: sequence, allSteps: &steps)
  }

  /// Returns the restricted sequences. Adds the number of checked sequences to `allSteps`, even if it throws.
  package func apply(
    _ sought: [RegexSequence], to sequence: RegexSequence, allSteps: inout Int
  ) throws(RegexFilterProblem) -> [RegexSequence] {
    var steps = 0
    defer { allSteps = allSteps.addingClamped(steps) }
    return try walk(sought, sequence: sequence, depth: 0, steps: &steps)
  }

  private func walk(
    _ sought: [RegexSequence], sequence: RegexSequence, depth: Int, steps: inout Int
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
        for way in try walk(next, sequence: own.rest, depth: depth + 1, steps: &steps) {
          ways.append(own.edges + [.piece(RegexPiece(.set(set)))] + way)
          if ways.count > maximumWays { throw problem }
        }
      }
    }
    if walked < ownSteps.count {
      ways.append(ownSteps[walked].edges + sequence[ownSteps[walked].position...])
    }
    guard !loop.isEmpty else { return ways }
    return ways.map { [.piece(RegexPiece(.set(loop), minimum: 0, maximum: nil))] + $0 }
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
      pending += try resolve(edge, left: left, right: right).reversed()
      guard resolved.count + pending.count <= RegexFilters.maximumFilters else {
        throw RegexFilterProblem(.tooManyAlternatives, at: range)
      }
    }
    return resolved
  }

  /// Resolves the first edge of a sequence, between a part without edges and a part that may have more.
  private func resolve(
    _ edge: RegexEdge, left: RegexSequence, right: RegexSequence
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
      let seen = try lookedFor(node, edge: edge, isBehind: isBehind)
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
    _ node: RegexNode, edge: RegexEdge, isBehind: Bool
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
