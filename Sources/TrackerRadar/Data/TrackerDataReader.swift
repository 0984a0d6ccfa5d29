import ContentBlocker
import Conversion
import JSON

/// Reads values out of a file of DuckDuckGo's, and notes with their paths those that are not what they should be.
struct TrackerDataReader: JSONObjectReader {
  /// The number of the file, for the places; nil for the tds.json.
  let file: Int?
  private(set) var problems: [TrackerDataProblem] = []
  var path = JSONPath()
  private let places: TextPlaces

  /// - Parameter name: what the file is called.
  init(_ json: Span<UInt8>, called name: String?, file: Int? = nil) {
    self.file = file
    places = TextPlaces(json, file: name)
  }

  /// The value that is all of the text.
  func root(_ json: Span<UInt8>) throws(TrackerDataProblem) -> JSONValue {
    do throws(JSONFault) {
      return try JSONValue(allOf: json)
    } catch {
      let span = error.offset..<error.offset + error.length
      throw TrackerDataProblem(.notJSON(error.reason), at: wholeFile(span, json))
    }
  }

  mutating func note(expected kind: JSONValue.Kind, _ value: JSONValue, _ json: Span<UInt8>) {
    switch kind {
    case .object: note(.wrongType(expected: .object), value, json)
    case .array: note(.wrongType(expected: .array), value, json)
    case .string, .number, .true, .false, .null: note(.wrongType(expected: .string), value, json)
    }
  }

  /// The host that a string names, in lower case and punycode; nil, and a problem, when it names none.
  mutating func host(_ value: JSONValue, _ json: Span<UInt8>) -> [UInt8]? {
    guard let text = text(value, json) else { return nil }
    guard let host = HostNames.ascii(text) else {
      note(.notHost(String(decoding: text, as: UTF8.self)), value, json)
      return nil
    }
    return host
  }

  /// The hosts that an array of strings names.
  mutating func hosts(_ array: JSONValue, _ json: Span<UInt8>) -> [[UInt8]] {
    var hosts: [[UInt8]] = []
    elements(array, json) { reader, value in
      if let host = reader.host(value, json) { hosts.append(host) }
    }
    return hosts
  }

  /// Notes a problem of a value at the current place.
  mutating func note(_ reason: TrackerDataProblem.Reason, _ value: JSONValue, _ json: Span<UInt8>) {
    problems.append(TrackerDataProblem(reason, at: place(value, json)))
  }

  /// The place that is read, to be used when a problem is found later.
  func place(_ value: JSONValue, _ json: Span<UInt8>) -> TrackerDataPlace {
    let span = value.start..<value.end
    return TrackerDataPlace(
      path: path.text(json), span: span, location: location(of: span, json), file: file)
  }

  /// The place of what is said of the whole file.
  func wholeFile(_ span: Range<Int>, _ json: Span<UInt8>) -> TrackerDataPlace {
    TrackerDataPlace(path: "", span: span, location: location(of: span, json), file: file)
  }

  func location(of span: Range<Int>, _ json: Span<UInt8>) -> TextLocation {
    places.location(of: span, in: json)
  }
}
