import SluiceRules
import SluiceText

/// A parsed regular expression that contains only the information that determines which URLs it matches.
/// Captures, names and greediness are removed, and every class is a set of URL characters.
package indirect enum RegexNode: Hashable, Sendable {
  /// One character of the set. An empty set never matches.
  case set(ASCIISet)
  /// A sequence. An empty sequence matches the empty text.
  case sequence([RegexNode])
  case alternatives([RegexNode])
  /// A repetition; unlimited if `maximum` is `nil`.
  case repeated(RegexNode, minimum: Int, maximum: Int?)
  /// A condition on the position, which consumes no character.
  case edge(RegexEdge)

  static let empty = RegexNode.sequence([])
  static let never = RegexNode.set(ASCIISet())
}

/// A condition on the position between two characters.
package struct RegexEdge: Hashable, Sendable {
  var kind: Kind
  var range: Range<Int>

  package enum Kind: Hashable, Sendable {
    case start
    case end
    case wordBoundary(isNegated: Bool)
    case look(isBehind: Bool, isNegated: Bool, RegexNode)
  }

  /// The reason to report if the edge cannot be resolved.
  var reason: RegexFilterProblem.Reason {
    switch kind {
    case .start, .end: .repeatedAnchor
    case .wordBoundary: .wordBoundary
    case .look(let isBehind, _, _): isBehind ? .lookBehind : .lookAhead
    }
  }

  var problem: RegexFilterProblem { RegexFilterProblem(reason, at: range) }
}

extension ASCIISet {
  /// The characters that a URL can contain.
  ///
  /// URL parsers percent-encode or remove control characters, and convert non-ASCII characters to
  /// percent-encoding or punycode. (`data:` URLs can contain spaces.)
  static let urlCharacters = ASCIISet(0x20...0x7e)

  static let wordCharacters = letters.union(digits).union(ASCIISet(ASCII.underscore))

  /// The URL characters that `\s` matches.
  static let spaces = ASCIISet(ASCII.space)
}

extension RegexNode {
  /// Parses a JavaScript regular expression without the `u` flag, as all content blockers interpret `/.../`.
  package static func parse(_ bytes: [UInt8], isCaseSensitive: Bool) throws(RegexFilterProblem) -> RegexNode {
    let tree = try RegexParser.parse(bytes, into: RegexTreeBuilder(isCaseSensitive: isCaseSensitive))
    return tree.node()
  }
}

private struct RegexTreeBuilder: RegexSink {
  typealias Problem = RegexFilterProblem

  let isCaseSensitive: Bool
  private var groups: [(kind: RegexGroupKind, alternatives: [RegexNode], sequence: [RegexNode])] = []
  private var alternatives: [RegexNode] = []
  private var sequence: [RegexNode] = []
  /// The characters of the open class.
  private var members = ASCIISet()

  init(isCaseSensitive: Bool) { self.isCaseSensitive = isCaseSensitive }

  static var dialect: RegexDialect {
    RegexDialect(maximumCount: Int64(RegexFilters.maximumCount), references: .ofWholeRegex, names: .plain)
  }

  static func problem(_ fault: RegexFault, range: Range<Int>) -> RegexFilterProblem {
    switch fault {
    case .unbalancedParenthesis: RegexFilterProblem(.unbalancedParenthesis, at: range)
    case .unclosedBracket: RegexFilterProblem(.unclosedBracket, at: range)
    case .reversedRange: RegexFilterProblem(.reversedRange, at: range)
    case .nothingToRepeat: RegexFilterProblem(.nothingToRepeat, at: range)
    case .invalidCount: RegexFilterProblem(.invalidCount, at: range)
    case .invalidGroup, .invalidGroupName: RegexFilterProblem(.invalidGroup, at: range)
    case .trailingBackslash: RegexFilterProblem(.trailingBackslash, at: range)
    }
  }

  mutating func nextAlternative(at offset: Int) {
    alternatives.append(.sequence(sequence))
    sequence = []
  }

  func node() -> RegexNode {
    if alternatives.isEmpty { return .sequence(sequence) }
    return .alternatives(alternatives + [.sequence(sequence)])
  }

  // MARK: - Conditions

  mutating func start(at offset: Int) { addEdge(.start, range: offset..<offset + 1) }
  mutating func end(at offset: Int) { addEdge(.end, range: offset..<offset + 1) }

  mutating func wordBoundary(isNegated: Bool, at offset: Int) {
    addEdge(.wordBoundary(isNegated: isNegated), range: offset..<offset + 2)
  }

