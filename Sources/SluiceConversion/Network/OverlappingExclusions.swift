import SluiceRules
import SluiceText

/// Finds filters whose own exceptions (from `denyallow` or `to=~x`) also override blocks of similar filters
/// before them.
///
/// In WebKit, an exception overrides everything before it in its list. These filters precede all others, so
/// their exceptions affect only each other. An exception affects another filter only if both filters apply to
/// the same pages and types.
enum OverlappingExclusions {
  /// The maximum numbers of comparisons. Beyond them, filters are assumed to overlap.
  struct Limits {
    /// The maximum number of blocks, either without a condition or of one host, that are compared one by one.
    var comparisons = 64
    /// The maximum total number of hosts that are compared with exceptions whose condition does not name
    /// hosts.
    var looks = 1 << 20
  }

  /// Returns the rules of a section in the order in which their exceptions override the fewest blocks. Rules
  /// for all pages come first. If they came later, their exceptions would override all rules for some pages.
  static func ordered(_ pieces: [[OriginatedRule]]) -> [OriginatedRule] {
    let rules = pieces.joined()
    return rules.filter { $0.rule.trigger.condition?.isNegated != false }
      + rules.filter { $0.rule.trigger.condition?.isNegated == false }
  }

  /// Returns the filters whose exceptions may override too many blocks. `rules` must be in the order of
  /// ``ordered(_:)``.
  static func find(in rules: [OriginatedRule], _ limits: Limits = Limits()) -> Set<FilterPlace> {
    var found: Set<FilterPlace> = []
    var blocks = Blocks(limits: limits)
    let allowed = Self.allowed(rules)
    for originated in rules {
      let trigger = originated.rule.trigger
      guard originated.rule.action == .ignorePreviousRules else {
        blocks.add(trigger, at: originated.location)
        continue
      }
      guard !found.contains(originated.location) else { continue }
      let overrides = blocks.mayContain(trigger.condition) { block in
        block.location != originated.location && block.overlaps(trigger.resourceTypes)
          && !(allowed[block.location]?.contains(trigger.urlFilter) ?? false)
      }
      if overrides { found.insert(originated.location) }
    }
    return found
  }

  /// Returns the filters whose blocks the exceptions of these filters may undo. The rules must be in that order.
  static func undone(
    by filters: Set<FilterPlace>, in rules: [OriginatedRule], _ limits: Limits = Limits()
  ) -> Set<FilterPlace> {
    guard !filters.isEmpty else { return [] }
    var found: Set<FilterPlace> = []
    var exceptions = Blocks(limits: limits)
    let allowed = Self.allowed(rules)
    for originated in rules.reversed() {
      let (trigger, location) = (originated.rule.trigger, originated.location)
      if originated.rule.action == .ignorePreviousRules {
        if filters.contains(location) { exceptions.add(trigger, at: location) }
        continue
      }
      let isUndone = exceptions.mayContain(trigger.condition) { exception in
        exception.location != location && exception.overlaps(trigger.resourceTypes)
          && !(allowed[location]?.contains(exception.urlFilter) ?? false)
      }
      if isUndone { found.insert(location) }
    }
    return found
  }

  /// Returns the hosts that each filter itself excludes.
  private static func allowed(_ rules: [OriginatedRule]) -> [FilterPlace: Set<URLFilter>] {
    var allowed: [FilterPlace: Set<URLFilter>] = [:]
    for rule in rules where rule.rule.action == .ignorePreviousRules {
      allowed[rule.location, default: []].insert(rule.rule.trigger.urlFilter)
    }
    return allowed
  }

  /// A block, or an exception if the blocks that it undoes are looked for.
  private struct Block {
    var urlFilter: URLFilter
    var types: ResourceTypes
    var location: FilterPlace

    func overlaps(_ other: ResourceTypes) -> Bool {
      types.isEmpty || other.isEmpty || !types.isDisjoint(with: other)
    }
  }

  private struct Blocks {
    let limits: Limits
    private var everywhere: [Block] = []
    /// The blocks with a url-filter for the page, from entities or partially excluded sites. They are not
    /// compared with hosts.
    private var byURL: [Block] = []
    private var byHost: [[UInt8]: [Block]] = [:]
    /// For each host, the blocks for hosts below it.
    private var below: [[UInt8]: [Block]] = [:]
    private var looks = 0

    init(limits: Limits) { self.limits = limits }

    mutating func add(_ trigger: Trigger, at location: FilterPlace) {
      let block = Block(urlFilter: trigger.urlFilter, types: trigger.resourceTypes, location: location)
      switch trigger.condition {
      case .ifDomain(let domains):
        for domain in domains.elements {
          byHost[domain.host, default: []].append(block)
          for parent in HostNames.parents(of: domain.host) { below[parent, default: []].append(block) }
        }
      case .ifTopURL, .ifFrameURL: byURL.append(block)
      case .unlessDomain, .unlessTopURL, .unlessFrameURL, nil: everywhere.append(block)
      }
    }

    /// Returns whether a block that satisfies `predicate` applies to pages of this condition. Beyond the
    /// limits, this is assumed.
    mutating func mayContain(_ condition: Condition?, where predicate: (Block) -> Bool) -> Bool {
      let limits = limits
      func any(_ blocks: [Block]?) -> Bool {
        guard let blocks else { return false }
        return blocks.count > limits.comparisons || blocks.contains(where: predicate)
      }
      if any(everywhere) || any(byURL) { return true }
      guard case .ifDomain(let domains) = condition else {
        looks = looks.addingClamped(byHost.count)
        return !byHost.isEmpty && (looks > limits.looks || byHost.values.contains { any($0) })
      }
      return domains.elements.contains { domain in
        any(byHost[domain.host]) || any(below[domain.host])
          || HostNames.parents(of: domain.host).contains { any(byHost[$0]) }
      }
    }
  }
}
