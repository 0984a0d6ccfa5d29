import SluiceRules

/// A parsed regex without captures and greediness, which do not change whether a line matches.
indirect enum LineRegexNode {
  case unit(UInt16)
  case set(UnitSet)
  case sequence([LineRegexNode])
  case alternatives([LineRegexNode])
  /// A repetition; unlimited if `maximum` is nil.
  case repeated(LineRegexNode, minimum: Int64, maximum: Int64?)
  case start
  case end
  case wordBoundary(isNegated: Bool)
  case look(isBehind: Bool, isNegated: Bool, LineRegexNode)

  static func parse(_ bytes: [UInt8]) throws(FilterPattern.Problem) -> LineRegexNode {
    try RegexParser.parse(bytes, into: LineRegexBuilder()).node
  }

  var canBeEmpty: Bool {
    switch self {
    case .unit, .set: false
    case .sequence(let nodes): nodes.allSatisfy { $0.canBeEmpty }
    case .alternatives(let nodes): nodes.contains { $0.canBeEmpty }
    case .repeated(let node, let minimum, _): minimum == 0 || node.canBeEmpty
    case .start, .end, .wordBoundary, .look: true
    }
  }
}

private struct LineRegexBuilder: RegexSink {
  typealias Problem = FilterPattern.Problem

  private var groups: [(kind: RegexGroupKind, alternatives: [LineRegexNode], sequence: [LineRegexNode])] = []
  private var alternatives: [LineRegexNode] = []
  private var sequence: [LineRegexNode] = []
  /// The characters of the open class.
  private var members = UnitSet()

  private static let maximumDepth = 100

  static var dialect: RegexDialect {
    RegexDialect(maximumCount: 1 << 31, references: .ofWholeRegex, names: .plain)
  }

  static func problem(_ fault: RegexFault, range: Range<Int>) -> Problem { .invalid }

  var node: LineRegexNode {
    alternatives.isEmpty ? .sequence(sequence) : .alternatives(alternatives + [.sequence(sequence)])
  }

  mutating func nextAlternative(at offset: Int) {
    alternatives.append(.sequence(sequence))
    sequence = []
  }

  mutating func start(at offset: Int) { sequence.append(.start) }
  mutating func end(at offset: Int) { sequence.append(.end) }
  mutating func wordBoundary(isNegated: Bool, at offset: Int) {
    sequence.append(.wordBoundary(isNegated: isNegated))
  }
  mutating func literal(_ unit: UInt16, at offset: Int) { sequence.append(.unit(UnitSet.canonical(unit))) }
  mutating func anyCharacter(at offset: Int) { sequence.append(.set(.inLine)) }
  mutating func reference(_ range: Range<Int>) throws(Problem) { throw .reference }

  mutating func classEscape(_ escape: RegexClassEscape, at offset: Int) {
    sequence.append(.set(UnitSet(escape)))
  }

  mutating func openClass() { members = UnitSet() }
  mutating func classMembers(_ units: ClosedRange<UInt16>, at offset: Int) { members.insert(units) }
  mutating func classMembers(_ escape: RegexClassEscape, at offset: Int) { members.insert(UnitSet(escape)) }
  mutating func closeClass(isNegated: Bool, at offset: Int) {
    members.finish()
    sequence.append(.set(isNegated ? members.inverted : members))
  }

  mutating func enterGroup(depth: Int, at offset: Int) throws(Problem) {
    if depth > Self.maximumDepth { throw .tooLarge }
  }

  mutating func openGroup(_ kind: RegexGroupKind, depth: Int, at offset: Int) {
    groups.append((kind, alternatives, sequence))
    (alternatives, sequence) = ([], [])
  }

  mutating func closeGroup(_ range: Range<Int>) {
    guard let group = groups.popLast() else { return }
    let node = node
    (alternatives, sequence) = (group.alternatives, group.sequence)
    switch group.kind {
    case .plain: sequence.append(node)
    case .look(let isBehind, let isNegated):
      sequence.append(.look(isBehind: isBehind, isNegated: isNegated, node))
    }
  }

