extension [Rule] {
  /// Makes a pattern case-insensitive if it contains letters only in its host. The rule becomes shorter in
  /// the JSON, but more expensive to compile.
  package mutating func ignoreCaseOfHosts() {
    // A copy of a trigger would retain everything that it refers to. The loop therefore reads single fields
    // through a buffer pointer. Its indices come from the buffer, so they are in bounds.
    withUnsafeMutableBufferPointer { rules in
      for index in rules.indices
      where rules[index].trigger.isCaseSensitive && rules[index].trigger.urlFilter.isHostOnly {
        rules[index].trigger.isCaseSensitive = false
      }
    }
  }
}
