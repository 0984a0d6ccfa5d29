import SluiceRules
import SluiceText

/// Finds rules that can be merged when they are appended to an array.
///
/// These are equal rules, and rules that differ only in `if-domain` or in the types for page loads and
/// popups.
///
/// Actions are not compared, because all rules of a section have the same action.
struct RuleMerger {
  /// The index of the first rule to compare.
  private let start: Int
  /// The indices of rules, relative to `start`.
  private var slots: HashSlots
  private var count = 0
  private var domains: [Int: Domains] = [:]
  /// The merged types of rules for page loads and popups.
  private(set) var types: [Int: ResourceTypes] = [:]

  private struct Domains {
    var list: [Domain]
    var known: Set<Domain>
  }

  init(start: Int, capacity: Int) {
    self.start = start
    slots = HashSlots(capacity: capacity)
  }

  /// Returns the position in `rules` of the rule that represents the rule at `index` of `new`. Returns `nil`
  /// if the caller must append the new rule.
  ///
  /// The existing rule is equal to the new one, or it takes over the domains or types of the new one; see
  /// ``conditions`` and ``types``. Only rules that were appended through this merger are compared.
  mutating func position(
    of new: UnsafeBufferPointer<OriginatedRule>, _ index: Int, in rules: [Rule]
  ) -> Int? {
    rules.withUnsafeBufferPointer { known in
      let hash = Self.hash(new, at: index)
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

  /// The positions of rules that took over domains, with their conditions.
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
      a.resourceTypes == b.resourceTypes
        || joinsTypes(a.resourceTypes, condition: a.condition)
          && joinsTypes(b.resourceTypes, condition: b.condition),
      a.loadTypes == b.loadTypes, a.loadContexts == b.loadContexts, a.requestMethod == b.requestMethod
    else { return false }
    switch (a.condition, b.condition) {
    case (nil, nil), (.ifDomain, .ifDomain): return true
    case (let a, let b): return a == b
    }
  }

  /// Returns whether a rule is for page loads, popups or both, without domains that would need to be merged.
  @inline(__always)
  private static func joinsTypes(_ types: ResourceTypes, condition: Condition?) -> Bool {
    guard !types.isEmpty, types.isSubset(of: [.topDocument, .popup]) else { return false }
    if case .ifDomain? = condition { return false }
    return true
  }

  /// Returns a hash that is equal for rules that can be merged.
  @inline(__always)
  private static func hash(_ new: UnsafeBufferPointer<OriginatedRule>, at index: Int) -> ByteHash {
    // A copy of the trigger would retain everything that it refers to. Single fields are therefore read.
    var hash = ByteHash()
    hash.mix(new[index].rule.trigger.urlFilter.bytes)
    let types = new[index].rule.trigger.resourceTypes
    let joinsTypes = joinsTypes(types, condition: new[index].rule.trigger.condition)
    var kinds = joinsTypes ? 1 << 60 : UInt64(types.rawValue) << 16
    kinds |= UInt64(new[index].rule.trigger.loadTypes.rawValue) << 8
    kinds |= UInt64(new[index].rule.trigger.loadContexts.rawValue) << 4
    kinds |= new[index].rule.trigger.isCaseSensitive ? 1 : 0
    hash.mix(kinds)
    // Conditions that must be equal are hashed completely. Otherwise all rules with the same pattern would be
    // compared with each other.
    switch new[index].rule.trigger.condition {
    case .ifDomain, nil: break
    case .unlessDomain(let domains): for domain in domains.elements { hash.mix(domain.host) }
    case .ifTopURL(let filters), .unlessTopURL(let filters), .ifFrameURL(let filters),
      .unlessFrameURL(let filters):
      for filter in filters.elements { hash.mix(filter.bytes) }
    }
    return hash
  }
}