  mutating func repeatLast(_ minimum: Int64, maximum: Int64?, at offset: Int) {
    guard let node = sequence.popLast() else { return }
    sequence.append(.repeated(node, minimum: minimum, maximum: maximum))
  }
}

/// A set of UTF-16 units in the form that JavaScript compares when it ignores case.
struct UnitSet: Hashable, Sendable {
  /// In order and not adjacent, once the set is finished.
  private var ranges: [ClosedRange<UInt16>] = []

  init() {}

  private init(_ ranges: ClosedRange<UInt16>...) {
    for range in ranges { insert(range) }
    finish()
  }

  init(_ escape: RegexClassEscape) {
    let set: UnitSet =
      switch escape.kind {
      case .digit: .digits
      case .word: .word
      case .space: .spaces
      }
    self = escape.isNegated ? set.inverted : set
  }

  /// The characters of `.`: all but line ends.
  static let inLine = UnitSet(0x0A...0x0A, 0x0D...0x0D, 0x2028...0x2029).inverted
  static let word = UnitSet(0x30...0x39, 0x41...0x5A, 0x5F...0x5F)
  private static let digits = UnitSet(0x30...0x39)
  private static let spaces = UnitSet(
    0x09...0x0D, 0x20...0x20, 0xA0...0xA0, 0x1680...0x1680, 0x2000...0x200A, 0x2028...0x2029, 0x202F...0x202F,
    0x205F...0x205F, 0x3000...0x3000, 0xFEFF...0xFEFF)

  func contains(_ unit: UInt16) -> Bool {
    let index = ranges.indices.partitionPoint { ranges[$0].upperBound < unit }
    return index < ranges.count && ranges[index].contains(unit)
  }

  /// Adds units as they are written.
  mutating func insert(_ units: ClosedRange<UInt16>) {
    ranges.append(units)
    // Some units are not in the form that is compared. They remain, because they are equal to no other.
    let small = units.clamped(to: 0x61...0x7A)
    if small.overlaps(units) { ranges.append(small.lowerBound - 0x20...small.upperBound - 0x20) }
    guard units.upperBound >= 0x80 else { return }
    let folded = Self.folded
    var index = folded.indices.partitionPoint { folded[$0].unit < units.lowerBound }
    while index < folded.count, folded[index].unit <= units.upperBound {
      ranges.append(folded[index].canonical...folded[index].canonical)
      index += 1
    }
  }

  mutating func insert(_ other: UnitSet) { ranges += other.ranges }

  /// Sorts and joins the ranges.
  mutating func finish() {
    var joined: [ClosedRange<UInt16>] = []
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = joined.last, Int(range.lowerBound) <= Int(last.upperBound) + 1 {
        joined[joined.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
      } else {
        joined.append(range)
      }
    }
    ranges = joined
  }

  var inverted: UnitSet {
    var inverted = UnitSet()
    var next = 0
    for range in ranges {
      if next < range.lowerBound { inverted.ranges.append(UInt16(next)...range.lowerBound - 1) }
      next = Int(range.upperBound) + 1
    }
    if next <= 0xFFFF { inverted.ranges.append(UInt16(next)...0xFFFF) }
    return inverted
  }

  // MARK: Case

  /// Returns the form of a unit that is compared: its only uppercase form. Characters beyond ASCII have no form
  /// in ASCII.
  static func canonical(_ unit: UInt16) -> UInt16 {
    if unit < 0x80 { return 0x61...0x7A ~= unit ? unit - 0x20 : unit }
    let index = folded.indices.partitionPoint { folded[$0].unit < unit }
    return index < folded.count && folded[index].unit == unit ? folded[index].canonical : unit
  }

  /// The units beyond ASCII that are not compared as they are, in order.
  private static let folded: [(unit: UInt16, canonical: UInt16)] = (UInt16(0x80)...0xFFFF).compactMap {
    unit in
    guard let properties = Unicode.Scalar(UInt32(unit))?.properties else { return nil }
    let uppercase = properties.uppercaseMapping.unicodeScalars
    guard uppercase.count == 1, let value = uppercase.first?.value, let canonical = UInt16(exactly: value),
      canonical >= 0x80, canonical != unit
    else { return nil }
    return (unit, canonical)
  }
}
