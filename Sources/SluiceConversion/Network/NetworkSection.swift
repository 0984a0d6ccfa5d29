import SluiceAnalysis
import SluiceRules
import SluiceSyntax
import SluiceText

/// A group of network rules with the same precedence.
///
/// Sections for requests of pages are in the order of the cases: each one can override those before it. So are those for
/// page loads. `RuleOrder` joins both with the rules between them; cookie blocks have a place of their own.
enum NetworkSection: Int, CaseIterable {
  /// Blocks, each followed by its own exceptions.
  case blocksWithOwnExceptions
  case pageBlocksWithOwnExceptions
  case cookieBlocks
  case cookieExceptions
  case importantCookieBlocks
  case importantCookieExceptions
  /// Blocks that apply on pages of any site.
  case genericBlocks
  /// Blocks that name pages.
  case specificBlocks
  case exceptions
  /// Important blocks, which exceptions do not override.
  case importantBlocks
  /// Important blocks that apply on excepted pages too, as in AdGuard.
  case importantBlocksOnExceptedPages
  case importantExceptions
  /// Blocks of page loads and popups.
  case pageBlocks
  /// Exceptions to blocks of popups.
  case windowExceptions
  case importantPageBlocks
  case importantPageBlocksOnExceptedPages
  case importantWindowExceptions
  case pageCookieBlocks

  enum Kind {
    case blocks, blocksWithOwnExceptions, exceptions, cookieBlocks, cookieExceptions
  }

  /// The kind of the rules, and whether they are for page loads and popups instead of requests of pages.
  var traits: (kind: Kind, isOfPages: Bool) {
    switch self {
    case .genericBlocks, .specificBlocks, .importantBlocks, .importantBlocksOnExceptedPages: (.blocks, false)
    case .pageBlocks, .importantPageBlocks, .importantPageBlocksOnExceptedPages: (.blocks, true)
    case .blocksWithOwnExceptions: (.blocksWithOwnExceptions, false)
    case .pageBlocksWithOwnExceptions: (.blocksWithOwnExceptions, true)
    case .exceptions, .importantExceptions: (.exceptions, false)
    case .windowExceptions, .importantWindowExceptions: (.exceptions, true)
    case .cookieBlocks, .importantCookieBlocks: (.cookieBlocks, false)
    case .pageCookieBlocks: (.cookieBlocks, true)
    case .cookieExceptions, .importantCookieExceptions: (.cookieExceptions, false)
    }
  }

  /// Returns the sections of these kinds in the order of the cases.
  static func of(_ kinds: Kind..., ofPages: Bool = false) -> [NetworkSection] {
    allCases.filter { kinds.contains($0.traits.kind) && $0.traits.isOfPages == ofPages }
  }
}

extension NetworkSection {
  /// Creates the section for rules that apply to requests made by pages.
  init(
    _ filter: NetworkFilter, options: FilterOptions, dialect: ListDialect, condition: Condition?,
    hasOwnExceptions: Bool
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
        self =
          dialect.importantOverridesPageExceptions ? .importantBlocksOnExceptedPages : .importantBlocks
      } else {
        self = condition?.isNegated == false ? .specificBlocks : .genericBlocks
      }
    }
  }

  /// Creates the section for rules that apply to page loads and popups. Returns `nil` if these rules would
  /// override more than the filter specifies.
  init?(
    ofPages filter: NetworkFilter, _ options: FilterOptions, dialect: ListDialect, hasOwnExceptions: Bool
  ) {
    let isImportant = options.isImportant
    switch options.subject {
    case .cookies where filter.isException: return nil
    case .cookies: self = .pageCookieBlocks
    case .requests where filter.isException, .modifications where filter.isException:
      self = isImportant ? .importantWindowExceptions : .windowExceptions
    case .requests, .modifications:
      if hasOwnExceptions {
        self = .pageBlocksWithOwnExceptions
      } else if isImportant {
        self =
          dialect.importantOverridesPageExceptions
          ? .importantPageBlocksOnExceptedPages : .importantPageBlocks
      } else {
        self = .pageBlocks
      }
    }
  }
}

struct NetworkRules {
  /// The rules of each section, in one array for each piece of the input.
  private var sections = [[[OriginatedRule]]](repeating: [[]], count: NetworkSection.allCases.count)
  var pageExceptions: [WholePageException] = []
  /// Whether there are exceptions to cookie blocks, even if they have no rules of their own.
  var hasCookieExceptions = false
  /// The number of filters that distinguish images or frames from objects.
  var objectLoads = 0
  /// The number of filters that WebKit compares with the page, although they refer to the document that makes
  /// the request.
  var pageComparisons = 0
  /// The filters whose rules are many times as large as the filters, in list order.
  var costly: [CostlyFilter] = []

