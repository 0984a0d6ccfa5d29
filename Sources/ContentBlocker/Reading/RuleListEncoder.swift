extension RuleList {
  /// Returns the list in WebKit's JSON format.
  ///
  /// The output is UTF-8 with keys in a fixed order and one rule per line: rule number `n`, counted from 1,
  /// is in line `n`. Equal lists result in equal bytes.
  ///
  /// An empty list is written as ``Rule/noOperation``, since WebKit rejects a list without rules. The same
  /// rule is added to a list if some WebKit drops all of its rules.
  public func encodedJSON() -> [UInt8] {
    var bytes: [UInt8] = []
    // The average size of rules in real lists is 140 to 160 bytes, so that few reallocations are necessary.
    bytes.reserveCapacity(1024 + 160 * rules.count)
    writeJSON { bytes.append($0) }
    return bytes
  }

  /// Passes the bytes of ``encodedJSON()`` to `write` in pieces. The whole JSON is never in memory, which
  /// would take most of the memory of a large conversion. Stops at the first error that `write` throws.
  public func writeJSON<Failure>(
    _ write: (Span<UInt8>) throws(Failure) -> Void
  ) throws(Failure) {
    let rules = acceptedRules
    let span = rules.span
    // Small enough for the CPU cache, large enough for few calls.
    var output = JSONOutput(capacity: 1 << 18)
    output.append("[")
    for index in span.indices {
      let bound = span[index].encodedSizeBound
      if !output.hasRoom(for: bound) {
        try write(output.bytes)
        output.clear(roomFor: bound)
      }
      if index > 0 { output.append(",\n") }
      output.append(span[index])
    }
    if !output.hasRoom(for: 2) {
      try write(output.bytes)
      output.clear(roomFor: 2)
    }
    output.append("]\n")
    try write(output.bytes)
  }
}

extension RuleList {
  /// The size of ``encodedJSON()`` in bytes, computed without writing it.
  public var encodedSize: Int {
    let rules = acceptedRules
    // Uses a pointer, with the indices of the buffer itself. The compiler would copy an element of a span for
    // each field that is read.
    return rules.withUnsafeBufferPointer { rules in
      var size = JSONSize()
      for index in rules.indices { size.append(rules[index]) }
      return Self.framingSize + size.count + Rule.lineEndSize * rules.count
    }
  }

  /// The rules, with an additional one if some WebKit would drop all of them.
  private var acceptedRules: [Rule] {
    rules.allSatisfy { $0.isSkipped(without: .skippedSomewhere) } ? rules + [.noOperation] : rules
  }

  /// The approximate size of the list's JSON in bytes; equal for equal lists. Rules without conditions are
  /// nine of ten in large lists and similar to each other. Only one in sixteen of them is measured,
  /// separately for hiding and other rules.
  package var estimatedSize: Int {
    // Uses a pointer, with the indices of the buffer itself. The compiler would copy an element of a span for
    // each field that is read.
    rules.withUnsafeBufferPointer { rules in
      var conditional = JSONSize()
      var (hiding, other) = (JSONSample(), JSONSample())
      for index in rules.indices {
        if rules[index].trigger.condition != nil {
          conditional.append(rules[index])
        } else if case .hide = rules[index].action {
          if hiding.isNextCounted() { hiding.counted.append(rules[index]) }
        } else if other.isNextCounted() {
          other.counted.append(rules[index])
        }
      }
      return conditional.count + hiding.estimate + other.estimate + Rule.lineEndSize * rules.count
    }
  }

  /// The size of the JSON apart from the lines of rules: the opening bracket.
  package static let framingSize = 1
}

extension Rule {
  /// The size of the rule in a list in bytes, including the comma or bracket and the line end after it.
  package var encodedLineSize: Int {
    var size = JSONSize()
    size.append(self)
    return size.count + Self.lineEndSize
  }

  /// The size of the comma or bracket and the line end.
  fileprivate static let lineEndSize = 2

  /// An upper bound for the size of the rule in JSON in bytes, including the comma and line end after it.
  ///
  /// An escape takes six bytes. Everything else in a rule (all keys, the longest action, all types and load
  /// types) takes less than 640 bytes. `JSONOutput` writes up to eight bytes more than it keeps.
  fileprivate var encodedSizeBound: Int {
    var size = 640 + 6 * trigger.urlFilter.bytes.count
    switch trigger.condition {
    case .ifDomain(let domains), .unlessDomain(let domains):
      size += domains.elements.reduce(0) { $0 + $1.host.count + 4 }
    case .ifTopURL(let filters), .unlessTopURL(let filters), .ifFrameURL(let filters),
      .unlessFrameURL(let filters):
      size += filters.elements.reduce(0) { $0 + 6 * $1.bytes.count + 3 }
    case nil: break
    }
    if case .hide(let selectors) = action {
      size += selectors.elements.reduce(0) { $0 + 6 * $1.bytes.count + 1 }
    }
    return size
  }
}
