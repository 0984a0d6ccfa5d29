/// Where the elements of a parent are among those of them that match a list of selectors: found for all of them at once, and kept
/// in some three bits for each, so that there is room for many lists and long rows.
struct SiblingPlaces {
  private struct Key: Hashable {
    var list: Int
    var parent: Int32
  }

  private var lists: [[ParsedSelector.Complex]: Int] = [:]
  private var rows: [Key: SiblingRow] = [:]
  private var count = 0

  /// Of how many elements it is remembered: as many as a search of a page may look at.
  private static let limit = 1 << 27

  /// The elements of a parent; nil where they are not known.
  subscript(_ list: [ParsedSelector.Complex], parent: Int32) -> SiblingRow? {
    lists[list].flatMap { rows[Key(list: $0, parent: parent)] }
  }

  mutating func remember(_ row: SiblingRow, _ list: [ParsedSelector.Complex], parent: Int32) {
    if count + row.count > Self.limit { (rows, count) = ([:], 0) }
    count += row.count
    let number = lists[list] ?? lists.count
    lists[list] = number
    rows[Key(list: number, parent: parent)] = row
  }
}

/// The elements of a parent in their order, with what becomes of each.
struct SiblingRow {
  /// How many of some elements match.
  enum Count {
    case known(Int)
    case undecided(SelectorDoubts)
  }

  private(set) var count = 0
  /// A bit for each element that matches, and how many do before each word.
  private var matching: [UInt64] = []
  private var matchingBefore: [Int32] = []
  /// The same of those of which it is not known; empty where there is none.
  private var undecided: [UInt64] = []
  /// Why it is not known of these.
  private var doubts: SelectorDoubts = []
  private var firstUndecided: Int?
  private var lastUndecided = 0

  mutating func append(_ verdict: SelectorVerdict) {
    if count % 64 == 0 {
      matchingBefore.append(Int32(clamping: all))
      matching.append(0)
    }
    switch verdict {
    case .matches: matching[count / 64] |= 1 << UInt64(count % 64)
    case .fails: break
    case .undecided(let doubts):
      self.doubts.formUnion(doubts)
      while undecided.count <= count / 64 { undecided.append(0) }
      undecided[count / 64] |= 1 << UInt64(count % 64)
      firstUndecided = firstUndecided ?? count
      lastUndecided = count
    }
    count += 1
  }

  /// What becomes of the element at a place from 0; the doubts are those of all in the row.
  func verdict(at place: Int) -> SelectorVerdict {
    if Self.has(matching, place) { return .matches }
    return Self.has(undecided, place) ? .undecided(doubts) : .fails
  }

  /// How many match before a place.
  func before(_ place: Int) -> Count {
    if let firstUndecided, firstUndecided < place { return .undecided(doubts) }
    return .known(matches(before: place))
  }

  /// How many match behind a place.
  func behind(_ place: Int) -> Count {
    if firstUndecided != nil, lastUndecided > place { return .undecided(doubts) }
    return .known(all - matches(before: place) - (Self.has(matching, place) ? 1 : 0))
  }

  private func matches(before place: Int) -> Int {
    let word = matching[place / 64] & (1 << UInt64(place % 64) - 1)
    return Int(matchingBefore[place / 64]) + word.nonzeroBitCount
  }

  private var all: Int {
    Int(matchingBefore.last ?? 0) + (matching.last?.nonzeroBitCount ?? 0)
  }

  private static func has(_ bits: [UInt64], _ place: Int) -> Bool {
    place / 64 < bits.count && bits[place / 64] & 1 << UInt64(place % 64) != 0
  }
}
