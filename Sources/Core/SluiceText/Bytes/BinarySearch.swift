extension Range<Int> {
  /// Returns the first number that does not pass the test; the end if all do. No number after it may pass.
  @inlinable
  package func partitionPoint(_ passing: (Int) -> Bool) -> Int {
    var (low, high) = (lowerBound, upperBound)
    while low < high {
      let middle = low + (high - low) / 2
      if passing(middle) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension Array where Element: Comparable {
  /// Returns the first index of an ascending array whose element is at least this one, or the count.
  @inlinable
  package func firstIndex(ofAtLeast element: Element) -> Int {
    indices.partitionPoint { self[$0] < element }
  }

  /// Returns whether an ascending array contains the element.
  @inlinable
  package func containsInOrder(_ element: Element) -> Bool {
    let index = firstIndex(ofAtLeast: element)
    return index < count && self[index] == element
  }
}
