import SluiceConversion
import SluiceText

/// The styles of an isolated script that host apps can apply with user style sheets: those of filters without
/// operators and conditions whose declarations are all important.
///
/// A user style sheet overrides every rule of a page, even in cascade layers and `style` attributes. Compared
/// with hiding rules, the more specific selector has priority. Pages find no sheet in `document.styleSheets`.
///
/// A host app that uses them replaces ``PageScript/stylesToken`` with `user` in the isolated script. Before
/// each top-level page with an `http` or `https` address, it adds a user style sheet of level "user" for top
/// frames, with ``styleSheet(for:)`` of the page's host. In all other documents, the script applies the styles.
public struct PageStyles: Sendable {
  enum Content: Hashable, Sendable {
    case rule(String)
    case exception(to: [Int])
    case exemption(ExemptPages.Parts)
  }

  enum Entry: Hashable, Sendable {
    case reference(PageTable.Reference)
    /// The number of a list of references.
    case list(Int)
  }

  let seed: UInt32
  let bits: Int
  let contents: [Int: Content]
  let everywhere: [PageTable.Reference]
  let lists: [Int: [PageTable.Reference]]
  let entries: [UInt64: Entry]

  /// Returns the styles of the pages of a host, one rule per line; empty for hosts without styles.
  ///
  /// - Parameter host: The host as in `location.hostname`.
  public func styleSheet(for host: String) -> String {
    let page = ScriptedPage(url: Array("https://\(host)/".utf8).span)
    var included: [Int: ExemptPages.Parts] = [:]
    var excluded: Set<Int> = []
    func take(_ reference: PageTable.Reference, part: ExemptPages.Parts) {
      if reference.isExcluded {
        excluded.insert(reference.row)
      } else {
        included[reference.row, default: []].insert(part)
      }
    }
    for reference in everywhere { take(reference, part: .genericHiding) }
    for key in page.keys {
      switch entries[PageKeyHash(key, seed: seed).entry(bits: bits)] {
      case .reference(let reference)?: take(reference, part: .specificHiding)
      case .list(let number)?: for reference in lists[number] ?? [] { take(reference, part: .specificHiding) }
      case nil: break
      }
    }
    var off: ExemptPages.Parts = []
    for row in included.keys where !excluded.contains(row) {
      if case .exemption(let parts)? = contents[row] { off.formUnion(parts) }
    }
    let direct = excluded
    for row in included.keys where !direct.contains(row) {
      if case .exception(let rows)? = contents[row] { excluded.formUnion(rows) }
    }
    return included.keys.sorted().map { row in
      guard case .rule(let rule)? = contents[row], !excluded.contains(row),
        let parts = included[row], !parts.subtracting(off).isEmpty
      else { return "" }
      return rule + "\n"
    }.joined()
  }
}

extension PageStyles {
  /// Reads the styles from the data of an isolated script.
  ///
  /// Returns nil if the script leaves no styles to host apps, or if another version of Sluice wrote its data.
  ///
  /// - Parameter script: The script as Sluice wrote it, with ``PageScript/stylesToken``.
  public init?(isolatedScript script: [UInt8]) {
    guard let start = Self.data(of: script) else { return nil }
    var reader = PageDataReader(script, from: start)
    guard let bits = reader.number(after: "{ bits: "), bits <= 16,
      let seed = reader.number(after: ", seed: "), let width = reader.number(after: ", width: "),
      let keyWidth = reader.number(after: ", keyPlaces: "),
      let rowWidth = reader.number(after: ", rowPlaces: "), let each = reader.number(after: ", each: "),
      let firstList = reader.number(after: ", lists: "),
      let codes = reader.digits(after: ", frequent: "),
      [width, keyWidth, rowWidth].allSatisfy({ 1...10 ~= $0 }), each > 0,
      let frequent = DigitText.numbers(codes, width: width), frequent.count < 64,
      let keys = reader.comments(after: "',\nkeys: "), let rows = reader.comments(after: ",\nrows: "),
      let phrases = reader.comment(after: ",\nphrases: "), reader.line(after: ",\nnames: ") != nil,
      let everywhere = reader.numbers(after: "\neverywhere: ")
    else { return nil }
    guard
      let (contents, lists) = Self.contents(
        of: rows, rowWidth, each: each, firstList: firstList, width: width,
        spelling: PageRowSpelling(phrases.split(separator: CommentText.end, omittingEmptySubsequences: false))
      )
    else { return nil }
    func reference(_ number: Int) -> PageTable.Reference? {
      contents[number >> 1] == nil
        ? nil : PageTable.Reference(row: number >> 1, isExcluded: number & 1 == 1)
    }
    let referenceLists = lists.mapValues { $0.compactMap(reference) }.filter { !$0.value.isEmpty }
    guard
      let entries = Self.entries(
        of: keys, bits, placeWidth: keyWidth, width: width, frequent: frequent,
        entry: { number in
          referenceLists[number >> 1] == nil ? reference(number).map { .reference($0) } : .list(number >> 1)
        })
    else { return nil }
    (self.seed, self.bits, self.contents) = (UInt32(truncatingIfNeeded: seed), bits, contents)
    self.everywhere = everywhere.compactMap(reference)
    (self.lists, self.entries) = (referenceLists, entries)
  }

