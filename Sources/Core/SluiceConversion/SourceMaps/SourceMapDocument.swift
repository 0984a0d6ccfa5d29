/// The decoded JSON of a source map. The types of all values are checked, their consistency is not.
///
/// A map has several megabytes and every run of `match` reads it, so the decoder works on bytes, as it does
/// for rule lists.
struct SourceMapDocument {
  struct Source {
    var name: String
    var filters: Int
  }

  struct List {
    var part: String
    var fingerprint: UInt64?
    var sizes: [Int]
    var origins: [Int]
    var limits: [[Int]]
  }

  var sources: [Source]
  var lines: [Int]
  var texts: [String]
  var lists: [List]

  /// - Parameter name: The name of the file.
  init(_ json: Span<UInt8>, called name: String?) throws(SourceMapProblem) {
    let all: JSONValue
    do throws(JSONFault) {
      all = try JSONValue(allOf: json)
    } catch {
      var location = error.location(in: json)
      location.file = name
      throw .notJSON(error.reason, location)
    }
    let root = try Field(value: all, name: "the file").members(json)
    // Checks the version first, because a map of another version may lack all other members.
    let version = try root.field("version").number(json)
    guard version == SourceMap.documentVersion else { throw .unknownVersion(version) }
    sources = try root.field("sources").elements(json) { field throws(SourceMapProblem) in
      let source = try field.members(json)
      return Source(
        name: try source.field("name").text(json), filters: try source.field("filters").number(json))
    }
    lines = try root.field("lines").numbers(json)
    texts = try root.field("texts").elements(json) { field throws(SourceMapProblem) in try field.text(json) }
    lists = try root.field("lists").elements(json) { field throws(SourceMapProblem) in
      let list = try field.members(json)
      return List(
        part: try list.field("part").text(json),
        fingerprint: try list.fields["fingerprint"].flatMap { field throws(SourceMapProblem) in
          UInt64(try field.text(json), radix: 16)
        },
        sizes: try list.field("sizes").numbers(json), origins: try list.field("origins").numbers(json),
        limits: try list.field("limits").elements(json) { field throws(SourceMapProblem) in
          try field.numbers(json)
        })
    }
  }

  /// The members of a JSON object by key.
  private struct Members {
    var fields: [String: Field] = [:]

    func field(_ key: String) throws(SourceMapProblem) -> Field {
      guard let field = fields[key] else { throw .malformed("'\(key)' is missing") }
      return field
    }
  }

  /// A value, and the key that names it or the array with it.
  private struct Field {
    var value: JSONValue
    var name: String

    func members(_ json: Span<UInt8>) throws(SourceMapProblem) -> Members {
      guard value.kind == .object else { throw .malformed("\(name) is not an object") }
      var members = Members()
      var cursor = JSONCursor(in: value)
      while let (key, value) = cursor.nextMember(json) {
        let name = JSONText(key, json).string
        members.fields[name] = Field(value: value, name: name)
      }
      return members
    }

    func elements<Element>(
      _ json: Span<UInt8>, _ element: (Field) throws(SourceMapProblem) -> Element
    ) throws(SourceMapProblem) -> [Element] {
      guard value.kind == .array else { throw .malformed("'\(name)' is not an array") }
      var elements: [Element] = []
      var cursor = JSONCursor(in: value)
      while let value = cursor.nextValue(json) {
        elements.append(try element(Field(value: value, name: name)))
      }
      return elements
    }

    func numbers(_ json: Span<UInt8>) throws(SourceMapProblem) -> [Int] {
      try elements(json) { field throws(SourceMapProblem) in try field.number(json) }
    }

    func text(_ json: Span<UInt8>) throws(SourceMapProblem) -> String {
      guard value.kind == .string else { throw .malformed("'\(name)' must contain only text") }
      return JSONText(value, json).string
    }

    func number(_ json: Span<UInt8>) throws(SourceMapProblem) -> Int {
      guard value.kind == .number else { throw .malformed("'\(name)' must contain only numbers") }
      let isNegative = json[value.start] == ASCII.dash
      var number = 0
      for index in (isNegative ? value.start + 1 : value.start)..<value.end {
        let digit = json[index] &- ASCII.zero
        // This limit is far above any number of lines and far below an overflow.
        guard digit < 10, number < Int.max / 16 else {
          throw .malformed("'\(name)' has a number that is not whole or too large")
        }
        number = number * 10 + Int(digit)
      }
      return isNegative ? -number : number
    }
  }
}
