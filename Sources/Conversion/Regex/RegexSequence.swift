import ContentBlocker

/// A part of a regex without alternatives: what WebKit can express, but for the counts.
struct RegexPiece: Hashable, Sendable {
  var body: Body
  var minimum: Int
  /// No maximum: any number.
  var maximum: Int?

  enum Body: Hashable, Sendable {
    case set(ASCIISet)
    case group([RegexPiece])
  }

  init(_ body: Body, _ minimum: Int = 1, _ maximum: Int? = 1) {
    self.body = body
    self.minimum = minimum
    self.maximum = maximum
  }

  /// Any run of characters.
  static let anything = RegexPiece(.set(.urlCharacters), 0, nil)

  /// Whether the piece matches nothing at all, too.
  var isNullable: Bool {
    if minimum == 0 { return true }
    guard case .group(let pieces) = body else { return false }
    return pieces.allSatisfy(\.isNullable)
  }

  /// The piece with one repetition less; nil if there is none left.
  var afterOne: RegexPiece? {
    if let maximum, maximum <= 1 { return nil }
    return RegexPiece(body, max(minimum - 1, 0), maximum.map { $0 - 1 })
  }

  var isOnce: Bool { minimum == 1 && maximum == 1 }

  /// The piece read from right to left.
  var reversed: RegexPiece {
    guard case .group(let pieces) = body else { return self }
    return RegexPiece(.group(pieces.reversed().map(\.reversed)), minimum, maximum)
  }
}

extension [RegexPiece] {
  /// Takes away what is optional at the end, which makes no difference before a run of any characters.
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

/// A piece, or a condition between two.
enum RegexItem: Hashable, Sendable {
  case piece(RegexPiece)
  case edge(RegexEdge)

  /// Whether no character need be consumed here.
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

/// Pieces and edges in order. What the regex does not say about the text around a match is said by
/// ``RegexPiece/anything`` at either end, so a sequence always describes whole URLs.
typealias RegexSequence = [RegexItem]

extension [RegexItem] {
  /// The sequence read from right to left. (The edges in it are not turned round; they are only passed over.)
  var mirrored: RegexSequence { reversed().map(\.reversed) }

  /// The first character that the sequence can consume, in every way that it can.
  struct Step {
    /// Where in the sequence the piece stands that the character is of.
    var position: Int
    /// The edges before the character.
    var edges: RegexSequence
    var set: ASCIISet
    var rest: RegexSequence
  }

  /// Every first step, and the edges that are left if the sequence consumes nothing (nil if it must).
  func firstSteps() -> (steps: [Step], ifEmpty: RegexSequence?) {
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
  /// What a pattern that is anchored at its start says, in either case, as the beginning of a sequence.
  init(_ pattern: URLFilterBuilder) { self.init(pattern.finish()?.pattern.terms ?? []) }

  /// What the terms of a pattern say, in either case.
  init(_ terms: [URLFilterPattern.Term]) { self = Self.pieces(terms).map(RegexItem.piece) }

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
      case .optional: return RegexPiece(body, 0, 1)
      case .zeroOrMore: return RegexPiece(body, 0, nil)
      case .oneOrMore: return RegexPiece(body, 1, nil)
      }
    }
  }
}
