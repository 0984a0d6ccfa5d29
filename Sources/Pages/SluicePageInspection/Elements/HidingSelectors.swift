import SluiceDocuments
import SluiceRules

/// The selectors of all hiding rules, prepared for matching. Preparing them takes longer than matching most
/// documents.
struct HidingSelectors: Sendable {
  /// A selector in a list. A selector that several rules share has several entries.
  struct Entry: Sendable {
    let list: Blocklist
    let what: What
    let selector: Selector
  }

  enum What: Sendable {
    /// The index of a rule.
    case rule(Int)
    /// Filters that may have no rule.
    case lost(LostFilters.Group)
  }

  let entries: [Entry]
  /// The index of the place of each selector in ``set``.
  let numbers: [Int]
  let set: SelectorSet

  /// Prepares all selectors of the lists.
  init(_ lists: Blocklists) { self.init(lists) { _, _ in true } }

  /// Prepares the selectors of the rules that `isWanted` accepts by list and index.
  init(_ lists: Blocklists, where isWanted: (Blocklist, Int) -> Bool) {
    var entries: [Entry] = []
    for list in lists.lists {
      for (rule, content) in list.evaluator.list.rules.enumerated() {
        guard case .hide(let selectors) = content.action, isWanted(list, rule) else { continue }
        for selector in selectors.elements {
          entries.append(Entry(list: list, what: .rule(rule), selector: selector))
        }
      }
    }
    // Groups of lost filters follow all rules, so that they are not reported in addition to a rule.
    for list in lists.lists {
      for group in LostFilters(list.sources).groups {
        entries.append(Entry(list: list, what: .lost(group), selector: group.selector))
      }
    }
    let read = entries.enumerated().compactMap { number, place in
      ParsedSelector(place.selector).map { (number, $0) }
    }
    self.entries = entries
    numbers = read.map(\.0)
    set = SelectorSet(read.map(\.1))
  }
}
