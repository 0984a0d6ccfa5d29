import SluiceRules

/// A cache of the verdicts of selector lists on all element children of a parent.
///
/// It uses about three bits per element, which leaves room for many lists and many siblings.
struct SiblingPlaces {
  private struct Key: Hashable {
    var list: Int
    var parent: Int32
  }

  private var lists: [[ParsedSelector.Complex]: Int] = [:]
  private var rows: [Key: SiblingRow] = [:]
  private var count = 0

  /// The maximum number of cached elements, which take 50 MB.
  private static let limit = 1 << 27

  subscript(_ list: [ParsedSelector.Complex], parent: Int32) -> SiblingRow? {
    lists[list].flatMap { rows[Key(list: $0, parent: parent)] }
  }

  mutating func remember(_ row: SiblingRow, list: [ParsedSelector.Complex], parent: Int32) {
    if count + row.count > Self.limit { (rows, count) = ([:], 0) }
    count += row.count
    let number = lists[list] ?? lists.count
    lists[list] = number
    rows[Key(list: number, parent: parent)] = row
  }
}

/// The element children of a parent in order, with the verdict on each.
struct SiblingRow {
  enum Count {
    case known(Int)
    case undecided(SelectorDoubts)
  }

  private(set) var count = 0
  /// A bit for each matching element, and the number of matching elements before each word.
  private var matching: [UInt64] = []
  private var matchingBefore: [Int32] = []
  /// A bit for each undecided element; empty if all verdicts are known.
  private var undecided: [UInt64] = []
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

  /// Returns the verdict on the element at an index. Undecided verdicts have the reasons of the whole row.
  func verdict(at place: Int) -> SelectorVerdict {
    if Self.has(matching, at: place) { return .matches }
    return Self.has(undecided, at: place) ? .undecided(doubts) : .fails
  }

  func before(_ place: Int) -> Count {
    if let firstUndecided, firstUndecided < place { return .undecided(doubts) }
    return .known(matches(before: place))
  }

  func behind(_ place: Int) -> Count {
    if firstUndecided != nil, lastUndecided > place { return .undecided(doubts) }
    return .known(all - matches(before: place) - (Self.has(matching, at: place) ? 1 : 0))
  }

  private func matches(before place: Int) -> Int {
    let word = matching[place / 64] & (1 << UInt64(place % 64) - 1)
    return Int(matchingBefore[place / 64]) + word.nonzeroBitCount
  }

  private var all: Int {
    Int(matchingBefore.last ?? 0) + (matching.last?.nonzeroBitCount ?? 0)
  }

  private static func has(_ bits: [UInt64], at place: Int) -> Bool {
    place / 64 < bits.count && bits[place / 64] & 1 << UInt64(place % 64) != 0
  }
}
