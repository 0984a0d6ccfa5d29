extension [Rule] {
  /// Makes patterns ignore case where it can only stand in hosts: shorter, and dearer to compile.
  package mutating func ignoreCaseOfHosts() {
    // Through a pointer, and part by part: a copy of a trigger would retain all that it refers to. Its indices are
    // its own.
    withUnsafeMutableBufferPointer { rules in
      for index in rules.indices
      where rules[index].trigger.isCaseSensitive && rules[index].trigger.urlFilter.isHostOnly {
        rules[index].trigger.isCaseSensitive = false
      }
    }
  }
}
