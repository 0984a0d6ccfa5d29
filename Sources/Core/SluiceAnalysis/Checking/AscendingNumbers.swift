extension [Int] {
  /// Returns the first index of an ascending array whose number is at least this one, or the count.
  package func firstIndex(ofAtLeast number: Int) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < number { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
