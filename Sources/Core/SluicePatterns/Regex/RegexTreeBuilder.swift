import SluiceRules

extension RegexNode {
  /// Parses a JavaScript regular expression without the `u` flag, as all content blockers interpret `/.../`.
  package static func parse(_ bytes: [UInt8], isCaseSensitive: Bool) throws(RegexFilterProblem) -> RegexNode {
    let tree = try RegexParser.parse(bytes, into: RegexTreeBuilder(isCaseSensitive: isCaseSensitive))
    return tree.node()
  }
}

/// Builds a ``RegexNode`` from the events of the parser.
private struct RegexTreeBuilder: RegexSink {
  typealias Problem = RegexFilterProblem

  let isCaseSensitive: Bool
  /// The enclosing groups.
  private var groups: [(kind: RegexGroupKind, alternatives: [RegexNode], sequence: [RegexNode])] = []
  private var alternatives: [RegexNode] = []
  private var sequence: [RegexNode] = []
  /// The characters of the open class.
  private var members = ASCIISet()

  init(isCaseSensitive: Bool) { self.isCaseSensitive = isCaseSensitive }

  static var dialect: RegexDialect {
    RegexDialect(maximumCount: Int64(RegexFilters.maximumCount), references: .ofWholeRegex, names: .plain)
  }

  static func problem(_ fault: RegexFault, _ range: Range<Int>) -> RegexFilterProblem {
    switch fault {
    case .unbalancedParenthesis: RegexFilterProblem(.unbalancedParenthesis, range)
    case .unclosedBracket: RegexFilterProblem(.unclosedBracket, range)
    case .reversedRange: RegexFilterProblem(.reversedRange, range)
    case .nothingToRepeat: RegexFilterProblem(.nothingToRepeat, range)
    case .invalidCount: RegexFilterProblem(.invalidCount, range)
    case .invalidGroup, .invalidGroupName: RegexFilterProblem(.invalidGroup, range)
    case .trailingBackslash: RegexFilterProblem(.trailingBackslash, range)
    }
  }

  mutating func nextAlternative(at offset: Int) {
    alternatives.append(.sequence(sequence))
    sequence = []
  }

  /// Returns the content of the current group as one node.
  func node() -> RegexNode {
    if alternatives.isEmpty { return .sequence(sequence) }
    return .alternatives(alternatives + [.sequence(sequence)])
  }

  // MARK: - Conditions

  mutating func start(at offset: Int) { addEdge(.start, offset..<offset + 1) }
  mutating func end(at offset: Int) { addEdge(.end, offset..<offset + 1) }

  mutating func wordBoundary(isNegated: Bool, at offset: Int) {
    addEdge(.wordBoundary(isNegated: isNegated), offset..<offset + 2)
  }

  private mutating func addEdge(_ kind: RegexEdge.Kind, _ range: Range<Int>) {
    sequence.append(.edge(RegexEdge(kind: kind, range: range)))
  }

  mutating func reference(_ range: Range<Int>) throws(RegexFilterProblem) {
    throw RegexFilterProblem(.backreference, range)
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
    if depth > RegexFilters.maximumDepth { throw RegexFilterProblem(.tooDeep, offset..<offset + 1) }
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
      addEdge(.look(isBehind: isBehind, isNegated: isNegated, node), range)
    }
  }

  mutating func repeatLast(_ minimum: Int64, _ maximum: Int64?, at offset: Int) {
    guard let node = sequence.popLast() else { return }
    guard case .edge = node else {
      return sequence.append(.repeated(node, minimum: Int(minimum), maximum: maximum.map { Int($0) }))
    }
    // Repeating a lookahead has no effect.
    sequence.append(minimum == 0 ? .empty : node)
  }
}

extension RegexClassEscape {
  /// The URL characters that the escape matches.
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
