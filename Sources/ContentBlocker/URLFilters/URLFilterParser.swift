extension URLFilter {
  /// Reads a url-filter as WebKit does: what WebKit accepts is accepted, and everything else is a problem.
  ///
  /// The two were compared on random texts; they differ only in that this stops at
  /// ``URLFilterParser/maximumDepth`` nested groups. Accepted are also counts in disguise (`{0,}` is `*`),
  /// octal escapes (`\1` is the character U+0001), and `]`, `{` and `}` as themselves.
  public init(parsing bytes: Span<UInt8>) throws(URLFilterProblem) {
    let bytes = bytes.withUnsafeBufferPointer { Array($0) }
    _ = try URLFilterParser.parse(bytes)
    self.init(trusted: bytes)
  }

  /// The filter as a tree.
  ///
  /// A filter which WebKit takes for every URL, because nothing in it is mandatory, is
  /// ``URLFilterPattern/any`` even if its text says something else: `^a*$`.
  public var pattern: URLFilterPattern {
    // Every value was built or checked to be in the subset, so there always is a tree.
    (try? URLFilterParser.parse(bytes)) ?? .any
  }
}

/// WebKit's regex parser (JavaScript's grammar without the `u` flag), feeding a ``URLFilterTreeBuilder``.
public struct URLFilterParser {
  /// How deep groups may nest. WebKit has no limit, but its compiler recurses.
  public static let maximumDepth = 200
  /// The limit of WebKit's regex parser.
  static let maximumLength = 1 << 20

  let bytes: [UInt8]
  var index = 0
  var tree = URLFilterTreeBuilder()
  var names = GroupNames()
  private var groups: [OpenGroup] = []

  /// What the last token was, as to a repetition after it.
  enum Token { case atom, other }

  private struct OpenGroup {
    var offset: Int
    var isLookBehind: Bool
    /// Look-around has no group in the tree; there is a problem anyway then.
    var isLookAround: Bool
  }

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  static func parse(_ bytes: [UInt8]) throws(URLFilterProblem) -> URLFilterPattern {
    if bytes.isEmpty { throw URLFilterProblem(reason: .empty, offset: 0) }
    if let offset = bytes.firstIndex(where: { $0 >= 0x80 }) {
      throw URLFilterProblem(reason: .notASCII, offset: offset)
    }
    if bytes.count > maximumLength { throw URLFilterProblem(reason: .tooLong, offset: maximumLength) }
    var parser = URLFilterParser(bytes)
    try parser.parseTokens()
    return try parser.tree.finish()
  }

