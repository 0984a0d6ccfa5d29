/// Rows in which codes of one or two characters replace frequent phrases. The rows become less than half as
/// long, and WebKit processes them in less than half the time.
///
/// Phrases are found by repeatedly joining the most frequent pair of neighbors (byte pair encoding).
struct RowPhrases {
  private(set) var phrases: [[UInt8]] = []
  private(set) var rows: [[UInt8]] = []

  /// - Parameter rows: The rows as ASCII JSON, which contains no control characters.
  init(_ rows: [[UInt8]]) {
    var text = JoinedText(rows)
    text.join(limit: 800, least: 12)
    var codes: [UInt16: [UInt8]] = [:]
    for symbol in text.usefulPhrases(limit: PhraseCode.count) {
      codes[symbol] = PhraseCode.bytes(phrases.count)
      phrases.append(text.phrase(symbol))
    }
    self.rows = text.rows(codes)
  }
}

/// The code of a phrase.
///
/// The most frequent phrases get one character: a control character that is not a line end. Other phrases get
/// two: a control character and a printable character below "_", so that the host app's token cannot occur.
/// `Isolated/look-up.js` uses the same codes.
private enum PhraseCode {
  private static let single = Array<UInt8>(1...8) + Array(14...22)
  private static let first: ClosedRange<UInt8> = 23...29
  private static let second: ClosedRange<UInt8> = 33...94

  static let singles = single.count
  static let count = singles + first.count * second.count

  static func bytes(_ number: Int) -> [UInt8] {
    guard number >= singles else { return [single[number]] }
    let (row, place) = (number - singles).quotientAndRemainder(dividingBy: second.count)
    return [first.lowerBound + UInt8(row), second.lowerBound + UInt8(place)]
  }

  static func isFirstOfTwo(_ byte: UInt8) -> Bool { first.contains(byte) }

  /// Returns the number of a code of one byte, or of two.
  static func number(_ byte: UInt8, next: UInt8?) -> Int? {
    guard isFirstOfTwo(byte) else { return single.firstIndex(of: byte) }
    guard let next, second.contains(next) else { return nil }
    return singles + Int(byte - first.lowerBound) * second.count + Int(next - second.lowerBound)
  }
}

/// Rows in which phrases replace their codes again. `spelled` in `Isolated/look-up.js` is the same.
struct PageRowSpelling {
  private let phrases: [ArraySlice<UInt8>]

  init(_ phrases: [ArraySlice<UInt8>]) { self.phrases = phrases }

  /// Returns whether a row begins as those of styles and exceptions do. It spells no more than the beginning.
  func isPerhapsOfStyles(_ row: ArraySlice<UInt8>) -> Bool {
    let start = text(of: row.prefix(16), atMost: 6)
    return ["[\"css\"", "[\"exce", "[\"off\""].contains { start.elementsEqual($0.utf8) }
  }

  /// Returns the text of a row, or as much of it as the limit allows. Unknown codes are left out.
  func text(of row: ArraySlice<UInt8>, atMost limit: Int) -> [UInt8] {
    var text: [UInt8] = []
    var bytes = row[...]
    while text.count < limit, let byte = bytes.popFirst() {
      guard byte < 32 else {
        text.append(byte)
        continue
      }
      if let number = PhraseCode.number(byte, next: bytes.first), phrases.indices.contains(number) {
        text += phrases[number].prefix(limit - text.count)
      }
      if PhraseCode.isFirstOfTwo(byte) { bytes = bytes.dropFirst() }
    }
    return text
  }
}

/// The rows as one sequence of symbols: characters and joined pairs of symbols.
private struct JoinedText {
  private struct Pair {
    let first: UInt16
    let second: UInt16
    /// The current and former positions of the first symbol.
    var places: [Int32] = []
  }

  /// The symbol that ends each row.
  private static let end: UInt16 = 0
  /// The placeholder for a symbol that was joined to the one before.
  private static let none = UInt16.max

  private var symbols: [UInt16] = [Self.end]
  /// The position before and after each symbol, without placeholders.
  private var before: [Int32] = []
  private var behind: [Int32] = []
  private var pairs: [Pair] = []
  /// The number of occurrences of each pair. The array is searched once per join.
  private var counts: [Int32] = []
  private var numbers: [UInt32: Int] = [:]
  private var parts: [(UInt16, UInt16)] = []
  private static let characters = 128

