import SluiceRules
import SluiceText

/// The data of the isolated script, as a function that returns a JavaScript object. Most of it is text, and a
/// page decodes only the parts that it needs.
struct PageData {
  let table: PageTable

  func javaScript() -> [UInt8] {
    // A host with several references refers to a list of references instead. Lists are stored as rows after
    // the others, once each, because many hosts share a list.
    var lists: [[PageTable.Reference]] = []
    var listNumbers: [[PageTable.Reference]: Int] = [:]
    var references: [String: Int] = [:]
    for name in table.keys.keys.sorted() {
      let list = table.keys[name] ?? []
      if list.count == 1 {
        references[name] = list[0].number
      } else {
        let number = listNumbers[list] ?? lists.count
        if number == lists.count {
          listNumbers[list] = number
          lists.append(list)
        }
        references[name] = 2 * (table.rows.count + number)
      }
    }
    let width = DigitText.width(for: 2 * (table.rows.count + lists.count))
    let keys = PageKeyTexts(references, width: width)
    let texts = table.rows.map(Self.withoutToken)
    let phrases = RowPhrases(texts)
    let rows = PageRowTexts(phrases.rows + lists.map { Self.digits($0, width: width) })

    var output = Array("() => ({ bits: \(keys.bits), seed: \(keys.seed), width: \(width), ".utf8)
    output += "keyPlaces: \(keys.placeWidth), rowPlaces: \(rows.placeWidth), each: \(rows.each), ".utf8
    output += "lists: \(table.rows.count), frequent: '".utf8
    output += keys.frequent.bytes
    output += "',\nkeys: ".utf8
    CommentText.append(keys.texts, to: &output)
    output += ",\nrows: ".utf8
    CommentText.append(rows.texts, to: &output)
    output += ",\nphrases: ".utf8
    CommentText(joining: phrases.phrases).append(to: &output)
    output += ",\nnames: ".utf8
    output += Self.json { $0.array(table.names) }
    output += ",\neverywhere: ".utf8
    output += Self.json { $0.array(table.everywhere.map(\.number)) }
    output += ",\ngeneral: ".utf8
    CommentText(joining: table.everywhere.map { texts[$0.row] }).append(to: &output)
    output += ",\naround: '".utf8
    output += keys.around.bytes
    output += "'".utf8
    output += ",\npatterns: ".utf8
    let patterns = table.patterns.flatMap { pattern in
      [
        RequiredLiteral.longest(in: pattern.source), pattern.source,
        String(decoding: Self.digits(pattern.references, width: width), as: UTF8.self),
      ]
    }
    output += Self.withoutToken(Self.json { $0.array(patterns) })
    output += " })".utf8
    return output
  }

  private static func digits(_ references: [PageTable.Reference], width: Int) -> [UInt8] {
    var text = DigitText()
    for reference in references { text.append(reference.number, digits: width) }
    return text.bytes
  }

  /// Returns the JSON with the tokens of host apps escaped, in case a filter contains them. Otherwise, the host
  /// app would replace them, and the page would learn the secret.
  private static func withoutToken(_ json: [UInt8]) -> [UInt8] {
    // Both tokens begin with it.
    let token = Array("__SLUICE_S".utf8)
    var output: [UInt8] = []
    output.reserveCapacity(json.count)
    for index in json.indices {
      if json[index] == token[0], json[index...].starts(with: token) {
        output += "\\u005f".utf8
      } else {
        output.append(json[index])
      }
    }
    return output
  }

  private static func json(_ body: (inout JSONWriter) -> Void) -> [UInt8] {
    var json = JSONWriter(.outsideASCII)
    body(&json)
    return json.bytes
  }
}

/// Text stored as a comment in a function that is never called. The script gets it from the function's source
/// text.
///
/// WebKit skips a comment twice as fast as it reads a string, and keeps a copy of each string. Only the parts
/// that a page needs become strings.
///
/// The text is ASCII without line ends. It follows a space, because debuggers interpret "//#".
struct CommentText {
  let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  init(joining texts: [[UInt8]]) { bytes = Array(texts.joined(separator: [Self.end])) }

  /// Appends the function. `Isolated/look-up.js` depends on the position of the text in the function.
  func append(to output: inout [UInt8]) {
    output += "()=>{// ".utf8
    output += bytes
    output += "\n}".utf8
  }

  static func append(_ texts: [CommentText], to output: inout [UInt8]) {
    output += "[".utf8
    for (number, text) in texts.enumerated() {
      if number > 0 { output += ",\n".utf8 }
      text.append(to: &output)
    }
    output += "]".utf8
  }

  /// The byte that ends a row or phrase. JSON contains no control characters.
  static let end: UInt8 = 0x1F
}

