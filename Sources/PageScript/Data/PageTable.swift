import Conversion

/// What is done on which pages: rows, each once, and references to them by the keys of hosts.
struct PageTable: Sendable {
  /// A reference to a row, or to one that is not to be taken.
  struct Reference: Hashable, Sendable {
    let row: Int
    let isExcluded: Bool

    var number: Int { 2 * row + (isExcluded ? 1 : 0) }
  }

  /// What a row is about.
  enum Content: Sendable {
    /// What these filters do, by their numbers.
    case filters([Int])
    /// It takes other rows away where the conditions hold.
    case exception(to: [Int], [PageCondition])
    /// It takes all rows of these parts away where the conditions hold.
    case exemption(PageExemption.Parts, [PageCondition])
  }

  /// Texts of rows, JSON in ASCII.
  private(set) var rows: [[UInt8]] = []
  /// For each row what it is about.
  private(set) var contents: [Content] = []
  /// The names of scriptlets, which rows call by their numbers.
  private(set) var names: [String] = []
  private(set) var keys: [String: [Reference]] = [:]
  private(set) var everywhere: [Reference] = []
  /// In the order in which they come first.
  private(set) var patterns: [(source: String, references: [Reference])] = []

  private struct RowKey: Hashable, Sendable {
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
    for (index, filter) in filters.filters.enumerated() {
      guard !exceptedEverywhere.contains(filter.identity) else { continue }
      if let every = filter.identity.withAnyArguments, exceptedEverywhere.contains(every) { continue }
      if case .scriptlet = filter.action, exceptedEverywhere.contains(.allScriptlets) { continue }
      add(filter, index)
    }
    // Filters of the same text that another list has without what this one excludes are meant too.
    for filter in filters.filters where filter.excludesForAll && !filter.excluded.isEmpty {
      add(PageException(identity: filter.identity, included: filter.excluded))
    }
    for exception in filters.exceptions { add(exception) }
    for exception in filters.pageWide {
      let key = RowKey(text: PageRow.exemption(exception.parts, []), excluded: [])
      let row = number(of: key, .exemption(exception.parts, [])).row
      for page in exception.pages { refer(to: Reference(row: row, isExcluded: false), from: page) }
    }
  }

  private mutating func add(_ filter: PageFilter, _ index: Int) {
    let excluded = filter.excludesForAll ? [] : filter.excluded
    let text = PageRow.text(of: filter.action, filter.conditions) { number(of: $0) }
    let (row, isNew) = number(of: RowKey(text: text, excluded: excluded), .filters([]))
    if case .filters(let numbers) = contents[row] { contents[row] = .filters(numbers + [index]) }
    if isNew {
      rowsByIdentity[filter.identity, default: []].append(row)
      if let every = filter.identity.withAnyArguments { rowsByIdentity[every, default: []].append(row) }
      for scope in excluded { exclude([row], scope) }
    }
    for scope in filter.included.isEmpty ? [PageScope("*")] : filter.included {
      refer(to: Reference(row: row, isExcluded: false), from: scope)
    }
  }

  private mutating func add(_ exception: PageException) {
    // What is excepted everywhere has no row.
    guard !exception.isEverywhere else { return }
    if exception.identity == .allScriptlets {
      add(
        PageRow.exemption(.scriptlets, exception.conditions), .exemption(.scriptlets, exception.conditions),
        for: exception)
    } else if let rows = rowsByIdentity[exception.identity] {
      guard exception.conditions.isEmpty, exception.excluded.isEmpty else {
        return add(
          PageRow.exception(to: rows, exception.conditions), .exception(to: rows, exception.conditions),
          for: exception)
      }
      for scope in exception.included { exclude(rows, scope) }
    }
  }

  /// Adds an exception as a row of its own.
  private mutating func add(_ text: [UInt8], _ content: Content, for exception: PageException) {
    let (row, isNew) = number(of: RowKey(text: text, excluded: exception.excluded), content)
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

  private mutating func number(of key: RowKey, _ content: Content) -> (row: Int, isNew: Bool) {
    if let row = numbers[key] { return (row, false) }
    let row = rows.count
    numbers[key] = row
    rows.append(key.text)
    contents.append(content)
    return (row, true)
  }

  /// The key of pages by a name, or of what is embedded in them.
  static func key(_ name: String, _ scope: PageScope) -> String { scope.includesEmbedded ? ">" + name : name }

  /// Whether a key is one of pages and of what is embedded in them.
  static func isAround(_ key: String) -> Bool { key.utf8.first == UInt8(ascii: ">") }

  private mutating func refer(to reference: Reference, from scope: PageScope) {
    switch scope.name {
    case .any:
      if !everywhere.contains(reference) { everywhere.append(reference) }
    case .key(let key):
      let key = Self.key(key, scope)
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