  /// A filter, with the size of its rules in bytes beyond the part that is not counted.
  struct CostlyFilter {
    var location: FilterPlace
    var bytes: Int
    var isException: Bool
    /// Whether the filter has no rules until it is paid for.
    var isWaiting: Bool
    /// Whether the filter counts in ``NetworkRules/objectLoads`` and ``NetworkRules/pageComparisons``.
    var distinguishesObjects = false
    var comparesPage = false
  }

  /// Returns the rules of a section in list order, in one array for each piece of the input.
  func pieces(of section: NetworkSection) -> [[OriginatedRule]] { sections[section.rawValue] }

  func isEmpty(_ section: NetworkSection) -> Bool { first(of: section) == nil }

  func locations(of section: NetworkSection) -> Set<FilterPlace> {
    Set(sections[section.rawValue].joined().map { $0.location })
  }

  func first(of section: NetworkSection) -> OriginatedRule? {
    sections[section.rawValue].lazy.compactMap { $0.first }.first
  }

  /// Returns the filter of the first block in a section that could match a request of one of these types for a
  /// `blob:` URL. An empty set means any type.
  func firstBlobBlock(of section: NetworkSection, _ types: ResourceTypes) -> FilterPlace? {
    for piece in sections[section.rawValue] {
      // A copy of a trigger would retain everything that it refers to. The loop therefore reads single fields
      // through a buffer pointer. Its indices come from the buffer, so they are in bounds.
      let found = piece.withUnsafeBufferPointer { piece in
        piece.indices.first { index in
          let requested = piece[index].rule.trigger.resourceTypes
          return piece[index].rule.action == .block
            && (requested.isEmpty || !requested.isDisjoint(with: types.isEmpty ? .ofBlobs : types))
            && piece[index].rule.trigger.urlFilter.canMatchBlobURL(
              isCaseSensitive: piece[index].rule.trigger.isCaseSensitive)
        }
      }
      if let found { return piece[found].location }
    }
    return nil
  }

  var count: Int { sections.reduce(0) { $0 + $1.reduce(0) { $0 + $1.count } } }

  mutating func remove(_ removed: [CostlyFilter]) {
    let places = Set(removed.lazy.filter { !$0.isWaiting }.map { $0.location })
    guard !places.isEmpty else { return }
    for section in sections.indices {
      for piece in sections[section].indices {
        sections[section][piece].removeAll { places.contains($0.location) }
      }
    }
    pageExceptions.removeAll { places.contains($0.location) }
    for filter in removed where !filter.isWaiting {
      objectLoads -= filter.distinguishesObjects ? 1 : 0
      pageComparisons -= filter.comparesPage ? 1 : 0
    }
  }

  mutating func reserveCapacity(_ capacity: Int, of section: NetworkSection) {
    sections[section.rawValue][0].reserveCapacity(capacity)
  }

  mutating func append(_ rule: consuming OriginatedRule, to section: NetworkSection) {
    sections[section.rawValue][0].append(rule)
  }

  /// Appends the rules of lists that follow the lists of these rules.
  mutating func append(_ other: consuming NetworkRules) {
    for section in sections.indices { sections[section] += other.sections[section] }
    pageExceptions += other.pageExceptions
    hasCookieExceptions = hasCookieExceptions || other.hasCookieExceptions
    objectLoads += other.objectLoads
    pageComparisons += other.pageComparisons
    costly += other.costly
  }

  /// Inserts the rules of filters that waited in list order. In each section, they are in that order.
  mutating func insert(_ late: NetworkRules) {
    for section in sections.indices {
      var new = late.sections[section].joined().makeIterator()
      guard var next = new.next() else { continue }
      var all: [OriginatedRule] = []
      var isOver = false
      for rule in sections[section].joined() {
        while !isOver, next.location < rule.location {
          all.append(next)
          if let rule = new.next() { next = rule } else { isOver = true }
        }
        all.append(rule)
      }
      if !isOver { all.append(next) }
      while let rule = new.next() { all.append(rule) }
      sections[section] = [all]
    }
    pageExceptions += late.pageExceptions
    if !late.pageExceptions.isEmpty { pageExceptions.sort { $0.location < $1.location } }
    objectLoads += late.objectLoads
    pageComparisons += late.pageComparisons
  }
}

extension ResourceTypes {
  /// The types of requests for `blob:` URLs that pages make. Sockets and pings need a server.
  fileprivate static let ofBlobs: ResourceTypes = [
    .childDocument, .document, .fetch, .font, .image, .media, .other, .raw, .script, .styleSheet,
    .svgDocument,
  ]
}
