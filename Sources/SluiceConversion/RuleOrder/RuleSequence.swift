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

  /// Removes the rules at these positions, which ascend. The others are moved within the array: copies would retain
  /// everything that a rule refers to.
  mutating func remove(_ removed: [Int]) {
    guard var end = removed.first else { return }
    if origins != nil || !others.isEmpty {
      take(positions(removed.map { (index: $0, count: 0) }))
    }
    let gone = rules[end]
    rules.withUnsafeMutableBufferPointer { rules in
      locations.withUnsafeMutableBufferPointer { locations in
        guard let base = rules.baseAddress else { return }
        for (number, position) in removed.enumerated() {
          let next = number + 1 < removed.count ? removed[number + 1] : rules.count
          (base + position).deinitialize(count: 1)
          (base + end).moveInitialize(from: base + position + 1, count: next - position - 1)
          for index in position + 1..<next {
            locations[end] = locations[index]
            end += 1
          }
        }
        (base + end).initialize(repeating: gone, count: removed.count)
      }
    }
    rules.removeLast(removed.count)
    locations.removeLast(removed.count)
  }

  /// Returns the former position of each rule after some were repeated or, with a count of 0, removed. The indices ascend.
  private func positions(_ changes: [(index: Int, count: Int)]) -> [Int] {
    var positions = [Int](repeating: 0, count: changes.reduce(rules.count) { $0 + $1.count - 1 })
    var (next, count) = (0, 0)
    for index in rules.indices {
      var repeats = 1
      if next < changes.count, index == changes[next].index {
        repeats = changes[next].count
        next += 1
      }
      for _ in 0..<repeats {
        positions[count] = index
        count += 1
      }
    }
    return positions
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

  /// Replaces some rules with several rules each. The indices ascend, and each rule has a trigger. The other rules are
  /// moved within the array.
  private mutating func split(_ splits: [(index: Int, triggers: [Trigger])]) {
    guard let first = splits.first else { return }
    let old = rules.count
    let added = splits.reduce(0) { $0 + $1.triggers.count - 1 }
    if origins != nil || !others.isEmpty {
      take(positions(splits.map { (index: $0.index, count: $0.triggers.count) }))
    }
    rules += repeatElement(rules[first.index], count: added)
    locations += repeatElement(locations[first.index], count: added)
    rules.withUnsafeMutableBufferPointer { rules in
      locations.withUnsafeMutableBufferPointer { locations in
        guard let base = rules.baseAddress else { return }
        // The memory from `read` to `write` is not initialized.
        var (read, write) = (old, rules.count)
        (base + read).deinitialize(count: added)
        for (index, triggers) in splits.reversed() {
          let moved = read - index - 1
          (base + write - moved).moveInitialize(from: base + index + 1, count: moved)
          while read > index + 1 {
            (read, write) = (read - 1, write - 1)
            locations[write] = locations[read]
          }
          let (action, location) = ((base + index).move().action, locations[index])
          for trigger in triggers.reversed() {
            write -= 1
            (base + write).initialize(to: Rule(trigger: trigger, action: action))
            locations[write] = location
          }
          read = index
        }
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
