/// The mapping and the properties of all scalars in host names.
struct IDNATable: Sendable {
  static let shared = IDNATable()

  enum Entry: Hashable {
    case disallowed
    case ignored
    case mapped([UInt32])
    case valid(Traits)
  }

  /// The properties of a valid scalar, as numbers in the table.
  struct Traits: OptionSet, Hashable, Sendable {
    let rawValue: UInt32

    /// The scalar cannot begin a label.
    static let mark = Traits(rawValue: 8)
    static let joinsNext = Traits(rawValue: 16)
    static let joinsPrevious = Traits(rawValue: 32)
    /// The scalar does not separate those that join each other.
    static let transparent = Traits(rawValue: 64)
    /// Joiners can follow the scalar.
    static let virama = Traits(rawValue: 128)

    /// The direction of the scalar, in the lowest bits.
    enum Direction: UInt32 {
      case left, neutral, mark, right, number, arabicNumber
    }

    var direction: Direction { Direction(rawValue: rawValue & 7) ?? .left }

    init(rawValue: UInt32) { self.rawValue = rawValue }
    init(_ direction: Direction) { self.init(rawValue: direction.rawValue) }
  }

  /// The kinds of runs in the table. Greater numbers are the traits of valid scalars.
  enum Kind {
    static let disallowed: UInt32 = 0
    static let ignored: UInt32 = 1
    /// Scalars with successive mappings. The number of the first one follows.
    static let shifted: UInt32 = 2
    /// One scalar that is mapped to several. Their count and numbers follow.
    static let text: UInt32 = 3
    /// Pairs of an uppercase scalar, which is mapped to the next one, and that one.
    static let pairs: UInt32 = 4
    static let valid: UInt32 = 5
  }

  private struct Run {
    let start: UInt32
    let kind: UInt32
    /// The first scalar that the run is mapped to, or the index in `texts`.
    var value: UInt32 = 0
    var count: UInt32 = 0
  }

  private var runs: [Run] = []
  private var texts: [UInt32] = []

  private init() {
    var numbers = TableNumbers(Self.mappings)
    var start: UInt32 = 0x80
    var last: UInt32 = 0
    while let kind = numbers.next(), let length = numbers.next() {
      var run = Run(start: start, kind: kind)
      if kind == Kind.shifted {
        run.value = numbers.next(after: last)
        last = run.value + length - 1
      } else if kind == Kind.text {
        (run.value, run.count) = (UInt32(texts.count), numbers.next() ?? 0)
        for _ in 0..<run.count {
          last = numbers.next(after: last)
          texts.append(last)
        }
      }
      runs.append(run)
      start += length
    }
    runs.append(Run(start: start, kind: Kind.disallowed))
  }

  func entry(of scalar: UInt32) -> Entry {
    if let byte = UInt8(exactly: scalar), byte < 0x80 { return Self.entry(ofASCII: byte) }
    let index = runs.indices.partitionPoint { runs[$0].start <= scalar } - 1
    let run = runs[index]
    let place = scalar - run.start
    switch run.kind {
    case Kind.disallowed: return .disallowed
    case Kind.ignored: return .ignored
    case Kind.shifted: return .mapped([run.value + place])
    case Kind.text: return .mapped(Array(texts[Int(run.value)..<Int(run.value + run.count)]))
    case Kind.pairs: return place % 2 == 0 ? .mapped([scalar + 1]) : .valid(Traits(.left))
    default: return .valid(Traits(rawValue: run.kind - Kind.valid))
    }
  }

  private static func entry(ofASCII byte: UInt8) -> Entry {
    switch byte {
    case _ where byte.isLetter:
      byte == byte.asciiLowercased ? .valid(Traits(.left)) : .mapped([UInt32(byte.asciiLowercased)])
    case _ where byte.isDigit: .valid(Traits(.number))
    case _ where "!$&'()*+,-;=_~".utf8.contains(byte): .valid(Traits(.neutral))
    default: .disallowed
    }
  }
}

/// The numbers in a text. Each digit has five bits, the lowest first, and a sixth one if another digit follows.
struct TableNumbers {
  private let text: StaticString
  private var offset = 0

  init(_ text: StaticString) { self.text = text }

  mutating func next() -> UInt32? {
    text.withUTF8Buffer { text in
      var (value, shift): (UInt32, UInt32) = (0, 0)
      while offset < text.count {
        let digit = UInt32(text[offset]) &- 0x30
        offset += 1
        // Line ends.
        if digit >= 64 { continue }
        value |= (digit & 31) << shift
        shift += 5
        if digit < 32 { return value }
      }
      return nil
    }
  }

  /// Returns the sum of a number and the next one. The lowest bit of that is its sign.
  mutating func next(after number: UInt32) -> UInt32 {
    let change = next() ?? 0
    return change & 1 == 0 ? number &+ change >> 1 : number &- change >> 1
  }
}
