import SluiceText

extension RuleList {
  /// Returns the list in WebKit's JSON format.
  ///
  /// The output is UTF-8 with keys in a fixed order and one rule per line: rule number `n`, counted from 1,
  /// is in line `n`. Equal lists result in equal bytes.
  ///
  /// An empty list is encoded as ``Rule/noOperation``, because WebKit rejects a list without rules. The same
  /// rule is appended to a list if any WebKit version drops all of its rules.
  public func encodedJSON() -> [UInt8] {
    var bytes: [UInt8] = []
    // Real lists have 140 to 160 bytes per rule, so this avoids most reallocations.
    bytes.reserveCapacity(1024 + 160 * rules.count)
    writeJSON { bytes.append($0) }
    return bytes
  }

  /// Returns the text of ``encodedJSON()``, as `WKContentRuleListStore` takes it.
  public func encodedString() -> String { String(decoding: encodedJSON(), as: UTF8.self) }

  /// Passes the bytes of ``encodedJSON()`` to `write` in pieces. The whole JSON, which would take most of the
  /// memory of a large conversion, is never in memory. Stops at the first error that `write` throws.
  public func writeJSON<Failure>(
    _ write: (Span<UInt8>) throws(Failure) -> Void
  ) throws(Failure) {
    let rules = acceptedRules
    // See `append(_:)` about the pointers to rules. The indices come from the buffer, so they are in bounds.
    try rules.withUnsafeBufferPointer { (rules) throws(Failure) in
      guard let first = rules.baseAddress else { return }
      // Small enough for the CPU cache, large enough to need few calls of `write`.
      var output = JSONOutput(capacity: 1 << 18)
      output.append("[")
      for index in rules.indices {
        let bound = Rule.encodedSizeBound(of: first + index)
        if !output.hasRoom(for: bound) {
          try write(output.bytes)
          output.clear(roomFor: bound)
        }
        if index > 0 { output.append(",\n") }
        output.append(first + index)
      }
      if !output.hasRoom(for: 2) {
        try write(output.bytes)
        output.clear(roomFor: 2)
      }
      output.append("]\n")
      try write(output.bytes)
    }
  }
}

extension RuleList {
  /// The size of ``encodedJSON()`` in bytes, computed without writing it.
  package var encodedSize: Int {
    let rules = acceptedRules
    return rules.withUnsafeBufferPointer { rules in
      var size = JSONSize()
      if let first = rules.baseAddress { for index in rules.indices { size.append(first + index) } }
      return Self.framingSize + size.count + Rule.lineEndSize * rules.count
    }
  }

  /// The rules, with an additional one if any WebKit version would drop all of them.
  private var acceptedRules: [Rule] {
    rules.allSatisfy { $0.isSkipped(without: .skippedSomewhere) } ? rules + [.noOperation] : rules
  }

  /// The approximate size of the list's JSON in bytes; equal for equal lists. In large lists, nine of ten
  /// rules have no condition, and these are similar to each other. Only one in sixteen of them is measured,
  /// separately for hiding rules and other rules.
  package var estimatedSize: Int {
    rules.withUnsafeBufferPointer { rules in
      guard let first = rules.baseAddress else { return 0 }
      var conditional = JSONSize()
      var (hiding, other) = (JSONSample(), JSONSample())
      for index in rules.indices {
        if rules[index].trigger.condition != nil {
          conditional.append(first + index)
        } else if case .hide = rules[index].action {
          if hiding.isNextCounted() { hiding.counted.append(first + index) }
        } else if other.isNextCounted() {
          other.counted.append(first + index)
        }
      }
      return conditional.count + hiding.estimate + other.estimate + Rule.lineEndSize * rules.count
    }
  }

  /// The size of everything in the JSON other than the rules and their line ends: the opening bracket.
  package static let framingSize = 1
}

extension Rule {
  /// Returns the rule as a JSON object, as it is in a list's JSON.
  package func encodedString() -> String {
    withUnsafePointer(to: self) { rule in
      var output = JSONOutput(capacity: Self.encodedSizeBound(of: rule))
      output.append(rule)
      return output.bytes.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
    }
  }

  /// The size of the rule's line in the JSON in bytes, including the comma or bracket and the line end.
  package var encodedLineSize: Int {
    var size = JSONSize()
    withUnsafePointer(to: self) { size.append($0) }
    return size.count + Self.lineEndSize
  }

  /// The size of the comma or bracket and the line end.
  fileprivate static let lineEndSize = 2

  /// An upper bound for the size of the rule's line in the JSON, in bytes.
  ///
  /// An escape takes six bytes. Everything else in a rule (all keys, the longest action, all types and load
  /// types) takes less than 640 bytes. `JSONOutput` writes up to eight bytes beyond the end of a text.
  fileprivate static func encodedSizeBound(of rule: UnsafePointer<Rule>) -> Int {
    var size = 640 + 6 * rule.pointee.trigger.urlFilter.bytes.count
    switch rule.pointee.trigger.condition {
    case .ifDomain(let domains), .unlessDomain(let domains):
      size += domains.elements.reduce(0) { $0 + $1.host.count + 4 }
    case .ifTopURL(let filters), .unlessTopURL(let filters), .ifFrameURL(let filters),
      .unlessFrameURL(let filters):
      size += filters.elements.reduce(0) { $0 + 6 * $1.bytes.count + 3 }
    case nil: break
    }
    switch rule.pointee.action {
    case .hide(let selectors): size += selectors.elements.reduce(0) { $0 + 6 * $1.bytes.count + 1 }
    case .redirect, .modifyHeaders: size += rule.pointee.action.encodedDetails.count
    case .block, .blockCookies, .ignorePreviousRules, .ignoreFollowingRules, .makeHTTPS: break
    }
    return size
  }
}

/// Estimates the size of many rules from one in sixteen of them.
struct JSONSample {
  var counted = JSONSize()
  private var rules = 0

  /// Counts a rule. Returns whether its size must be added to ``counted``.
  @inline(__always)
  mutating func isNextCounted() -> Bool {
    rules += 1
    return rules & 15 == 1
  }

  /// The estimated size of all rules in bytes.
  var estimate: Int {
    // The product has more than the 32 bits of WebAssembly.
    rules == 0 ? 0 : Int(clamping: Int64(counted.count) * Int64(rules) / Int64((rules + 15) / 16))
  }
}