  /// The maximum size of all rows in bytes.
  private static let maximumText = 1 << 25

  /// Returns the offset of the data; nil if the script does not have the token.
  private static func data(of script: [UInt8]) -> Int? {
    let token = Array("\"\(PageScript.stylesToken)\");\n})".utf8)
    let mark = Array(",\n() => (".utf8)
    let last = script.count - token.count - mark.count
    guard last >= 0, script.starts(with: PageScript.firstLine.utf8) else { return nil }
    for offset in 0...last where script[offset] == token[0] && script[offset...].starts(with: token) {
      let next = offset + token.count
      return script[next...].starts(with: mark) ? next + mark.count : nil
    }
    return nil
  }

  /// Reads the rows that matter to styles, and all lists of references.
  private static func contents(
    of texts: [ArraySlice<UInt8>], _ placeWidth: Int, each: Int, firstList: Int, width: Int,
    spelling: PageRowSpelling
  ) -> (contents: [Int: Content], lists: [Int: [Int]])? {
    var contents: [Int: Content] = [:]
    var lists: [Int: [Int]] = [:]
    var (number, size) = (0, 0)
    for text in texts {
      guard let start = DigitText.number(text.prefix(placeWidth)), start <= text.count else { return nil }
      let rows = text.dropFirst(start).split(separator: CommentText.end, omittingEmptySubsequences: false)
      // Nothing follows the end of the last row.
      guard rows.last?.isEmpty == true, rows.count - 1 <= each else { return nil }
      for row in rows.dropLast() {
        if number < firstList {
          guard spelling.isPerhapsOfStyles(row) else {
            number += 1
            continue
          }
          // A script from elsewhere could spell very long rows.
          let text = spelling.text(of: row, atMost: maximumText)
          size += text.count
          guard size < maximumText else { return nil }
          contents[number] = content(of: text)
        } else {
          guard let references = DigitText.numbers(row, width: width) else { return nil }
          lists[number] = references
        }
        number += 1
      }
    }
    return (contents, lists)
  }

  /// Returns the contents of a row; nil if no style depends on it.
  private static func content(of row: [UInt8]) -> Content? {
    let span = row.span
    guard let value = try? JSONValue(allOf: span), value.kind == .array else { return nil }
    var cursor = JSONCursor(in: value)
    guard let kind = cursor.nextValue(span), kind.kind == .string,
      let conditions = cursor.nextValue(span), conditions.kind == .array, conditions.length == 2,
      let content = cursor.nextValue(span)
    else { return nil }
    switch (JSONText(kind, in: span).string, content.kind) {
    case ("css", .string):
      // The mark of a user style.
      return cursor.nextValue(span) == nil ? nil : .rule(JSONText(content, in: span).string)
    case ("except", .array):
      var rows: [Int] = []
      var elements = JSONCursor(in: content)
      while let element = elements.nextValue(span) {
        guard let row = Int(String(decoding: row[element.start..<element.end], as: UTF8.self)) else {
          return nil
        }
        rows.append(row)
      }
      return .exception(to: rows)
    case ("off", .number):
      let text = String(decoding: row[content.start..<content.end], as: UTF8.self)
      return Int(text).map { .exemption(ExemptPages.Parts(rawValue: $0)) }
    default: return nil
    }
  }

