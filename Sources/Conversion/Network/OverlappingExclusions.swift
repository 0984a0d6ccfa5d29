import ContentBlocker

/// Finds filters whose own exceptions (of `denyallow`, `to=~x`) also lift blocks of such filters before them.
///
/// In WebKit an exception lifts everything before it in its list. These filters stand before all others, so
/// their exceptions reach only each other, and only where both act on the same pages and types.
enum OverlappingExclusions {
  /// How many blocks without a condition are compared one by one; with more of them, they are taken to
  /// overlap.
  private static let comparisonLimit = 64

  /// The rules of a section in the order in which their exceptions lift least: first those that act on every
  /// page, or their exceptions would lift all that holds on some.
  static func ordered(_ pieces: [[OriginatedRule]]) -> [OriginatedRule] {
    let rules = pieces.joined()
    return rules.filter { pageKeys($0.rule.trigger.condition).isEmpty }
      + rules.filter { !pageKeys($0.rule.trigger.condition).isEmpty }
  }

  /// The filters, of rules in that order, which may lift too much.
  static func find(in rules: [OriginatedRule]) -> Set<FilterLocation> {
    var found: Set<FilterLocation> = []
    var everywhere: [Block] = []
    var byPage: [PageKey: [Block]] = [:]
    var allowed: [FilterLocation: Set<URLFilter>] = [:]
    for rule in rules where rule.rule.action == .ignorePreviousRules {
      allowed[rule.location, default: []].insert(rule.rule.trigger.urlFilter)
    }
    for originated in rules {
      let trigger = originated.rule.trigger
      let keys = pageKeys(trigger.condition)
      guard originated.rule.action == .ignorePreviousRules else {
        let block = Block(types: trigger.resourceTypes, location: originated.location)
        if keys.isEmpty { everywhere.append(block) }
        for key in keys { byPage[key, default: []].append(block) }
        continue
      }
      func lifts(_ block: Block) -> Bool {
        block.location != originated.location && block.overlaps(trigger.resourceTypes)
          && !(allowed[block.location]?.contains(trigger.urlFilter) ?? false)
      }
      let sharesPage =
        keys.isEmpty
        ? byPage.values.contains { $0.contains(where: lifts) }
        : keys.contains { byPage[$0]?.prefix(comparisonLimit).contains(where: lifts) ?? false }
      let isCrowded = everywhere.count > comparisonLimit
      if !found.contains(originated.location), sharesPage || isCrowded || everywhere.contains(where: lifts) {
        found.insert(originated.location)
      }
    }
    return found
  }

  private struct Block {
    var types: ResourceTypes
    var location: FilterLocation

    func overlaps(_ other: ResourceTypes) -> Bool {
      types.isEmpty || other.isEmpty || !types.isDisjoint(with: other)
    }
  }

  /// What pages are compared by. Pages of an entity are not compared with those of a host.
  private enum PageKey: Hashable {
    case domain(Domain)
    case url(URLFilter)
  }

  private static func pageKeys(_ condition: Condition?) -> [PageKey] {
    switch condition {
    case .ifDomain(let domains): domains.elements.map { .domain($0) }
    case .ifTopURL(let filters), .ifFrameURL(let filters): filters.elements.map { .url($0) }
    case .unlessDomain, .unlessTopURL, .unlessFrameURL, nil: []
    }
  }
}
