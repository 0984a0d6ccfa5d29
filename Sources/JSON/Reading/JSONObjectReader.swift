/// The keys and indices on the way to a value.
package struct JSONPath: Sendable {
  private enum Step {
    case key(JSONValue)
    case index(Int)
  }

  private var steps: [Step] = []

  /// The way to the value that is all of a text.
  package init() {}

  /// The path as people write it: `list.rules[2]["a key"]`.
  package func text(_ json: Span<UInt8>) -> String {
    var text = ""
    for step in steps {
      switch step {
      case .index(let index): text += "[\(index)]"
      case .key(let key):
        let name = JSONText(key, json).string
        let isWord = !name.isEmpty && name.utf8.allSatisfy { $0.isLetter || $0 == UInt8(ascii: "_") }
        text += isWord ? (text.isEmpty ? name : ".\(name)") : "[\"\(name)\"]"
      }
    }
    return text
  }

  fileprivate mutating func enter(_ key: JSONValue) { steps.append(.key(key)) }
  fileprivate mutating func enter(_ index: Int) { steps.append(.index(index)) }
  fileprivate mutating func leave() { steps.removeLast() }
}

/// Reads values out of a text that ``JSONChecker`` has passed, knows the way to each of them, and is told of those that
/// are not what they should be.
package protocol JSONObjectReader {
  /// The way to the value that is read.
  var path: JSONPath { get set }

  /// Takes note of a value at the current path that should be of another kind.
  mutating func note(expected kind: JSONValue.Kind, _ value: JSONValue, _ json: Span<UInt8>)
}

extension JSONObjectReader {
  /// Calls `body` with each member of an object. Anything else than an object is a problem.
  package mutating func members(
    _ object: JSONValue, _ json: Span<UInt8>, _ body: (inout Self, JSONValue, JSONValue) -> Void
  ) {
    guard object.kind == .object else { return note(expected: .object, object, json) }
    var cursor = JSONCursor(in: object)
    while let (key, value) = cursor.nextMember(json) { inside(key) { body(&$0, key, value) } }
  }

  /// Calls `body` as on the way to the value of a member, which is read apart from the others.
  package mutating func inside(_ key: JSONValue, _ body: (inout Self) -> Void) {
    path.enter(key)
    body(&self)
    path.leave()
  }

  /// Calls `body` with each element of an array. Anything else than an array is a problem.
  package mutating func elements(
    _ array: JSONValue, _ json: Span<UInt8>, _ body: (inout Self, JSONValue) -> Void
  ) {
    guard array.kind == .array else { return note(expected: .array, array, json) }
    var cursor = JSONCursor(in: array)
    var index = 0
    while let value = cursor.nextValue(json) {
      path.enter(index)
      body(&self, value)
      path.leave()
      index += 1
    }
  }

  /// The text of a string; nil, and a problem, for anything else.
  package mutating func text(_ value: JSONValue, _ json: Span<UInt8>) -> [UInt8]? {
    guard value.kind == .string else {
      note(expected: .string, value, json)
      return nil
    }
    return JSONText(value, json).bytes
  }
}
