import SluiceAnalysis
import SluiceText

/// Reads JSON values from a DuckDuckGo file and reports invalid values with their paths.
struct TrackerDataReader: JSONObjectReader {
  /// The number that identifies the file in places, or `nil` for the `tds.json` file.
  let file: Int?
  private(set) var problems: [TrackerDataProblem] = []
  var path = JSONPath()
  private let places: TextPlaces

  init(_ json: Span<UInt8>, called name: String?, file: Int? = nil) {
    self.file = file
    places = TextPlaces(json, file: name)
  }

  func root(_ json: Span<UInt8>) throws(TrackerDataProblem) -> JSONValue {
    do throws(JSONFault) {
      return try JSONValue(allOf: json)
    } catch {
      let span = error.offset..<error.offset + error.length
      throw TrackerDataProblem(.notJSON(error.reason), at: wholeFile(span, in: json))
    }
  }

  mutating func note(expected kind: JSONValue.Kind, _ value: JSONValue, in json: Span<UInt8>) {
    switch kind {
    case .object: note(.wrongType(expected: .object), value: value, in: json)
    case .array: note(.wrongType(expected: .array), value: value, in: json)
    case .string, .number, .true, .false, .null: note(.wrongType(expected: .string), value: value, in: json)
    }
  }

  /// Returns the host in lowercase and punycode. Returns `nil` and adds a problem if the string is not a
  /// host.
  mutating func host(_ value: JSONValue, in json: Span<UInt8>) -> [UInt8]? {
    guard let text = text(value, in: json) else { return nil }
    guard let host = HostNames.ascii(text) else {
      note(.notHost(String(decoding: text, as: UTF8.self)), value: value, in: json)
      return nil
    }
    return host
  }

  mutating func string(_ value: JSONValue, in json: Span<UInt8>) -> String? {
    text(value, in: json).map { String(decoding: $0, as: UTF8.self) }
  }

  mutating func strings(_ array: JSONValue, in json: Span<UInt8>) -> [String] {
    var strings: [String] = []
    elements(array, in: json) { reader, value in
      if let string = reader.string(value, in: json) { strings.append(string) }
    }
    return strings
  }

  mutating func hosts(_ array: JSONValue, in json: Span<UInt8>) -> [[UInt8]] {
    var hosts: [[UInt8]] = []
    elements(array, in: json) { reader, value in
      if let host = reader.host(value, in: json) { hosts.append(host) }
    }
    return hosts
  }

  mutating func note(_ reason: TrackerDataProblem.Reason, value: JSONValue, in json: Span<UInt8>) {
    problems.append(TrackerDataProblem(reason, at: place(value, in: json)))
  }

  /// Returns the current place, for problems that are found later.
  func place(_ value: JSONValue, in json: Span<UInt8>) -> TrackerDataPlace {
    let span = value.start..<value.end
    return TrackerDataPlace(
      path: path.text(json), span: span, location: location(of: span, json), file: file)
  }

  func wholeFile(_ span: Range<Int>, in json: Span<UInt8>) -> TrackerDataPlace {
    TrackerDataPlace(path: "", span: span, location: location(of: span, json), file: file)
  }

  func location(of span: Range<Int>, _ json: Span<UInt8>) -> TextLocation {
    places.location(of: span, in: json)
  }
}
