import SluiceRules

/// Finds the selectors of a set that match elements of a document. Queries in tree order are fastest.
package struct SelectorScan: Sendable {
  private let set: SelectorSet
  private var run: MatchRun
  /// Whether the document is complete, so that the surroundings of all elements are known.
  private let isWhole: Bool
  private var names: Set<UInt64> = []
  private var possible: [Possibility]
  private var around = AncestorNames()
  /// For groups of similar elements, the entries whose conditions on the element itself are satisfied.
  private var alike: [Likeness: [Int]] = [:]
  private var alikeCount = 0
  /// The number of compound selectors that may still be compared, for all elements together.
  private var work: Int

  private enum Possibility: UInt8 { case unknown, possible, impossible }

  /// The name and attributes that a group of elements shares.
  private struct Likeness: Hashable {
    var name: Int32
    var namespace: HTMLDocument.Namespace
    /// The numbers of the attribute names, followed by the values.
    var attributes: [UInt8]
  }

  private static let (maximumAlike, maximumAlikeCount) = (1 << 14, 1 << 22)

  /// The maximum number of comparisons for each node, and in addition for the document. Real lists need fewer than 50
  /// for each node.
  private static let workPerNode = 256
  package static let freeWork = 1 << 22

  /// Creates a scan of the matcher's document.
  package init(_ set: SelectorSet, matcher: SelectorMatcher, freeWork: Int = Self.freeWork) {
    self.init(set, matcher: matcher, work: freeWork + Self.workPerNode * matcher.document.nodes.count)
  }

  init(_ set: SelectorSet, matcher: SelectorMatcher, work: Int) {
    self.set = set
    self.work = work
    run = MatchRun(matcher)
    isWhole = matcher.openElement == nil
    possible = Array(repeating: isWhole ? .unknown : .possible, count: set.entries.count)
    guard isWhole else { return }
    for element in matcher.document.elements {
      NameHash.names(of: element.index, in: matcher.document) { names.insert($0) }
    }
  }

  /// Returns the selectors that certainly or possibly match an element, in ascending order.
  ///
  /// After the maximum number of comparisons, returns at most one selector, which is undecided.
  package mutating func verdicts(
    on element: HTMLDocument.Node
  ) -> [(selector: Int, verdict: SelectorVerdict)] {
    var found: [(selector: Int, verdict: SelectorVerdict)] = []
    forEachMatch(on: element) { selector, verdict in
      found.append((selector, verdict))
      return true
    }
    return found
  }

  /// Calls `body` with the selectors that certainly or possibly match an element, in ascending order, until it
  /// returns `false`.
  ///
  /// After the maximum number of comparisons, there is at most one selector, which is undecided.
  package mutating func forEachMatch(
    on element: HTMLDocument.Node, _ body: (_ selector: Int, _ verdict: SelectorVerdict) -> Bool
  ) {
    guard run.document.kind(of: element) == .element else { return }
    guard work > 0 else {
      if let selector = unexamined(element.index) { _ = body(selector, .undecided(.work)) }
      return
    }
    let candidates = candidates(element.index)
    if candidates.isEmpty { return }
    if isWhole { around.move(to: element.index, in: run.document) }
    var found: (selector: Int, verdict: SelectorVerdict)?
    for index in candidates {
      work -= 1
      let number = set.entries[index].number
      // Entries of the same selector are adjacent.
      if let last = found, last.selector != number {
        found = nil
        guard body(last.selector, last.verdict) else { return }
      }
      let known = found?.verdict ?? .fails
      if known == .matches { continue }
      let verdict = known || verdict(of: index, element.index)
      if verdict != .fails { found = (number, verdict) }
    }
    if let found { _ = body(found.selector, found.verdict) }
  }

  /// Returns a selector that may match an element, for all that are not compared with it.
  private func unexamined(_ node: Int32) -> Int? {
    var first = set.unnamed.first
    NameHash.names(of: node, in: run.document) { first = first ?? set.entries(named: $0).first }
    return first.map { set.entries[$0].number }
  }

  private mutating func verdict(of index: Int, _ node: Int32) -> SelectorVerdict {
    if set.entries[index].isOfElement { return .matches }
    if isWhole, !around.contain(set.entries[index].namesAround) { return .fails }
    guard work > 0 else { return .undecided(.work) }
    let (verdict, spent) = run.verdict(of: set.entries[index].complex, on: node, atMost: work)
    work -= spent
    return verdict
  }

  /// Returns the entries whose conditions on the element itself are satisfied, in order.
  private mutating func candidates(_ node: Int32) -> [Int] {
    let likeness = likeness(of: node)
    if let known = alike[likeness] { return known }
    var candidates: Set<Int> = []
    for index in set.unnamed where holds(index, node: node) { candidates.insert(index) }
    work -= set.unnamed.count
    var own: [UInt64] = []
    NameHash.names(of: node, in: run.document) { own.append($0) }
    own += parts(of: node)
    for name in own {
      let entries = set.entries(named: name)
      for index in entries where holds(index, node: node) { candidates.insert(index) }
      work -= entries.count
    }
    let sorted = candidates.sorted()
    if alike.count < Self.maximumAlike, alikeCount + sorted.count <= Self.maximumAlikeCount {
      alike[likeness] = sorted
      alikeCount += sorted.count
    }
    return sorted
  }

  /// Returns the hashes of those parts of the element's attribute values by which selectors are indexed.
  private func parts(of node: Int32) -> [UInt64] {
    let document = run.document
    var parts: [UInt64] = []
    for index in document.range(node) {
      let attribute = document.attributes[index]
      let name = document.names[attribute.name]
      guard set.attributesWithParts.contains(NameHash.of(name, kind: .attribute)) else { continue }
      NameHash.parts(of: document.value(of: attribute), in: name) { part in
        if set.hasEntries(named: part) { parts.append(part) }
      }
    }
    return parts
  }

  private mutating func holds(_ index: Int, node: Int32) -> Bool {
    if possible[index] == .unknown {
      let isPossible = set.entries[index].complex.isPossible { names.contains($0) }
      possible[index] = isPossible ? .possible : .impossible
    }
    if possible[index] == .impossible { return false }
    return run.holds(all: set.entries[index].own, node)
  }

  private func likeness(of node: Int32) -> Likeness {
    let document = run.document
    let record = document.nodes[Int(node)]
    var bytes: [UInt8] = []
    for index in document.range(node) {
      let attribute = document.attributes[index]
      for number in [attribute.hasNamespace ? 1 : 0, attribute.name, attribute.count] {
        for shift in [0, 8, 16, 24] { bytes.append(UInt8(truncatingIfNeeded: number >> Int32(shift))) }
      }
      bytes.append(document.value(of: attribute))
    }
    return Likeness(name: record.name, namespace: record.namespace, attributes: bytes)
  }
}

