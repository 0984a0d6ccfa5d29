import SluiceRules
import SluiceText

/// Finds redundant rules. A rule is redundant if another rule has the same effect on every request that it
/// matches.
///
/// The search finds only these cases:
/// - Equal rules, and rules that differ only in conditions and types.
/// - Patterns that start with another whole pattern.
/// - Hosts below another host.
///
/// Hash tables select a few candidates for each rule, so the running time is nearly linear.
struct CoverageSearch {
  struct Pair: Hashable {
    var rule: Int
    var by: Int
    var isDuplicate: Bool
  }

  private let rules: [Rule]
  private var exceptions = ExceptionCounts()
  private var actions: [ByteHash] = []
  private var hostPatterns: [ComparedHostPattern?] = []
  private var coverers: [Int32]
  private var isDuplicate: [Bool]

  private var equal: HashChains
  private var samePattern: HashChains
  private var everything: HashChains
  private var hosts: HashChains
  private var prefixes: HashChains

  /// The maximum number of rules to examine for each key.
  private static let limit = 16

  static func pairs(in rules: [Rule]) -> [Pair] {
    var search = CoverageSearch(rules)
    // The reverse order keeps the first of several equal rules.
    for rule in rules.indices.reversed() { search.look(for: rule) }
    return rules.indices.compactMap { rule in
      let by = Int(search.coverers[rule])
      return by < 0 ? nil : Pair(rule: rule, by: by, isDuplicate: search.isDuplicate[rule])
    }
  }

  private init(_ rules: [Rule]) {
    self.rules = rules
    coverers = Array(repeating: -1, count: rules.count)
    isDuplicate = Array(repeating: false, count: rules.count)
    equal = HashChains(count: rules.count)
    samePattern = equal
    everything = samePattern
    hosts = samePattern
    prefixes = samePattern
    actions.reserveCapacity(rules.count)
    hostPatterns.reserveCapacity(rules.count)
    for (index, rule) in rules.enumerated() { add(rule, at: index) }
  }

  private mutating func add(_ rule: Rule, at index: Int) {
    exceptions.add(rule.action)
    let action = rule.action.coverageHash
    let filter = rule.trigger.urlFilter
    let host = ComparedHostPattern(filter.bytes)
    actions.append(action)
    hostPatterns.append(host)
    // A rule that matches nothing covers nothing.
    if rule == .noOperation { return }
    let patternHash = ByteHash(action, in: filter.bytes)
    if isEqualToEarlier(rule, at: index, key: rule.trigger.coverageHash(patternHash)) { return }
    samePattern.add(index, key: patternHash)
    if filter == .any { everything.add(index, key: action) }
    if let host, host.tail == .end {
      hosts.add(index, key: ByteHash(action, in: host.host.reversed()))
    } else if filter.bytes.canBePrefix {
      prefixes.add(index, key: patternHash)
    }
  }

  /// Returns whether an equal rule before this one makes it redundant. Otherwise, if this rule can replace
  /// the earlier one, marks the earlier one as redundant.
  private mutating func isEqualToEarlier(_ rule: Rule, at index: Int, key: ByteHash) -> Bool {
    if let other = equal.first(key, limit: Self.limit, where: { rules[$0] == rule }) {
      // If possible, the first of several equal rules covers all others.
      if canReplace(index, by: other) {
        coverers[index] = Int32(truncatingIfNeeded: other)
        isDuplicate[index] = true
        return true
      }
      if canReplace(other, by: index) {
        coverers[other] = Int32(truncatingIfNeeded: index)
        isDuplicate[other] = true
      }
    }
    equal.add(index, key: key)
    return false
  }

  // MARK: - Candidates

  private mutating func look(for index: Int) {
    let rule = rules[index]
    if rule == .noOperation || coverers[index] >= 0 { return }
    let action = actions[index]
    let filter = rule.trigger.urlFilter.bytes
    tryAll(of: samePattern, key: ByteHash(action, in: filter), index) { search, other in
      search.rules[other].trigger.urlFilter == rule.trigger.urlFilter
        && search.hasWiderCase(other, than: index)
    }
    if coverers[index] >= 0 { return }
    if rule.trigger.urlFilter != .any {
      tryAll(of: everything, key: action, index) { _, _ in true }
    }
    if coverers[index] < 0, let host = hostPatterns[index] { lookForHosts(above: host, index) }
    if coverers[index] < 0 { lookForPrefixes(of: filter, index) }
  }

