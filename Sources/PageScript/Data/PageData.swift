import JSON

/// The data of the isolated script as an object of JavaScript whose texts hold numbers of a fixed width: WebKit reads it
/// fastest so, and nothing of it is taken apart but what a page needs.
struct PageData {
  let table: PageTable

  /// The object.
  func javaScript() -> [UInt8] {
    var seed: UInt32 = 0
    let names = table.keys.keys.sorted()
    var hashes = names.map { PageKeyHash($0, seed: seed) }
    let bits = Self.bits(for: names.count)
    // No two keys of a bucket may be taken for each other.
    while !Self.areDistinct(hashes, bits), seed < 64 {
      seed += 1
      hashes = names.map { PageKeyHash($0, seed: seed) }
    }
    let width = max(1, (1...4).first { DigitText.limit(digits: $0) > 2 * table.rows.count } ?? 4)
    var (index, entries, offsets) = (DigitText(), DigitText(), DigitText())
    var buckets = [[Int]](repeating: [], count: 1 << bits)
    for (number, hash) in hashes.enumerated() {
      buckets[Int(hash.bucket) & ((1 << bits) - 1)].append(number)
    }
    for bucket in buckets {
      index.append(entries.bytes.count, digits: 4)
      for number in bucket {
        var rest = (table.keys[names[number]] ?? [])[...]
        while !rest.isEmpty {
          let part = rest.prefix(63)
          rest = rest.dropFirst(63)
          entries.append(Int(hashes[number].check), digits: 5)
          entries.append(part.count, digits: 1)
          for reference in part { entries.append(reference.number, digits: width) }
        }
      }
    }
    index.append(entries.bytes.count, digits: 4)
    var rows: [UInt8] = []
    for row in table.rows {
      offsets.append(rows.count, digits: 4)
      rows += Self.withoutToken(row)
    }
    offsets.append(rows.count, digits: 4)

    var output = Array("{ bits: \(bits), seed: \(seed), width: \(width),\nindex: '".utf8)
    output += index.bytes
    output += "',\nentries: '".utf8
    output += entries.bytes
    output += "',\noffsets: '".utf8
    output += offsets.bytes
    output += "',\nrows: '".utf8
    for byte in rows { output.append(Self.unescaped(byte)) }
    output += "',\nnames: ".utf8
    output += Self.json { $0.array(table.names) }
    output += ",\neverywhere: ".utf8
    output += Self.json { $0.array(table.everywhere.map(\.number)) }
    output += ",\naround: \(table.keys.keys.contains(where: PageTable.isAround))".utf8
    output += ",\npatterns: ".utf8
    let patterns = table.patterns.flatMap { pattern in
      var references = DigitText()
      for reference in pattern.references { references.append(reference.number, digits: width) }
      return [
        RequiredLiteral.longest(in: pattern.source), pattern.source,
        String(decoding: references.bytes, as: UTF8.self),
      ]
    }
    output += Self.withoutToken(Self.json { $0.array(patterns) })
    output += " }".utf8
    return output
  }

  /// What stands for a character in a string of JavaScript, which WebKit reads several times faster without an escape:
  /// control characters, which JSON never has, for backslashes and single quotes.
  private static func unescaped(_ byte: UInt8) -> UInt8 {
    switch byte {
    case UInt8(ascii: "\\"): 0x1E
    case UInt8(ascii: "'"): 0x1F
    default: byte
    }
  }

  /// JSON in which the token for the secret does not stand, though a filter has it: what hosts put in its place would be
  /// told to a page.
  private static func withoutToken(_ json: [UInt8]) -> [UInt8] {
    let token = Array(PageScript.secretToken.utf8)
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

  /// One or two keys for each bucket.
  private static func bits(for keys: Int) -> Int {
    (2...16).first { 2 << $0 >= keys } ?? 16
  }

  private static func areDistinct(_ hashes: [PageKeyHash], _ bits: Int) -> Bool {
    let mask = UInt64((1 << bits) - 1)
    return Set(hashes.map { (UInt64($0.bucket) & mask) << 32 | UInt64($0.check) }).count == hashes.count
  }
}
