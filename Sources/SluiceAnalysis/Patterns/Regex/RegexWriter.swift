import SluiceRules
import SluiceText

/// Writes sequences without edges as url-filters.
struct RegexWriter {
  var isCaseSensitive: Bool
  /// The range of the whole regex, for errors.
  var range: Range<Int>

  /// A pattern with the number of its states in WebKit, if that is easy to determine.
  struct Written {
    var pattern: URLFilterPattern
    var states: Int?
  }

  /// Returns patterns that match the same URLs as the sequence: usually one, none if no URL can match.
  func patterns(for sequence: RegexSequence) throws(RegexFilterProblem) -> [Written] {
    let trimmed = TrimmedSequence(sequence)
    if trimmed.neverMatches { return [] }
    if trimmed.isAnchoredAtStart, trimmed.isAnchoredAtEnd, trimmed.pieces.allSatisfy({ $0.isNullable }) {
      // WebKit treats a pattern without mandatory parts as one that matches everything. URLs are not empty,
      // so one of the first steps is always taken.
      var patterns: [Written] = []
      for step in trimmed.pieces.map(RegexItem.piece).firstSteps().steps {
        patterns += try self.patterns(for: [.piece(RegexPiece(.set(step.set)))] + step.rest)
      }
      return patterns
    }
    if trimmed.pieces.isEmpty { return [Written(pattern: .any, states: 1)] }
    var terms: [URLFilterPattern.Term] = []
    try write(trimmed.pieces, to: &terms)
    let pattern = URLFilterPattern(
      terms, isAnchoredAtStart: trimmed.isAnchoredAtStart, isAnchoredAtEnd: trimmed.isAnchoredAtEnd)
    return [Written(pattern: pattern, states: trimmed.deterministicStates)]
  }

  private func write(
    _ pieces: [RegexPiece], to terms: inout [URLFilterPattern.Term]
  ) throws(RegexFilterProblem) {
    for piece in pieces {
      var once: [URLFilterPattern.Term] = []
      switch piece.body {
      case .set(let set): once.append(URLFilterPattern.Term(atom(for: set)))
      case .group(let inner): try write(inner, to: &once)
      }
      let copies = max(piece.minimum, piece.maximum ?? 1)
      guard terms.count + once.count * copies <= RegexFilters.maximumTerms else {
        throw RegexFilterProblem(.tooLong, at: range)
      }
      let atom = once.count == 1 && once[0].repetition == .one ? once[0].atom : .group(once)
      let fixed = piece.maximum == nil ? max(piece.minimum - 1, 0) : piece.minimum
      for _ in 0..<fixed { terms += once }
      if let maximum = piece.maximum {
        Self.writeOptional(maximum - piece.minimum, once: once, atom: atom, to: &terms)
      } else {
        terms.append(URLFilterPattern.Term(atom, repetition: piece.minimum == 0 ? .zeroOrMore : .oneOrMore))
      }
    }
  }

  /// Writes terms that match from zero to `count` copies.
  ///
  /// Large numbers are written as optional blocks of 1, 2, 4 and more copies, which can form every number up
  /// to the total. A chain of single options takes WebKit quadratic time, because after each option all later
  /// ones are possible: 5 filters ending in {100,360} took 60 ms as a chain and 9 ms in blocks. Up to about
  /// 30, there is no difference.
  private static func writeOptional(
    _ count: Int, once: [URLFilterPattern.Term], atom: URLFilterPattern.Atom,
    to terms: inout [URLFilterPattern.Term]
  ) {
    guard count > 30 else {
      for _ in 0..<count { terms.append(URLFilterPattern.Term(atom, repetition: .optional)) }
      return
    }
    var left = count
    var size = 1
    while left > 0 {
      let copies = min(size, left)
      let block = Array(repeatElement(once, count: copies).joined())
      terms.append(URLFilterPattern.Term(copies == 1 ? atom : .group(block), repetition: .optional))
      left -= copies
      size *= 2
    }
  }