  private mutating func addEdge(_ kind: RegexEdge.Kind, range: Range<Int>) {
    sequence.append(.edge(RegexEdge(kind: kind, range: range)))
  }

  mutating func reference(_ range: Range<Int>) throws(RegexFilterProblem) {
    throw RegexFilterProblem(.backreference, at: range)
  }

  // MARK: - Characters

  mutating func literal(_ unit: UInt16, at offset: Int) {
    // Characters outside ASCII never occur in a URL.
    sequence.append(.set(UInt8(exactly: unit).map { inURL(ASCIISet($0), isNegated: false) } ?? ASCIISet()))
  }

  mutating func anyCharacter(at offset: Int) { sequence.append(.set(.urlCharacters)) }

  mutating func classEscape(_ escape: RegexClassEscape, at offset: Int) {
    sequence.append(.set(escape.members))
  }

  mutating func openClass() { members = ASCIISet() }

  mutating func classMembers(_ units: ClosedRange<UInt16>, at offset: Int) {
    guard units.lowerBound < 0x80 else { return }
    members.insert(UInt8(units.lowerBound)...UInt8(min(units.upperBound, 0x7f)))
  }

  mutating func classMembers(_ escape: RegexClassEscape, at offset: Int) {
    members = members.union(escape.members)
  }

  mutating func closeClass(isNegated: Bool, at offset: Int) {
    sequence.append(.set(inURL(members, isNegated: isNegated)))
  }

  /// Returns the URL characters of a class. Case is folded before negation, as in JavaScript and WebKit.
  private func inURL(_ set: ASCIISet, isNegated: Bool) -> ASCIISet {
    let folded = isCaseSensitive ? set : set.caseFolded
    return (isNegated ? folded.inverted : folded).intersection(.urlCharacters)
  }

  // MARK: - Groups and repetitions

  mutating func enterGroup(depth: Int, at offset: Int) throws(RegexFilterProblem) {
    if depth > RegexFilters.maximumDepth { throw RegexFilterProblem(.tooDeep, at: offset..<offset + 1) }
  }

  mutating func openGroup(_ kind: RegexGroupKind, depth: Int, at offset: Int) {
    groups.append((kind, alternatives, sequence))
    (alternatives, sequence) = ([], [])
  }

  mutating func closeGroup(_ range: Range<Int>) {
    guard let group = groups.popLast() else { return }
    let node = node()
    (alternatives, sequence) = (group.alternatives, group.sequence)
    switch group.kind {
    case .plain: sequence.append(node)
    case .look(let isBehind, let isNegated):
      addEdge(.look(isBehind: isBehind, isNegated: isNegated, node), range: range)
    }
  }

  mutating func repeatLast(_ minimum: Int64, maximum: Int64?, at offset: Int) {
    guard let node = sequence.popLast() else { return }
    guard case .edge = node else {
      return sequence.append(.repeated(node, minimum: Int(minimum), maximum: maximum.map { Int($0) }))
    }
    // Repeating a lookahead has no effect.
    sequence.append(minimum == 0 ? .empty : node)
  }
}

extension RegexClassEscape {
  fileprivate var members: ASCIISet {
    let set: ASCIISet =
      switch kind {
      case .digit: .digits
      case .word: .wordCharacters
      case .space: .spaces
      }
    return isNegated ? ASCIISet.urlCharacters.subtracting(set) : set
  }
}

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
      return .times(node.simplified(), minimum: minimum, maximum: maximum)
    }
  }

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

  private static func times(_ node: RegexNode, minimum: Int, maximum: Int?) -> RegexNode {
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
      alternatives.append([.times(.joined(last), minimum: 0, maximum: 1)])
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
      while let next = part(shared, of: group[0], atEnd: atEnd),
        group.allSatisfy({ part(shared, of: $0, atEnd: atEnd) == next })
      {
        shared += 1
      }
      let rest = choice(group.map { Array(atEnd ? $0.dropLast(shared) : $0.dropFirst(shared)) }).parts
      return atEnd ? rest + group[0].suffix(shared) + [common] : [common] + group[0].prefix(shared) + rest
    }
  }

  /// Returns the part at `index`, counted from the end if `atEnd` is `true`.
  private static func part(_ index: Int, of sequence: [RegexNode], atEnd: Bool) -> RegexNode? {
    guard index < sequence.count else { return nil }
    return sequence[atEnd ? sequence.count - 1 - index : index]
  }
}
