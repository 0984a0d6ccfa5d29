import SluiceRules
import SluiceText

extension SourceMap {
  /// The version of the JSON document. It changes if a reader of the previous version could misread the new
  /// one.
  package static let documentVersion = 1

  /// Returns the JSON document that `docs/guide/source-map.md` describes, in UTF-8. Equal maps give equal bytes.
  public func encodedJSON() -> [UInt8] {
    var counts = [Int](repeating: 0, count: sources.count)
    for filter in filters where counts.indices.contains(filter.source) { counts[filter.source] += 1 }
    var json = JSONWriter(.lineEnds, capacity: filters.count * 48)
    json.object { json in
      json.add("version", number: Self.documentVersion)
      json.breakLine()
      json.array("sources") { json in
        for (name, count) in zip(sources, counts) {
          json.object {
            $0.add("name", text: name)
            $0.add("filters", number: count)
          }
        }
      }
      json.breakLine()
      json.add("lines", numbers: lineSteps)
      json.breakLine()
      json.array("texts") { json in
        json.endLine()
        for (index, filter) in filters.enumerated() {
          if index > 0 { json.breakLine() }
          json.append(filter.text)
        }
      }
      json.breakLine()
      json.array("lists") { json in
        for list in lists { json.append(list) }
      }
    }
    json.endLine()
    return json.bytes
  }

  /// The line number of each filter relative to the previous filter.
  private var lineSteps: [Int] {
    var before = (source: -1, line: 0)
    return filters.map { filter in
      let step = filter.source == before.source ? filter.line - before.line : filter.line
      before = (filter.source, filter.line)
      return step
    }
  }
}

extension JSONWriter {
  fileprivate mutating func append(_ list: SourceMap.List) {
    breakLine()
    object { json in
      json.add("part", text: list.part.rawValue)
      if let fingerprint = list.fingerprint { json.add("fingerprint", text: fingerprint.fixedHex) }
      json.breakLine()
      json.key("sizes")
      // Uses closures, because a key path would take as long as everything else together.
      json.array(list.origins.lazy.map { $0.runs.count })
      json.breakLine()
      json.add("origins", numbers: list.origins.lazy.map { $0.runs }.joined())
      json.breakLine()
      json.array("limits") { json in
        for limit in list.limits.sorted(by: { $0.key < $1.key }) {
          json.breakLine()
          json.array([[limit.key], limit.value.runs].joined())
        }
      }
    }
  }
}

extension UInt64 {
  /// The number as sixteen hexadecimal digits.
  fileprivate var fixedHex: String {
    let digits = String(self, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }
}

/// An error that is thrown for an invalid source map.
@nonexhaustive public enum SourceMapProblem: Error, Hashable, Sendable {
  /// The file is not JSON.
  case notJSON(JSONFault.Reason, TextLocation)
  /// The file is JSON, but not a valid source map. The text says where and why.
  case malformed(String)
  /// The version of the map is not supported.
  case unknownVersion(Int)

  /// A description of the error, without a full stop.
  public var message: String {
    switch self {
    case .notJSON(let reason, let location): "it is not a source map: \(location): \(reason.messageOfAnyText)"
    case .malformed(let reason): "it is not a source map: \(reason)"
    case .unknownVersion(let version):
      "it is a source map of version \(version); this program supports version \(SourceMap.documentVersion)"
    }
  }
}

extension SourceMap {
  /// Reads a map from the JSON that ``encodedJSON()`` writes.
  ///
  /// All numbers are validated, so every query of the map is safe.
  public init(decodingJSON json: some InputBytes & ~Escapable) throws(SourceMapProblem) {
    let name = json.inputName
    let document = try json.withInputBytes { (json) throws(SourceMapProblem) in
      try SourceMapDocument(json, called: name)
    }
    try self.init(document)
  }

  private init(_ document: SourceMapDocument) throws(SourceMapProblem) {
    guard document.lines.count == document.texts.count,
      document.sources.reduce(0, { $0.addingClamped($1.filters) }) == document.texts.count,
      document.sources.allSatisfy({ $0.filters >= 0 })
    else { throw .malformed("sources, lines and texts have different lengths") }
    sources = document.sources.map { $0.name }
    filters = []
    filters.reserveCapacity(document.texts.count)
    for (number, source) in document.sources.enumerated() {
      var line = 0
      for _ in 0..<source.filters {
        let index = filters.count
        line = line.addingClamped(document.lines[index])
        guard line > 0 else { throw .malformed("filter \(index) is on line \(line)") }
        filters.append(Filter(source: number, line: line, text: document.texts[index]))
      }
    }
    lists = []
    for list in document.lists { lists.append(try List(list, filterCount: filters.count)) }
  }
}

extension SourceMap.List {
  fileprivate init(_ list: SourceMapDocument.List, filterCount: Int) throws(SourceMapProblem) {
    guard let part = ConvertedList.Part(rawValue: list.part) else {
      throw .malformed("'\(list.part)' is not a part of a conversion")
    }
    self.part = part
    fingerprint = list.fingerprint
    origins = []
    origins.reserveCapacity(list.sizes.count)
    var rest = list.origins[...]
    for size in list.sizes {
      guard size >= 0, size <= rest.count else { throw .malformed("sizes and origins do not agree") }
      origins.append(try Self.numbers(rest.prefix(size), filterCount: filterCount))
      rest = rest.dropFirst(size)
    }
    guard rest.isEmpty else { throw .malformed("sizes and origins do not agree") }
    limits = [:]
    for entry in list.limits {
      guard let rule = entry.first, origins.indices.contains(rule) else {
        throw .malformed("a limit of rule \(entry.first ?? -1), which does not exist")
      }
      limits[rule] = try Self.numbers(entry.dropFirst(), filterCount: filterCount)
    }
  }

  private static func numbers(
    _ runs: ArraySlice<Int>, filterCount: Int
  ) throws(SourceMapProblem) -> FilterNumbers {
    guard let numbers = FilterNumbers(runs: runs, limit: filterCount) else {
      throw .malformed("\(runs.prefix(8)) are not ascending filter numbers")
    }
    return numbers
  }
}

extension SourceMapProblem: CustomStringConvertible {
  /// The message for the user.
  public var description: String { message }
}

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
        let name = JSONText(key, in: json).string
        members.fields[name] = Field(value: value, name: name)
      }
      return members
    }

    func elements<Element>(
      _ json: Span<UInt8>, element: (Field) throws(SourceMapProblem) -> Element
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
      return JSONText(value, in: json).string
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
