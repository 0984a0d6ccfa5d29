/// Many selectors, of which those that match an element are found without trying all: by an id, a class, an attribute, a part of its
/// value, or a name that the element must have. ``SelectorScan`` finds them.
public struct SelectorSet: Sendable {
  /// One of the selectors between the commas of one.
  struct Entry: Sendable {
    /// The index of the selector.
    var number: Int
    var complex: ParsedSelector.Complex
    /// What is asked of the element itself, that its name and attributes answer.
    var own: [ParsedSelector.Condition]
    /// Whether this is all that is asked.
    var isOfElement: Bool
    /// The numbers of names that must be around the element.
    var namesAround: [UInt64]
  }

  private(set) var entries: [Entry] = []
  /// The entries by the number of a name that an element must have.
  private var named: [UInt64: [Int]] = [:]
  /// The names of the attributes of which parts are among them.
  private(set) var attributesWithParts: Set<UInt64> = []
  /// Those without such a name.
  private(set) var unnamed: [Int] = []

  /// A set of selectors, which are told apart by their indices.
  public init(_ selectors: [ParsedSelector]) {
    for (number, selector) in selectors.enumerated() {
      for complex in selector.alternatives {
        guard let last = complex.compounds.last else { continue }
        let conditions = last.simples.map(\.condition)
        // No element is one.
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

  /// The entries that ask for a name.
  func entries(named name: UInt64) -> [Int] { named[name] ?? [] }

  /// Whether there are entries that ask for a name.
  func hasEntries(named name: UInt64) -> Bool { named[name] != nil }

  /// The rarest of the names that the element must have says where it is looked for.
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
      // The one by which the fewest are looked for so far.
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
