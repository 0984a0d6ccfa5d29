import ContentBlocker

/// Finds equal rules, and rules that differ only in their `if-domain`, or in whether they are about pages or windows, among rules that are appended to an
/// array. Actions are not compared: the rules of one section have the same.
struct RuleMerger {
  /// Where in the array the rules begin that are compared.
  private let start: Int
  /// Numbers of the rules from `start` on.
  private var slots: HashSlots
  private var count = 0
  private var domains: [Int: Domains] = [:]
  /// The types of rules that are about pages and windows.
  private(set) var types: [Int: ResourceTypes] = [:]

  private struct Domains {
    var list: [Domain]
    var known: Set<Domain>
  }

  init(start: Int, capacity: Int) {
    self.start = start
    slots = HashSlots(capacity: capacity)
  }

  /// The position of the rule of `rules` that also stands for the one at `index` of `new`: an equal one, or one
  /// that takes over its domains, which are then in ``conditions``. Nil when there is none: the caller appends the
  /// new rule.
  ///
  /// `index` is one of `new`. Of the array those are looked at that have a number, all of which were appended.
  mutating func position(
    of new: UnsafeBufferPointer<OriginatedRule>, _ index: Int, in rules: [Rule]
  ) -> Int? {
    rules.withUnsafeBufferPointer { known in
      let hash = Self.hash(new[index].rule.trigger)
      let first = slots.find(hash, orAdd: count) {
        Self.canMerge(known[start + $0].trigger, new[index].rule.trigger)
      }
      guard let first else {
        count += 1
        return nil
      }
      merge(new[index].rule.trigger, into: start + first, of: rules)
      return start + first
    }
  }

  /// Positions of rules that have taken over domains, with their conditions.
  var conditions: [(Int, Condition?)] {
    domains.map { ($0.key, NonEmpty($0.value.list).map { .ifDomain($0) }) }
  }

  private mutating func merge(_ trigger: Trigger, into position: Int, of rules: [Rule]) {
    if trigger.resourceTypes != rules[position].trigger.resourceTypes {
      types[position, default: rules[position].trigger.resourceTypes].formUnion(trigger.resourceTypes)
    }
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
      a.resourceTypes == b.resourceTypes || joinsTypes(a) && joinsTypes(b), a.loadTypes == b.loadTypes,
      a.loadContexts == b.loadContexts,
      a.requestMethod == b.requestMethod
    else { return false }
    switch (a.condition, b.condition) {
    case (nil, nil), (.ifDomain, .ifDomain): return true
    case (let a, let b): return a == b
    }
  }

  /// Whether a rule is about pages, windows or both, and has no domains that it may hand on.
  @inline(__always)
  private static func joinsTypes(_ trigger: Trigger) -> Bool {
    guard !trigger.resourceTypes.isEmpty, trigger.resourceTypes.isSubset(of: [.topDocument, .popup]) else {
      return false
    }
    if case .ifDomain? = trigger.condition { return false }
    return true
  }

  /// Equal for triggers that can be merged.
  @inline(__always)
  private static func hash(_ trigger: Trigger) -> ByteHash {
    var hash = ByteHash()
    hash.mix(trigger.urlFilter.bytes)
    var kinds = joinsTypes(trigger) ? 1 << 60 : UInt64(trigger.resourceTypes.rawValue) << 16
    kinds |= UInt64(trigger.loadTypes.rawValue) << 8
    kinds |= UInt64(trigger.loadContexts.rawValue) << 4
    kinds |= trigger.isCaseSensitive ? 1 : 0
    hash.mix(kinds)
    // Conditions that must be equal are told apart by all that they have, or all rules of a pattern would be compared
    // with each other.
    switch trigger.condition {
    case .ifDomain, nil: break
    case .unlessDomain(let domains): for domain in domains.elements { hash.mix(domain.host) }
    case .ifTopURL(let filters), .unlessTopURL(let filters), .ifFrameURL(let filters),
      .unlessFrameURL(let filters):
      for filter in filters.elements { hash.mix(filter.bytes) }
    }
    return hash
  }
}
