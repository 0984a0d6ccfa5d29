import SluiceRules

/// A part of a regex without alternatives. WebKit can express everything in it except counts.
package struct RegexPiece: Hashable, Sendable {
  package var body: Body
  var minimum: Int
  /// The maximum count, or `nil` for no maximum.
  var maximum: Int?

  package enum Body: Hashable, Sendable {
    case set(ASCIISet)
    case group([RegexPiece])
  }

  package init(_ body: Body, minimum: Int = 1, maximum: Int? = 1) {
    self.body = body
    self.minimum = minimum
    self.maximum = maximum
  }

  /// A piece that matches any text.
  package static let anything = RegexPiece(.set(.urlCharacters), minimum: 0, maximum: nil)

  var isNullable: Bool {
    if minimum == 0 { return true }
    guard case .group(let pieces) = body else { return false }
    return pieces.allSatisfy { $0.isNullable }
  }

  /// The piece with one repetition fewer, or `nil` if none is left.
  var afterOne: RegexPiece? {
    if let maximum, maximum <= 1 { return nil }
    return RegexPiece(body, minimum: max(minimum - 1, 0), maximum: maximum.map { $0 - 1 })
  }

  var isOnce: Bool { minimum == 1 && maximum == 1 }

  var reversed: RegexPiece {
    guard case .group(let pieces) = body else { return self }
    return RegexPiece(.group(pieces.reversed().map { $0.reversed }), minimum: minimum, maximum: maximum)
  }
}

extension [RegexPiece] {
  /// Removes optional pieces at the end. They make no difference before a piece that matches any text.
  mutating func removeOptionalEnd() {
    while let next = last {
      guard next.isNullable else {
        self[count - 1].maximum = next.minimum
        return
      }
      removeLast()
    }
  }
}

/// A piece, or a condition between two pieces.
package enum RegexItem: Hashable, Sendable {
  case piece(RegexPiece)
  case edge(RegexEdge)

  var isNullable: Bool {
    guard case .piece(let piece) = self else { return true }
    return piece.isNullable
  }

  var isEdge: Bool {
    if case .edge = self { true } else { false }
  }

  var reversed: RegexItem {
    guard case .piece(let piece) = self else { return self }
    return .piece(piece.reversed)
  }
}

/// A sequence of pieces and edges that always describes complete URLs. ``RegexPiece/anything`` at the start
/// and end stands for text that the regex does not specify.
package typealias RegexSequence = [RegexItem]

extension [RegexItem] {
  /// The sequence in reverse direction. The edges themselves are not reversed, because they are skipped.
  package var mirrored: RegexSequence { reversed().map { $0.reversed } }

  /// A way in which the sequence can consume its first character.
  package struct Step {
    /// The position of the piece that consumes the character.
    var position: Int
    /// The edges before the character.
    var edges: RegexSequence
    package var set: ASCIISet
    var rest: RegexSequence
  }

  /// Returns all first steps, and the remaining edges if the sequence can match the empty text, or else
  /// `nil`.
  package func firstSteps() -> (steps: [Step], ifEmpty: RegexSequence?) {
    var steps: [Step] = []
    var edges: RegexSequence = []
    for (position, item) in enumerated() {
      guard case .piece(let piece) = item else {
        edges.append(item)
        continue
      }
      let after = (piece.afterOne.map { [.piece($0)] } ?? []) + self[(position + 1)...]
      switch piece.body {
      case .set(let set): steps.append(Step(position: position, edges: edges, set: set, rest: after))
      case .group(let pieces):
        for step in pieces.map(RegexItem.piece).firstSteps().steps {
          steps.append(Step(position: position, edges: edges, set: step.set, rest: step.rest + after))
        }
      }
      if !piece.isNullable { return (steps, nil) }
    }
    return (steps, edges)
  }
}

extension [RegexItem] {
  /// Creates the start of a sequence from a pattern that is anchored at its start, ignoring case.
  package init(_ pattern: URLFilterBuilder) { self.init(pattern.finish()?.pattern.terms ?? []) }

  /// Creates a sequence from the terms of a pattern, ignoring case.
  package init(_ terms: [URLFilterPattern.Term]) { self = Self.pieces(terms).map(RegexItem.piece) }

