/// Where the elements of a parent are among those of them that match a list of selectors: found for all of them at once.
struct SiblingPlaces {
  struct Place {
    var verdict: SelectorVerdict
    /// How many before it match; or the doubts of the nearest of which it is not known.
    var before = Count.known(0)
    /// The same of those behind it.
    var behind = Count.known(0)
  }

  enum Count {
    case known(Int)
    case undecided(SelectorDoubts)
  }

  private struct Key: Hashable {
    var list: Int
    var parent: Int32
  }

  private var lists: [[ParsedSelector.Complex]: Int] = [:]
  private var places: [Key: [Int32: Place]] = [:]
  private var count = 0

  /// How many places are remembered.
  private static let limit = 1 << 20

  /// The places of the elements of a parent; nil where they are not known.
  subscript(_ list: [ParsedSelector.Complex], parent: Int32) -> [Int32: Place]? {
    lists[list].flatMap { places[Key(list: $0, parent: parent)] }
  }

  mutating func remember(
    _ siblings: [Int32: Place], _ list: [ParsedSelector.Complex], parent: Int32
  ) {
    if count + siblings.count > Self.limit { (places, count) = ([:], 0) }
    count += siblings.count
    let number = lists[list] ?? lists.count
    lists[list] = number
    places[Key(list: number, parent: parent)] = siblings
  }

  /// The places of elements in their order, with what becomes of each.
  static func places(_ verdicts: [(node: Int32, verdict: SelectorVerdict)]) -> [Int32: Place] {
    var places: [Int32: Place] = [:]
    var count = Count.known(0)
    for (node, verdict) in verdicts {
      places[node] = Place(verdict: verdict, before: count)
      count = count.counting(verdict)
    }
    count = .known(0)
    for (node, verdict) in verdicts.reversed() {
      places[node]?.behind = count
      count = count.counting(verdict)
    }
    return places
  }
}

extension SiblingPlaces.Count {
  fileprivate func counting(_ verdict: SelectorVerdict) -> SiblingPlaces.Count {
    switch (self, verdict) {
    case (_, .undecided(let doubts)): .undecided(doubts)
    case (.known(let count), .matches): .known(count + 1)
    case (.known, .fails), (.undecided, .matches), (.undecided, .fails): self
    }
  }
}
