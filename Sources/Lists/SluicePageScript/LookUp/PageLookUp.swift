import SluiceConversion

/// A lookup of the filters that the scripts apply to a page.
///
/// It uses the same data and steps as `Isolated/look-up.js`, but returns the lines of the filters.
public struct PageLookUp: Sendable {
  /// The lines of the filters and exceptions, as in ``PageScript/places``.
  public let places: Set<FilterPlace>
  private let filters: [PageFilter]
  private let table: PageTable

  /// Creates a lookup for filters that rules cannot express.
  ///
  /// - Parameters:
  ///   - advancedFilters: The filters.
  ///   - lists: Their lists, in the order of `AdvancedFilters.sources`.
  public init(_ advancedFilters: AdvancedFilters, of lists: [PageScript.List]) {
    let filters = PageFilters(advancedFilters, of: lists)
    self.filters = filters.filters
    places = filters.places
    table = PageTable(filters)
  }

  /// Returns the actions on a page, in the order of the filters. Conditions that only a browser can check,
  /// such as the window size, are assumed to be met.
  public func effects(on page: ScriptedPage) -> [PageEffect] {
    acting(on: page).map(\.number).sorted().map { PageEffect(filters[$0]) }
  }

  /// Returns the styles of the page that a user style sheet can apply, one rule per line: those of filters
  /// without operators and conditions whose declarations are all important.
  ///
  /// ``PageStyles`` returns the same styles without the lists. It describes what host apps do with them.
  public func styleSheet(on page: ScriptedPage) -> String {
    var rules: [Int: String] = [:]
    for (row, number) in acting(on: page) where table.userStyles.contains(number) {
      if case .rule(let rule, _) = filters[number].action { rules[row] = rule + "\n" }
    }
    return rules.sorted { $0.key < $1.key }.map(\.value).joined()
  }

  /// Returns the numbers of the filters that apply to the page, with their rows.
  private func acting(on page: ScriptedPage) -> [(row: Int, number: Int)] {
    var included: Set<Int> = []
    var excluded: Set<Int> = []
    func take(_ references: [PageTable.Reference]) {
      for reference in references {
        if reference.isExcluded { excluded.insert(reference.row) } else { included.insert(reference.row) }
      }
    }
    take(table.everywhere)
    for key in page.keys { take(table.keys[key] ?? []) }
    for pattern in table.patterns where isFound(pattern.source, page) { take(pattern.references) }
    included.subtract(excluded)
    var off: PageExemption.Parts = []
    for row in included {
      switch table.contents[row] {
      case .filters: break
      case .exception(let rows, let conditions):
        if hold(conditions, on: page, ifUnknown: false) { excluded.formUnion(rows) }
      case .exemption(let parts, let conditions):
        if hold(conditions, on: page, ifUnknown: false) { off.formUnion(parts) }
      }
    }
    return included.subtracting(excluded).flatMap { row -> [(row: Int, number: Int)] in
      switch table.contents[row] {
      case .filters(let numbers):
        return numbers.filter { acts(filters[$0], on: page, without: off) }.map { (row, $0) }
      case .exception, .exemption: return []
      }
    }
  }

  /// Returns whether a filter applies to the page and is not disabled there. The filter is one of several
  /// with the same action.
  private func acts(
    _ filter: PageFilter, on page: ScriptedPage, without off: PageExemption.Parts
  ) -> Bool {
    guard hold(filter.conditions, on: page, ifUnknown: true) else { return false }
    var parts: PageExemption.Parts = filter.included.isEmpty ? .genericHiding : []
    for scope in filter.included {
      switch scope.name {
      case .any: parts.insert(.genericHiding)
      case .key(let key):
        if page.keys.contains(PageTable.key(key, scope)) { parts.insert(.specificHiding) }
      case .regex(let source): if isFound(source, page) { parts.insert(.specificHiding) }
      }
    }
    switch filter.action {
    case .scriptlet: return !parts.isEmpty && !off.contains(.scriptlets)
    case .rule: return !parts.subtracting(off).isEmpty
    case .elements(let selector, .removeHTML):
      return !parts.isEmpty && !off.contains(.htmlFilters)
        && selector.chains.contains { hold($0.conditions, on: page, ifUnknown: true) }
    case .elements(let selector, _):
      return !parts.subtracting(off).isEmpty
        && selector.chains.contains { hold($0.conditions, on: page, ifUnknown: true) }
    }
  }

  private func isFound(_ source: String, _ page: ScriptedPage) -> Bool {
    !page.host.isEmpty && TextOperand.isFound(source, in: page.host) ?? false
  }

  /// Returns whether all conditions are met.
  ///
  /// - Parameter unknown: The result for conditions that only a browser can check.
  private func hold(_ conditions: [PageCondition], on page: ScriptedPage, ifUnknown unknown: Bool) -> Bool {
    conditions.allSatisfy { $0.holds(on: page) ?? unknown }
  }
}
