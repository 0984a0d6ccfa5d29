import ContentBlocker
import Conversion

/// Reads values out of a checked JSON text, and notes with their paths those that are not what they should be.
struct JSONObjectReader {
  /// The number of the file, for the places; nil for the tds.json.
  let file: Int?
  private(set) var problems: [TrackerDataProblem] = []
  /// The keys and indices on the way to the value that is read.
  private var path: [Step] = []

  private enum Step {
    case key(JSONValue)
    case index(Int)
  }

  init(file: Int? = nil) { self.file = file }

  /// The object that is all of the text.
  mutating func root(_ json: Span<UInt8>) throws(TrackerDataProblem) -> JSONValue {
    var checker = JSONChecker(looseLimit: 0)
    do throws(JSONFault) {
      try checker.check(json)
    } catch {
      let span = error.offset..<error.offset + error.length
      throw TrackerDataProblem(.notJSON(error.reason), at: TrackerDataPlace(path: "", span: span, file: file))
    }
    var cursor = JSONCursor()
    guard let root = cursor.nextValue(json) else {
      throw TrackerDataProblem(.notJSON(.unexpectedEnd), at: TrackerDataPlace(path: "", file: file))
    }
    return root
  }

  /// Calls `body` with each member of an object. Anything else than an object is a problem.
  mutating func members(
    _ object: JSONValue, _ json: Span<UInt8>, _ body: (inout JSONObjectReader, JSONValue, JSONValue) -> Void
  ) {
    guard object.kind == .object else { return note(.wrongType(expected: .object), object, json) }
    var cursor = JSONCursor(in: object)
    while let (key, value) = cursor.nextMember(json) {
      path.append(.key(key))
      body(&self, key, value)
      path.removeLast()
    }
  }

  /// Calls `body` as on the way to the value of a member, which is read apart from the others.
  mutating func inside(_ key: JSONValue, _ body: (inout JSONObjectReader) -> Void) {
    path.append(.key(key))
    body(&self)
    path.removeLast()
  }

  /// Calls `body` with each element of an array. Anything else than an array is a problem.
  mutating func elements(
    _ array: JSONValue, _ json: Span<UInt8>, _ body: (inout JSONObjectReader, JSONValue) -> Void
  ) {
    guard array.kind == .array else { return note(.wrongType(expected: .array), array, json) }
    var cursor = JSONCursor(in: array)
    var index = 0
    while let value = cursor.nextValue(json) {
      path.append(.index(index))
      body(&self, value)
      path.removeLast()
      index += 1
    }
  }

  /// The text of a string; nil, and a problem, for anything else.
  mutating func text(_ value: JSONValue, _ json: Span<UInt8>) -> [UInt8]? {
    guard value.kind == .string else {
      note(.wrongType(expected: .string), value, json)
      return nil
    }
    return JSONText(value, json).bytes
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
    TrackerDataPlace(path: pathText(json), span: value.start..<value.end, file: file)
  }

  private func pathText(_ json: Span<UInt8>) -> String {
    var text = ""
    for step in path {
      switch step {
      case .index(let index): text += "[\(index)]"
      case .key(let key):
        let name = String(decoding: JSONText(key, json).bytes, as: UTF8.self)
        let isWord = !name.isEmpty && name.allSatisfy { $0.isASCII && ($0.isLetter || $0 == "_") }
        if isWord {
          text += text.isEmpty ? name : ".\(name)"
        } else {
          text += "[\"\(name)\"]"
        }
      }
    }
    return text
  }
}

extension JSONValue {
  /// Whether the value is the string `text`, written without escapes.
  func isString(_ text: StaticString, _ json: Span<UInt8>) -> Bool {
    kind == .string && json.equals(start + 1..<max(start + 1, end - 1), text)
  }
}
