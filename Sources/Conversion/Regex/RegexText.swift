import ContentBlocker

/// A text in which a regex is looked for: all of a URL, or a part of it. Its ends are what `^` and `$` mean.
struct RegexText {
  /// The characters that the text can have.
  let characters: ASCIISet

  /// All of a URL.
  static let url = RegexText(characters: .urlCharacters)
  /// The host of a URL.
  static let host = RegexText(characters: .hostCharacters)

  /// Whether this is all of a URL.
  private var isWhole: Bool { characters == .urlCharacters }

  /// Any run of the text.
  var anything: RegexPiece { RegexPiece(.set(characters), 0, nil) }

  /// Calls `body` with sequences without edges. Each describes texts as a whole, from end to end, and
  /// together they describe those in which the regex is found.
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
      // All that is parsed can stand in a URL, and what describes one is trimmed when it is written.
      guard let inside = isWhole ? sequence : sequence.limited(to: characters) else { continue }
      for resolved in try resolver.resolve([.piece(anything)] + inside + [.piece(anything)]) {
        try body(isWhole ? resolved : trimmed(resolved))
      }
    }
  }

  /// The sequence without what makes no difference beside any run of the text, at an end that is not anchored.
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

  /// The sequences for which ``forEachSequence(of:isCaseSensitive:_:)`` calls.
  func sequences(
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
  /// What can stand in the host of a URL: not what ends it, nor what ends the user before it.
  static let hostCharacters = ASCIISet.urlCharacters.subtracting(ASCIISet(UInt8(ascii: "/")))
    .subtracting(ASCIISet(UInt8(ascii: ":"))).subtracting(ASCIISet(UInt8(ascii: "?")))
    .subtracting(ASCIISet(UInt8(ascii: "@")))
}

extension [RegexItem] {
  /// The sequence with none but these characters; nil if it cannot do without others.
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
  /// The piece with none but these characters; nil if it then matches nothing, or only the empty text.
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
