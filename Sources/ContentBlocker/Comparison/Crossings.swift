/// How many of some things come to stand before or behind each of others, when both get a new order.
struct Crossings {
  /// For each thing, how many of the others stand before it now and did not.
  private(set) var now: [Int] = []
  /// For each, how many of the others stood before it and no longer do.
  private(set) var former: [Int] = []

  /// How many things have crossed another.
  var movedCount: Int { now.indices.count { now[$0] + former[$0] > 0 } }

  /// Things and the others by their old and new places; the time is that of sorting them.
  init(of things: [(old: Int, new: Int)], with others: [(old: Int, new: Int)]) {
    now = Array(repeating: 0, count: things.count)
    former = now
    let byOld = things.indices.sorted { things[$0].old < things[$1].old }
    let othersByOld = others.sorted { $0.old < $1.old }
    let newPlaces = others.map(\.new).sorted()
    // The new places of those others that stood before the thing at hand.
    var passed = Counts(count: (newPlaces.last ?? -1) + 1)
    var next = 0
    for index in byOld {
      while next < othersByOld.count, othersByOld[next].old < things[index].old {
        passed.add(othersByOld[next].new)
        next += 1
      }
      let both = passed.count(below: things[index].new)
      now[index] = Self.count(of: newPlaces, below: things[index].new) - both
      former[index] = next - both
    }
  }

  private static func count(of sorted: [Int], below limit: Int) -> Int {
    var low = 0
    var high = sorted.count
    while low < high {
      let middle = (low + high) / 2
      if sorted[middle] < limit { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// How often each number was added, summed from the start (a Fenwick tree).
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
