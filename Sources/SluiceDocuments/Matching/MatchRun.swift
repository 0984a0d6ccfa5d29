import SluiceRules

/// Queries whether elements match selectors, with a limit on the work per query.
struct MatchRun {
  let matcher: SelectorMatcher
  let document: HTMLDocument
  /// The number of compound selectors that may still be compared.
  private var work = Self.limit
  /// The cached verdicts on siblings, shared by all queries.
  var places = SiblingPlaces()

  private static let limit = 1 << 20

  init(_ matcher: SelectorMatcher) {
    self.matcher = matcher
    document = matcher.document
  }

  /// Starts a new query. Returns the verdict and the number of compound selectors that were compared, at most
  /// `limit`.
  mutating func verdict(
    of selector: ParsedSelector.Complex, on node: Int32, atMost limit: Int
  ) -> (verdict: SelectorVerdict, spent: Int) {
    let limit = min(limit, Self.limit)
    work = limit
    return (any([selector], node: node), limit - work)
  }

  mutating func verdict(of selector: ParsedSelector, on node: Int32) -> SelectorVerdict {
    work = Self.limit
    return any(selector.alternatives, node: node)
  }

  /// Starts a new query for conditions that depend only on the name and attributes of an element.
  mutating func holds(all conditions: [ParsedSelector.Condition], _ node: Int32) -> Bool {
    work = Self.limit
    for condition in conditions where holds(condition, node: node) == .fails { return false }
    return true
  }

  var isExhausted: Bool { work < 0 }

  /// The elements for which a mismatch also holds: only this one, also its preceding siblings, or also its
  /// ancestors. Searches skip elements that cannot match.
  private enum Reach { case element, siblings, all }

  private struct Outcome {
    var verdict: SelectorVerdict
    var reach = Reach.element
  }

  mutating func any(_ selectors: [ParsedSelector.Complex], node: Int32) -> SelectorVerdict {
    var verdict = SelectorVerdict.fails
    for selector in selectors {
      verdict =
        verdict
        || complex(selector.compounds, at: selector.compounds.count - 1, node: node, anchor: nil).verdict
      if verdict == .matches { break }
    }
    return verdict
  }

  /// Returns whether the element matches the compound selectors up to this index. If there is an anchor, the
  /// combinator of the first compound selector is relative to it.
  private mutating func complex(
    _ compounds: [ParsedSelector.Compound], at index: Int, node: Int32, anchor: Int32?
  ) -> Outcome {
    guard index >= 0 else { return Outcome(verdict: .fails) }
    work -= 1
    if work < 0 { return Outcome(verdict: .undecided(.work)) }
    let verdict = compound(compounds[index], node: node)
    if verdict == .fails { return Outcome(verdict: .fails) }
    if index == 0 {
      guard let anchor else { return Outcome(verdict: verdict) }
      return Outcome(
        verdict: verdict && isAt(compounds[0].combinator ?? .descendant, anchor: anchor, node: node))
    }
    var outcome = rest(compounds, at: index, node: node, anchor: anchor)
    outcome.verdict = verdict && outcome.verdict
    return outcome
  }

  /// Returns whether the compound selectors before this index match at the place that the combinator at this
  /// index defines.
  private mutating func rest(
    _ compounds: [ParsedSelector.Compound], at index: Int, node: Int32, anchor: Int32?
  ) -> Outcome {
    // The surroundings of this element are unknown.
    if isOpen(node) { return Outcome(verdict: .undecided(.surroundings)) }
    switch compounds[index].combinator ?? .descendant {
    case .child:
      guard let parent = parent(of: node) else { return Outcome(verdict: .fails, reach: .all) }
      return complex(compounds, at: index - 1, node: parent, anchor: anchor)
    case .descendant:
      var verdict = SelectorVerdict.fails
      var next = parent(of: node)
      while let ancestor = next {
        let outcome = complex(compounds, at: index - 1, node: ancestor, anchor: anchor)
        verdict = verdict || outcome.verdict
        if verdict == .matches || outcome.verdict == .fails && outcome.reach == .all { break }
        if isOpen(ancestor) {
          verdict = verdict || .undecided(.surroundings)
          break
        }
        next = parent(of: ancestor)
      }
      return Outcome(verdict: verdict, reach: .all)
    case .nextSibling:
      guard let sibling = previous(node) else { return Outcome(verdict: .fails, reach: .siblings) }
      return complex(compounds, at: index - 1, node: sibling, anchor: anchor)
    case .laterSibling:
      var verdict = SelectorVerdict.fails
      var next = previous(node)
      while let sibling = next {
        let outcome = complex(compounds, at: index - 1, node: sibling, anchor: anchor)
        verdict = verdict || outcome.verdict
        if verdict == .matches { break }
        if outcome.verdict == .fails, outcome.reach != .element {
          return Outcome(verdict: verdict, reach: outcome.reach)
        }
        next = previous(sibling)
      }
      return Outcome(verdict: verdict, reach: .siblings)
    }
  }