/// Numbers as text, with six bits per digit. The digits are "0" and the 63 characters after it.
///
/// "p" replaces the backslash and "q" replaces "_", so a JavaScript string needs no escapes and cannot
/// contain the token that host apps replace.
struct DigitText {
  private(set) var bytes: [UInt8] = []

  /// Returns the number of digits that numbers up to `largest` need.
  static func width(for largest: Int) -> Int { (1...10).first { largest >> (6 * $0) == 0 } ?? 11 }

  /// Returns the number that at most ten digits encode; nil for other characters.
  static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    guard 1...10 ~= digits.count else { return nil }
    var number = 0
    for byte in digits {
      switch byte {
      case UInt8(ascii: "p"): number = number << 6 | 44
      case UInt8(ascii: "q"): number = number << 6 | 47
      case ASCII.zero...UInt8(ascii: "o"): number = number << 6 | Int(byte - ASCII.zero)
      default: return nil
      }
    }
    return number
  }

  /// Returns the numbers that a text encodes with equally many digits each; nil for other texts.
  static func numbers(_ digits: ArraySlice<UInt8>, width: Int) -> [Int]? {
    guard digits.count.isMultiple(of: width) else { return nil }
    var numbers: [Int] = []
    for start in stride(from: digits.startIndex, to: digits.endIndex, by: width) {
      guard let number = number(digits[start..<start + width]) else { return nil }
      numbers.append(number)
    }
    return numbers
  }

  mutating func append(_ number: Int, digits: Int) {
    for place in (0..<digits).reversed() {
      let digit = UInt8(truncatingIfNeeded: number >> (6 * place) & 63)
      switch digit {
      case 44: bytes.append(UInt8(ascii: "p"))
      case 47: bytes.append(UInt8(ascii: "q"))
      default: bytes.append(ASCII.zero + digit)
      }
    }
  }
}

/// A literal text that every match of a regex contains.
///
/// If a host lacks it, the script does not create the regex, which takes tens of kilobytes in every frame.
enum RequiredLiteral {
  /// Returns the longest required ASCII text. The text is empty if the regex requires none or is invalid.
  static func longest(in regex: String) -> String {
    guard let runs = try? RegexParser.parse(Array(regex.utf8), into: RequiredRuns()) else { return "" }
    return String(decoding: runs.longest, as: UTF8.self)
  }
}

/// A collector for the literal runs of a regex outside of groups.
private struct RequiredRuns: RegexSink {
  struct Problem: Error {}

  static var dialect: RegexDialect {
    RegexDialect(maximumCount: 1000, references: .ofWholeRegex, names: .identifiers)
  }

  static func problem(_ fault: RegexFault, range: Range<Int>) -> Problem { Problem() }

  private var runs: [[UInt8]] = [[]]
  private var depth = 0
  /// Whether the last token is the last character of the last run.
  private var endsWithLiteral = false
  private var hasAlternatives = false

  var longest: [UInt8] {
    hasAlternatives ? [] : runs.reduce([]) { $1.count > $0.count ? $1 : $0 }
  }

  private mutating func endRun() {
    endsWithLiteral = false
    if depth == 0 { runs.append([]) }
  }

  mutating func literal(_ unit: UInt16, at offset: Int) {
    guard depth == 0, unit < 0x80 else { return endRun() }
    runs[runs.count - 1].append(UInt8(unit))
    endsWithLiteral = true
  }

  mutating func repeatLast(_ minimum: Int64, maximum: Int64?, at offset: Int) {
    if endsWithLiteral, minimum == 0 { runs[runs.count - 1].removeLast() }
    endRun()
  }

  mutating func nextAlternative(at offset: Int) {
    if depth == 0 { hasAlternatives = true }
  }

  mutating func enterGroup(depth: Int, at offset: Int) {
    endRun()
    self.depth += 1
  }

  mutating func openGroup(_ kind: RegexGroupKind, depth: Int, at offset: Int) {}

  mutating func closeGroup(_ range: Range<Int>) {
    depth -= 1
    endRun()
  }

  mutating func start(at offset: Int) { endRun() }
  mutating func end(at offset: Int) { endRun() }
  mutating func wordBoundary(isNegated: Bool, at offset: Int) { endRun() }
  mutating func anyCharacter(at offset: Int) { endRun() }
  mutating func classEscape(_ escape: RegexClassEscape, at offset: Int) { endRun() }
  mutating func reference(_ range: Range<Int>) { endRun() }
  mutating func openClass() { endRun() }
  mutating func classMembers(_ units: ClosedRange<UInt16>, at offset: Int) {}
  mutating func classMembers(_ escape: RegexClassEscape, at offset: Int) {}
  mutating func closeClass(isNegated: Bool, at offset: Int) {}
}
