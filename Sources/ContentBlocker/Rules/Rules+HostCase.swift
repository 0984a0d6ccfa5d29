extension [Rule] {
  /// Makes patterns case-insensitive if only hosts in them contain letters. They become shorter, but more
  /// expensive to compile.
  package mutating func ignoreCaseOfHosts() {
    // Uses a pointer and compares field by field, because a copy of a trigger would retain everything that it
    // refers to. The indices are those of the buffer itself.
    withUnsafeMutableBufferPointer { rules in
      for index in rules.indices
      where rules[index].trigger.isCaseSensitive && rules[index].trigger.urlFilter.isHostOnly {
        rules[index].trigger.isCaseSensitive = false
      }
    }
  }
}