  private func isAt(_ combinator: ParsedSelector.Combinator, anchor: Int32, node: Int32)
    -> SelectorVerdict
  {
    switch combinator {
    case .child: return SelectorVerdict(parent(of: node) == anchor)
    case .descendant:
      var next = parent(of: node)
      while let ancestor = next, ancestor != anchor { next = parent(of: ancestor) }
      return SelectorVerdict(next != nil)
    case .nextSibling: return SelectorVerdict(previous(node) == anchor)
    case .laterSibling:
      let (first, second) = (document.nodes[Int(anchor)], document.nodes[Int(node)])
      let isBehind = matcher.positions[Int(anchor)].before < matcher.positions[Int(node)].before
      return SelectorVerdict(first.parent == second.parent && isBehind)
    }
  }

  mutating func has(_ selectors: [ParsedSelector.Complex], anchor: Int32) -> SelectorVerdict {
    var verdict = SelectorVerdict.fails
    for selector in selectors {
      let record = document.nodes[Int(anchor)]
      switch selector.compounds.first?.combinator ?? .descendant {
      case .child where selector.compounds.count == 1:
        verdict = verdict || has(selector, anchor: anchor, from: record.firstChild, isDeep: false)
      case .descendant, .child: verdict = verdict || has(selector, anchor: anchor, from: record.firstChild)
      case .nextSibling, .laterSibling:
        verdict =
          verdict
          || (isOpen(anchor) ? .undecided(.surroundings) : has(selector, anchor: anchor, from: record.next))
      }
      if verdict == .matches || isExhausted { break }
    }
    return verdict
  }

  /// Returns whether a relative selector of the anchor matches a node, one of the siblings after it, or one of
  /// their descendants.
  private mutating func has(
    _ selector: ParsedSelector.Complex, anchor: Int32, from first: Int32, isDeep: Bool = true
  ) -> SelectorVerdict {
    var verdict = SelectorVerdict.fails
    var top = first
    while top != 0, verdict != .matches {
      var next: Int32? = top
      while let node = next, verdict != .matches {
        if document.nodes[Int(node)].kind == .element {
          let last = selector.compounds.count - 1
          verdict = verdict || complex(selector.compounds, at: last, node: node, anchor: anchor).verdict
          if isExhausted { return verdict || .undecided(.work) }
        }
        next = isDeep ? document.following(node, within: top) : nil
      }
      top = document.nodes[Int(top)].next
    }
    return verdict
  }

  private mutating func compound(_ compound: ParsedSelector.Compound, node: Int32) -> SelectorVerdict {
    var verdict = SelectorVerdict.matches
    for simple in compound.simples {
      verdict = verdict && holds(simple.condition, node: node)
      if verdict == .fails { break }
    }
    return verdict
  }

  // MARK: Relatives of an element

  /// Returns whether the surroundings of an element are unknown.
  func isOpen(_ node: Int32) -> Bool { matcher.openElement?.index == node }

  func parent(of node: Int32) -> Int32? {
    let parent = document.nodes[Int(node)].parent
    return parent == 0 ? nil : parent
  }

  func previous(_ node: Int32) -> Int32? {
    var sibling = document.nodes[Int(node)].previous
    while sibling != 0, document.nodes[Int(sibling)].kind != .element {
      sibling = document.nodes[Int(sibling)].previous
    }
    return sibling == 0 ? nil : sibling
  }

  /// Returns the first verdict on an element or one of its ancestors, innermost first. Without any, the result
  /// is `fallback`, unless the surroundings of an ancestor are unknown.
  func inherited(
    _ node: Int32, otherwise fallback: SelectorVerdict, own: (Int32) -> SelectorVerdict?
  ) -> SelectorVerdict {
    var next: Int32? = node
    while let element = next {
      if let verdict = own(element) { return verdict }
      if isOpen(element) { return .undecided(.surroundings) }
      next = parent(of: element)
    }
    return fallback
  }

  /// Counts a step of work. Returns `false` if the limit is exceeded.
  mutating func spend() -> Bool {
    work -= 1
    return work >= 0
  }
}
