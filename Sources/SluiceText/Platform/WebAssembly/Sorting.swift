// In a module for WebAssembly, these replace the functions of the standard library, which are compiled once for each
// type of element. The routine below is compiled once, and sorts indices. Like the standard library, it is stable.

extension Sequence {
  package func sorted(by precedes: (Element, Element) -> Bool) -> [Element] {
    let elements = Array(self)
    guard elements.count > 1 else { return elements }
    var sorted: [Element] = []
    sorted.reserveCapacity(elements.count)
    for index in sortedIndices(elements.count, precedes: { precedes(elements[$0], elements[$1]) }) {
      sorted.append(elements[index])
    }
    return sorted
  }
}

extension Sequence where Element: Comparable {
  package func sorted() -> [Element] { sorted { $0 < $1 } }
}

extension Array {
  package mutating func sort(by precedes: (Element, Element) -> Bool) { self = sorted(by: precedes) }
}

extension Array where Element: Comparable {
  package mutating func sort() { self = sorted { $0 < $1 } }
}

/// Returns the indices below a count in the order of their elements, by merging runs of growing length.
@inline(never)
func sortedIndices(_ count: Int, precedes: (Int, Int) -> Bool) -> [Int] {
  var sorted = Array(0..<count)
  var merged = sorted
  var length = 1
  while length < count {
    var start = 0
    while start < count {
      let middle = min(start + length, count)
      let end = min(middle + length, count)
      var (left, right) = (start, middle)
      for place in start..<end {
        let takesRight = left == middle || right < end && precedes(sorted[right], sorted[left])
        merged[place] = takesRight ? sorted[right] : sorted[left]
        if takesRight { right += 1 } else { left += 1 }
      }
      start = end
    }
    swap(&sorted, &merged)
    length *= 2
  }
  return sorted
}