  private static func pieces(_ terms: [URLFilterPattern.Term]) -> [RegexPiece] {
    terms.map { term in
      let body: RegexPiece.Body
      switch term.atom {
      case .literal(let byte): body = .set(ASCIISet(byte).caseFolded)
      case .any: body = .set(.urlCharacters)
      case .characters(let characters):
        body = .set(characters.matched(isCaseSensitive: false).intersection(.urlCharacters))
      case .group(let terms): body = .group(pieces(terms))
      }
      switch term.repetition {
      case .one: return RegexPiece(body)
      case .optional: return RegexPiece(body, minimum: 0, maximum: 1)
      case .zeroOrMore: return RegexPiece(body, minimum: 0, maximum: nil)
      case .oneOrMore: return RegexPiece(body, minimum: 1, maximum: nil)
      }
    }
  }
}

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
      return try repeated(try expand(node), minimum: minimum, maximum: maximum)
    }
  }

  private func product(
    _ first: [RegexSequence], _ second: [RegexSequence]
  ) throws(RegexFilterProblem) -> [RegexSequence] {
    guard first.count * second.count <= RegexFilters.maximumFilters else {
      throw RegexFilterProblem(.tooManyAlternatives, at: range)
    }
    var all: [RegexSequence] = []
    for start in first {
      for end in second { all.append(start + end) }
    }
    return try checked(all)
  }

  private func checked(_ sequences: [RegexSequence]) throws(RegexFilterProblem) -> [RegexSequence] {
    guard sequences.count <= RegexFilters.maximumFilters else {
      throw RegexFilterProblem(.tooManyAlternatives, at: range)
    }
    return sequences
  }

  private func repeated(
    _ sequences: [RegexSequence], minimum: Int, maximum: Int?
  ) throws(RegexFilterProblem) -> [RegexSequence] {
    var bodies: [[RegexPiece]] = []
    for sequence in sequences {
      guard let pieces = Self.pieces(of: sequence) else {
        return try repeatedWithEdges(sequences, minimum: minimum, maximum: maximum)
      }
      if !pieces.isEmpty { bodies.append(pieces) }
    }
    if bodies.isEmpty { return sequences.isEmpty && minimum > 0 ? [] : [[]] }
    // An empty alternative makes every repetition optional.
    let minimum = bodies.count < sequences.count ? 0 : minimum
    if bodies.count == 1 { return [[.piece(Self.repeated(bodies[0], minimum: minimum, maximum: maximum))]] }
    var all: [RegexSequence] = [[]]
    for _ in 0..<minimum { all = try product(all, bodies.map { $0.map(RegexItem.piece) }) }
    if let maximum {
      // (a|b)? is a? or b.
      let optional =
        [[RegexItem.piece(Self.repeated(bodies[0], minimum: 0, maximum: 1))]]
        + bodies.dropFirst().map { $0.map(RegexItem.piece) }
      for _ in minimum..<maximum { all = try product(all, optional) }
      return all
    }
    // (a|b)* is equivalent to (a*b*)*, which has no alternatives.
    let each = bodies.map { Self.repeated($0, minimum: 0, maximum: nil) }
    return try product(all, [[.piece(RegexPiece(.group(each), minimum: 0, maximum: nil))]])
  }

  private static func repeated(_ pieces: [RegexPiece], minimum: Int, maximum: Int?) -> RegexPiece {
    if pieces.count == 1, pieces[0].isOnce {
      return RegexPiece(pieces[0].body, minimum: minimum, maximum: maximum)
    }
    return RegexPiece(.group(pieces), minimum: minimum, maximum: maximum)
  }

  /// Expands a repetition that contains an edge. WebKit does not support edges in groups, but a few
  /// repetitions can be written out.
  private func repeatedWithEdges(
    _ sequences: [RegexSequence], minimum: Int, maximum: Int?
  ) throws(RegexFilterProblem) -> [RegexSequence] {
    guard let maximum, maximum <= 3 else {
      for case .edge(let edge) in sequences.joined() { throw edge.problem }
      throw RegexFilterProblem(.repeatedAnchor, at: range)
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