  private mutating func lookForHosts(above host: ComparedHostPattern, _ index: Int) {
    var hash = actions[index]
    for position in host.host.indices.reversed() {
      hash.add(host.host[position])
      let isLabel = position == 0 || position > 1 && host.host[position - 1] == ASCII.dot
      guard isLabel else { continue }
      tryAll(of: hosts, key: hash, index) { search, other in
        guard let above = search.hostPatterns[other] else { return false }
        return above.host.count == host.host.count - position
          && host.host[position...].elementsEqual(above.host)
          && above.covers(
            host, isCaseSensitive: search.rules[other].trigger.isCaseSensitive,
            otherIsCaseSensitive: search.rules[index].trigger.isCaseSensitive)
      }
      if coverers[index] >= 0 { return }
    }
  }

  private mutating func lookForPrefixes(of filter: [UInt8], _ index: Int) {
    var hash = actions[index]
    for position in filter.indices.dropLast() {
      hash.add(filter[position])
      if filter[position + 1].isRepetition { continue }
      tryAll(of: prefixes, key: hash, index) { search, other in
        let start = search.rules[other].trigger.urlFilter.bytes
        return start.count == position + 1 && filter.starts(with: start)
          && search.hasWiderCase(other, than: index)
      }
      if coverers[index] >= 0 { return }
    }
  }

  // MARK: - Comparison

  /// Searches the rules that are stored under this key for one that covers the rule.
  private mutating func tryAll(
    of table: HashChains, key: ByteHash, _ index: Int, hasWiderPattern: (CoverageSearch, Int) -> Bool
  ) {
    let coverer = table.first(key, limit: Self.limit) { other in
      other != index && rules[other].action == rules[index].action && canReplace(index, by: other)
        && rules[other].trigger.includesAllButPattern(of: rules[index].trigger)
        && hasWiderPattern(self, other)
        && !isCovered(other, inTheEndBy: index)
    }
    if let coverer { coverers[index] = Int32(truncatingIfNeeded: coverer) }
  }

  private func isCovered(_ rule: Int, inTheEndBy other: Int) -> Bool {
    var next = rule
    while coverers[next] >= 0 {
      next = Int(coverers[next])
      if next == other { return true }
    }
    return false
  }

  private func hasWiderCase(_ rule: Int, than other: Int) -> Bool {
    rules[rule].trigger.hasWiderCase(than: rules[other].trigger)
  }

  private func canReplace(_ rule: Int, by other: Int) -> Bool {
    exceptions.canReplace(rule, by: other, in: rules)
  }
}

extension Trigger {
  /// Returns a hash that is equal for equal triggers and different for most others in real lists. `pattern`
  /// is the hash of the pattern and the action.
  fileprivate func coverageHash(_ pattern: ByteHash) -> ByteHash {
    var hash = pattern
    hash.mix(
      UInt64(resourceTypes.rawValue) << 8 | UInt64(loadTypes.rawValue) << 4 | UInt64(loadContexts.rawValue))
    // The first entry suffices, and a condition can have thousands.
    switch condition {
    case .ifDomain(let domains), .unlessDomain(let domains):
      hash.mix(UInt64(domains.elements.count))
      hash.mix(domains.elements[0].host)
    case .ifTopURL(let filters), .unlessTopURL(let filters), .ifFrameURL(let filters),
      .unlessFrameURL(let filters):
      hash.mix(UInt64(filters.elements.count))
      hash.mix(filters.elements[0].bytes)
    case nil: break
    }
    return hash
  }
}

extension Action {
  fileprivate var coverageHash: ByteHash {
    let kind = ByteHash(seed: UInt64(kindNumber))
    guard case .hide(let selectors) = self else { return kind }
    return selectors.elements.reduce(into: kind) { $0.mix($1.bytes) }
  }
}

extension [UInt8] {
  /// Whether this pattern matches every URL that a longer pattern with this prefix matches, unless the longer
  /// one continues with a repetition.
  fileprivate var canBePrefix: Bool {
    if last == ASCII.dollar && dropLast().last != ASCII.backslash { return false }
    for (index, byte) in enumerated() {
      if byte == ASCII.openBrace { return false }
      // The longer pattern could continue an escape such as `\1`.
      if byte == ASCII.backslash, index + 1 < count, self[index + 1].isCSSName { return false }
    }
    return true
  }
}

extension UInt8 {
  fileprivate var isRepetition: Bool {
    self == ASCII.question || self == ASCII.star || self == ASCII.plus
      || self == ASCII.openBrace
  }
}
