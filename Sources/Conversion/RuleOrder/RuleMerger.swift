import ContentBlocker

/// Finds equal rules, and rules that differ only in their `if-domain`, among rules that are appended to an
/// array. Actions are not compared: the rules of one section have the same.
struct RuleMerger {
  /// Where in the array the rules begin that are compared.
  private let start: Int
  /// Hash table with open addressing: how many rules behind `start`, 0 for none, else one more.
  private var table: [UInt32]
  private var filled: UInt32 = 0
  private var domains: [Int: Domains] = [:]

  private struct Domains {
    var list: [Domain]
    var known: Set<Domain>
  }

  init(start: Int, capacity: Int) {
    self.start = start
    var size = 16
    while size < capacity * 2 { size *= 2 }
    table = [UInt32](repeating: 0, count: size)
  }

  /// The position of the rule of `rules` that also stands for the one at `index` of `new`: an equal one, or one
  /// that takes over its domains, which are then in ``conditions``. Nil when there is none: the caller appends the
  /// new rule.
  mutating func position(
    of new: UnsafeBufferPointer<OriginatedRule>, _ index: Int, in rules: [Rule]
  ) -> Int? {
    rules.withUnsafeBufferPointer { known in
      var slot = Self.hash(new[index].rule.trigger).slot(of: table.count)
      while table[slot] != 0 {
        let position = start + Int(table[slot]) - 1
        if Self.canMerge(known[position].trigger, new[index].rule.trigger) {
          merge(new[index].rule.trigger, into: position, of: rules)
          return position
        }
        slot = (slot + 1) & (table.count - 1)
      }
      filled += 1
      table[slot] = filled
      return nil
    }
  }

  /// Positions of rules that have taken over domains, with their conditions.
  var conditions: [(Int, Condition?)] {
    domains.map { ($0.key, NonEmpty($0.value.list).map { .ifDomain($0) }) }
  }

  private mutating func merge(_ trigger: Trigger, into position: Int, of rules: [Rule]) {
    guard case .ifDomain(let new) = trigger.condition,
      case .ifDomain(let old) = rules[position].trigger.condition
    else { return }
    var all = domains.removeValue(forKey: position) ?? Domains(list: old.elements, known: Set(old.elements))
    for domain in new.elements where all.known.insert(domain).inserted { all.list.append(domain) }
    domains[position] = all
  }

  @inline(__always)
  private static func canMerge(_ a: Trigger, _ b: Trigger) -> Bool {
    guard a.urlFilter == b.urlFilter, a.isCaseSensitive == b.isCaseSensitive,
      a.resourceTypes == b.resourceTypes, a.loadTypes == b.loadTypes, a.loadContexts == b.loadContexts,
      a.requestMethod == b.requestMethod
    else { return false }
    switch (a.condition, b.condition) {
    case (nil, nil), (.ifDomain, .ifDomain): return true
    case (let a, let b): return a == b
    }
  }

  /// Equal for triggers that can be merged.
  @inline(__always)
  private static func hash(_ trigger: Trigger) -> ByteHash {
    var hash = ByteHash()
    trigger.urlFilter.bytes.withUnsafeBytes { hash.mix($0) }
    hash.mix(
      UInt64(trigger.resourceTypes.rawValue) << 16 | UInt64(trigger.loadTypes.rawValue) << 8
        | UInt64(trigger.loadContexts.rawValue) << 4 | (trigger.isCaseSensitive ? 1 : 0))
    // Conditions that must be equal are told apart by how they begin, or all rules of a pattern would be compared
    // with each other.
    switch trigger.condition {
    case .ifDomain, nil: break
    case .unlessDomain(let domains): domains.elements[0].host.withUnsafeBytes { hash.mix($0) }
    case .ifTopURL(let filters), .unlessTopURL(let filters), .ifFrameURL(let filters),
      .unlessFrameURL(let filters):
      filters.elements[0].bytes.withUnsafeBytes { hash.mix($0) }
    }
    return hash
  }
}