  /// Reads the entries of host keys.
  ///
  /// - Parameter entry: Returns the entry of a reference; nil if it does not matter to styles.
  private static func entries(
    of texts: [ArraySlice<UInt8>], _ bits: Int, placeWidth: Int, width: Int, frequent: [Int],
    entry: (Int) -> Entry?
  ) -> [UInt64: Entry]? {
    var entries: [UInt64: Entry] = [:]
    let buckets = 1 << bits
    guard !texts.isEmpty, buckets % texts.count == 0 else { return nil }
    let each = buckets / texts.count
    for (part, text) in texts.enumerated() {
      guard let places = DigitText.numbers(text.prefix(placeWidth * (each + 1)), width: placeWidth),
        places.count == each + 1
      else { return nil }
      let body = text.dropFirst(placeWidth * (each + 1))
      for bucket in 0..<each {
        guard places[bucket] <= places[bucket + 1], places[bucket + 1] <= body.count else { return nil }
        var rest = body.dropFirst(places[bucket]).prefix(places[bucket + 1] - places[bucket])
        while !rest.isEmpty {
          guard let check = DigitText.number(rest.prefix(6)),
            let first = DigitText.number(rest.dropFirst(6).prefix(1))
          else { return nil }
          let code = first - (64 - frequent.count)
          let size = code < 0 ? width : 1
          guard let number = DigitText.number(rest.dropFirst(6).prefix(size)), rest.count >= 6 + size else {
            return nil
          }
          rest = rest.dropFirst(6 + size)
          guard let entry = entry(code < 0 ? number : frequent[code]) else { continue }
          let bucketNumber = UInt32(part * each + bucket)
          entries[PageKeyHash.entry(bucket: bucketNumber, bits: bits, check: UInt64(check))] = entry
        }
      }
    }
    return entries
  }
}

/// Reads the JavaScript object that ``PageData`` writes.
private struct PageDataReader {
  private let bytes: [UInt8]
  private var offset: Int

  init(_ bytes: [UInt8], from offset: Int) { (self.bytes, self.offset) = (bytes, offset) }

  private mutating func skip(_ text: String) -> Bool {
    guard bytes[offset...].starts(with: text.utf8) else { return false }
    offset += text.utf8.count
    return true
  }

  /// Returns the number after a text. Numbers have at most ten digits.
  mutating func number(after text: String) -> Int? {
    guard skip(text) else { return nil }
    let digits = bytes[offset...].prefix(11).prefix { (ASCII.zero...ASCII.nine).contains($0) }
    guard digits.count <= 10 else { return nil }
    offset += digits.count
    return Int(String(decoding: digits, as: UTF8.self))
  }

  mutating func comment(after text: String) -> ArraySlice<UInt8>? {
    guard skip(text), skip("()=>{// ") else { return nil }
    let comment = bytes[offset...].prefix { $0 != ASCII.lineFeed }
    offset += comment.count
    return skip("\n}") ? comment : nil
  }

  mutating func comments(after text: String) -> [ArraySlice<UInt8>]? {
    guard skip(text), skip("[") else { return nil }
    guard !skip("]") else { return [] }
    var comments: [ArraySlice<UInt8>] = []
    repeat {
      guard let comment = comment(after: "") else { return nil }
      comments.append(comment)
    } while skip(",\n")
    return skip("]") ? comments : nil
  }

  mutating func line(after text: String) -> ArraySlice<UInt8>? {
    guard skip(text) else { return nil }
    let line = bytes[offset...].prefix { $0 != ASCII.lineFeed }
    offset += line.count
    return line
  }

  /// Returns the digits after a text and a quotation mark, up to the next mark.
  mutating func digits(after text: String) -> ArraySlice<UInt8>? {
    guard skip(text), skip("'") else { return nil }
    let digits = bytes[offset...].prefix { $0 != ASCII.apostrophe }
    offset += digits.count
    return digits
  }

  /// Returns the array of numbers at the end of the line after a text.
  mutating func numbers(after text: String) -> [Int]? {
    guard let line = line(after: text), line.first == ASCII.openBracket,
      line.suffix(2).elementsEqual("],".utf8)
    else { return nil }
    let parts = line.dropFirst().dropLast(2).split(separator: ASCII.comma)
    let numbers = parts.compactMap { Int(String(decoding: $0, as: UTF8.self)) }
    return numbers.count == parts.count && numbers.allSatisfy { $0 >= 0 } ? numbers : nil
  }
}
