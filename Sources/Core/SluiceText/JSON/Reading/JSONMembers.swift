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
  package init(of object: JSONValue, _ names: [StaticString], _ json: Span<UInt8>) {
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
  package func isString(_ text: StaticString, _ json: Span<UInt8>) -> Bool {
    kind == .string && json.equals(start + 1..<max(start + 1, end - 1), text)
  }

  /// Returns the content of a string; nil for any other value.
  package func stringBytes(_ json: Span<UInt8>) -> [UInt8]? {
    kind == .string ? JSONText(self, json).bytes : nil
  }

  /// Returns the index of the name that this string equals; nil for any other value.
  package func index(in names: [StaticString], _ json: Span<UInt8>) -> Int? {
    guard kind == .string else { return nil }
    let inside = start + 1..<max(start + 1, end - 1)
    for index in names.indices where json.equals(inside, names[index]) { return index }
    for index in inside where json[index] == ASCII.backslash {
      let bytes = JSONText(self, json).bytes
      return names.firstIndex { bytes.span.equals(0..<bytes.count, $0) }
    }
    return nil
  }
}