  private mutating func parseTokens() throws(URLFilterProblem) {
    var last = Token.other
    while let byte = peek() {
      let offset = index
      switch byte {
      case UInt8(ascii: "|"):
        index += 1
        tree.fail(.alternatives, at: offset)
        names.nextAlternative()
        last = .other
      case UInt8(ascii: "("):
        try openGroup()
        last = .other
      case UInt8(ascii: ")"): last = try closeGroup()
      case UInt8(ascii: "^"):
        index += 1
        tree.start(at: offset)
        last = .other
      case UInt8(ascii: "$"):
        index += 1
        tree.end(at: offset)
        last = .other
      case UInt8(ascii: "."):
        index += 1
        tree.anyCharacter(at: offset)
        last = .atom
      case UInt8(ascii: "["):
        try parseClass()
        last = .atom
      case UInt8(ascii: "\\"): last = try parseEscape()
      case UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: "?"):
        index += 1
        let maximum: UInt32 = byte == UInt8(ascii: "?") ? 1 : .max
        try repeatLast(last, byte == UInt8(ascii: "+") ? 1 : 0, maximum, at: offset)
        last = .other
      case UInt8(ascii: "{"):
        if let (minimum, maximum) = consumeCount() {
          try repeatLast(last, minimum, maximum, at: offset)
          last = .other
        } else {
          fallthrough
        }
      default:
        index += 1
        tree.literal(UInt16(byte), at: offset)
        last = .atom
      }
    }
    if let group = groups.last {
      throw URLFilterProblem(reason: .unbalancedParenthesis, offset: group.offset)
    }
    if names.hasBareReference, !names.all.isEmpty {
      throw URLFilterProblem(reason: .invalidGroupName, offset: names.bareReferenceOffset)
    }
  }

  /// `{2}`, `{2,}` or `{2,3}`; nil, without a step, for anything else, which then stands for itself.
  private mutating func consumeCount() -> (UInt32, UInt32)? {
    let start = index
    index += 1
    if let minimum = consumeNumber() {
      var maximum = minimum
      if consume(UInt8(ascii: ",")) { maximum = consumeNumber() ?? .max }
      if consume(UInt8(ascii: "}")) { return (minimum, maximum) }
    }
    index = start
    return nil
  }

  private mutating func repeatLast(
    _ last: Token, _ minimum: UInt32, _ maximum: UInt32, at offset: Int
  ) throws(URLFilterProblem) {
    guard minimum <= maximum else {
      throw URLFilterProblem(reason: .invalidCount, offset: offset)
    }
    guard last == .atom else { throw URLFilterProblem(reason: .nothingToRepeat, offset: offset) }
    _ = consume(UInt8(ascii: "?"))
    switch (minimum, maximum) {
    case (0, 1): tree.repeatLast(.optional)
    case (0, .max): tree.repeatLast(.zeroOrMore)
    case (1, .max): tree.repeatLast(.oneOrMore)
    default: tree.fail(.counts, at: offset)
    }
  }

  private mutating func openGroup() throws(URLFilterProblem) {
    var group = OpenGroup(offset: index, isLookBehind: false, isLookAround: false)
    index += 1
    if consume(UInt8(ascii: "?")) {
      guard let kind = peek() else { throw URLFilterProblem(reason: .invalidGroup, offset: group.offset) }
      index += 1
      switch kind {
      case UInt8(ascii: ":"): tree.openGroup()
      case UInt8(ascii: "="), UInt8(ascii: "!"): group.isLookAround = true
      case UInt8(ascii: "<"):
        if let name = try consumeGroupName() {
          guard !names.hasBareReference, names.add(name) else {
            throw URLFilterProblem(reason: .invalidGroupName, offset: group.offset)
          }
          tree.openGroup()
        } else if consume(UInt8(ascii: "=")) || consume(UInt8(ascii: "!")) {
          group.isLookAround = true
          group.isLookBehind = true
        } else {
          throw URLFilterProblem(reason: .invalidGroupName, offset: group.offset)
        }
      default: throw URLFilterProblem(reason: .invalidGroup, offset: group.offset)
      }
    } else {
      tree.openGroup()
    }
    if group.isLookAround { tree.fail(.lookAround, at: group.offset) }
    groups.append(group)
    names.open()
    if groups.count > Self.maximumDepth { throw URLFilterProblem(reason: .tooDeep, offset: group.offset) }
  }

  private mutating func closeGroup() throws(URLFilterProblem) -> Token {
    guard let group = groups.popLast() else {
      throw URLFilterProblem(reason: .unbalancedParenthesis, offset: index)
    }
    index += 1
    names.close()
    tree.closeGroup(at: group.offset)
    // JavaScript takes a look-ahead, but no look-behind, for something that can be repeated.
    return group.isLookBehind ? .other : .atom
  }

  // MARK: - Bytes

  func peek() -> UInt8? { index < bytes.count ? bytes[index] : nil }

  mutating func consume(_ byte: UInt8) -> Bool {
    guard peek() == byte else { return false }
    index += 1
    return true
  }

  /// A decimal number; one that is too large for WebKit's 32 bits is as good as infinite.
  private mutating func consumeNumber() -> UInt32? {
    var number: UInt32?
    while let byte = peek(), byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") {
      index += 1
      let (product, overflow) = (number ?? 0).multipliedReportingOverflow(by: 10)
      let (sum, carry) = product.addingReportingOverflow(UInt32(byte - UInt8(ascii: "0")))
      number = overflow || carry || number == .max ? .max : sum
    }
    return number
  }
}
