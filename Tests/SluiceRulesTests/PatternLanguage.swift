import SluiceRules

/// The language of a url-filter as a plain nondeterministic automaton, for comparing two languages.
struct PatternLanguage {
  private struct Place {
    var moves: [(set: ASCIISet, to: Int)] = []
    var free: [Int] = []
  }

  private var places = [Place()]
  private var end = 0
  private let isOpen: Bool
  /// One byte for each class of bytes that the filter distinguishes, as far as they occur in its text.
  private let bytes: Set<UInt8>

  init(_ filter: URLFilter, isCaseSensitive: Bool = false) {
    let pattern = filter.pattern
    isOpen = !pattern.isAnchoredAtEnd
    bytes = Set(filter.bytes)
    if !pattern.isAnchoredAtStart { places[0].moves.append((.all, 0)) }
    for term in pattern.terms { end = add(term, after: end, isCaseSensitive) }
  }

  private mutating func place() -> Int {
    places.append(Place())
    return places.count - 1
  }

  private mutating func add(_ term: URLFilterPattern.Term, after start: Int, _ isCaseSensitive: Bool) -> Int {
    let first = place()
    places[start].free.append(first)
    var last: Int
    switch term.atom {
    case .group(let terms): last = terms.reduce(first) { add($1, after: $0, isCaseSensitive) }
    case .any: last = move(.all, from: first)
    case .literal(let byte):
      last = move(isCaseSensitive ? ASCIISet(byte) : ASCIISet(byte).caseFolded, from: first)
    case .characters(let characters):
      last = move(characters.matched(isCaseSensitive: isCaseSensitive), from: first)
    }
    let end = place()
    places[last].free.append(end)
    if term.repetition == .optional || term.repetition == .zeroOrMore { places[first].free.append(end) }
    if term.repetition == .oneOrMore || term.repetition == .zeroOrMore { places[last].free.append(first) }
    return end
  }

  private mutating func move(_ set: ASCIISet, from place: Int) -> Int {
    let next = self.place()
    places[place].moves.append((set, next))
    return next
  }

  /// Returns the states that are reachable without input, or nil if the filter has already matched.
  private func closed(_ states: Set<Int>) -> Set<Int>? {
    var (all, todo) = (states, Array(states))
    while let state = todo.popLast() {
      for next in places[state].free where all.insert(next).inserted { todo.append(next) }
    }
    return isOpen && all.contains(end) ? nil : all
  }

  private func step(_ states: Set<Int>?, _ byte: UInt8) -> Set<Int>? {
    guard let states else { return nil }
    var next: Set<Int> = []
    for state in states {
      for move in places[state].moves where move.set.contains(byte) { next.insert(move.to) }
    }
    return closed(next)
  }

  private func accepts(_ states: Set<Int>?) -> Bool { states?.contains(end) ?? true }

  /// Returns a shortest word of exactly one of two languages that is also in a third one, without U+0001; nil
  /// if they do not differ.
  static func difference(_ left: Self, _ right: Self, within shape: Self) -> String? {
    struct Key: Hashable { var left, right, shape: Set<Int>? }
    let start = Key(left: left.closed([0]), right: right.closed([0]), shape: shape.closed([0]))
    var (seen, todo): (Set<Key>, [(Key, [UInt8])]) = ([start], [(start, [])])
    let bytes = left.bytes.union(right.bytes).union(shape.bytes).union("\u{2}-.0Qq~\u{7f}".utf8).sorted()
    var index = 0
    while index < todo.count {
      let (key, word) = todo[index]
      index += 1
      if left.accepts(key.left) != right.accepts(key.right), shape.accepts(key.shape) {
        return String(decoding: word, as: UTF8.self)
      }
      for byte in bytes {
        let next = Key(
          left: left.step(key.left, byte), right: right.step(key.right, byte),
          shape: shape.step(key.shape, byte))
        if next.shape?.isEmpty ?? false { continue }
        if seen.insert(next).inserted { todo.append((next, word + [byte])) }
      }
    }
    return nil
  }
}
