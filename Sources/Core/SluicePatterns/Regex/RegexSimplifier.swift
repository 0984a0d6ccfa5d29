import SluiceRules

extension RegexNode {
  /// Returns an equivalent regex with fewer alternatives.
  ///
  /// Single characters are joined into classes, common prefixes and suffixes are factored out, and an empty
  /// alternative becomes an optional part. Every remaining alternative costs a rule, and sequences of
  /// alternatives multiply.
  func simplified() -> RegexNode {
    switch self {
    case .set, .edge: return self
    case .sequence(let nodes): return .joined(nodes.map { $0.simplified() })
    case .alternatives(let nodes): return .choice(nodes.map { $0.simplified().parts })
    case .repeated(let node, let minimum, let maximum):
      return .times(node.simplified(), minimum, maximum)
    }
  }

  /// The node as the parts of a sequence.
  private var parts: [RegexNode] {
    if case .sequence(let nodes) = self { nodes } else { [self] }
  }

  private static func joined(_ nodes: [RegexNode]) -> RegexNode {
    var parts: [RegexNode] = []
    for node in nodes {
      if node == .never { return .never }
      parts += node.parts
    }
    return parts.count == 1 ? parts[0] : .sequence(parts)
  }

  private static func times(_ node: RegexNode, _ minimum: Int, _ maximum: Int?) -> RegexNode {
    if maximum == 0 || node == .empty { return .empty }
    if node == .never { return minimum == 0 ? .empty : .never }
    if minimum == 1, maximum == 1 { return node }
    // Nested repetitions can be joined if every count up to the product can be reached: (x*)+ but not
    // (x{3})*.
    if case .repeated(let inner, let innerMinimum, let innerMaximum) = node, innerMinimum <= 1,
      innerMaximum != 1 || innerMinimum == 0
    {
      let product: Int?
      if let maximum, let innerMaximum {
        product = min(maximum * innerMaximum, RegexFilters.maximumCount)
      } else {
        product = nil
      }
      return .repeated(inner, minimum: minimum * innerMinimum, maximum: product)
    }
    return .repeated(node, minimum: minimum, maximum: maximum)
  }

  /// Returns the alternatives of several sequences. Their order is irrelevant, because only the existence of
  /// a match counts.
  private static func choice(_ sequences: [[RegexNode]]) -> RegexNode {
    var alternatives: [[RegexNode]] = []
    var seen: Set<[RegexNode]> = []
    var single = ASCIISet()
    for sequence in sequences.flatMap(flattened) where sequence != [.never] {
      if sequence.count == 1, case .set(let set) = sequence[0] {
        single = single.union(set)
      } else if seen.insert(sequence).inserted {
        alternatives.append(sequence)
      }
    }
    if !single.isEmpty { alternatives.append([.set(single)]) }
    let isOptional = seen.contains([])
    if isOptional { alternatives.removeAll { $0.isEmpty } }
    alternatives = factored(factored(alternatives, atEnd: false), atEnd: true)
    if isOptional {
      guard let last = alternatives.popLast() else { return .empty }
      alternatives.append([.times(.joined(last), 0, 1)])
    }
    if alternatives.isEmpty { return .never }
    return alternatives.count == 1 ? .joined(alternatives[0]) : .alternatives(alternatives.map(joined))
  }

  private static func flattened(_ sequence: [RegexNode]) -> [[RegexNode]] {
    guard sequence.count == 1, case .alternatives(let inner) = sequence[0] else { return [sequence] }
    return inner.map { $0.parts }
  }

  /// Returns the sequences with common first (or last) parts factored out.
  private static func factored(_ sequences: [[RegexNode]], atEnd: Bool) -> [[RegexNode]] {
    guard sequences.count > 1 else { return sequences }
    var order: [RegexNode] = []
    var rests: [RegexNode: [[RegexNode]]] = [:]
    for sequence in sequences {
      guard let common = atEnd ? sequence.last : sequence.first else { continue }
      if rests[common] == nil { order.append(common) }
      rests[common, default: []].append(Array(atEnd ? sequence.dropLast() : sequence.dropFirst()))
    }
    guard order.count < sequences.count else { return sequences }
    return order.map { common in
      let group = rests[common] ?? []
      if group.count == 1 { return atEnd ? group[0] + [common] : [common] + group[0] }
      // Factor out the whole common part at once. Factoring out one node at a time would recurse once for
      // each node.
      var shared = 0
      while let next = part(shared, of: group[0], atEnd),
        group.allSatisfy({ part(shared, of: $0, atEnd) == next })
      {
        shared += 1
      }
      let rest = choice(group.map { Array(atEnd ? $0.dropLast(shared) : $0.dropFirst(shared)) }).parts
      return atEnd ? rest + group[0].suffix(shared) + [common] : [common] + group[0].prefix(shared) + rest
    }
  }

  /// Returns the part at `index`, counted from the end if `atEnd` is `true`.
  private static func part(_ index: Int, of sequence: [RegexNode], _ atEnd: Bool) -> RegexNode? {
    guard index < sequence.count else { return nil }
    return sequence[atEnd ? sequence.count - 1 - index : index]
  }
}
