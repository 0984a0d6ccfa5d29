extension RuleList {
  /// The list as WebKit's JSON: UTF-8, keys in one fixed order, one rule a line (rule number `n`, counted
  /// from 1, is line `n`), equal bytes for equal lists. A list without rules is written as
  /// ``Rule/noOperation``, which also ends a list of which some WebKit leaves out every rule: it rejects a list
  /// without rules.
  public func encodedJSON() -> [UInt8] {
    var bytes: [UInt8] = []
    // What rules of real lists have on average (140 to 160 bytes), so that little is moved.
    bytes.reserveCapacity(1024 + 160 * rules.count)
    writeJSON { bytes.append($0) }
    return bytes
  }

  /// Hands the bytes of ``encodedJSON()`` to `write`, piece after piece. The whole is never in memory, which
  /// for a large list is most of what its conversion needs. Stops at the first error that `write` throws.
  public func writeJSON<Failure>(
    _ write: (Span<UInt8>) throws(Failure) -> Void
  ) throws(Failure) {
    let rules = acceptedRules
    let span = rules.span
    // Small enough for the processor's cache, large enough for few calls.
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
  /// How many bytes ``encodedJSON()`` has, without writing them.
  public var encodedSize: Int {
    let rules = acceptedRules
    // Through a pointer, whose indices are its own: of a span's element the compiler makes a copy for every part of
    // it that is read.
    return rules.withUnsafeBufferPointer { rules in
      var size = JSONSize()
      for index in rules.indices { size.append(rules[index]) }
      return Self.framingSize + size.count + Rule.lineEndSize * rules.count
    }
  }

  /// The rules, of which every WebKit keeps one.
  private var acceptedRules: [Rule] {
    rules.allSatisfy { $0.isSkipped(without: .skippedSomewhere) } ? rules + [.noOperation] : rules
  }

  /// About how many bytes of JSON the list has: of rules without conditions, which are nine of ten in large lists and
  /// much alike, one of sixteen is counted, of those that hide and of the others. Equal for equal lists.
  package var estimatedSize: Int {
    // Through a pointer, whose indices are its own: of a span's element the compiler makes a copy for every part of
    // it that is read.
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

  /// What a list has besides the lines of its rules: the bracket before the first.
  package static let framingSize = 1
}

extension Rule {
  /// How many bytes the rule takes in a list, with the comma or bracket and the line end behind it.
  package var encodedLineSize: Int {
    var size = JSONSize()
    size.append(self)
    return size.count + Self.lineEndSize
  }

  /// The comma or bracket and the line end.
  fileprivate static let lineEndSize = 2

  /// The most bytes that the rule can have in JSON, the comma and line end behind it included.
  ///
  /// An escape is six bytes for one. Everything else of a rule (all keys, the longest action, all types and
  /// load types) is less than 640; `JSONOutput` writes up to eight bytes more than it keeps.
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
