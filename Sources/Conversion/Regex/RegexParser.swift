import ContentBlocker

/// Reads a JavaScript regular expression without the `u` flag, which is what every blocker makes of `/.../`.
///
/// That grammar rejects little: a `{` that begins no count, a lone `]`, unknown escapes and references to
/// groups that do not exist all stand for characters.
struct RegexParser {
  let bytes: [UInt8]
  let isCaseSensitive: Bool
  var index = 0
  /// How many groups capture, in the whole regex: decides whether `\2` is a reference.
  let groupCount: Int
  /// Whether any group has a name: decides whether `\k` is a reference.
  let hasNames: Bool
  private var names: Set<[UInt8]> = []
  private var depth = 0

  static func parse(_ bytes: [UInt8], isCaseSensitive: Bool) throws(RegexFilterProblem) -> RegexNode {
    var parser = RegexParser(bytes, isCaseSensitive: isCaseSensitive)
    let node = try parser.parseAlternatives()
    if parser.index < bytes.count {
      throw RegexFilterProblem(.unbalancedParenthesis, parser.index..<parser.index + 1)
    }
    return node
  }

  private init(_ bytes: [UInt8], isCaseSensitive: Bool) {
    self.bytes = bytes
    self.isCaseSensitive = isCaseSensitive
    (groupCount, hasNames) = Self.countGroups(bytes)
  }

