import SluiceAnalysis
import SluiceRules
import SluiceText

/// Rules in their final order and form, each with the filter that it comes from.
struct RuleSequence {
  fileprivate(set) var rules: [Rule] = []
  private(set) var locations: [FilterPlace] = []
  /// The additional origins of rules, or `nil` if they are not traced.
  fileprivate(set) var origins: RuleOrigins?
  /// The other filters of rules that several filters share, by position, whether they are traced or not: a rule that a limit
  /// removes takes all of them along.
  private(set) var others: [Int: [FilterPlace]] = [:]

  fileprivate init(capacity: Int, isTraced: Bool) {
    if isTraced { origins = RuleOrigins() }
    // For targets with fewer resource types, some rules are split in two. Reallocation would cost more than
    // the extra capacity.
    rules.reserveCapacity(capacity + capacity / 32)
    locations.reserveCapacity(capacity + capacity / 32)
  }

  fileprivate mutating func append(_ rule: consuming Rule, from location: FilterPlace) {
    rules.append(rule)
    locations.append(location)
  }

  /// Notes that a filter needs a rule that another filter has already.
  fileprivate mutating func share(_ position: Int, with location: FilterPlace) {
    origins?.add(location, to: position, from: locations[position])
    others[position, default: []].append(location)
  }

  /// Leaves out rules that another rule with the same pattern makes redundant. That rule takes over their filters.
  ///
  /// Rules below another host or with a longer pattern stay: to find them takes longer than to convert them, and
  /// `sluice lint` names their filters. A rule also stays if an exception between both applies to only one of them.
  mutating func leaveOutCovered() {
    let pairs = SamePatternCoverage.pairs(in: rules)
    for pair in pairs {
      let filters = origins?.filters(ofRule: pair.rule) ?? [locations[pair.rule]] + (others[pair.rule] ?? [])
      for filter in filters where filter != locations[pair.by] && others[pair.by]?.contains(filter) != true {
        share(pair.by, with: filter)
      }
    }
    // The pairs are in the order of their rules.
    remove(pairs.map { $0.rule })
  }

  /// Changes the rules to the form that is best for them, and returns that form.
  mutating func choose(_ choice: FormChoice) -> ListForm {
    let form = choice.form(of: rules)
    rules.rewrite(as: form)
    return form
  }

