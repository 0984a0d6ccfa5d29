/// What is done on which pages: rows, each once, and references to them by the keys of hosts.
struct PageTable {
  /// A reference to a row, or to one that is not to be taken.
  struct Reference: Hashable {
    let row: Int
    let isExcluded: Bool

    var number: Int { 2 * row + (isExcluded ? 1 : 0) }
  }

  /// Texts of rows, JSON in ASCII.
  private(set) var rows: [[UInt8]] = []
  /// The names of scriptlets, which rows call by their numbers.
  private(set) var names: [String] = []
  private(set) var keys: [String: [Reference]] = [:]
  private(set) var everywhere: [Reference] = []
  /// In the order in which they come first.
  private(set) var patterns: [(source: String, references: [Reference])] = []

  private struct RowKey: Hashable {
    let text: [UInt8]
    let excluded: [PageScope]
  }

  private var nameNumbers: [Scriptlet: Int] = [:]
  private var numbers: [RowKey: Int] = [:]
  private var rowsByIdentity: [PageFilterIdentity: [Int]] = [:]
  /// Places in ``patterns``.
  private var patternNumbers: [String: Int] = [:]

  init(_ filters: PageFilters) {
    let exceptedEverywhere = Set(
      filters.exceptions.compactMap { exception in
        exception.isEverywhere ? exception.identity : nil
      })
    for filter in filters.filters {
      guard !exceptedEverywhere.contains(filter.identity) else { continue }
      if case .scriptlet = filter.action, exceptedEverywhere.contains(.allScriptlets) { continue }
      add(filter)
    }
    // Filters of the same text that another list has without what this one excludes are meant too.
    for filter in filters.filters where filter.excludesForAll && !filter.excluded.isEmpty {
      add(PageException(identity: filter.identity, included: filter.excluded))
    }
    for exception in filters.exceptions { add(exception) }
    for exception in filters.pageWide {
      let key = RowKey(text: PageRow.exemption(exception.parts, []), excluded: [])
      for page in exception.pages {
        refer(to: Reference(row: number(of: key).row, isExcluded: false), from: page)
      }
    }
  }

  private mutating func add(_ filter: PageFilter) {
    let excluded = filter.excludesForAll ? [] : filter.excluded
    let scopes: [PageScope] = filter.included.isEmpty ? [PageScope("*")] : filter.included
    for scope in scopes {
      let text = PageRow.text(of: filter.action, filter.conditions) { number(of: $0) }
      let (row, isNew) = number(of: RowKey(text: text, excluded: excluded))
      if isNew {
        rowsByIdentity[filter.identity, default: []].append(row)
        for scope in excluded { exclude([row], scope) }
      }
      refer(to: Reference(row: row, isExcluded: false), from: scope)
    }
  }

  private mutating func add(_ exception: PageException) {
    // What is excepted everywhere has no row.
    guard !exception.isEverywhere else { return }
    if exception.identity == .allScriptlets {
      add(PageRow.exemption(.scriptlets, exception.conditions), for: exception)
    } else if let rows = rowsByIdentity[exception.identity] {
      guard exception.conditions.isEmpty, exception.excluded.isEmpty else {
        return add(PageRow.exception(to: rows, exception.conditions), for: exception)
      }
      for scope in exception.included { exclude(rows, scope) }
    }
  }

  /// Adds an exception as a row of its own.
  private mutating func add(_ text: [UInt8], for exception: PageException) {
    let (row, isNew) = number(of: RowKey(text: text, excluded: exception.excluded))
    if isNew {
      for scope in exception.excluded { exclude([row], scope) }
    }
    for scope in exception.included.isEmpty ? [PageScope("*")] : exception.included {
      refer(to: Reference(row: row, isExcluded: false), from: scope)
    }
  }

  private mutating func exclude(_ rows: [Int], _ scope: PageScope) {
    for row in rows { refer(to: Reference(row: row, isExcluded: true), from: scope) }
  }

  private mutating func number(of scriptlet: Scriptlet) -> Int {
    if let number = nameNumbers[scriptlet] { return number }
    nameNumbers[scriptlet] = names.count
    names.append(scriptlet.rawValue)
    return names.count - 1
  }

  private mutating func number(of key: RowKey) -> (row: Int, isNew: Bool) {
    if let row = numbers[key] { return (row, false) }
    let row = rows.count
    numbers[key] = row
    rows.append(key.text)
    return (row, true)
  }

  private mutating func refer(to reference: Reference, from scope: PageScope) {
    switch scope.name {
    case .any:
      if !everywhere.contains(reference) { everywhere.append(reference) }
    case .key(let key):
      let key = scope.includesEmbedded ? ">" + key : key
      if keys[key]?.contains(reference) != true { keys[key, default: []].append(reference) }
    case .regex(let source):
      let number = patternNumbers[source] ?? patterns.count
      if number == patterns.count {
        patternNumbers[source] = number
        patterns.append((source, []))
      }
      if !patterns[number].references.contains(reference) { patterns[number].references.append(reference) }
    }
  }
}