  /// How many groups capture, and whether any of them has a name.
  private static func countGroups(_ bytes: [UInt8]) -> (Int, Bool) {
    var count = 0
    var hasNames = false
    var isInClass = false
    var index = 0
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "\\"): index += 1
      case UInt8(ascii: "["): isInClass = true
      case UInt8(ascii: "]"): isInClass = false
      case UInt8(ascii: "(") where !isInClass:
        let rest = bytes[(index + 1)...].prefix(3)
        if rest.first != UInt8(ascii: "?") {
          count += 1
        } else if rest.count > 2, rest.dropFirst().first == UInt8(ascii: "<"), let third = rest.last,
          third != UInt8(ascii: "="), third != UInt8(ascii: "!")
        {
          count += 1
          hasNames = true
        }
      default: break
      }
      index += 1
    }
    return (count, hasNames)
  }

  // MARK: - Terms

  private mutating func parseAlternatives() throws(RegexFilterProblem) -> RegexNode {
    var alternatives = [RegexNode.sequence(try parseSequence())]
    while consume(UInt8(ascii: "|")) { alternatives.append(.sequence(try parseSequence())) }
    return alternatives.count == 1 ? alternatives[0] : .alternatives(alternatives)
  }

  private mutating func parseSequence() throws(RegexFilterProblem) -> [RegexNode] {
    var nodes: [RegexNode] = []
    while let byte = peek(), byte != UInt8(ascii: "|"), byte != UInt8(ascii: ")") {
      let start = index
      var isRepeatable = true
      var node: RegexNode
      switch byte {
      case UInt8(ascii: "^"), UInt8(ascii: "$"):
        index += 1
        let kind = byte == UInt8(ascii: "^") ? RegexEdge.Kind.start : .end
        node = .edge(RegexEdge(kind: kind, range: start..<index))
        isRepeatable = false
      case UInt8(ascii: "("): (node, isRepeatable) = try parseGroup()
      case UInt8(ascii: "."):
        index += 1
        node = .set(.urlCharacters)
      case UInt8(ascii: "["): node = .set(try parseClass())
      case UInt8(ascii: "\\"): (node, isRepeatable) = try parseEscape()
      case UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: "?"):
        throw RegexFilterProblem(.nothingToRepeat, start..<start + 1)
      case UInt8(ascii: "{"):
        if try consumeCount() != nil { throw RegexFilterProblem(.nothingToRepeat, start..<index) }
        index += 1
        node = literal(byte)
      default:
        node = try parseCharacter(into: &nodes)
      }
      let countStart = index
      if let (minimum, maximum) = try consumeRepetition() {
        guard isRepeatable else { throw RegexFilterProblem(.nothingToRepeat, countStart..<index) }
        _ = consume(UInt8(ascii: "?"))
        node = repeated(node, minimum, maximum)
      }
      nodes.append(node)
    }
    return nodes
  }

  /// A character as itself. One outside ASCII never stands in a URL; beyond the basic plane it is two UTF-16
  /// units, of which a repetition takes the second.
  private mutating func parseCharacter(into nodes: inout [RegexNode]) throws(RegexFilterProblem) -> RegexNode
  {
    let units = consumeUnits()
    if units.count > 1 { nodes.append(.never) }
    guard units.count == 1, let byte = UInt8(exactly: units.first), byte < 0x80 else { return .never }
    return literal(byte)
  }

  func literal(_ byte: UInt8) -> RegexNode {
    .set(folded(ASCIISet(byte)).intersection(.urlCharacters))
  }

  func folded(_ set: ASCIISet) -> ASCIISet { isCaseSensitive ? set : set.caseFolded }

  private func repeated(_ node: RegexNode, _ minimum: Int, _ maximum: Int?) -> RegexNode {
    // JavaScript takes a look-ahead for something that can be repeated; twice is as good as once.
    if case .edge = node { return minimum == 0 ? .empty : node }
    return .repeated(node, minimum: minimum, maximum: maximum)
  }

  private mutating func parseGroup() throws(RegexFilterProblem) -> (RegexNode, isRepeatable: Bool) {
    let start = index
    index += 1
    depth += 1
    defer { depth -= 1 }
    if depth > RegexFilters.maximumDepth { throw RegexFilterProblem(.tooDeep, start..<index) }
    var look: (isBehind: Bool, isNegated: Bool)?
    if consume(UInt8(ascii: "?")) {
      let kind = peek()
      index += 1
      switch kind {
      case UInt8(ascii: ":"): break
      case UInt8(ascii: "="): look = (false, false)
      case UInt8(ascii: "!"): look = (false, true)
      case UInt8(ascii: "<"):
        if consume(UInt8(ascii: "=")) {
          look = (true, false)
        } else if consume(UInt8(ascii: "!")) {
          look = (true, true)
        } else {
          guard let name = consumeName(), names.insert(name).inserted else {
            throw RegexFilterProblem(.invalidGroup, start..<min(index, bytes.count))
          }
        }
      default: throw RegexFilterProblem(.invalidGroup, start..<min(index, bytes.count))
      }
    }
    let node = try parseAlternatives()
    guard consume(UInt8(ascii: ")")) else {
      throw RegexFilterProblem(.unbalancedParenthesis, start..<start + 1)
    }
    guard let look else { return (node, true) }
    let kind = RegexEdge.Kind.look(isBehind: look.isBehind, isNegated: look.isNegated, node)
    return (.edge(RegexEdge(kind: kind, range: start..<index)), !look.isBehind)
  }

  /// A group's name and the `>` after it. (Names with escapes or outside ASCII are not worth reading.)
  mutating func consumeName() -> [UInt8]? {
    var name: [UInt8] = []
    while let byte = peek() {
      index += 1
      if byte == UInt8(ascii: ">") { return name.isEmpty ? nil : name }
      let isDigit = ASCIISet.digits.contains(byte)
      guard ASCIISet.wordCharacters.contains(byte) || byte == UInt8(ascii: "$"), !(isDigit && name.isEmpty)
      else { return nil }
      name.append(byte)
    }
    return nil
  }

  // MARK: - Repetitions

  private mutating func consumeRepetition() throws(RegexFilterProblem) -> (Int, Int?)? {
    switch peek() {
    case UInt8(ascii: "*"):
      index += 1
      return (0, nil)
    case UInt8(ascii: "+"):
      index += 1
      return (1, nil)
    case UInt8(ascii: "?"):
      index += 1
      return (0, 1)
    case UInt8(ascii: "{"): return try consumeCount()
    default: return nil
    }
  }

  /// `{2}`, `{2,}` or `{2,3}`; nil, without a step, for anything else, which then stands for itself.
  private mutating func consumeCount() throws(RegexFilterProblem) -> (Int, Int?)? {
    let start = index
    index += 1
    if let minimum = consumeNumber() {
      var maximum: Int? = minimum
      if consume(UInt8(ascii: ",")) { maximum = consumeNumber() }
      if consume(UInt8(ascii: "}")) {
        if let maximum, maximum < minimum { throw RegexFilterProblem(.invalidCount, start..<index) }
        return (minimum, maximum)
      }
    }
    index = start
    return nil
  }

  /// A number; a larger one than any URL is long is taken for that length.
  private mutating func consumeNumber() -> Int? {
    var number: Int?
    while let byte = peek(), ASCIISet.digits.contains(byte) {
      index += 1
      number = min((number ?? 0) * 10 + Int(byte - UInt8(ascii: "0")), RegexFilters.maximumCount)
    }
    return number
  }

  // MARK: - Bytes

  func peek() -> UInt8? { index < bytes.count ? bytes[index] : nil }

  mutating func consume(_ byte: UInt8) -> Bool {
    guard peek() == byte else { return false }
    index += 1
    return true
  }

  /// The next character as UTF-16; of a byte that is not UTF-8, the replacement character.
  mutating func consumeUnits() -> (first: UInt16, second: UInt16, count: Int) {
    guard let byte = peek() else { return (0xfffd, 0, 1) }
    if byte < 0x80 {
      index += 1
      return (UInt16(byte), 0, 1)
    }
    let length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2
    let scalar =
      String(decoding: bytes[index..<min(index + length, bytes.count)], as: UTF8.self)
      .unicodeScalars.first ?? "\u{fffd}"
    index += scalar == "\u{fffd}" ? 1 : UTF8.width(scalar)
    let units = UTF16.encode(scalar).map(Array.init) ?? [0xfffd]
    return (units[0], units.count > 1 ? units[1] : 0, units.count)
  }
}
