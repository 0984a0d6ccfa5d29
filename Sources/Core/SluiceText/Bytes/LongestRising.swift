extension [Int] {
  /// For each of these distinct numbers, whether it belongs to a longest increasing subsequence. If the
  /// numbers are the former positions of reordered elements, the elements of this subsequence have kept their
  /// relative order.
  package var isOfLongestRising: [Bool] {
    /// For each length, the index of the smallest number that ends an increasing subsequence of this length.
    var ends: [Int] = []
    var before = [Int](repeating: -1, count: count)
    for index in indices {
      let low = ends.indices.partitionPoint { self[ends[$0]] < self[index] }
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
