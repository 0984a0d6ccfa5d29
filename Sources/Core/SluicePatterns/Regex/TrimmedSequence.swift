import SluiceRules

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
      pieces[pieces.count - 1] = RegexPiece(piece.body, last.minimum + piece.minimum, maximum)
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
    if last.minimum > 0 { append(RegexPiece(last.body, last.minimum, last.minimum), to: &pieces) }
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
