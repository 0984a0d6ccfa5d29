import SluiceRules

/// Expands a regex into sequences without alternatives, which together are equivalent to it.
struct RegexExpander {
  /// The range of the whole regex, for errors.
  var range: Range<Int>

  func expand(_ node: RegexNode) throws(RegexFilterProblem) -> [RegexSequence] {
    switch node {
    case .set(let set): return set.isEmpty ? [] : [[.piece(RegexPiece(.set(set)))]]
    case .edge(let edge): return [[.edge(edge)]]
    case .alternatives(let nodes):
      var all: [RegexSequence] = []
      for node in nodes { all += try expand(node) }
      return try checked(all)
    case .sequence(let nodes):
      var all: [RegexSequence] = [[]]
      for node in nodes {
        if case .set(let set) = node, !set.isEmpty {
          for index in all.indices { all[index].append(.piece(RegexPiece(.set(set)))) }
        } else {
          all = try product(all, try expand(node))
        }
      }
      return all
    case .repeated(let node, let minimum, let maximum):
      return try repeated(try expand(node), minimum, maximum)
    }
  }

  private func product(
    _ first: [RegexSequence], _ second: [RegexSequence]
  ) throws(RegexFilterProblem) -> [RegexSequence] {
    guard first.count * second.count <= RegexFilters.maximumFilters else {
      throw RegexFilterProblem(.tooManyAlternatives, range)
    }
    var all: [RegexSequence] = []
    for start in first {
      for end in second { all.append(start + end) }
    }
    return try checked(all)
  }

  private func checked(_ sequences: [RegexSequence]) throws(RegexFilterProblem) -> [RegexSequence] {
    guard sequences.count <= RegexFilters.maximumFilters else {
      throw RegexFilterProblem(.tooManyAlternatives, range)
    }
    return sequences
  }

  private func repeated(
    _ sequences: [RegexSequence], _ minimum: Int, _ maximum: Int?
  ) throws(RegexFilterProblem) -> [RegexSequence] {
    var bodies: [[RegexPiece]] = []
    for sequence in sequences {
      guard let pieces = Self.pieces(of: sequence) else {
        return try repeatedWithEdges(sequences, minimum, maximum)
      }
      if !pieces.isEmpty { bodies.append(pieces) }
    }
    if bodies.isEmpty { return sequences.isEmpty && minimum > 0 ? [] : [[]] }
    // An empty alternative makes every repetition optional.
    let minimum = bodies.count < sequences.count ? 0 : minimum
    if bodies.count == 1 { return [[.piece(Self.repeated(bodies[0], minimum, maximum))]] }
    var all: [RegexSequence] = [[]]
    for _ in 0..<minimum { all = try product(all, bodies.map { $0.map(RegexItem.piece) }) }
    if let maximum {
      // (a|b)? is a? or b.
      let optional =
        [[RegexItem.piece(Self.repeated(bodies[0], 0, 1))]]
        + bodies.dropFirst().map { $0.map(RegexItem.piece) }
      for _ in minimum..<maximum { all = try product(all, optional) }
      return all
    }
    // (a|b)* is equivalent to (a*b*)*, which has no alternatives.
    let each = bodies.map { Self.repeated($0, 0, nil) }
    return try product(all, [[.piece(RegexPiece(.group(each), 0, nil))]])
  }

  private static func repeated(_ pieces: [RegexPiece], _ minimum: Int, _ maximum: Int?) -> RegexPiece {
    if pieces.count == 1, pieces[0].isOnce { return RegexPiece(pieces[0].body, minimum, maximum) }
    return RegexPiece(.group(pieces), minimum, maximum)
  }

  /// Expands a repetition that contains an edge. WebKit does not support edges in groups, but a few
  /// repetitions can be written out.
  private func repeatedWithEdges(
    _ sequences: [RegexSequence], _ minimum: Int, _ maximum: Int?
  ) throws(RegexFilterProblem) -> [RegexSequence] {
    guard let maximum, maximum <= 3 else {
      for case .edge(let edge) in sequences.joined() { throw edge.problem }
      throw RegexFilterProblem(.repeatedAnchor, range)
    }
    var all: [RegexSequence] = []
    var repeated: [RegexSequence] = [[]]
    for count in 0...maximum {
      if count > 0 { repeated = try product(repeated, sequences) }
      if count >= minimum { all += repeated }
    }
    return try checked(all)
  }

  /// Returns the pieces of a sequence, or `nil` if it has edges.
  private static func pieces(of sequence: RegexSequence) -> [RegexPiece]? {
    var pieces: [RegexPiece] = []
    for item in sequence {
      guard case .piece(let piece) = item else { return nil }
      pieces.append(piece)
    }
    return pieces
  }
}