  /// Removes the rules at these positions, which ascend.
  mutating func remove(_ removed: [Int]) {
    if removed.isEmpty { return }
    if origins != nil || !others.isEmpty {
      var (kept, start): ([Int], Int) = ([], 0)
      for index in removed {
        kept += start..<index
        start = index + 1
      }
      take(kept + (start..<rules.count))
    }
    rules.remove(at: removed)
    locations.remove(at: removed)
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

  /// Rewrites rules whose domains stand for pages in the form that a target supports.
  fileprivate mutating func adapt(for target: Target) {
    rules.separateAutomata()
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

  /// Replaces some rules with several rules each.
  private mutating func split(_ splits: [(index: Int, triggers: [Trigger])]) {
    if splits.isEmpty { return }
    let counts = splits.map { (index: $0.index, count: $0.triggers.count) }
    if origins != nil || !others.isEmpty {
      var (positions, start): ([Int], Int) = ([], 0)
      for (index, count) in counts {
        positions += start..<index
        positions += repeatElement(index, count: count)
        start = index + 1
      }
      take(positions + (start..<rules.count))
    }
    rules.repeatElements(counts)
    locations.repeatElements(counts)
    var added = 0
    for (index, triggers) in splits {
      for (number, trigger) in triggers.enumerated() { rules[index + added + number].trigger = trigger }
      added += triggers.count - 1
    }
  }
}

/// Changes of arrays that move the other elements within the array: copies would retain everything that a rule refers to.
extension Array {
  /// Removes the elements at these positions, which ascend.
  fileprivate mutating func remove(at positions: [Int]) {
    let removed = positions.map { self[$0] }
    withUnsafeMutableBufferPointer { elements in
      guard let base = elements.baseAddress, var end = positions.first else { return }
      for (number, position) in positions.enumerated() {
        let next = number + 1 < positions.count ? positions[number + 1] : elements.count
        (base + position).deinitialize(count: 1)
        (base + end).moveInitialize(from: base + position + 1, count: next - position - 1)
        end += next - position - 1
      }
      (base + end).initialize(from: removed, count: removed.count)
    }
    removeLast(positions.count)
  }

  /// Repeats some elements until there are this many of each. The indices ascend, and no count is 0.
  fileprivate mutating func repeatElements(_ counts: [(index: Int, count: Int)]) {
    let old = self.count
    let added = counts.reduce(0) { $0 + $1.count - 1 }
    self += repeatElement(self[counts[0].index], count: added)
    withUnsafeMutableBufferPointer { elements in
      guard let base = elements.baseAddress else { return }
      // The memory from `read` to `write` is not initialized.
      var (read, write) = (old, elements.count)
      (base + read).deinitialize(count: added)
      for (index, count) in counts.reversed() {
        let moved = read - index - 1
        write -= moved
        (base + write).moveInitialize(from: base + index + 1, count: moved)
        let element = (base + index).move()
        write -= count
        (base + write).initialize(repeating: element, count: count)
        read = index
      }
    }
  }
}

/// Rules in their final order, before a target is known. The domains in their conditions stand for the pages of these
/// domains, where WebKit would search for a domain anywhere in the URL of the page.
struct OrderedRules {
  private var sequence: RuleSequence

  init(capacity: Int, isTraced: Bool) { sequence = RuleSequence(capacity: capacity, isTraced: isTraced) }

  /// Returns the rules in the form that a target supports. Url-filters get automata of their own where the states of a
  /// shared one would multiply, see ``SharedAutomata``.
  consuming func adapted(for target: Target) -> RuleSequence {
    var sequence = sequence
    sequence.adapt(for: target)
    return sequence
  }

  mutating func append(_ rule: consuming Rule, from location: FilterPlace) {
    sequence.append(rule, from: location)
  }

  mutating func append(_ more: [OriginatedRule]) {
    // Iterating over an array would copy each element again and retain everything that a rule refers to.
    let more = more.span
    for index in more.indices { sequence.append(more[index].rule, from: more[index].location) }
  }

  mutating func append(_ more: SharedRules) {
    sequence.origins?.append(more, at: sequence.rules.count)
    append(more.rules)
  }

  /// Appends an auxiliary rule that comes from no filter. `location` is a filter that needs it.
  mutating func appendGenerated(_ rule: Rule, for location: FilterPlace) {
    sequence.origins?.setGenerated(sequence.rules.count)
    sequence.append(rule, from: location)
  }

  /// Appends rules whose order is irrelevant. Equal rules are merged, and so are rules that differ only in
  /// `if-domain`.
  mutating func appendMerged(_ pieces: [[OriginatedRule]], as action: Action? = nil) {
    let count = pieces.reduce(0) { $0 + $1.count }
    var merger = RuleMerger(start: sequence.rules.count, capacity: count)
    for piece in pieces {
      // For a span, the compiler would copy the whole element to read one of its fields. The loop therefore
      // uses a buffer pointer. Its indices come from the buffer, so they are in bounds.
      piece.withUnsafeBufferPointer { piece in
        for index in piece.indices {
          let location = piece[index].location
          if let position = merger.position(of: piece, index, in: sequence.rules) {
            sequence.share(position, with: location)
          } else if let action {
            sequence.append(Rule(trigger: piece[index].rule.trigger, action: action), from: location)
          } else {
            sequence.append(piece[index].rule, from: location)
          }
        }
      }
    }
    for (position, condition) in merger.conditions { sequence.rules[position].trigger.condition = condition }
    for (position, types) in merger.types { sequence.rules[position].trigger.resourceTypes = types }
  }
}
