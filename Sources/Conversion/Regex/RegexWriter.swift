import ContentBlocker

/// Writes sequences without edges as url-filters.
struct RegexWriter {
  var isCaseSensitive: Bool
  /// The whole regex, to be reported when it is too long.
  var range: Range<Int>

  /// A pattern, and how many states WebKit makes of it if that is easily told.
  struct Written {
    var pattern: URLFilterPattern
    var states: Int?
  }

  /// The patterns that match the same URLs as the sequence: none if no URL can match, mostly one.
  func patterns(for sequence: RegexSequence) throws(RegexFilterProblem) -> [Written] {
    let trimmed = TrimmedSequence(sequence)
    if trimmed.neverMatches { return [] }
    if trimmed.isAnchoredAtStart, trimmed.isAnchoredAtEnd, trimmed.pieces.allSatisfy(\.isNullable) {
      // WebKit takes a pattern in which nothing is mandatory for one that matches everything. A URL is not
      // empty, so one of the first steps always is taken.
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
        throw RegexFilterProblem(.tooLong, range)
      }
      let atom = once.count == 1 && once[0].repetition == .one ? once[0].atom : .group(once)
      let fixed = piece.maximum == nil ? max(piece.minimum - 1, 0) : piece.minimum
      for _ in 0..<fixed { terms += once }
      if let maximum = piece.maximum {
        Self.writeOptional(maximum - piece.minimum, once, atom, to: &terms)
      } else {
        terms.append(URLFilterPattern.Term(atom, piece.minimum == 0 ? .zeroOrMore : .oneOrMore))
      }
    }
  }

  /// Up to `count` copies.
  ///
  /// Many are written as blocks of 1, 2, 4 ... copies, each optional, of which every number up to the total
  /// can be made. A chain of as many single options takes WebKit quadratic time, because after each of them
  /// all later ones are possible: 5 filters ending in {100,360} took 60 ms as a chain and 9 ms in blocks; up
  /// to some 30 there is no difference.
  private static func writeOptional(
    _ count: Int, _ once: [URLFilterPattern.Term], _ atom: URLFilterPattern.Atom,
    to terms: inout [URLFilterPattern.Term]
  ) {
    guard count > 30 else {
      for _ in 0..<count { terms.append(URLFilterPattern.Term(atom, .optional)) }
      return
    }
    var left = count
    var size = 1
    while left > 0 {
      let copies = min(size, left)
      let block = Array(repeatElement(once, count: copies).joined())
      terms.append(URLFilterPattern.Term(copies == 1 ? atom : .group(block), .optional))
      left -= copies
      size *= 2
    }
  }

  /// The shorter of the class and its complement. Characters that no URL has are in neither, which is all the
  /// same. Where case does not matter, capitals are left to WebKit.
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
  /// How many runs of neighbouring characters there are.
  var rangeCount: Int {
    var count = 0
    forEachRange { _ in count += 1 }
    return count
  }
}
