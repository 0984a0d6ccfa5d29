/// Finds which of many selectors match elements of one document. Asked in the order of the tree it is quickest.
public struct SelectorScan: Sendable {
  private let set: SelectorSet
  private var run: MatchRun
  /// Whether something is known of what is around elements.
  private let isWhole: Bool
  /// The numbers of all names of the document.
  private var names: Set<UInt64> = []
  private var possible: [Possibility]
  private var around = AncestorNames()
  /// Of elements that are alike: the entries that ask of an element itself what these are.
  private var alike: [Likeness: [Int]] = [:]
  /// How many compound selectors are still compared for all elements.
  private var work = 1 << 27

  private enum Possibility: UInt8 { case unknown, possible, impossible }

  /// Elements with the same name and attributes.
  private struct Likeness: Hashable {
    var name: Int32
    var namespace: HTMLDocument.Namespace
    /// The names' numbers and the values.
    var attributes: [UInt8]
  }

  /// How many kinds of elements are remembered.
  private static let maximumAlike = 1 << 14

  /// A search of a document.
  public init(_ set: SelectorSet, _ matcher: SelectorMatcher) {
    self.set = set
    run = MatchRun(matcher)
    isWhole = matcher.openElement == nil
    possible = Array(repeating: isWhole ? .unknown : .possible, count: set.entries.count)
    guard isWhole else { return }
    for element in matcher.document.elements {
      NameHash.names(of: element.index, in: matcher.document) { names.insert($0) }
    }
  }

  /// The selectors that match an element, or may, in the order of their indices.
  public mutating func verdicts(
    on element: HTMLDocument.Node
  ) -> [(selector: Int, verdict: SelectorVerdict)] {
    guard run.document.kind(of: element) == .element else { return [] }
    let candidates = candidates(element.index)
    if candidates.isEmpty { return [] }
    if isWhole { around.move(to: element.index, in: run.document) }
    var found: [(selector: Int, verdict: SelectorVerdict)] = []
    for index in candidates {
      let number = set.entries[index].number
      // The entries of a selector are one behind the other.
      let known = found.last.flatMap { $0.selector == number ? $0.verdict : nil } ?? .fails
      if known == .matches { continue }
      let verdict = known || verdict(of: index, element.index)
      if verdict == .fails { continue }
      if found.last?.selector == number { found.removeLast() }
      found.append((number, verdict))
    }
    return found
  }

  private mutating func verdict(of index: Int, _ node: Int32) -> SelectorVerdict {
    if set.entries[index].isOfElement { return .matches }
    if isWhole, !around.contain(set.entries[index].namesAround) { return .fails }
    guard work > 0 else { return .undecided(.work) }
    let (verdict, spent) = run.verdict(of: set.entries[index].complex, on: node, atMost: work)
    work -= spent
    return verdict
  }

  /// The entries of which what is asked of the element itself holds, in their order.
  private mutating func candidates(_ node: Int32) -> [Int] {
    let likeness = likeness(of: node)
    if let known = alike[likeness] { return known }
    var candidates: Set<Int> = []
    for index in set.unnamed where holds(index, node) { candidates.insert(index) }
    var own: [UInt64] = []
    NameHash.names(of: node, in: run.document) { own.append($0) }
    own += parts(of: node)
    for name in own {
      for index in set.entries(named: name) where holds(index, node) { candidates.insert(index) }
    }
    let sorted = candidates.sorted()
    if alike.count < Self.maximumAlike { alike[likeness] = sorted }
    return sorted
  }

  /// The numbers of the parts of its attributes' values by which selectors are looked for.
  private func parts(of node: Int32) -> [UInt64] {
    let document = run.document
    var parts: [UInt64] = []
    for index in document.range(node) {
      let attribute = document.attributes[index]
      let name = document.names[attribute.name]
      guard set.attributesWithParts.contains(NameHash.of(name, .attribute)) else { continue }
      NameHash.parts(of: document.value(of: attribute), in: name) { part in
        if set.hasEntries(named: part) { parts.append(part) }
      }
    }
    return parts
  }

  private mutating func holds(_ index: Int, _ node: Int32) -> Bool {
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
