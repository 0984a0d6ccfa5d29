import SluiceText

/// A sequential decoder, as in the Encoding standard.
struct TextDecoding {
  private(set) var text: [UInt8] = []
  /// The number of invalid sequences.
  private(set) var replaced = 0
  private var rest: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) {
    rest = bytes
    text.reserveCapacity(bytes.count + bytes.count / 8)
  }

  mutating func replace() {
    replaced += 1
    append("\u{FFFD}")
  }

  private mutating func append(_ scalar: Unicode.Scalar) {
    if let bytes = UTF8.encode(scalar) { text += bytes }
  }

  // MARK: Unicode

  mutating func takeUTF8() {
    // If all bytes are valid UTF-8, they are the text.
    if rest.span.invalidUTF8(in: ByteRange(0, rest.count)) == nil {
      text += rest
      return
    }
    var decoder = UTF8()
    var bytes = rest.makeIterator()
    while true {
      switch decoder.decode(&bytes) {
      case .scalarValue(let scalar): append(scalar)
      case .emptyInput: return
      case .error: replace()
      }
    }
  }

  mutating func takeUTF16(_ unit: (UInt8, UInt8) -> UInt16) {
    let bytes = Array(rest)
    var units = stride(from: 0, to: bytes.count - 1, by: 2).map { unit(bytes[$0], bytes[$0 + 1]) }
    // A lead surrogate before a single trailing byte is part of the same error.
    if bytes.count % 2 == 1, let last = units.last, UTF16.isLeadSurrogate(last) { units.removeLast() }
    var decoder = UTF16()
    var iterator = units.makeIterator()
    loop: while true {
      switch decoder.decode(&iterator) {
      case .scalarValue(let scalar): append(scalar)
      case .emptyInput: break loop
      case .error: replace()
      }
    }
    if bytes.count % 2 == 1 { replace() }
  }

  // MARK: Single bytes

  mutating func takeSingleBytes(_ upperHalf: [Unicode.Scalar?]) {
    let texts = upperHalf.map { $0.flatMap { UTF8.encode($0).map(Array.init) } }
    for byte in rest {
      if byte < 0x80 {
        text.append(byte)
      } else if let own = texts[Int(byte) - 0x80] {
        text += own
      } else {
        replace()
      }
    }
  }

  // MARK: Several bytes

  /// Decodes the first `count` bytes with a table. If the table has no entry, replaces the first byte
  /// together with the following non-ASCII bytes.
  private mutating func take(_ count: Int, table: inout CharacterTable, as bytes: [UInt8]? = nil) {
    let own = Array(rest.prefix(count))
    if own.count == count, let known = table.text(of: bytes ?? own) {
      text += known
      rest = rest.dropFirst(count)
      return
    }
    replace()
    // An ASCII byte is never part of an invalid sequence.
    let wrong = own.dropFirst().prefix { $0 >= 0x80 }
    rest = rest.dropFirst(1 + wrong.count)
  }

  private mutating func takeASCII() {
    let ascii = rest.prefix { $0 < 0x80 }
    text += ascii
    rest = rest[ascii.endIndex...]
  }

  private func isNext(_ place: Int, ranges: [ClosedRange<UInt8>]) -> Bool {
    rest.count > place && ranges.contains { $0.contains(rest[rest.startIndex + place]) }
  }

  private mutating func replaceFirst() {
    replace()
    rest = rest.dropFirst()
  }

  /// Decodes an encoding whose characters have one ASCII byte or two bytes.
  mutating func takePairs(
    _ table: CharacterTable, leads: [ClosedRange<UInt8>], trails: [ClosedRange<UInt8>]
  ) {
    var table = table
    while true {
      takeASCII()
      if rest.isEmpty { return }
      if isNext(0, ranges: leads) { takePair(&table, trails: trails) } else { replaceFirst() }
    }
  }

  private mutating func takePair(_ table: inout CharacterTable, trails: [ClosedRange<UInt8>]) {
    if isNext(1, ranges: trails) { return take(2, table: &table) }
    let isASCII = isNext(1, ranges: [0...0x7F])
    replace()
    rest = rest.dropFirst(isASCII ? 1 : 2)
  }

  mutating func takeGB18030(_ table: CharacterTable) {
    var table = table
    while true {
      takeASCII()
      guard let first = rest.first else { return }
      if first == 0x80 {
        append("€")
        rest = rest.dropFirst()
      } else if first == 0xFF {
        replaceFirst()
      } else if isNext(1, ranges: [0x30...0x39]) {
        takeFour(&table)
      } else {
        takePair(&table, trails: [0x40...0x7E, 0x80...0xFE])
      }
    }
  }

  private mutating func takeFour(_ table: inout CharacterTable) {
    guard isNext(2, ranges: [0x81...0xFE]) || rest.count == 2,
      isNext(3, ranges: [0x30...0x39]) || rest.count < 4
    else {
      return replaceFirst()
    }
    // Bytes at the end are the beginning of an incomplete character.
    let bytes = Array(rest.prefix(4))
    if bytes.count == 4, let known = table.text(of: bytes) { text += known } else { replace() }
    rest = rest.dropFirst(4)
  }

  // MARK: Japanese

  mutating func takeShiftJIS(_ table: CharacterTable) {
    var table = table
    while true {
      takeASCII()
      guard let first = rest.first else { return }
      switch first {
      case 0x80:
        append("\u{80}")
        rest = rest.dropFirst()
      case 0xA1...0xDF: takeHalfWidth(first)
      case 0x81...0x9F, 0xE0...0xFC: takePair(&table, trails: [0x40...0x7E, 0x80...0xFC])
      default: replaceFirst()
      }
    }
  }

  private mutating func takeHalfWidth(_ byte: UInt8) {
    append(Unicode.Scalar(0xFF61 + UInt32(byte) - 0xA1) ?? "\u{FFFD}")
    rest = rest.dropFirst()
  }

  /// - Parameters:
  ///   - table: The table of Shift_JIS, which has the same characters at other positions.
  ///   - more: A table of EUC-JP with JIS X 0212.
  mutating func takeEUCJP(_ table: CharacterTable, more: CharacterTable) {
    var (table, more) = (table, more)
    let upper: [ClosedRange<UInt8>] = [0xA1...0xFE]
    while true {
      takeASCII()
      guard let first = rest.first else { return }
      if first == 0x8E, isNext(1, ranges: [0xA1...0xDF]) {
        rest = rest.dropFirst()
        if let byte = rest.first { takeHalfWidth(byte) }
      } else if first == 0x8F, isNext(1, ranges: upper), isNext(2, ranges: upper) {
        take(3, table: &more)
      } else if upper[0].contains(first), isNext(1, ranges: upper) {
        take(2, table: &table, as: Self.shiftJIS(first & 0x7F, at: rest[rest.startIndex + 1] & 0x7F))
      } else {
        // Non-ASCII bytes are part of the invalid sequence.
        let isOfThree = first == 0x8F && isNext(1, ranges: upper)
        let isLead = upper[0].contains(first) || first == 0x8E || first == 0x8F
        let length = isOfThree ? 3 : isLead ? 2 : 1
        replace()
        rest = rest.dropFirst(length > 1 && !isNext(length - 1, ranges: [0x80...0xFF]) ? length - 1 : length)
      }
    }
  }

  /// Returns the Shift_JIS bytes for a row and cell of JIS X 0208.
  private static func shiftJIS(_ row: UInt8, at place: UInt8) -> [UInt8] {
    let (row, place) = (Int(row) - 0x21, Int(place) - 0x21)
    let lead = row / 2 + (row / 2 < 0x1F ? 0x81 : 0xC1)
    let trail = row % 2 == 0 ? place + (place < 0x3F ? 0x40 : 0x41) : place + 0x9F
    return [UInt8(truncatingIfNeeded: lead), UInt8(truncatingIfNeeded: trail)]
  }

  mutating func takeISO2022JP(_ table: CharacterTable) {
    enum Mode { case ascii, roman, katakana, pairs }
    let escapes: [(bytes: [UInt8], mode: Mode)] = [
      ([0x28, 0x42], .ascii), ([0x28, 0x4A], .roman), ([0x28, 0x49], .katakana), ([0x24, 0x40], .pairs),
      ([0x24, 0x42], .pairs),
    ]
    var table = table
    var mode = Mode.ascii
    // Whether no character has followed the last escape sequence.
    var isNew = false
    while let byte = rest.first {
      if byte == 0x1B {
        rest = rest.dropFirst()
        guard let escape = escapes.first(where: { rest.starts(with: $0.bytes) }) else {
          isNew = false
          replace()
          continue
        }
        mode = escape.mode
        rest = rest.dropFirst(2)
        if isNew { replace() }
        isNew = true
        continue
      }
      isNew = false
      switch mode {
      case .ascii where byte < 0x80 && byte != 0x0E && byte != 0x0F,
        .roman where byte < 0x80 && byte != 0x0E && byte != 0x0F:
        append(
          mode == .roman && byte == 0x5C ? "¥" : mode == .roman && byte == 0x7E ? "‾" : Unicode.Scalar(byte))
        rest = rest.dropFirst()
      case .katakana where (0x21...0x5F).contains(byte): takeHalfWidth(byte + 0x80)
      case .pairs where (0x21...0x7E).contains(byte):
        let known =
          isNext(1, ranges: [0x21...0x7E])
          ? table.text(of: Self.shiftJIS(byte, at: rest[rest.startIndex + 1])) : nil
        if let known { text += known } else { replace() }
        rest = rest.dropFirst(isNext(1, ranges: [0x1B...0x1B]) ? 1 : 2)
      case .ascii, .roman, .katakana, .pairs: replaceFirst()
      }
    }
  }
}
