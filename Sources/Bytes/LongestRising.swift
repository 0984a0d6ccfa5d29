extension [Int] {
  /// For each of these different numbers whether it is of the longest row that rises: what has kept its place when
  /// these are the former places of things, in the new order.
  package var isOfLongestRising: [Bool] {
    /// For each length, the index of the smallest number with which a row of it ends.
    var ends: [Int] = []
    var before = [Int](repeating: -1, count: count)
    for index in indices {
      var low = 0
      var high = ends.count
      while low < high {
        let middle = (low + high) / 2
        if self[ends[middle]] < self[index] { low = middle + 1 } else { high = middle }
      }
      if low > 0 { before[index] = ends[low - 1] }
      if low == ends.count { ends.append(index) } else { ends[low] = index }
    }
    var isOf = [Bool](repeating: false, count: count)
    var index = ends.last ?? -1
    while index >= 0 {
      isOf[index] = true
      index = before[index]
    }
    return isOf
  }
}
