import SluiceRules
import SluiceText

extension JSONWriter {
  /// Adds the estimated cost per page of a list.
  ///
  /// - Parameters:
  ///   - filters: The filter of each of the most expensive rules; nil elements are unknown.
  ///   - isBroken: Whether each of the most expensive rules starts a new line.
  package mutating func add(
    _ name: StaticString, _ cost: PageCost, filters: [PlacedFilter?] = [], isBroken: Bool = false
  ) {
    key(name)
    append(cost, filters: filters, isBroken: isBroken)
  }

  /// Appends the estimated cost per page of a list as an array element.
  package mutating func append(_ cost: PageCost, filters: [PlacedFilter?] = [], isBroken: Bool = false) {
    object { json in
      json.add("selectors") {
        $0.add("classes", cost.selectors.classes)
        $0.add("ids", cost.selectors.ids)
        $0.add("others", cost.selectors.others)
      }
      json.add("unsharedSelectors", cost.unsharedSelectors)
      json.add("automata", cost.automata)
      json.add("sitesByCondition", cost.sitesByCondition)
      json.add("microsecondsPerDocument", cost.microsecondsPerDocument)
      json.add("microsecondsPerRequest", cost.microsecondsPerRequest)
      if !cost.mostExpensive.isEmpty {
        json.add("mostExpensive", objects: cost.mostExpensive.enumerated(), isBroken: isBroken) {
          json, element in
          json.add(
            element.element, filters.indices.contains(element.offset) ? filters[element.offset] : nil)
        }
      }
    }
  }

  /// Adds the cost of a rule and its filter, if known.
  private mutating func add(_ rule: PageCost.RuleCost, _ filter: PlacedFilter?) {
    add("rule", rule.ruleIndex)
    add("url-filter", rule.urlFilter.description)
    if let selector = rule.selector { add("selector", selector.description) }
    add("nanosecondsPerDocument", rule.nanosecondsPerDocument)
    add("nanosecondsPerRequest", rule.nanosecondsPerRequest)
    add("filter", filter)
  }

  /// Adds a member with the location and text of a filter; nothing for nil.
  package mutating func add(_ name: StaticString, _ filter: PlacedFilter?) {
    if let filter { add(name) { $0.add(filter) } }
  }

  /// Adds the location and text of a filter.
  package mutating func add(_ filter: PlacedFilter) {
    add("file", filter.file)
    add("line", filter.line)
    add("text", filter.text)
  }
}
