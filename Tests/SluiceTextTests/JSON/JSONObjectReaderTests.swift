import SluiceText
import Testing

@Suite struct JSONObjectReaderTests {
  private struct Reader: JSONObjectReader {
    var path = JSONPath()
    var notes: [String] = []
    var texts: [String] = []

    mutating func note(expected kind: JSONValue.Kind, _ value: JSONValue, in json: Span<UInt8>) {
      notes.append("\(path.text(json)): \(kind) at \(value.start)")
    }

    /// Reads objects with arrays of strings.
    mutating func read(_ json: Span<UInt8>) throws(JSONFault) {
      members(try JSONValue(allOf: json), in: json) { reader, _, value in
        reader.elements(value, in: json) { reader, value in
          if let text = reader.text(value, in: json) {
            reader.texts.append(String(decoding: text, as: UTF8.self))
          }
        }
      }
    }
  }

  @Test(arguments: [
    (#"{"a":["x","\u0041"],"b":[]}"#, ["x", "A"], []),
    (#"{"a":1}"#, [], ["a: array at 5"]),
    (#"{"a_b":["x",{}],"a b":[null]}"#, ["x"], ["a_b[1]: string at 12", #"["a b"][0]: string at 23"#]),
    ("[]", [], [": object at 0"]),
  ])
  func unexpectedJSONTypesAreNotedWithPath(json: String, texts: [String], notes: [String]) throws {
    var reader = Reader()
    try reader.read(Array(json.utf8).span)
    #expect(reader.texts == texts)
    #expect(reader.notes == notes)
  }

  @Test(arguments: [("", 0), ("[1,]", 2), ("{} x", 3)])
  func invalidJSONIsLocated(json: String, offset: Int) {
    var reader = Reader()
    #expect { try reader.read(Array(json.utf8).span) } throws: { ($0 as? JSONFault)?.offset == offset }
  }
}
