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
