import TestSupport

/// Generates invalid and unusual rules.
///
/// The same seed reproduces a failure.
struct RuleMutator {
  private var random: SeededRandom

  init(seed: UInt64) { random = SeededRandom(seed) }

  /// A list of valid rules with a mutated one among them.
  struct List {
    var json: [UInt8]
    /// The index and range of the mutated rule.
    var index: Int
    var place: Range<Int>
  }

  /// Returns the next list.
  mutating func next() -> List {
    let before = random.below(4)
    var json = Array("[".utf8)
    for _ in 0..<before { json += (random.pick(Self.good) + ",").utf8 }
    let rule = mutatedRule()
    let place = json.count..<json.count + rule.count
    json += rule
    for _ in 0..<random.below(4) { json += ("," + random.pick(Self.good)).utf8 }
    return List(json: json + Array("]".utf8), index: before, place: place)
  }

  private mutating func mutatedRule() -> [UInt8] {
    var tree = JSONTree(random.pick(Self.rules))
    switch random.below(10) {
    case 0...3: tree = changingValue(of: tree)
    case 4...6: tree = changingStructure(of: tree)
    case 7:
      tree = changingStructure(of: changingValue(of: tree))
    default: return changingBytes(of: Array(tree.json.utf8))
    }
    return Array(tree.json.utf8)
  }

  // MARK: - Values

  private mutating func changingValue(of tree: JSONTree) -> JSONTree {
    let number = random.below(tree.count)
    let value = random.pick(Self.values)
    let piece = random.pick(Self.pieces)
    let choice = random.below(5)
    let cut = random.below(8)
    return tree.replacing(number) { old in
      guard case .text(let text) = old, text.hasPrefix("\"") else {
        return choice < 2 ? .text(value) : .array([old])
      }
      let inside = text.dropFirst().dropLast()
      switch choice {
      case 0: return .text(value)
      // The cut may leave half of an escape, which is a mutation too.
      case 1: return .text("\"\(inside.prefix(cut))\(piece)\(inside.dropFirst(cut))\"")
      case 2: return .text("\"\(inside)\(piece)\"")
      case 3: return .text("\"\(piece)\(inside)\"")
      default: return .text("\"\(inside.uppercased())\"")
      }
    }
  }

  // MARK: - Structure

  private mutating func changingStructure(of tree: JSONTree) -> JSONTree {
    let number = random.below(tree.count)
    let key = random.pick(Self.keys)
    let value = random.pick(Self.values)
    let choice = random.below(6)
    let index = random.next()
    return tree.replacing(number) { old in
      switch old {
      case .object(var members):
        guard !members.isEmpty else { return .object([.init(key: "\"\(key)\"", value: .text(value))]) }
        let place = Int(index % UInt64(members.count))
        switch choice {
        case 0: members.remove(at: place)
        case 1: members.append(.init(key: members[place].key, value: .text(value)))
        case 2: members.insert(.init(key: members[place].key, value: .text(value)), at: 0)
        case 3: members[place].key = "\"\(key)\""
        case 4: members.append(.init(key: "\"\(key)\"", value: .text(value)))
        default: members.reverse()
        }
        return .object(members)
      case .array(var elements):
        switch choice {
        case 0: elements = []
        case 1: elements += elements
        case 2: elements.append(.text(value))
        case 3: elements = elements.dropLast()
        case 4: return elements.first ?? .text(value)
        default: elements.insert(.array(elements), at: 0)
        }
        return .array(elements)
      case .text(let text):
        switch choice {
        case 0: return .array([old])
        case 1: return .object([.init(key: "\"\(key)\"", value: old)])
        case 2: return .array([old, old])
        default: return .text(text == "true" ? "false" : value)
        }
      }
    }
  }

  // MARK: - Bytes

  private mutating func changingBytes(of bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    for _ in 0...random.below(3) where !bytes.isEmpty {
      let index = random.below(bytes.count)
      switch random.below(6) {
      case 0: bytes.remove(at: index)
      case 1: bytes[index] = UInt8(truncatingIfNeeded: random.next())
      case 2: bytes[index] = UInt8(0x20 + random.below(0x5F))
      case 3: bytes.insert(contentsOf: Array(random.pick(Self.pieces).utf8), at: index)
      case 4: bytes.removeSubrange(index..<min(bytes.count, index + random.below(6)))
      default: bytes.swapAt(index, random.below(bytes.count))
      }
    }
    return bytes
  }
}
