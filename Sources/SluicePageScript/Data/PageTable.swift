import SluiceConversion
import SluiceText

/// The table of actions in pages: unique rows, and the references from host keys to rows.
struct PageTable: Sendable {
  /// A reference that includes or excludes a row.
  struct Reference: Hashable, Sendable {
    let row: Int
    let isExcluded: Bool

    var number: Int { 2 * row + (isExcluded ? 1 : 0) }
  }

  enum Content: Sendable {
    /// The action that these filters share. The filters are given by their numbers.
    case filters([Int])
    /// An exception that removes other rows if the conditions are met.
    case exception(to: [Int], [PageCondition])
    /// An exemption that removes all rows of the given parts if the conditions are met.
    case exemption(ExemptPages.Parts, [PageCondition])
  }

  /// The rows as JSON in ASCII.
  private(set) var rows: [[UInt8]] = []
  private(set) var contents: [Content] = []
  /// The names of scriptlets. Rows refer to them by number.
  private(set) var names: [String] = []
  private(set) var keys: [String: [Reference]] = [:]
  private(set) var everywhere: [Reference] = []
  private(set) var patterns: [(source: String, references: [Reference])] = []

  /// The numbers of the filters that host apps can apply with user style sheets; see ``PageStyles``.
  private(set) var userStyles: Set<Int> = []

  private var references = ReferenceLists()

  private struct RowKey: Hashable, Sendable {
    let text: [UInt8]
    let excluded: [PageScope]
  }

  private var nameNumbers: [Scriptlet: Int] = [:]
  private var numbers: [RowKey: Int] = [:]
  /// The identities with exceptions that depend on more than the host of a page.
  private var conditional: Set<PageFilterIdentity> = []
  private var rowsByIdentity: [PageFilterIdentity: [Int]] = [:]
  /// For each identity with many exceptions, the row that removes all rows that the exceptions name.
  private var sharedExceptions: [PageFilterIdentity: Int] = [:]
  /// The number of pages with an exception for each identity.
  private var exceptedPages: [PageFilterIdentity: Int] = [:]

  init(_ filters: PageFilters) {
    let exceptedEverywhere = Set(
      filters.exceptions.compactMap { exception in
        exception.isEverywhere ? exception.identity : nil
      })
    // In uBlock Origin, exclusions of a filter also apply to filters with the same text in other lists.
    let exclusions = filters.filters.filter { $0.excludesForAll && !$0.excluded.isEmpty }
      .map { PageFilterException(identity: $0.identity, included: $0.excluded) }
    for exception in exclusions + filters.exceptions where !exception.isOfHostsAlone {
      conditional.insert(exception.identity)
    }
    for (index, filter) in filters.filters.enumerated() {
      guard !exceptedEverywhere.contains(filter.identity) else { continue }
      if let every = filter.identity.withAnyArguments, exceptedEverywhere.contains(every) { continue }
      if case .scriptlet = filter.action, exceptedEverywhere.contains(.allScriptlets) { continue }
      add(filter, at: index)
    }
    for exception in exclusions + filters.exceptions where exception.isOfPagesAlone {
      exceptedPages[exception.identity, default: 0] += exception.included.count
    }
    for exception in exclusions { add(exception) }
    for exception in filters.exceptions { add(exception) }
    for exception in filters.pageWide {
      let key = RowKey(text: PageRow.exemption(exception.parts, conditions: []), excluded: [])
      let row = number(of: key, .exemption(exception.parts, [])).row
      for page in exception.pages { refer(to: Reference(row: row, isExcluded: false), from: page) }
    }
    (keys, everywhere, patterns) = (
      references.keys.lists, references.everywhere.lists[""] ?? [], references.patterns
    )
    references = ReferenceLists()
  }

  private mutating func add(_ filter: PageFilter, at index: Int) {
    let excluded = filter.excludesForAll ? [] : filter.excluded
    let isUserStyle = filter.isUserStyle && !conditional.contains(filter.identity)
    if isUserStyle { userStyles.insert(index) }
    let text = PageRow.text(of: filter.action, filter.conditions, isUserStyle: isUserStyle) { number(of: $0) }
    let (row, isNew) = number(of: RowKey(text: text, excluded: excluded), .filters([]))
    if case .filters(var numbers) = contents[row] {
      // Cleared first, so that the array has only one owner. Otherwise, it would be copied each time.
      contents[row] = .filters([])
      numbers.append(index)
      contents[row] = .filters(numbers)
    }
    if isNew {
      rowsByIdentity[filter.identity, default: []].append(row)
      if let every = filter.identity.withAnyArguments { rowsByIdentity[every, default: []].append(row) }
      for scope in excluded { exclude([row], scope: scope) }
    }
    for scope in filter.included.isEmpty ? [PageScope(AdvancedFilter.Domain(.any))] : filter.included {
      refer(to: Reference(row: row, isExcluded: false), from: scope)
    }
  }

