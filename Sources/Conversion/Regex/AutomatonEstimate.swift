import ContentBlocker

/// How many states WebKit's compiler makes of a url-filter, up to a limit.
///
/// WebKit turns each filter (with those that begin alike) into a deterministic automaton, whose states are sets
/// of places in the filter. Where a class follows on something that it contains, in a filter that may begin
/// anywhere, each of many places may or may not be among them: `[ax][bx][cx]...` has 2^n such sets.
struct AutomatonEstimate {
  /// One per character that the filter can consume.
  private var sets: [ASCIISet] = []
  /// The places that can come after each place.
  private var follow: [[Int]] = []
  private var first: [Int] = []
  private let isAnchored: Bool

  /// The number of states, or nil if there are more than `limit`.
  static func states(of pattern: URLFilterPattern, isCaseSensitive: Bool, limit: Int) -> Int? {
    var automaton = AutomatonEstimate(pattern, isCaseSensitive: isCaseSensitive)
    if automaton.isDeterministic {
      let states = automaton.sets.count + 2
      return states <= limit ? states : nil
    }
    return automaton.countStates(limit: limit)
  }

  private init(_ pattern: URLFilterPattern, isCaseSensitive: Bool) {
    isAnchored = pattern.isAnchoredAtStart
    var ends = Ends(isNullable: true)
    for term in pattern.terms { ends = join(ends, add(term, isCaseSensitive)) }
    first = ends.first
  }

  // MARK: - Places

  /// The places with which a part of the filter can begin and end.
  private struct Ends {
    var isNullable: Bool
    var first: [Int] = []
    var last: [Int] = []
  }

  private mutating func add(_ term: URLFilterPattern.Term, _ isCaseSensitive: Bool) -> Ends {
    var ends: Ends
    switch term.atom {
    case .any: ends = add(.all)
    case .literal(let byte):
      let set = ASCIISet(byte)
      ends = add(isCaseSensitive ? set : set.caseFolded)
    case .characters(let characters): ends = add(characters.matched(isCaseSensitive: isCaseSensitive))
    case .group(let terms):
      ends = Ends(isNullable: true)
      for term in terms { ends = join(ends, add(term, isCaseSensitive)) }
    }
    if term.repetition == .zeroOrMore || term.repetition == .oneOrMore {
      connect(ends.last, to: ends.first)
    }
    if term.repetition == .zeroOrMore || term.repetition == .optional { ends.isNullable = true }
    return ends
  }

  private mutating func add(_ set: ASCIISet) -> Ends {
    sets.append(set)
    follow.append([])
    return Ends(isNullable: false, first: [sets.count - 1], last: [sets.count - 1])
  }

  private mutating func join(_ left: Ends, _ right: Ends) -> Ends {
    connect(left.last, to: right.first)
    return Ends(
      isNullable: left.isNullable && right.isNullable,
      first: left.isNullable ? left.first + right.first : left.first,
      last: right.isNullable ? left.last + right.last : right.last)
  }

  private mutating func connect(_ places: [Int], to next: [Int]) {
    for place in places { follow[place] += next }
  }

  // MARK: - States

  /// Whether no two places can be reached by one character: then no state has two places.
  private var isDeterministic: Bool {
    guard isAnchored else { return false }
    return areDisjoint(first) && follow.allSatisfy(areDisjoint)
  }

  private func areDisjoint(_ places: [Int]) -> Bool {
    var union = ASCIISet()
    for place in places {
      guard sets[place].intersection(union).isEmpty else { return false }
      union = union.union(sets[place])
    }
    return true
  }

  /// Characters that no set of the filter tells apart, one set of places for each kind.
  private func kinds() -> [Places] {
    var parts = [ASCIISet.all]
    for set in Set(sets) {
      parts = parts.flatMap { [$0.intersection(set), $0.subtracting(set)] }.filter { !$0.isEmpty }
    }
    return parts.map { part in
      var places = Places(count: sets.count)
      for (place, set) in sets.enumerated() where part.isSubset(of: set) { places.insert(place) }
      return places
    }
  }

  private mutating func countStates(limit: Int) -> Int? {
    let kinds = kinds()
    let count = sets.count
    let followers = follow.map { Places($0, count: count) }
    let initial = Places(first, count: count)
    let none = Places(count: count)
    var seen: Set<Places> = [none]
    var pending = [none]
    var isFirst = true
    while let state = pending.popLast() {
      var reachable = isFirst || !isAnchored ? initial : none
      isFirst = false
      state.forEach { reachable.formUnion(followers[$0]) }
      for kind in kinds {
        let next = reachable.intersection(kind)
        guard seen.insert(next).inserted else { continue }
        if seen.count > limit { return nil }
        pending.append(next)
      }
    }
    return seen.count
  }
}

/// A set of places in a filter.
private struct Places: Hashable {
  private var words: [UInt64]

  init(count: Int) { words = Array(repeating: 0, count: (count + 63) / 64) }

  init(_ places: [Int], count: Int) {
    self.init(count: count)
    for place in places { insert(place) }
  }

  mutating func insert(_ place: Int) { words[place >> 6] |= 1 << UInt64(place & 63) }

  mutating func formUnion(_ other: Places) {
    for index in words.indices { words[index] |= other.words[index] }
  }

  func intersection(_ other: Places) -> Places {
    var result = self
    for index in words.indices { result.words[index] &= other.words[index] }
    return result
  }

  func forEach(_ body: (Int) -> Void) {
    for (index, word) in words.enumerated() {
      var rest = word
      while rest != 0 {
        body(index << 6 | rest.trailingZeroBitCount)
        rest &= rest - 1
      }
    }
  }
}
