import ContentBlocker
import Documents

/// The selectors that lists hide by, made ready to be asked about documents: that takes longer than most documents do.
public struct HidingSelectors: Sendable {
  /// A selector where it stands. One that several rules have is that of several places.
  struct Place: Sendable {
    let list: Blocklist
    let what: What
    let selector: Selector
  }

  enum What: Sendable {
    /// A rule by its index.
    case rule(Int)
    /// Filters of which there may be no rule.
    case lost(LostFilters.Group)
  }

  let places: [Place]
  /// Of each selector of ``set`` the number of its place.
  let numbers: [Int]
  let set: SelectorSet

  /// All selectors of lists.
  public init(_ lists: Blocklists) { self.init(lists) { _, _ in true } }

  /// The selectors of some rules of lists, by their indices.
  init(_ lists: Blocklists, where isWanted: (Blocklist, Int) -> Bool) {
    var places: [Place] = []
    for list in lists.lists {
      for (rule, content) in list.evaluator.list.rules.enumerated() {
        guard case .hide(let selectors) = content.action, isWanted(list, rule) else { continue }
        for selector in selectors.elements {
          places.append(Place(list: list, what: .rule(rule), selector: selector))
        }
      }
    }
    // Behind all rules: what these say is not said again.
    for list in lists.lists {
      for group in LostFilters(list.sources).groups {
        places.append(Place(list: list, what: .lost(group), selector: group.selector))
      }
    }
    let read = places.enumerated().compactMap { number, place in
      ParsedSelector(place.selector).map { (number, $0) }
    }
    self.places = places
    numbers = read.map(\.0)
    set = SelectorSet(read.map(\.1))
  }
}
