/// How many states WebKit's compiler makes of a url-filter, up to a limit.
///
/// WebKit turns each filter (with those that begin alike) into a deterministic automaton, whose states are
/// sets of places in the filter. Where a class follows on something that it contains, in a filter that may
/// begin anywhere, each of many places may or may not be among them: `[ax][bx][cx]...` has 2^n such sets.
public struct AutomatonEstimate {
  /// One per character that the filter can consume.
  private var sets: [ASCIISet] = []
  /// The places that can come after each place.
  private var follow: [[Int]] = []
  private var first: [Int] = []
  private let isAnchored: Bool

  /// How many words of sets are put together before a filter counts as one of too many states. A filter of thousands of
  /// places has states of thousands: one of 90 KB took a minute. Filters of lists need less than a hundredth of it.
  private static let maximumWork = 1 << 25

  /// The number of states, or nil if there are more than `limit`, or too many places to tell.
  public static func states(of pattern: URLFilterPattern, isCaseSensitive: Bool, limit: Int) -> Int? {
    let automaton = AutomatonEstimate(pattern, isCaseSensitive: isCaseSensitive)
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

  /// One character for each kind of characters that no set of the filter tells apart.
  private func representatives() -> ASCIISet {
    var parts = [ASCIISet.all]
    var distinct: [ASCIISet] = []
    for set in sets where !distinct.contains(set) {
      distinct.append(set)
      for (index, part) in parts.enumerated() {
        let inside = part.intersection(set)
        guard !inside.isEmpty, inside != part else { continue }
        parts[index] = inside
        parts.append(part.subtracting(set))
      }
    }
    var representatives = ASCIISet()
    for part in parts { if let first = part.first { representatives.insert(first) } }
    return representatives
  }

  private func countStates(limit: Int) -> Int? {
    let representatives = representatives()
    let width = (sets.count + 63) / 64
    // For each place the kinds of characters it takes, for each kind the places that take it, and for each
    // place the places after it.
    let kinds = sets.map { $0.intersection(representatives) }
    var takers = [UInt64](repeating: 0, count: 128 * width)
    var followers = [UInt64](repeating: 0, count: sets.count * width)
    var initial = [UInt64](repeating: 0, count: width)
    for place in sets.indices {
      var kinds = kinds[place]
      while let kind = kinds.popFirst() { takers[Int(kind) * width + place >> 6] |= 1 << UInt64(place & 63) }
      for next in follow[place] { followers[place * width + next >> 6] |= 1 << UInt64(next & 63) }
    }
    for place in first { initial[place >> 6] |= 1 << UInt64(place & 63) }
    var initialKinds = ASCIISet()
    for place in first { initialKinds = initialKinds.union(kinds[place]) }
    let followerKinds = follow.map { $0.reduce(ASCIISet()) { $0.union(kinds[$1]) } }

    var states = StateTable(width: width)
    var reachable = [UInt64](repeating: 0, count: width)
    var next = reachable
    states.insert(next)
    var index = 0
    var work = 0
    while index < states.count {
      // What can come next; in a filter that may begin anywhere its beginning always can.
      let begins = !isAnchored || index == 0
      for word in 0..<width { reachable[word] = begins ? initial[word] : 0 }
      var reachableKinds = begins ? initialKinds : ASCIISet()
      for word in 0..<width {
        var places = states[index, word]
        while places != 0 {
          let place = word << 6 | places.trailingZeroBitCount
          places &= places - 1
          work += width
          for word in 0..<width { reachable[word] |= followers[place * width + word] }
          reachableKinds = reachableKinds.union(followerKinds[place])
        }
      }
      index += 1
      while let kind = reachableKinds.popFirst() {
        for word in 0..<width { next[word] = reachable[word] & takers[Int(kind) * width + word] }
        states.insert(next)
      }
      if states.count > limit || work > Self.maximumWork { return nil }
    }
    return states.count
  }
}

/// The states found so far, each a bit set of places: a hash table with the sets in one array.
private struct StateTable {
  private let width: Int
  private var words: [UInt64] = []
  private var slots = HashSlots()
  private(set) var count = 0

  init(width: Int) { self.width = width }

  subscript(state: Int, word: Int) -> UInt64 { words[state * width + word] }

  mutating func insert(_ state: [UInt64]) {
    var hash = ByteHash()
    for word in state { hash.mix(word) }
    let known = slots.find(hash, orAdd: count) { number in
      state.indices.allSatisfy { words[number * width + $0] == state[$0] }
    }
    if known != nil { return }
    words += state
    count += 1
  }
}
