import ContentBlocker
import FilterSyntax

/// Groups of network rules by how they act on one another; `RuleOrder` puts them in an order.
enum NetworkSection: Int, CaseIterable {
  /// Blocks that are followed by the exceptions to just them.
  case blocksWithOwnExceptions
  /// Blocks of pages and windows that are followed by the exceptions to just them.
  case pageBlocksWithOwnExceptions
  /// Cookies are taken off requests.
  case cookieBlocks
  /// Exceptions to that.
  case cookieExceptions
  /// Cookies are taken off requests whatever exceptions there are.
  case importantCookieBlocks
  /// Exceptions to these.
  case importantCookieExceptions
  /// Blocks that hold for pages of any site.
  case genericBlocks
  /// Blocks that name the pages on which they hold.
  case specificBlocks
  /// Exceptions to blocks.
  case exceptions
  /// Blocks that exceptions do not lift.
  case importantBlocks
  /// Exceptions to these.
  case importantExceptions
  /// Blocks of pages themselves and of windows.
  case pageBlocks
  /// Exceptions to blocks of windows.
  case windowExceptions
  /// Blocks of pages and windows that exceptions do not lift.
  case importantPageBlocks
  /// Exceptions to these, of windows.
  case importantWindowExceptions
  /// Cookies are taken off the loads of pages themselves.
  case pageCookieBlocks
}

extension NetworkSection {
  /// Where the rules of a filter go that are for what pages load.
  init(
    _ filter: NetworkFilter, _ options: FilterOptions, _ condition: Condition?, hasOwnExceptions: Bool
  ) {
    let isImportant = options.isImportant
    switch options.subject {
    case .cookies where filter.isException:
      self = isImportant ? .importantCookieExceptions : .cookieExceptions
    case .cookies: self = isImportant ? .importantCookieBlocks : .cookieBlocks
    case .requests where filter.isException, .modifications where filter.isException:
      self = isImportant ? .importantExceptions : .exceptions
    case .requests, .modifications:
      if hasOwnExceptions {
        self = .blocksWithOwnExceptions
      } else if isImportant {
        self = .importantBlocks
      } else {
        switch condition {
        case .ifDomain, .ifTopURL, .ifFrameURL: self = .specificBlocks
        case .unlessDomain, .unlessTopURL, .unlessFrameURL, nil: self = .genericBlocks
        }
      }
    }
  }

  /// Where those go that are for pages themselves and for windows; nil for rules which would lift more than
  /// they are exceptions to.
  init?(ofPages filter: NetworkFilter, _ options: FilterOptions, hasOwnExceptions: Bool) {
    let isImportant = options.isImportant
    switch options.subject {
    case .cookies where filter.isException: return nil
    case .cookies: self = .pageCookieBlocks
    case .requests where filter.isException, .modifications where filter.isException:
      self = isImportant ? .importantWindowExceptions : .windowExceptions
    case .requests, .modifications:
      if hasOwnExceptions {
        self = .pageBlocksWithOwnExceptions
      } else {
        self = isImportant ? .importantPageBlocks : .pageBlocks
      }
    }
  }
}

/// A rule and the filter that it comes from.
struct OriginatedRule {
  var rule: Rule
  var location: FilterLocation
}

/// Network rules by section, and the exceptions that act on whole pages.
struct NetworkRules {
  /// Of each section, the rules of one piece of the input after the other.
  private var sections = [[[OriginatedRule]]](repeating: [[]], count: NetworkSection.allCases.count)
  /// In the order of the lists.
  var pageExceptions: [PageException] = []
  /// Whether there are exceptions to blocks of cookies, whatever rules they have.
  var hasCookieExceptions = false
  /// How many filters tell images or frames from objects.
  var objectLoads = 0
  /// How many filters are compared with the page where they mean the document that makes the request.
  var pageComparisons = 0
  /// Filters whose rules are many times as large as they are, in the order of the lists.
  var costly: [CostlyFilter] = []

  /// A filter, and how many bytes of rules it has beyond what filters may have without being counted.
  struct CostlyFilter {
    var location: FilterLocation
    var bytes: Int
    var isException: Bool
  }

  /// The rules of a section in the order of the lists, in pieces.
  func pieces(of section: NetworkSection) -> [[OriginatedRule]] { sections[section.rawValue] }

  /// Whether a section has no rules.
  func isEmpty(_ section: NetworkSection) -> Bool { first(of: section) == nil }

  /// The filters of a section.
  func locations(of section: NetworkSection) -> Set<FilterLocation> {
    Set(sections[section.rawValue].joined().map(\.location))
  }

  /// The first rule of a section.
  func first(of section: NetworkSection) -> OriginatedRule? {
    sections[section.rawValue].lazy.compactMap(\.first).first
  }

  /// How many rules there are in all sections.
  var count: Int { sections.reduce(0) { $0 + $1.reduce(0) { $0 + $1.count } } }

  /// Leaves out the costly filters for which the budget is too small; exceptions are paid for first. Returns those that
  /// were left out, in the order of the lists.
  mutating func keep(within budget: inout ExclusionBudget) -> [FilterLocation] {
    var left: Set<FilterLocation> = []
    for isException in [true, false] {
      for filter in costly where filter.isException == isException && !budget.pay(filter.bytes) {
        left.insert(filter.location)
      }
    }
    guard !left.isEmpty else { return [] }
    for section in sections.indices {
      for piece in sections[section].indices {
        sections[section][piece].removeAll { left.contains($0.location) }
      }
    }
    pageExceptions.removeAll { left.contains($0.location) }
    return left.sorted()
  }

  mutating func reserveCapacity(_ capacity: Int, of section: NetworkSection) {
    sections[section.rawValue][0].reserveCapacity(capacity)
  }

  mutating func append(_ rule: OriginatedRule, to section: NetworkSection) {
    sections[section.rawValue][0].append(rule)
  }

  /// Appends the rules of lists that come after these.
  mutating func append(_ other: consuming NetworkRules) {
    for section in sections.indices { sections[section] += other.sections[section] }
    pageExceptions += other.pageExceptions
    hasCookieExceptions = hasCookieExceptions || other.hasCookieExceptions
    objectLoads += other.objectLoads
    pageComparisons += other.pageComparisons
    costly += other.costly
  }
}
