import ContentBlocker

/// How many bytes rules may have beyond one rule without conditions for each filter: those of hiding filters because of
/// pages on which these do not hide, and because of pages that they tell by several patterns; those of network filters
/// because of several patterns, each with all conditions.
///
/// A rule has all of its exclusions in it. So n filters for any site with n exceptions that may concern them are
/// n² exclusions, and a small list could become gigabytes. What is beyond the budget is not converted and said to be
/// so: filters, never exceptions. Real lists need a small part of it.
///
/// To take pages from one another that no list of names tells takes time besides: each filter is compared with each
/// exception that spares something. So the steps of these comparisons are counted too, and a filter for which none are
/// left is not converted either.
struct ExclusionBudget {
  private(set) var rest: Int
  private var steps: Int

  /// The budget of lists of so many bytes: twice as many, and some for small lists; a step for eight bytes.
  init(inputBytes: Int, free: Int) {
    rest = 2 * inputBytes + free
    steps = inputBytes / 8 + free / 8
  }

  private init() { (rest, steps) = (.max, .max) }

  /// Any number of bytes, and of steps.
  static let none = ExclusionBudget()

  /// Takes so many bytes, or none where fewer are left.
  mutating func pay(_ bytes: Int) -> Bool {
    guard bytes <= rest else { return false }
    rest -= bytes
    return true
  }

  /// Takes what the rules of a scope have beyond one rule without conditions.
  ///
  /// - Parameter specifichide: The pages that are excluded from each scope that names sites, or pages of any by
  ///   patterns.
  mutating func pay(for scope: HidingScope, without specifichide: PageNameSet) -> Bool {
    var written: HidingScope? = scope
    if !scope.isGeneric, !specifichide.isEmpty {
      // Looking them up is work too, also where there turns out to be no room for them.
      let count =
        scope.sites.isEmpty
        ? specifichide.names.count
        : scope.sites.reduce(0) { $0 + specifichide.maximumCount(overlapping: $1) }
      guard count <= steps, count * HidingScope.separatorSize <= rest else { return false }
      steps -= count
      written = scope.without(specifichide)
    }
    let cost = written?.cost ?? 0
    return cost == 0 || pay(cost)
  }

  /// Takes steps that have been made. Returns whether there were as many, and leaves none if not.
  mutating func spend(steps made: Int) -> Bool {
    let isEnough = made <= steps
    steps = isEnough ? steps - made : 0
    return isEnough
  }
}

extension HidingScope {
  /// About how many bytes the rules of the scope have more than one without exclusions and of one pattern.
  var cost: Int {
    let names = exclusions.count + shared.reduce(0) { $0 + $1.names.count }
    let urls = excludedURLs.count + shared.reduce(0) { $0 + $1.urls.count }
    var bytes = 0
    if names + urls > 0 {
      bytes += Self.size(exclusions, excludedURLs) + shared.reduce(0) { $0 + $1.size }
      // Where entities or URLs are excluded each name is a pattern too.
      if urls > 0 || exclusions.contains(where: \.isEntity)
        || shared.contains(where: \.hasEntities)
      {
        bytes += names * Self.patternSize
      }
    }
    switch pages {
    case .everywhere, .on: return bytes
    case .urls(let filters, _), .anySiteURLs(let filters, _):
      return filters.count * bytes + Self.size(ofMore: filters)
    }
  }

  static func size(_ names: [PageName], _ urls: [URLFilter]) -> Int {
    names.reduce(0) { $0 + $1.bytes.count + Self.separatorSize }
      + urls.reduce(0) { $0 + $1.bytes.count + Self.separatorSize }
  }

  /// Of the patterns behind the first, each of which is a rule.
  private static func size(ofMore filters: [URLFilter]) -> Int {
    filters.dropFirst().reduce(0) { $0 + $1.bytes.count + ruleSize }
  }

  /// Quotes, a comma and what stands before a domain.
  fileprivate static let separatorSize = 4
  /// What a name has more as a pattern of URLs.
  private static let patternSize = 44
  /// A rule besides its pattern and its selector.
  private static let ruleSize = 120
}

extension Condition {
  /// How many url-filters it has.
  var urlFilterCount: Int {
    switch self {
    case .ifDomain, .unlessDomain: 0
    case .ifTopURL(let filters), .unlessTopURL(let filters), .ifFrameURL(let filters),
      .unlessFrameURL(let filters):
      filters.elements.count
    }
  }

  /// About how many bytes of JSON it has.
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
