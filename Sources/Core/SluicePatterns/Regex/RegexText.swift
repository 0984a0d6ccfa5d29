import SluiceRules

/// A text in which a regex is searched: a complete URL or a part of it. `^` and `$` match at its ends.
package struct RegexText {
  /// The characters that the text can contain.
  let characters: ASCIISet

  /// A complete URL.
  package static let url = RegexText(characters: .urlCharacters)
  /// The host of a URL.
  package static let host = RegexText(characters: .hostCharacters)

  /// Whether the text is a complete URL.
  private var isWhole: Bool { characters == .urlCharacters }

  /// A piece that matches any text of these characters.
  package var anything: RegexPiece { RegexPiece(.set(characters), 0, nil) }

  /// Calls `body` with sequences without edges. Each describes complete texts, and together they describe the
  /// texts in which the regex is found.
  func forEachSequence(
    of regex: Span<UInt8>, isCaseSensitive: Bool,
    _ body: (RegexSequence) throws(RegexFilterProblem) -> Void
  ) throws(RegexFilterProblem) {
    let bytes = [UInt8](regex)
    let range = 0..<bytes.count
    if bytes.isEmpty { throw RegexFilterProblem(.empty, range) }
    if bytes.count > RegexFilters.maximumLength { throw RegexFilterProblem(.tooLong, range) }
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
      return inside.isEmpty ? nil : RegexPiece(.set(inside), minimum, maximum)
    case .group(let pieces):
      guard let inside = pieces.map(RegexItem.piece).limited(to: characters) else { return nil }
      let kept = inside.compactMap { if case .piece(let piece) = $0 { piece } else { nil } }
      return kept.isEmpty ? nil : RegexPiece(.group(kept), minimum, maximum)
    }
  }
}
