/// An index of many selectors that finds the ones that match an element without testing all of them.
///
/// The index uses a required name of the element: an ID, a class, an attribute, a part of an attribute value
/// or an element name. ``SelectorScan`` performs the search.
public struct SelectorSet: Sendable {
  struct Entry: Sendable {
    /// The index of the selector list.
    var number: Int
    var complex: ParsedSelector.Complex
    /// The conditions on the matched element that depend only on the element's name and attributes.
    var own: [ParsedSelector.Condition]
    /// Whether the selector has no other conditions.
    var isOfElement: Bool
    /// The hashes of the names that ancestors of the element must have.
    var namesAround: [UInt64]
  }

  private(set) var entries: [Entry] = []
  /// The indices of entries by the hash of a name that an element must have.
  private var named: [UInt64: [Int]] = [:]
  /// The hashes of the names of attributes whose parts are indexed.
  private(set) var attributesWithParts: Set<UInt64> = []
  /// The entries without a required name.
  private(set) var unnamed: [Int] = []

  /// Creates a set. Selectors are identified by their indices in the array.
  public init(_ selectors: [ParsedSelector]) {
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

  /// Returns the entries that require the given name.
  func entries(named name: UInt64) -> [Int] { named[name] ?? [] }

  /// Returns whether any entry requires the given name.
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
