/// JSON as written: keys in order, possibly repeated, with numbers and strings as text.
enum JSONTree {
  /// A key as written, with its value.
  struct Member {
    var key: String
    var value: JSONTree
  }

  /// A string, number or literal, as written.
  case text(String)
  case array([JSONTree])
  case object([Member])

  /// The tree as JSON.
  var json: String {
    switch self {
    case .text(let text): text
    case .array(let elements): "[" + elements.map(\.json).joined(separator: ",") + "]"
    case .object(let members): "{" + members.map { "\($0.key):\($0.value.json)" }.joined(separator: ",") + "}"
    }
  }

  /// Parses JSON that is valid and without white space.
  init(_ json: String) {
    var rest = Array(json.unicodeScalars)[...]
    self = Self.value(&rest)
  }

  /// The number of values, including this one.
  var count: Int {
    switch self {
    case .text: 1
    case .array(let elements): elements.reduce(1) { $0 + $1.count }
    case .object(let members): members.reduce(1) { $0 + $1.value.count }
    }
  }

  /// Returns the tree with one value replaced, counted from 0 in the order of the text.
  func replacing(_ number: Int, with change: (JSONTree) -> JSONTree) -> JSONTree {
    if number == 0 { return change(self) }
    var number = number - 1
    func step(_ value: JSONTree) -> JSONTree {
      defer { number -= value.count }
      return number >= 0 && number < value.count ? value.replacing(number, with: change) : value
    }
    switch self {
    case .text: return self
    case .array(let elements): return .array(elements.map(step))
    case .object(let members): return .object(members.map { Member(key: $0.key, value: step($0.value)) })
    }
  }

  private static func value(_ rest: inout ArraySlice<Unicode.Scalar>) -> JSONTree {
    switch rest.first {
    case "[":
      var elements: [JSONTree] = []
      rest.removeFirst()
      while let next = rest.first, next != "]" {
        elements.append(value(&rest))
        if rest.first == "," { rest.removeFirst() }
      }
      rest.removeFirst()
      return .array(elements)
    case "{":
      var members: [Member] = []
      rest.removeFirst()
      while let next = rest.first, next != "}" {
        let key = word(&rest)
        rest.removeFirst()
        members.append(Member(key: key, value: value(&rest)))
        if rest.first == "," { rest.removeFirst() }
      }
      rest.removeFirst()
      return .object(members)
    default: return .text(word(&rest))
    }
  }

  private static func word(_ rest: inout ArraySlice<Unicode.Scalar>) -> String {
    var text = String.UnicodeScalarView()
    let isString = rest.first == "\""
    while let next = rest.first, isString || !",]}:".unicodeScalars.contains(next) {
      text.append(next)
      rest.removeFirst()
      if next == "\\", let escaped = rest.popFirst() { text.append(escaped) }
      if isString, next == "\"", text.count > 1 { break }
    }
    return String(text)
  }
}
