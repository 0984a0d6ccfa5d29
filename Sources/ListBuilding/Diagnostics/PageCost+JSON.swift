import ContentBlocker
import JSON

extension JSONWriter {
  /// Writes what a list costs pages, for programs.
  package mutating func add(_ name: StaticString, _ cost: PageCost) {
    key(name)
    object { json in
      json.key("selectors")
      json.object {
        $0.add("classes", cost.selectors.classes)
        $0.add("ids", cost.selectors.ids)
        $0.add("others", cost.selectors.others)
      }
      json.add("unsharedSelectors", cost.unsharedSelectors)
      json.add("automata", cost.automata)
      json.add("sitesByCondition", cost.sitesByCondition)
      json.add("microsecondsPerDocument", cost.microsecondsPerDocument)
      json.add("microsecondsPerRequest", cost.microsecondsPerRequest)
      if !cost.dearest.isEmpty {
        json.add("dearest", objects: cost.dearest, isBroken: true) {
          $0.add("rule", $1.ruleIndex)
          $0.add("url-filter", $1.urlFilter.description)
          $0.add("nanosecondsPerDocument", $1.nanosecondsPerDocument)
          $0.add("nanosecondsPerRequest", $1.nanosecondsPerRequest)
        }
      }
    }
  }
}
