/// Counts crossings in a reordering: for each element of a sequence, the elements of another sequence that it
/// passed.
struct MoveCounter {
  /// For each element, the number of others that precede it now but did not before.
  private(set) var now: [Int] = []
  /// For each element, the number of others that preceded it before but do not now.
  private(set) var former: [Int] = []

  /// Counts the crossings from the old and new positions. This takes about as long as sorting the elements.
  init(of things: [(old: Int, new: Int)], with others: [(old: Int, new: Int)]) {
    now = Array(repeating: 0, count: things.count)
    former = now
    let byOld = things.indices.sorted { things[$0].old < things[$1].old }
    let othersByOld = others.sorted { $0.old < $1.old }
    let newPlaces = others.map { $0.new }.sorted()
    // The new positions of the others that preceded the current element before.
    var passed = Counts(count: (newPlaces.last ?? -1) + 1)
    var next = 0
    for index in byOld {
      while next < othersByOld.count, othersByOld[next].old < things[index].old {
        passed.add(othersByOld[next].new)
        next += 1
      }
      let both = passed.count(below: things[index].new)
      now[index] = newPlaces.firstIndex(ofAtLeast: things[index].new) - both
      former[index] = next - both
    }
  }

  /// A Fenwick tree that counts how often each number was added.
  private struct Counts {
    private var sums: [Int]

    init(count: Int) { sums = Array(repeating: 0, count: count + 1) }

    mutating func add(_ number: Int) {
      var index = number + 1
      while index < sums.count {
        sums[index] += 1
        index += index & -index
      }
    }

    func count(below limit: Int) -> Int {
      var index = min(limit, sums.count - 1)
      var total = 0
      while index > 0 {
        total += sums[index]
        index -= index & -index
      }
      return total
    }
  }
}
