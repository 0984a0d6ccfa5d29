import SluiceRules
import SluiceText

/// Two rule lists with numbered rules, for comparisons.
package struct NumberedRuleLists: Sendable {
  /// The old list.
  package let old: RuleList
  /// The new list.
  package let new: RuleList
  let oldUnits: [RuleUnit]
  let newUnits: [RuleUnit]
  /// The number of distinct units in both lists.
  let count: Int

  /// Numbers the rules of two lists.
  package init(_ old: RuleList, _ new: RuleList) {
    (self.old, self.new) = (old, new)
    var numbering = RuleNumbering()
    oldUnits = numbering.units(of: old)
    newUnits = numbering.units(of: new)
    count = numbering.count
  }
}

/// Assigns equal numbers to equal rules. Each selector of a hiding rule gets a number of its own, because
/// lists group selectors arbitrarily.
struct RuleNumbering {
  var count: Int { numbers.count }

  private var triggers: [Trigger] = []
  private var triggerSlots = HashSlots()
  private var selectors = ByteTable()
  private var numbers: [Key: Int32] = [:]

  private struct Key: Hashable {
    var trigger: Int32
    var action: UInt8
    /// The number of the selector; -1 for rules without selectors.
    var selector: Int32
  }

  mutating func units(of list: RuleList) -> [RuleUnit] {
    var units: [RuleUnit] = []
    units.reserveCapacity(list.rules.count)
    for index in list.rules.indices {
      let trigger = number(of: list.rules[index].trigger)
      let action = list.rules[index].action
      guard case .hide(let hidden) = action else {
        let key = Key(trigger: trigger, action: action.kindNumber, selector: -1)
        units.append(RuleUnit(rule: index, position: 0, number: number(of: key)))
        continue
      }
      for (position, selector) in hidden.elements.enumerated() {
        var hash = ByteHash()
        hash.mix(selector.bytes)
        let text = Int32(truncatingIfNeeded: selectors.insert(selector.bytes.span, hash: hash))
        let key = Key(trigger: trigger, action: action.kindNumber, selector: text)
        units.append(RuleUnit(rule: index, position: position, number: number(of: key)))
      }
    }
    return units
  }

  private mutating func number(of key: Key) -> Int {
    let next = Int32(truncatingIfNeeded: numbers.count)
    let number = numbers[key, default: next]
    if number == next { numbers[key] = next }
    return Int(number)
  }

  private mutating func number(of trigger: Trigger) -> Int32 {
    let known = triggerSlots.find(trigger.byteHash, orAdd: triggers.count) { triggers[$0] == trigger }
    if let known { return Int32(truncatingIfNeeded: known) }
    triggers.append(trigger)
    return Int32(truncatingIfNeeded: triggers.count - 1)
  }
}

/// A rule without selectors, or one selector of a hiding rule.
struct RuleUnit {
  var rule: Int
  var position: Int
  /// A number that is equal for units with the same content.
  var number: Int

  func selector(in list: RuleList) -> CSSSelector? {
    guard case .hide(let selectors) = list.rules[rule].action else { return nil }
    return selectors.elements[position]
  }
}

/// Pairs the equal numbers of two arrays: the first one in the old array with the first equal one in the new array, and
/// so on.
package struct EqualPairs {
  package private(set) var pairs: [(old: Int, new: Int)] = []
  /// The indices of numbers without a counterpart: `removed` in the old array, `added` in the new one.
  package private(set) var removed: [Int] = []
  package private(set) var added: [Int] = []

  /// Pairs numbers below `count`.
  package init(_ old: [Int], _ new: [Int], count: Int) {
    var first = [Int](repeating: -1, count: count)
    var next = [Int](repeating: -1, count: old.count)
    for index in old.indices.reversed() {
      next[index] = first[old[index]]
      first[old[index]] = index
    }
    var isPaired = [Bool](repeating: false, count: old.count)
    for (index, number) in new.enumerated() {
      let former = first[number]
      guard former >= 0 else {
        added.append(index)
        continue
      }
      first[number] = next[former]
      isPaired[former] = true
      pairs.append((former, index))
    }
    removed = isPaired.indices.filter { !isPaired[$0] }
  }
}

extension Action {
  var kindNumber: UInt8 {
    switch self {
    case .block: 0
    case .blockCookies: 1
    case .hide: 2
    case .ignorePreviousRules: 3
    case .ignoreFollowingRules: 4
    case .makeHTTPS: 5
    case .redirect: 6
    case .modifyHeaders: 7
    }
  }
}

extension Trigger {
  fileprivate var byteHash: ByteHash {
    var hash = ByteHash()
    hash.mix(urlFilter.bytes)
    let flags = (isCaseSensitive ? 1 : 0) | (isConditionCaseSensitive ? 2 : 0)
    hash.mix(
      UInt64(resourceTypes.rawValue) << 32 | UInt64(loadTypes.rawValue) << 16
        | UInt64(loadContexts.rawValue) << 8 | UInt64(flags))
    if let condition {
      hash.mix(Array(condition.name.utf8))
      for entry in condition.entries { hash.mix(entry) }
    }
    return hash
  }
}