  /// Returns the shorter form of a class: the class or its complement. Characters that URLs cannot contain
  /// are irrelevant. If case is ignored, uppercase letters are omitted.
  private func atom(for set: ASCIISet) -> URLFilterPattern.Atom {
    let members = isCaseSensitive ? set : set.withoutFoldedCapitals
    if members.count == 1, let byte = members.first { return .literal(byte) }
    let complement = ASCIISet.urlCharacters.subtracting(set)
    if complement.isEmpty { return .any }
    let others = isCaseSensitive ? complement : complement.withoutFoldedCapitals
    if others.rangeCount < members.rangeCount {
      return .characters(URLFilterPattern.CharacterClass(others, isNegated: true))
    }
    return .characters(URLFilterPattern.CharacterClass(members))
  }
}

extension ASCIISet {
  var rangeCount: Int {
    var count = 0
    forEachRange { _ in count += 1 }
    return count
  }
}

/// The pieces and anchors of a sequence, without optional parts at ends that are not anchored.
struct TrimmedSequence {
  var pieces: [RegexPiece]
  var isAnchoredAtStart = true
  var isAnchoredAtEnd = true

  init(_ sequence: RegexSequence) {
    pieces = []
    for case .piece(let piece) in sequence { Self.append(piece, to: &pieces) }
    isAnchoredAtEnd = !Self.trim(&pieces)
    pieces.reverse()
    isAnchoredAtStart = !Self.trim(&pieces)
    pieces.reverse()
  }

  private static func append(_ piece: RegexPiece, to pieces: inout [RegexPiece]) {
    if piece.isOnce, case .group(let inner) = piece.body {
      for piece in inner { append(piece, to: &pieces) }
    } else if let last = pieces.last, last.body == piece.body {
      let maximum: Int? =
        if let first = last.maximum, let second = piece.maximum { first + second } else { nil }
      pieces[pieces.count - 1] = RegexPiece(
        piece.body, minimum: last.minimum + piece.minimum, maximum: maximum)
    } else {
      pieces.append(piece)
    }
  }

  /// Removes `.*` from the end together with all optional pieces before it. Returns whether there was a `.*`.
  private static func trim(_ pieces: inout [RegexPiece]) -> Bool {
    guard let last = pieces.last, last.body == RegexPiece.anything.body, last.maximum == nil else {
      return false
    }
    pieces.removeLast()
    pieces.removeOptionalEnd()
    if last.minimum > 0 {
      append(RegexPiece(last.body, minimum: last.minimum, maximum: last.minimum), to: &pieces)
    }
    return true
  }

  /// Whether the sequence is anchored at its start but cannot match the start of a URL. A URL starts with a
  /// letter, followed by letters, digits and `+ - .` up to a colon.
  var neverMatches: Bool {
    guard isAnchoredAtStart else { return false }
    var allowed = ASCIISet.letters
    for piece in pieces {
      guard case .set(let set) = piece.body, !set.contains(ASCII.colon) else { return false }
      if piece.minimum > 0 {
        if set.intersection(allowed).isEmpty { return true }
        allowed = Self.scheme
        if piece.minimum > 1, set.intersection(allowed).isEmpty { return true }
      } else if !set.intersection(allowed).isEmpty {
        allowed = Self.scheme
      }
    }
    return isAnchoredAtEnd
  }

  /// The number of states of an automaton for the sequence, or `nil` if it is not deterministic. In a
  /// deterministic one, each character determines whether a piece continues or the next one begins.
  var deterministicStates: Int? {
    guard isAnchoredAtStart else { return nil }
    var states = 2
    /// The characters with which the next piece must not begin.
    var open = ASCIISet()
    for piece in pieces {
      guard case .set(let set) = piece.body, set.intersection(open).isEmpty else { return nil }
      states += piece.maximum ?? max(piece.minimum, 1)
      if piece.minimum == 0 {
        open = open.union(set)
      } else {
        open = piece.maximum == piece.minimum ? ASCIISet() : set
      }
    }
    return states
  }

  private static let scheme = ASCIISet.letters.union(.digits).union(ASCIISet(ASCII.plus))
    .union(ASCIISet(ASCII.dash)).union(ASCIISet(ASCII.dot))
}
