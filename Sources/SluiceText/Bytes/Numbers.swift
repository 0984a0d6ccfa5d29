/// Estimates of sizes and steps, which are compared with limits. Lists that are expensive on purpose can make them as
/// large as they like, and `Int` has only 32 bits in WebAssembly.
extension Int {
  /// Returns the sum with a number that is not negative, or the largest `Int` if it is larger.
  @inlinable @inline(__always)
  package func addingClamped(_ other: Int) -> Int {
    let (sum, overflows) = addingReportingOverflow(other)
    return overflows ? .max : sum
  }

  /// Returns the product of two numbers that are not negative, or the largest `Int` if it is larger.
  @inlinable @inline(__always)
  package func multipliedClamped(by other: Int) -> Int {
    let (product, overflows) = multipliedReportingOverflow(by: other)
    return overflows ? .max : product
  }
}

extension Int {
  /// The number with thousands separators, for messages: `1,734`.
  package var grouped: String {
    let digits = Array(String(magnitude).utf8)
    var text: [UInt8] = self < 0 ? [ASCII.dash] : []
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index).isMultiple(of: 3) { text.append(ASCII.comma) }
      text.append(digit)
    }
    return String(decoding: text, as: UTF8.self)
  }
}

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