  private mutating func add(_ exception: PageFilterException) {
    // Exceptions for every page have removed their filters already, so they need no row.
    guard !exception.isEverywhere else { return }
    if exception.identity == .allScriptlets {
      add(
        PageRow.exemption(.scriptlets, conditions: exception.conditions),
        content: .exemption(.scriptlets, exception.conditions),
        for: exception)
    } else if let rows = rowsByIdentity[exception.identity] {
      guard exception.isOfPagesAlone else {
        return add(
          PageRow.exception(to: rows, exception.conditions),
          content: .exception(to: rows, exception.conditions),
          for: exception)
      }
      guard let shared = sharedException(to: rows, exception.identity) else {
        for scope in exception.included { exclude(rows, scope: scope) }
        return
      }
      for scope in exception.included { refer(to: Reference(row: shared, isExcluded: false), from: scope) }
    }
  }

  /// Returns the shared row that removes all of the given rows.
  ///
  /// Returns nil if each page of the exception can refer to each of the rows directly, which is less work in
  /// a page.
  private mutating func sharedException(to rows: [Int], _ identity: PageFilterIdentity) -> Int? {
    guard rows.count * (exceptedPages[identity] ?? 0) > Self.maximumExcluded else { return nil }
    if let row = sharedExceptions[identity] { return row }
    let key = RowKey(text: PageRow.exception(to: rows, []), excluded: [])
    let row = number(of: key, .exception(to: rows, [])).row
    sharedExceptions[identity] = row
    return row
  }

  /// The maximum number of references to rows for the exceptions of one identity. Real lists have fewer.
  private static let maximumExcluded = 16_384

  private mutating func add(_ text: [UInt8], content: Content, for exception: PageFilterException) {
    let (row, isNew) = number(of: RowKey(text: text, excluded: exception.excluded), content)
    if isNew {
      for scope in exception.excluded { exclude([row], scope: scope) }
    }
    for scope in exception.included.isEmpty ? [PageScope(AdvancedFilter.Domain(.any))] : exception.included {
      refer(to: Reference(row: row, isExcluded: false), from: scope)
    }
  }

  private mutating func exclude(_ rows: [Int], scope: PageScope) {
    for row in rows { refer(to: Reference(row: row, isExcluded: true), from: scope) }
  }

  private mutating func number(of scriptlet: Scriptlet) -> Int {
    if let number = nameNumbers[scriptlet] { return number }
    nameNumbers[scriptlet] = names.count
    names.append(scriptlet.name)
    return names.count - 1
  }

  private mutating func number(of key: RowKey, _ content: Content) -> (row: Int, isNew: Bool) {
    if let row = numbers[key] { return (row, false) }
    let row = rows.count
    numbers[key] = row
    rows.append(key.text)
    contents.append(content)
    return (row, true)
  }

  static func key(_ name: String, scope: PageScope) -> String { scope.includesEmbedded ? ">" + name : name }

  /// Returns whether a key also covers embedded documents.
  static func isAround(_ key: String) -> Bool { key.utf8.first == ASCII.greater }

  private mutating func refer(to reference: Reference, from scope: PageScope) {
    switch scope.name {
    case .any: references.everywhere.add(reference, to: "")
    case .key(let key): references.keys.add(reference, to: Self.key(key, scope: scope))
    case .regex(let source): references.regexes.add(reference, to: source)
    }
  }
}

/// The references from host keys, regexes and all pages, while a table is created.
private struct ReferenceLists: Sendable {
  var keys = Lists()
  var everywhere = Lists()
  var regexes = Lists()

  /// The references of regexes, in the order of their first occurrence.
  var patterns: [(source: String, references: [PageTable.Reference])] {
    regexes.order.map { ($0, regexes.lists[$0] ?? []) }
  }

  struct Lists: Sendable {
    private(set) var lists: [String: [PageTable.Reference]] = [:]
    /// The texts in the order of their first occurrence.
    private(set) var order: [String] = []
    /// The references as sets, for texts with many references.
    private var known: [String: Set<PageTable.Reference>] = [:]

    /// The maximum number of references to search linearly.
    private static let small = 32

    mutating func add(_ reference: PageTable.Reference, to text: String) {
      guard let count = lists[text]?.count else {
        order.append(text)
        lists[text] = [reference]
        return
      }
      if count < Self.small {
        guard lists[text]?.contains(reference) != true else { return }
      } else {
        if known[text] == nil { known[text] = Set(lists[text] ?? []) }
        guard known[text]?.insert(reference).inserted == true else { return }
      }
      lists[text]?.append(reference)
    }
  }
}
