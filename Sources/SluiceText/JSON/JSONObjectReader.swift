/// The keys and indices that lead to a value.
package struct JSONPath: Sendable {
  private enum Step {
    case key(JSONValue)
    case index(Int)
  }

  private var steps: [Step] = []

  /// Creates the path of the outermost value.
  package init() {}

  /// Returns the path in text form: `list.rules[2]["a key"]`.
  package func text(_ json: Span<UInt8>) -> String {
    var text = ""
    for step in steps {
      switch step {
      case .index(let index): text += "[\(index)]"
      case .key(let key):
        let name = JSONText(key, in: json).string
        let isWord = !name.isEmpty && name.utf8.allSatisfy { $0.isLetter || $0 == ASCII.underscore }
        text += isWord ? (text.isEmpty ? name : ".\(name)") : "[\"\(name)\"]"
      }
    }
    return text
  }

  fileprivate mutating func enter(_ key: JSONValue) { steps.append(.key(key)) }
  fileprivate mutating func enter(_ index: Int) { steps.append(.index(index)) }
  fileprivate mutating func leave() { steps.removeLast() }
}

/// A reader of values from a text that ``JSONChecker`` has accepted. It tracks the path of each value and
/// reports values of the wrong kind.
package protocol JSONObjectReader {
  /// The path of the current value.
  var path: JSONPath { get set }

  /// Reports that the value at the current path should be of another kind.
  mutating func note(expected kind: JSONValue.Kind, _ value: JSONValue, in json: Span<UInt8>)
}

extension JSONObjectReader {
  /// Calls `body` with each member of an object. Reports any other value.
  package mutating func members(
    _ object: JSONValue, in json: Span<UInt8>, body: (inout Self, JSONValue, JSONValue) -> Void
  ) {
    guard object.kind == .object else { return note(expected: .object, object, in: json) }
    var cursor = JSONCursor(in: object)
    while let (key, value) = cursor.nextMember(json) { inside(key) { body(&$0, key, value) } }
  }

  /// Calls `body` while ``path`` contains the key of a member, whose value the caller reads.
  package mutating func inside(_ key: JSONValue, body: (inout Self) -> Void) {
    path.enter(key)
    body(&self)
    path.leave()
  }

  /// Calls `body` with each element of an array. Reports any other value.
  package mutating func elements(
    _ array: JSONValue, in json: Span<UInt8>, body: (inout Self, JSONValue) -> Void
  ) {
    guard array.kind == .array else { return note(expected: .array, array, in: json) }
    var cursor = JSONCursor(in: array)
    var index = 0
    while let value = cursor.nextValue(json) {
      path.enter(index)
      body(&self, value)
      path.leave()
      index += 1
    }
  }

  /// Returns the text of a string. Reports any other value and returns nil.
  package mutating func text(_ value: JSONValue, in json: Span<UInt8>) -> [UInt8]? {
    guard value.kind == .string else {
      note(expected: .string, value, in: json)
      return nil
    }
    return JSONText(value, in: json).bytes
  }
}

/// The values of the known keys of an object. As in WebKit, the last one of several equal keys counts.
package struct JSONMembers {
  /// The known keys that the object contains, each at the index of its name.
  package private(set) var keys: [JSONValue?]
  private var values: [JSONValue?]
  /// The other keys of the object.
  package private(set) var unknownKeys: [JSONValue] = []
  /// Known keys that are repeated later.
  package private(set) var repeatedKeys: [JSONValue] = []

  /// The maximum number of unknown and of repeated keys to keep, which limits memory use.
  private static let oddityLimit = 1_000

  /// Reads the members of the object whose keys are among `names`, in the order of the names.
  package init(of object: JSONValue, _ names: [StaticString], in json: Span<UInt8>) {
    keys = Array(repeating: nil, count: names.count)
    values = keys
    var cursor = JSONCursor(in: object)
    while let (key, value) = cursor.nextMember(json) {
      guard let index = key.index(in: names, json) else {
        if unknownKeys.count < Self.oddityLimit { unknownKeys.append(key) }
        continue
      }
      if let earlier = keys[index], repeatedKeys.count < Self.oddityLimit { repeatedKeys.append(earlier) }
      keys[index] = key
      values[index] = value
    }
  }

  /// Returns the value of the known key with this index.
  package subscript(_ index: Int) -> JSONValue? { values[index] }
}

extension JSONValue {
  /// Returns whether the value is the string `text`, written without escapes.
  package func isString(_ text: StaticString, in json: Span<UInt8>) -> Bool {
    kind == .string && json.equals(start + 1..<max(start + 1, end - 1), text: text)
  }

  /// Returns the content of a string; nil for any other value.
  package func stringBytes(_ json: Span<UInt8>) -> [UInt8]? {
    kind == .string ? JSONText(self, in: json).bytes : nil
  }

  /// Returns the index of the name that this string equals; nil for any other value.
  package func index(in names: [StaticString], _ json: Span<UInt8>) -> Int? {
    guard kind == .string else { return nil }
    let inside = start + 1..<max(start + 1, end - 1)
    for index in names.indices where json.equals(inside, text: names[index]) { return index }
    for index in inside where json[index] == ASCII.backslash {
      let bytes = JSONText(self, in: json).bytes
      return names.firstIndex { bytes.span.equals(0..<bytes.count, text: $0) }
    }
    return nil
  }
}
