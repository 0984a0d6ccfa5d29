import Foundation
import TestSupport

/// A JSON value.
enum JSONTree: Decodable, Hashable {
  case null
  case flag(Bool)
  case number(Double)
  case text(String)
  case array([JSONTree])
  case object([String: JSONTree])

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() { self = .null; return }
    if let flag = try? container.decode(Bool.self) { self = .flag(flag); return }
    if let number = try? container.decode(Double.self) { self = .number(number); return }
    if let text = try? container.decode(String.self) { self = .text(text); return }
    if let array = try? container.decode([JSONTree].self) { self = .array(array); return }
    self = .object(try container.decode([String: JSONTree].self))
  }

  /// Parses a document.
  init(parsing text: String) throws { self = try JSONDecoder().decode(JSONTree.self, from: Data(text.utf8)) }

  subscript(key: String) -> JSONTree? {
    if case .object(let members) = self { members[key] } else { nil }
  }

  var text: String? { if case .text(let text) = self { text } else { nil } }
  var number: Double? { if case .number(let number) = self { number } else { nil } }
  var elements: [JSONTree] { if case .array(let elements) = self { elements } else { [] } }
  var members: [String: JSONTree] { if case .object(let members) = self { members } else { [:] } }

  /// The value of the keyword `type`. Whole numbers are also of the type `number`.
  fileprivate var type: String {
    switch self {
    case .null: "null"
    case .flag: "boolean"
    case .number(let number): number == number.rounded() ? "integer" : "number"
    case .text: "string"
    case .array: "array"
    case .object: "object"
    }
  }
}

/// A JSON Schema with the keywords that the project's schemas use. An unknown keyword is a problem, so that no
/// part of a schema goes unchecked.
struct JSONSchema {
  let root: JSONTree

  /// Reads a schema in `docs`.
  init(_ name: String) throws {
    root = try JSONTree(parsing: Repository.text(of: "docs/\(name).schema.json"))
  }

  /// The problems of a document, and the keys of the schema that the document uses.
  struct Result {
    var problems: [String] = []
    var used: Set<String> = []
  }

  /// Compares a document with the schema.
  func check(_ document: JSONTree) -> Result {
    var result = Result()
    check(document, root, at: "", of: "", &result)
    return result
  }

  /// All keys that the schema names, in the form of ``Result/used``.
  var keys: Set<String> {
    var keys: Set<String> = []
    for (name, definition) in (root["$defs"]?.members ?? [:]) { Self.keys(of: definition, name, &keys) }
    Self.keys(of: root, "", &keys)
    return keys
  }

  private static func keys(of schema: JSONTree, _ path: String, _ keys: inout Set<String>) {
    for (key, value) in schema["properties"]?.members ?? [:] {
      keys.insert("\(path).\(key)")
      Self.keys(of: value, "\(path).\(key)", &keys)
    }
    if let items = schema["items"] { Self.keys(of: items, path, &keys) }
    for choice in (schema["anyOf"]?.elements ?? []) + (schema["oneOf"]?.elements ?? []) {
      Self.keys(of: choice, path, &keys)
    }
  }

  private func check(
    _ value: JSONTree, _ schema: JSONTree, at place: String, of path: String, _ result: inout Result
  ) {
    func fail(_ message: String) { result.problems.append("\(place): \(message)") }
    for (keyword, argument) in schema.members {
      switch keyword {
      case "$schema", "$defs", "title", "description", "default", "deprecated", "properties",
        "additionalProperties":
        break
      case "$ref":
        let name = String(argument.text?.dropFirst("#/$defs/".count) ?? "")
        guard let definition = root["$defs"]?[name] else {
          fail("unknown definition '\(name)'")
          continue
        }
        check(value, definition, at: place, of: name, &result)
      case "type":
        let isNumber = argument.text == "number" && value.type == "integer"
        if argument.text != value.type, !isNumber { fail("\(value.type), not \(argument.text ?? "")") }
      case "const": if value != argument { fail("another value") }
      case "enum": if !argument.elements.contains(value) { fail("'\(value)' is not one of the values") }
      case "pattern":
        if let text = value.text, let pattern = argument.text,
          text.range(of: pattern, options: .regularExpression) == nil
        {
          fail("'\(text)' does not match")
        }
      case "minimum": if let number = value.number, number < argument.number ?? 0 { fail("too small") }
      case "maximum": if let number = value.number, number > argument.number ?? 0 { fail("too large") }
      case "minItems": if Double(value.elements.count) < argument.number ?? 0 { fail("too few") }
      case "maxItems": if Double(value.elements.count) > argument.number ?? 0 { fail("too many") }
      case "uniqueItems": if Set(value.elements).count < value.elements.count { fail("repeated") }
      case "items":
        for (index, element) in value.elements.enumerated() {
          check(element, argument, at: "\(place)[\(index)]", of: path, &result)
        }
      case "required":
        for key in argument.elements.compactMap(\.text) where value[key] == nil {
          fail("'\(key)' is missing")
        }
      case "anyOf", "oneOf":
        let choices = argument.elements.map { choice in
          var result = Result()
          check(value, choice, at: place, of: path, &result)
          return result
        }
        let fitting = choices.filter(\.problems.isEmpty)
        if fitting.isEmpty {
          result.problems += choices.min { $0.problems.count < $1.problems.count }?.problems ?? []
        }
        if keyword == "oneOf", fitting.count > 1 { fail("fits twice") }
        for choice in fitting { result.used.formUnion(choice.used) }
      default: fail("the schema has the unknown keyword '\(keyword)'")
      }
    }
    let properties = schema["properties"]?.members ?? [:]
    for (key, member) in value.members {
      if let property = properties[key] {
        result.used.insert("\(path).\(key)")
        check(member, property, at: "\(place).\(key)", of: "\(path).\(key)", &result)
      } else if schema["additionalProperties"] == .flag(false) {
        fail("unknown key '\(key)'")
      } else if let other = schema["additionalProperties"], case .object = other {
        check(member, other, at: "\(place).\(key)", of: path, &result)
      }
    }
  }
}
