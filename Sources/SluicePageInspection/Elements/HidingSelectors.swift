import SluiceDocuments
import SluiceText
import SluiceConversion
import SluiceRules
import SluiceSyntax

/// The selectors of all hiding rules, prepared for matching. Preparing them takes longer than matching most
/// documents.
struct HidingSelectors: Sendable {
  /// A selector in a list. A selector that several rules share has several entries.
  struct Entry: Sendable {
    let list: Blocklist
    let what: What
    let selector: CSSSelector
  }

  enum What: Sendable {
    case rule(Int)
    /// Filters that may have no rule.
    case lost(LostFilters.Group)
  }

  let entries: [Entry]
  /// The index of the place of each selector in ``set``.
  let numbers: [Int]
  let set: SelectorSet

  init(_ lists: Blocklists) { self.init(lists) { _, _ in true } }

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

/// Hiding filters that exceptions with the same selector may cancel completely, so that no rule exists, such
/// as `##.ad` with `#@#.ad`.
struct LostFilters: Sendable {
  struct Group: Sendable {
    let selector: CSSSelector
    fileprivate(set) var hiding: [PlacedFilter] = []
    fileprivate(set) var sparing: [PlacedFilter] = []
  }

  /// The groups in the order of their first exceptions.
  private(set) var groups: [Group] = []

  init(_ sources: [ParsedSource]) {
    var numbers: [[UInt8]: Int] = [:]
    Self.forEach(in: sources, areExceptions: true) { body, filter in
      guard let selector = try? CSSSelector(parsing: body) else { return }
      if numbers[body] == nil {
        numbers[body] = groups.count
        groups.append(Group(selector: selector))
      }
      if let number = numbers[body] { groups[number].sparing.append(filter) }
    }
    if groups.isEmpty { return }
    Self.forEach(in: sources, areExceptions: false) { body, filter in
      if let number = numbers[body] { groups[number].hiding.append(filter) }
    }
    groups.removeAll(where: \.hiding.isEmpty)
  }

  private static func forEach(
    in sources: [ParsedSource], areExceptions: Bool, _ body: ([UInt8], PlacedFilter) -> Void
  ) {
    for source in sources {
      let text = source.list.bytes.span
      for (number, line) in source.list.lines.enumerated() {
        guard case .cosmetic(let filter) = line.content, filter.kind == .hiding,
          filter.isException == areExceptions
        else { continue }
        let placed = PlacedFilter(file: source.name, line: number + 1, text: text.text(line.range))
        body([UInt8](text.extracting(filter.body.indices)), placed)
      }
    }
  }
}

/// The effects of the selectors that have matched. Elements times selectors can be millions of hits, so a hit copies
/// no effect.
struct KnownEffects {
  struct Known {
    let outcome: ElementAnswer.Outcome
    let needsScript: Bool
    let hasRule: Bool
    fileprivate let effect: Int
    /// The same number for equal selectors.
    fileprivate let selector: Int
  }

  private enum State {
    case unknown
    case ineffective
    case known(Known)
  }

  private var states: [State]
  private var effects: [ElementAnswer.Effect] = []
  private var selectors: [CSSSelector: Int] = [:]
  /// The latest element on which a selector has covered.
  private var covered: [HTMLDocument.Node??] = []

  init(_ count: Int) { states = Array(repeating: .unknown, count: count) }

  subscript(known: Known) -> ElementAnswer.Effect { effects[known.effect] }

  /// Returns what is known about the selector with a number, or `nil` if it has no effect on this page.
  mutating func known(_ number: Int, read: () -> (CSSSelector, ElementAnswer.Effect?)) -> Known? {
    switch states[number] {
    case .known(let known): return known
    case .ineffective: return nil
    case .unknown: break
    }
    let (selector, effect) = read()
    guard let effect else {
      states[number] = .ineffective
      return nil
    }
    let same = selectors[selector] ?? covered.count
    if same == covered.count {
      selectors[selector] = same
      covered.append(nil)
    }
    let known = Known(
      outcome: effect.outcome, needsScript: effect.needsScript, hasRule: effect.rule != nil,
      effect: effects.count, selector: same)
    effects.append(effect)
    states[number] = .known(known)
    return known
  }

  /// Remembers that a selector has an effect on an element. Returns whether this is new.
  mutating func cover(_ known: Known, on element: HTMLDocument.Node?) -> Bool {
    if let latest = covered[known.selector], latest == element { return false }
    covered[known.selector] = .some(element)
    return true
  }
}
