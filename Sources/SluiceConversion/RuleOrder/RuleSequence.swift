import SluiceAnalysis
import SluiceRules
import SluiceText

/// Rules in their final order, each with the filter that it comes from.
struct RuleSequence {
  private(set) var rules: [Rule] = []
  private(set) var locations: [FilterPlace] = []
  /// The additional origins of rules, or `nil` if they are not traced.
  private(set) var origins: RuleOrigins?
  /// The other filters of rules that several filters share, by position, whether they are traced or not: a rule that a limit
  /// removes takes all of them along.
  private(set) var others: [Int: [FilterPlace]] = [:]

  init(capacity: Int, isTraced: Bool) {
    if isTraced { origins = RuleOrigins() }
    // For targets with fewer resource types, some rules are split in two. Reallocation would cost more than
    // the extra capacity.
    rules.reserveCapacity(capacity + capacity / 32)
    locations.reserveCapacity(capacity + capacity / 32)
  }

  mutating func append(_ rule: consuming Rule, from location: FilterPlace) {
    rules.append(rule)
    locations.append(location)
  }

  mutating func append(_ more: [OriginatedRule]) {
    // Iterating over an array would copy each element again and retain everything that a rule refers to.
    let more = more.span
    for index in more.indices { append(more[index].rule, from: more[index].location) }
  }

  mutating func append(_ more: SharedRules) {
    origins?.append(more, at: rules.count)
    append(more.rules)
  }

  /// Appends an auxiliary rule that comes from no filter. `location` is a filter that needs it.
  mutating func appendGenerated(_ rule: Rule, for location: FilterPlace) {
    origins?.setGenerated(rules.count)
    append(rule, from: location)
  }

  /// Appends rules whose order is irrelevant. Equal rules are merged, and so are rules that differ only in
  /// `if-domain`.
  mutating func appendMerged(_ pieces: [[OriginatedRule]], as action: Action? = nil) {
    let count = pieces.reduce(0) { $0 + $1.count }
    var merger = RuleMerger(start: rules.count, capacity: count)
    for piece in pieces {
      // For a span, the compiler would copy the whole element to read one of its fields. The loop therefore
      // uses a buffer pointer. Its indices come from the buffer, so they are in bounds.
      piece.withUnsafeBufferPointer { piece in
        for index in piece.indices {
          let location = piece[index].location
          if let position = merger.position(of: piece, index, in: rules) {
            share(position, with: location)
          } else if let action {
            append(Rule(trigger: piece[index].rule.trigger, action: action), from: location)
          } else {
            append(piece[index].rule, from: location)
          }
        }
      }
    }
    for (position, condition) in merger.conditions { rules[position].trigger.condition = condition }
    for (position, types) in merger.types { rules[position].trigger.resourceTypes = types }
  }

  /// Notes that a filter needs a rule that another filter has already.
  private mutating func share(_ position: Int, with location: FilterPlace) {
    origins?.add(location, to: position, from: locations[position])
    others[position, default: []].append(location)
  }

  /// Leaves out rules that another rule with the same pattern makes redundant. That rule takes over their filters.
  ///
  /// Rules below another host or with a longer pattern stay: to find them takes longer than to convert them, and
  /// `sluice lint` names their filters. A rule also stays if an exception between both applies to only one of them.
  mutating func leaveOutCovered() {
    let pairs = SamePatternCoverage.pairs(in: rules)
    if pairs.isEmpty { return }
    for pair in pairs {
      let filters = origins?.filters(ofRule: pair.rule) ?? [locations[pair.rule]] + (others[pair.rule] ?? [])
      for filter in filters where filter != locations[pair.by] && others[pair.by]?.contains(filter) != true {
        share(pair.by, with: filter)
      }
    }
    // The pairs are in the order of their rules.
    var next = 0
    filter { position in
      guard next < pairs.count, pairs[next].rule == position else { return true }
      next += 1
      return false
    }
  }

  /// Changes the rules to the form that is best for them, and returns that form.
  mutating func choose(_ choice: FormChoice) -> ListForm {
    let form = choice.form(of: rules)
    rules.rewrite(as: form)
    return form
  }

  /// Keeps the rules for which `isKept` is true, which is called for their positions in order.
  mutating func filter(_ isKept: (Int) -> Bool) {
    let kept = rules.indices.filter(isKept)
    // The rules are moved within the array, because a copy would retain everything that they refer to.
    rules.withUnsafeMutableBufferPointer { rules in
      for position in kept.indices where kept[position] != position {
        rules.swapAt(position, kept[position])
        locations[position] = locations[kept[position]]
      }
    }
    let removed = rules.count - kept.count
    rules.removeLast(removed)
    locations.removeLast(removed)
    take(kept)
  }

  /// Renumbers what is known of the rules at these former positions, which ascend and can repeat.
  private mutating func take(_ kept: [Int]) {
    origins?.take(kept)
    if others.isEmpty { return }
    let old = others
    others = [:]
    for (former, filters) in old {
      var position = kept.firstIndex(ofAtLeast: former)
      while position < kept.count, kept[position] == former {
        others[position] = filters
        position += 1
      }
    }
  }

  /// Gives url-filters automata of their own where the states of a shared one would multiply, see ``SharedAutomata``.
  mutating func separateAutomata() { rules.separateAutomata() }

  /// Rewrites the rules in the form that a target supports.
  ///
  /// Before this step, a domain in a condition stands for the pages of that domain. WebKit would search for
  /// the domain anywhere in the page URL.
  mutating func adapt(for target: Target) {
    let adaptation = TargetAdaptation(target)
    var splits: [(index: Int, triggers: [Trigger])] = []
    for index in adaptation.indicesToAdapt(rules) {
      let triggers = adaptation.triggers(for: rules[index].trigger)
      if triggers.count == 1 {
        rules[index].trigger = triggers[0]
      } else {
        splits.append((index, triggers))
      }
    }
    split(splits)
  }

  /// Replaces some rules with several rules each. The rules are moved within the array, because copying them
  /// would take a twentieth of the conversion time.
  private mutating func split(_ splits: [(index: Int, triggers: [Trigger])]) {
    guard let first = splits.first else { return }
    let count = rules.count
    let added = splits.reduce(0) { $0 + $1.triggers.count - 1 }
    rules += repeatElement(rules[first.index], count: added)
    locations += repeatElement(locations[first.index], count: added)
    var positions = origins == nil && others.isEmpty ? [] : Array(rules.indices)
    // Both indices decrease, `read` from the end of the old rules and `write` from the end of the array.
    // `write` is never below `read`.
    rules.withUnsafeMutableBufferPointer { rules in
      var (read, write) = (count, rules.count)
      for (index, triggers) in splits.reversed() {
        while read > index + 1 {
          (read, write) = (read - 1, write - 1)
          rules.swapAt(read, write)
          locations[write] = locations[read]
          if !positions.isEmpty { positions[write] = read }
        }
        let (action, location) = (rules[index].action, locations[index])
        for trigger in triggers.reversed() {
          write -= 1
          rules[write] = Rule(trigger: trigger, action: action)
          locations[write] = location
          if !positions.isEmpty { positions[write] = index }
        }
        read = index
      }
    }
    if !positions.isEmpty { take(positions) }
  }
}

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
