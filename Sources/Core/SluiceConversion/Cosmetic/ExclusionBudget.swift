import SluiceRules
import SluiceText

/// A budget for the size of rules in bytes, beyond one rule without conditions per filter.
///
/// It limits hiding filters that need exclusions or several patterns for their pages. It also limits network
/// filters that need several patterns, because each pattern repeats all conditions.
///
/// A rule contains all of its exclusions. With n filters for any site and n exceptions that may apply to
/// them, there are n² exclusions, so a small list could take gigabytes. Filters beyond the budget are
/// reported and not converted. Exceptions are never dropped. Real lists need a small part of the budget.
///
/// Computing the difference of pages also takes time, because each filter is compared with each exception
/// that has exclusions. The number of steps in these comparisons is limited in the same way.
struct ExclusionBudget {
  private(set) var rest: Int
  private var steps: Int

  /// Creates the budget for lists of this size. The bytes are twice the size of the lists, plus a constant
  /// for small lists. There is one step for each eight bytes of the lists and the constant.
  init(inputBytes: Int, free: Int) {
    rest = 2 * inputBytes + free
    steps = inputBytes / 8 + free / 8
  }

  private init() { (rest, steps) = (.max, .max) }

  /// An unlimited budget.
  static let none = ExclusionBudget()

  /// Takes bytes from the budget. If fewer are left, takes none and returns `false`.
  mutating func pay(_ bytes: Int) -> Bool {
    guard bytes <= rest else { return false }
    rest -= bytes
    return true
  }

  /// Takes the size of a scope's rules from the budget, beyond one rule without conditions.
  ///
  /// - Parameter specifichide: The pages to exclude from each scope that names sites or defines its pages by
  /// URL.
  mutating func pay(for scope: HidingScope, without specifichide: PageNameSet) -> Bool {
    var written: HidingScope? = scope
    if !scope.isGeneric, !specifichide.isEmpty {
      // Looking these pages up takes steps too, even if there is no room for them.
      let count =
        scope.sites.isEmpty
        ? specifichide.names.count
        : scope.sites.reduce(0) { $0.addingClamped(specifichide.maximumCount(overlapping: $1)) }
      guard count <= steps, count.multipliedClamped(by: HidingScope.separatorSize) <= rest else {
        return false
      }
      steps -= count
      written = scope.without(specifichide)
    }
    let cost = written?.cost ?? 0
    return cost == 0 || pay(cost)
  }

  /// Takes steps that were already made. If fewer are left, takes all of them and returns `false`.
  mutating func spend(steps made: Int) -> Bool {
    let isEnough = made <= steps
    steps = isEnough ? steps - made : 0
    return isEnough
  }
}

extension HidingScope {
  /// The approximate size of the scope's rules in bytes, beyond one rule with one pattern and no exclusions.
  var cost: Int {
    if let filters = documentFilters { return Self.size(ofMore: filters) }
    var bytes = 0
    if hasExclusions {
      let exclusions = exclusions
      bytes += exclusions.shared.reduce(Self.size(exclusions.names, exclusions.urls)) { $0 + $1.size }
      // If entities or URLs are excluded, every name is also written as a pattern.
      if !exclusions.urls.isEmpty || exclusions.names.contains(where: { $0.isEntity })
        || exclusions.shared.contains(where: { !$0.urls.isEmpty || $0.hasEntities })
      {
        let names = exclusions.shared.reduce(exclusions.names.count) { $0 + $1.names.count }
        bytes += names * Self.patternSize
      }
    }
    switch pages {
    case .everywhere, .on: return bytes
    case .urls(let filters, _), .anySiteURLs(let filters, _):
      return filters.count.multipliedClamped(by: bytes).addingClamped(Self.size(ofMore: filters))
    }
  }

  static func size(_ names: [PageName], _ urls: [URLFilter]) -> Int {
    names.reduce(0) { $0 + $1.bytes.count + Self.separatorSize }
      + urls.reduce(0) { $0 + $1.bytes.count + Self.separatorSize }
  }

  /// Returns the size of the patterns after the first one. Each pattern needs a rule of its own.
  private static func size(ofMore filters: [URLFilter]) -> Int {
    filters.dropFirst().reduce(0) { $0 + $1.bytes.count + ruleSize }
  }

  /// The size of the quotes, the comma and the `*` of a domain.
  fileprivate static let separatorSize = 4
  /// The additional bytes that a name needs if it is written as a URL pattern.
  private static let patternSize = 44
  /// The size of a rule without its pattern and selector.
  private static let ruleSize = 120
}

extension Condition {
  /// The number of url-filters in the condition.
  var urlFilterCount: Int {
    switch self {
    case .ifDomain, .unlessDomain: 0
    case .ifTopURL(let filters), .unlessTopURL(let filters), .ifFrameURL(let filters),
      .unlessFrameURL(let filters):
      filters.elements.count
    }
  }

  /// The approximate size of the condition's JSON in bytes.
  var size: Int {
    switch self {
    case .ifDomain(let domains), .unlessDomain(let domains):
      domains.elements.reduce(16) { $0 + $1.host.count + 4 }
    case .ifTopURL(let filters), .unlessTopURL(let filters), .ifFrameURL(let filters),
      .unlessFrameURL(let filters):
      filters.elements.reduce(16) { $0 + $1.bytes.count + 4 }
    }
  }
}