/// An index of many selectors that finds the ones that match an element without testing all of them.
///
/// The index uses a required name of the element: an ID, a class, an attribute, a part of an attribute value
/// or an element name. ``SelectorScan`` performs the search.
package struct SelectorSet: Sendable {
  struct Entry: Sendable {
    /// The index of the selector list.
    var number: Int
    var complex: ParsedSelector.Complex
    /// The conditions on the matched element that depend only on the element's name and attributes.
    var own: [ParsedSelector.Condition]
    var isOfElement: Bool
    var namesAround: [UInt64]
  }

  private(set) var entries: [Entry] = []
  private var named: [UInt64: [Int]] = [:]
  private(set) var attributesWithParts: Set<UInt64> = []
  private(set) var unnamed: [Int] = []

  /// Creates a set. Selectors are identified by their indices in the array.
  package init(_ selectors: [ParsedSelector]) {
    for (number, selector) in selectors.enumerated() {
      for complex in selector.alternatives {
        guard let last = complex.compounds.last else { continue }
        let conditions = last.simples.map(\.condition)
        // Elements of the document are never pseudo-elements.
        if conditions.contains(.pseudoElement) { continue }
        if let name = rarest(conditions) {
          named[name, default: []].append(entries.count)
        } else {
          unnamed.append(entries.count)
        }
        entries.append(
          Entry(
            number: number, complex: complex, own: conditions.filter(\.isOfElement),
            isOfElement: complex.isOfElement, namesAround: complex.namesAround))
      }
    }
  }

  func entries(named name: UInt64) -> [Int] { named[name] ?? [] }

  func hasEntries(named name: UInt64) -> Bool { named[name] != nil }

  /// Returns the rarest required name, under which the selector is indexed.
  private mutating func rarest(_ conditions: [ParsedSelector.Condition]) -> UInt64? {
    func first(_ isWanted: (ParsedSelector.Condition) -> Bool) -> UInt64? {
      conditions.first(where: isWanted)?.name
    }
    if let name = first({ if case .id = $0 { true } else { false } })
      ?? first({ if case .class = $0 { true } else { false } })
    {
      return name
    }
    for condition in conditions {
      // Select the part with the fewest entries so far.
      guard let part = condition.parts.min(by: { entries(named: $0).count < entries(named: $1).count }) else {
        continue
      }
      if let attribute = condition.name { attributesWithParts.insert(attribute) }
      return part
    }
    return first { if case .attribute = $0 { true } else { false } }
      ?? first { if case .type(.some, _) = $0 { true } else { false } }
  }
}
