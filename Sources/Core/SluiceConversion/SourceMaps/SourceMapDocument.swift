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
    let root = try Object(all, "the file", json)
    // Checks the version first, because a map of another version may lack all other members.
    let version = try root.number("version", json)
    guard version == SourceMap.documentVersion else { throw .unknownVersion(version) }
    sources = try root.elements("sources", json) { (value, name) throws(SourceMapProblem) in
      let source = try Object(value, name, json)
      return Source(name: try source.text("name", json), filters: try source.number("filters", json))
    }
    lines = try root.numbers("lines", json)
    texts = try root.elements("texts", json) { (value, name) throws(SourceMapProblem) in
      try Self.text(value, name, json)
    }
    lists = try root.elements("lists", json) { (value, name) throws(SourceMapProblem) in
      let list = try Object(value, name, json)
      return List(
        part: try list.text("part", json),
        fingerprint: try list.members["fingerprint"] == nil
          ? nil : UInt64(list.text("fingerprint", json), radix: 16),
        sizes: try list.numbers("sizes", json), origins: try list.numbers("origins", json),
        limits: try list.elements("limits", json) { (value, name) throws(SourceMapProblem) in
          try Self.elements(value, name, json, Self.number)
        })
    }
  }

  /// The members of a JSON object by key.
  private struct Object {
    var members: [String: JSONValue] = [:]

    init(_ value: JSONValue, _ name: String, _ json: Span<UInt8>) throws(SourceMapProblem) {
      guard value.kind == .object else { throw .malformed("\(name) is no object") }
      var cursor = JSONCursor(in: value)
      while let (key, value) = cursor.nextMember(json) {
        members[JSONText(key, json).string] = value
      }
    }

    func member(_ key: String) throws(SourceMapProblem) -> JSONValue {
      guard let value = members[key] else { throw .malformed("'\(key)' is missing") }
      return value
    }

    func text(_ key: String, _ json: Span<UInt8>) throws(SourceMapProblem) -> String {
      try SourceMapDocument.text(member(key), key, json)
    }

    func number(_ key: String, _ json: Span<UInt8>) throws(SourceMapProblem) -> Int {
      try SourceMapDocument.number(member(key), key, json)
    }

    func numbers(_ key: String, _ json: Span<UInt8>) throws(SourceMapProblem) -> [Int] {
      try elements(key, json) { (value, name) throws(SourceMapProblem) in
        try SourceMapDocument.number(value, name, json)
      }
    }

    func elements<Element>(
      _ key: String, _ json: Span<UInt8>,
      _ element: (JSONValue, String) throws(SourceMapProblem) -> Element
    ) throws(SourceMapProblem) -> [Element] {
      try SourceMapDocument.elements(member(key), key, json) { (value, name, _) throws(SourceMapProblem) in
        try element(value, name)
      }
    }
  }

  private static func elements<Element>(
    _ array: JSONValue, _ name: String, _ json: Span<UInt8>,
    _ element: (JSONValue, String, Span<UInt8>) throws(SourceMapProblem) -> Element
  ) throws(SourceMapProblem) -> [Element] {
    guard array.kind == .array else { throw .malformed("'\(name)' is no array") }
    var elements: [Element] = []
    var cursor = JSONCursor(in: array)
    while let value = cursor.nextValue(json) { elements.append(try element(value, name, json)) }
    return elements
  }

  private static func text(
    _ value: JSONValue, _ name: String, _ json: Span<UInt8>
  ) throws(SourceMapProblem) -> String {
    guard value.kind == .string else { throw .malformed("'\(name)' has something else than text") }
    return JSONText(value, json).string
  }

  private static func number(
    _ value: JSONValue, _ name: String, _ json: Span<UInt8>
  ) throws(SourceMapProblem) -> Int {
    guard value.kind == .number else { throw .malformed("'\(name)' has something else than numbers") }
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
