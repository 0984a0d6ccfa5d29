import SluiceRules
import SluiceText

/// Finds redundant rules among those with the same pattern: another rule has the same effect on every request that they
/// match.
///
/// ``CoverageSearch`` also compares different patterns, in several tables. This search runs in each conversion: one short
/// pass finds that almost all patterns of a list occur once.
package enum SamePatternCoverage {
  /// A redundant rule, and the rule that covers it and is not redundant itself.
  package struct Pair: Hashable, Sendable {
    /// The index of the redundant rule.
    package var rule: Int
    /// The index of the rule that covers it.
    package var by: Int
  }

  /// The maximum number of rules before and after a rule to compare it with, so that the time is linear.
  private static let window = 16

  /// Returns the redundant rules in the order of the list. Hiding rules and exceptions are not compared.
  ///
  /// Two rules with an exception between them both stay: it may undo one of their filters alone, and it could not be told
  /// which of them blocks a request.
  package static func pairs(in rules: [Rule]) -> [Pair] {
    let (groups, exceptions) = groups(of: rules)
    var coverers: [Int: Int] = [:]
    for group in groups {
      // The last ones first, so that the first of several equal rules remains.
      for position in group.indices.reversed() {
        let rule = group[position]
        let near = group[max(0, position - window)..<min(group.count, position + window + 1)]
        let coverer = near.first { other in
          other != rule && rules[other].covers(rules[rule]) && coverers[other] == nil
            && exceptions.firstIndex(ofAtLeast: min(rule, other))
              == exceptions.firstIndex(ofAtLeast: max(rule, other))
        }
        if let coverer { coverers[rule] = coverer }
      }
    }
    return coverers.keys.sorted().map { rule in
      var by = rule
      while let next = coverers[by] { by = next }
      return Pair(rule: rule, by: by)
    }
  }

  /// Returns the indices of rules that have the same pattern as another rule, one array for each pattern, and those of
  /// the exceptions.
  private static func groups(of rules: [Rule]) -> (groups: [[Int]], exceptions: [Int]) {
    var keys = [UInt64](repeating: 0, count: rules.count)
    var exceptions: [Int] = []
    var seen = HashFilter(capacity: rules.count, bits: 32)
    var repeated = seen
    // Uses a pointer, because a copy of a rule would retain everything that it refers to.
    rules.withUnsafeBufferPointer { rules in
      for index in rules.indices {
        switch rules[index].action {
        case .block, .blockCookies, .makeHTTPS: break
        case .ignorePreviousRules, .ignoreFollowingRules:
          exceptions.append(index)
          continue
        // Several redirects and changes of headers add up.
        case .hide, .redirect, .modifyHeaders: continue
        }
        let key = key(rules[index].trigger.urlFilter.bytes)
        keys[index] = key
        if !seen.insert(key) { repeated.insert(key) }
      }
    }
    // Different patterns can have the same key, and rarely have the same bit. A candidate is the start of a hash of the
    // whole pattern, and the index.
    let indexBits: UInt64 = (1 << UInt64(64 - rules.count.leadingZeroBitCount)) - 1
    var candidates: [UInt64] = []
    for (index, key) in keys.enumerated() where key != 0 && repeated.contains(key) {
      var hash = ByteHash()
      hash.mix(rules[index].trigger.urlFilter.bytes)
      candidates.append(hash.value & ~indexBits | UInt64(index))
    }
    candidates.sort()
    var groups: [[Int]] = []
    var start = 0
    while start < candidates.count {
      let hash = candidates[start] | indexBits
      var end = start + 1
      while end < candidates.count, candidates[end] | indexBits == hash { end += 1 }
      let (first, count) = (start, end - start)
      start = end
      if count == 1 { continue }
      let run = candidates[first..<end].map { Int($0 & indexBits) }
      let pattern = rules[run[0]].trigger.urlFilter
      if run.allSatisfy({ rules[$0].trigger.urlFilter == pattern }) {
        groups.append(run)
      } else {
        groups += Dictionary(grouping: run) { rules[$0].trigger.urlFilter }.values
      }
    }
    return (groups.filter { $0.count > 1 }.sorted { $0[0] < $1[0] }, exceptions)
  }

  /// Returns a hash of three words of a pattern, which is never 0. Most patterns begin and end alike.
  @inline(__always)
  private static func key(_ pattern: [UInt8]) -> UInt64 {
    var hash = ByteHash(seed: UInt64(pattern.count))
    pattern.withUnsafeBytes { bytes in
      let last = bytes.count - 8
      if last < 0 {
        for byte in bytes { hash.add(byte) }
      } else {
        hash.mix(bytes.loadUnaligned(fromByteOffset: min(20, last), as: UInt64.self))
        hash.mix(bytes.loadUnaligned(fromByteOffset: min(bytes.count / 2, last), as: UInt64.self))
        hash.mix(bytes.loadUnaligned(fromByteOffset: max(0, last - 8), as: UInt64.self))
      }
    }
    return hash.value | 1
  }
}

extension Rule {
  /// Returns whether the rule has the same action as the other rule with the same pattern, and applies to all of its
  /// requests.
  fileprivate func covers(_ other: Rule) -> Bool {
    action == other.action && trigger.includesAllButPattern(of: other.trigger)
      && trigger.hasWiderCase(than: other.trigger)
  }
}
