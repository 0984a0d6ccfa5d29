import ContentBlocker

/// Groups of network rules by how they act on one another; the layout puts them in an order.
enum NetworkSection: Int, CaseIterable {
  /// Blocks that are followed by the exceptions to just them.
  case blocksWithOwnExceptions
  /// Blocks of pages and windows that are followed by the exceptions to just them.
  case pageBlocksWithOwnExceptions
  /// Cookies are taken off requests.
  case cookieBlocks
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

  /// The rules of a section in the order of the lists, in pieces.
  func pieces(of section: NetworkSection) -> [[OriginatedRule]] { sections[section.rawValue] }

  /// The first rule of a section.
  func first(of section: NetworkSection) -> OriginatedRule? {
    sections[section.rawValue].lazy.compactMap(\.first).first
  }

  /// How many rules there are in all sections.
  var count: Int { sections.reduce(0) { $0 + $1.reduce(0) { $0 + $1.count } } }

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
  }
}
