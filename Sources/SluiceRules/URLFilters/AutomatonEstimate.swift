import SluiceText

/// Estimates the number of states in WebKit's automaton for a url-filter, up to a limit.
///
/// WebKit compiles filters with a common prefix into a deterministic automaton, whose states are sets of
/// positions in the filters. In an unanchored filter, a class can also match text that precedes it in the
/// filter. Many positions can then be in a set independently of each other: `[ax][bx][cx]...` has 2^n sets.
package struct AutomatonEstimate {
  /// One set for each character that the filter can consume.
  private var sets: [ASCIISet] = []
  private var follow: [[Int]] = []
  private var first: [Int] = []
  private let isAnchored: Bool

  /// The maximum number of 64-bit words to process for a filter. Beyond it, the filter counts as having too
  /// many states. A filter with thousands of positions has states with thousands of positions: one with 90 KB
  /// took a minute. Filters in real lists need less than a hundredth of this.
  private static let maximumWork = 1 << 25

  /// Returns the number of states; nil if it exceeds `limit`, or if there are too many positions to count the
  /// states.
  package static func states(of pattern: URLFilterPattern, isCaseSensitive: Bool, limit: Int) -> Int? {
    let automaton = AutomatonEstimate(pattern, isCaseSensitive: isCaseSensitive)
    if automaton.isDeterministic {
      let states = automaton.sets.count + 2
      return states <= limit ? states : nil
    }
    return automaton.countStates(limit: limit)
  }

  private init(_ pattern: URLFilterPattern, isCaseSensitive: Bool) {
    isAnchored = pattern.isAnchoredAtStart
    sets.reserveCapacity(pattern.terms.count)
    follow.reserveCapacity(pattern.terms.count)
    var ends = Ends()
    for term in pattern.terms { add(term, after: &ends, isCaseSensitive: isCaseSensitive) }
    first = ends.first
  }

  // MARK: - Positions

  /// The positions where a part of the filter can start and end.
  private struct Ends {
    var isNullable = true
    var first: [Int] = []
    var last: [Int] = []
  }

  /// Adds a term to a part of the filter.
  private mutating func add(_ term: URLFilterPattern.Term, after part: inout Ends, isCaseSensitive: Bool) {
    let isOptional = term.repetition == .zeroOrMore || term.repetition == .optional
    let isLoop = term.repetition == .zeroOrMore || term.repetition == .oneOrMore
    if case .group(let terms) = term.atom {
      var group = Ends()
      for term in terms { add(term, after: &group, isCaseSensitive: isCaseSensitive) }
      if isLoop { connect(group.last, to: group.first) }
      if isOptional { group.isNullable = true }
      connect(part.last, to: group.first)
      if part.isNullable { part.first += group.first }
      part.last = group.isNullable ? part.last + group.last : group.last
      part.isNullable = part.isNullable && group.isNullable
    } else {
      // Most terms. Arrays with one place would take most of the time.
      let place = sets.count
      sets.append(term.atom.matched(isCaseSensitive: isCaseSensitive))
      follow.append(isLoop ? [place] : [])
      for last in part.last { follow[last].append(place) }
      if part.isNullable { part.first.append(place) }
      if !isOptional { part.last.removeAll(keepingCapacity: true) }
      part.last.append(place)
      part.isNullable = part.isNullable && isOptional
    }
  }

  private mutating func connect(_ places: [Int], to next: [Int]) {
    for place in places { follow[place] += next }
  }

  // MARK: - States

  /// Whether no character leads to two positions. Every state then contains at most one position.
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

  /// Returns one character of each kind. Each set of the filter contains all or none of the characters of a
  /// kind.
  private func representatives() -> ASCIISet {
    var parts = [ASCIISet.all]
    var distinct: [ASCIISet] = []
    parts.reserveCapacity(64)
    distinct.reserveCapacity(sets.count)
    for set in sets where !distinct.contains(set) {
      distinct.append(set)
      // Not enumerated, which would copy the array.
      for index in parts.indices {
        let part = parts[index]
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
    // For each position, `kinds` has the kinds of characters that it accepts, and `followers` its successors.
    // For each kind, `takers` has the positions that accept it.
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
      // Collects the positions that can come next. An unanchored filter can start again at any character.
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

/// The states that were found. Each is a bit set of positions. A hash table finds them in one array with all
/// sets.
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