  init(_ rows: [[UInt8]]) {
    symbols.reserveCapacity(rows.reduce(1) { $0 + $1.count + 1 })
    for row in rows {
      for byte in row { symbols.append(UInt16(byte)) }
      symbols.append(Self.end)
    }
    before = (0..<symbols.count).map { Int32($0) - 1 }
    behind = (0..<symbols.count).map { Int32($0) + 1 }
    for place in symbols.indices.dropLast() { count(symbols[place], symbols[place + 1], at: Int32(place)) }
  }

  private mutating func count(_ first: UInt16, _ second: UInt16, at place: Int32) {
    guard first != Self.end, second != Self.end else { return }
    let key = UInt32(first) << 16 | UInt32(second)
    let number = numbers[key] ?? pairs.count
    if number == pairs.count {
      numbers[key] = number
      pairs.append(Pair(first: first, second: second))
      counts.append(0)
    }
    counts[number] += 1
    pairs[number].places.append(place)
  }

  private mutating func uncount(_ first: UInt16, _ second: UInt16) {
    if let number = numbers[UInt32(first) << 16 | UInt32(second)] { counts[number] -= 1 }
  }

  /// Joins the most frequent pairs. If several are equally frequent, the first is joined.
  mutating func join(limit: Int, least: Int) {
    while parts.count < limit {
      guard let most = counts.max(), most >= least, let best = counts.firstIndex(of: most) else { return }
      let pair = pairs[best]
      let joined = UInt16(Self.characters + parts.count)
      parts.append((pair.first, pair.second))
      pairs[best].places = []
      for place in pair.places {
        let (here, next) = (Int(place), Int(behind[Int(place)]))
        guard symbols[here] == pair.first, symbols[next] == pair.second else { continue }
        let (former, later) = (Int(before[here]), Int(behind[next]))
        uncount(symbols[former], pair.first)
        uncount(pair.first, pair.second)
        uncount(pair.second, symbols[later])
        symbols[here] = joined
        symbols[next] = Self.none
        behind[here] = Int32(later)
        before[later] = Int32(here)
        count(symbols[former], joined, at: Int32(former))
        count(joined, symbols[later], at: place)
      }
    }
  }

  func phrase(_ symbol: UInt16) -> [UInt8] {
    guard Int(symbol) >= Self.characters else { return [UInt8(truncatingIfNeeded: symbol)] }
    let (first, second) = parts[Int(symbol) - Self.characters]
    return phrase(first) + phrase(second)
  }

  /// Returns the symbols that are worth a code.
  ///
  /// They are chosen by how much they save and sorted by frequency, so that the most frequent ones get codes
  /// of one character.
  func usefulPhrases(limit: Int) -> [UInt16] {
    var uses = [Int](repeating: 0, count: parts.count)
    for symbol in symbols where symbol != Self.none && Int(symbol) >= Self.characters {
      uses[Int(symbol) - Self.characters] += 1
    }
    var useful: [(symbol: UInt16, uses: Int, saved: Int)] = []
    for (number, uses) in uses.enumerated() {
      let symbol = UInt16(Self.characters + number)
      let length = phrase(symbol).count
      let saved = uses * (length - 2) - length - 1
      if saved > 0 { useful.append((symbol, uses, saved)) }
    }
    useful.sort { ($1.saved, $0.symbol) < ($0.saved, $1.symbol) }
    return useful.prefix(limit).sorted { ($1.uses, $0.symbol) < ($0.uses, $1.symbol) }.map(\.symbol)
  }

  /// Returns the rows with symbols replaced by `codes`, and other symbols as text.
  func rows(_ codes: [UInt16: [UInt8]]) -> [[UInt8]] {
    var rows: [[UInt8]] = []
    var row: [UInt8] = []
    for symbol in symbols.dropFirst() where symbol != Self.none {
      if symbol == Self.end {
        rows.append(row)
        row = []
      } else {
        spell(symbol, codes: codes, into: &row)
      }
    }
    return rows
  }

  private func spell(_ symbol: UInt16, codes: [UInt16: [UInt8]], into row: inout [UInt8]) {
    if let code = codes[symbol] {
      row += code
    } else if Int(symbol) < Self.characters {
      row.append(UInt8(truncatingIfNeeded: symbol))
    } else {
      let (first, second) = parts[Int(symbol) - Self.characters]
      spell(first, codes: codes, into: &row)
      spell(second, codes: codes, into: &row)
    }
  }
}
