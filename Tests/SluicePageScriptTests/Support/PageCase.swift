import Foundation
import TestSupport

/// A case of `Cases`: filters, a page, and the expected result.
struct PageCase: Decodable, Sendable {
  /// The description of the case.
  let what: String
  let filters: [String]
  let html: String
  /// Scripts that run in the page one after the other, after it has loaded.
  let then: [String]
  let url: String
  /// The dialect of the filters.
  let dialect: String
  /// A JavaScript expression.
  let value: String
  /// The value of the expression as JSON.
  let result: JSONValue
  /// Whether the filter has no effect.
  ///
  /// A control is added to show that the script has run.
  let isNothing: Bool
  /// Whether the host has no script in the page's world, as in GNOME Web.
  let isAlone: Bool

  /// An expression for the ids of all visible elements.
  static let visible =
    "[...document.querySelectorAll('[id]')].filter((e) => e.checkVisibility()).map((e) => e.id).join(' ')"

  private enum CodingKeys: String, CodingKey {
    case what, filters, html, then, url, dialect, value, result, visible, nothing, alone
  }

  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    func texts(_ key: CodingKeys) throws -> [String] {
      if let text = try? fields.decode(String.self, forKey: key) { return [text] }
      return try fields.decodeIfPresent([String].self, forKey: key) ?? []
    }
    what = try fields.decode(String.self, forKey: .what)
    isNothing = try fields.decodeIfPresent(Bool.self, forKey: .nothing) ?? false
    isAlone = try fields.decodeIfPresent(Bool.self, forKey: .alone) ?? false
    filters = try texts(.filters) + (isNothing ? ["a.com##p#control:has-text(control)"] : [])
    html = try fields.decode(String.self, forKey: .html) + (isNothing ? "<p id=control>control</p>" : "")
    then = try texts(.then)
    url = try fields.decodeIfPresent(String.self, forKey: .url) ?? "https://a.com/"
    dialect = try fields.decodeIfPresent(String.self, forKey: .dialect) ?? "ublock"
    if let visible = try fields.decodeIfPresent(String.self, forKey: .visible) {
      (value, result) = (Self.visible, .string(visible))
    } else {
      value = try fields.decode(String.self, forKey: .value)
      result = try fields.decode(JSONValue.self, forKey: .result)
    }
  }

  static func all(in file: String) throws -> [PageCase] {
    let url = Repository.root.appending(path: "Tests/SluicePageScriptTests/Cases/\(file).json")
    return try JSONDecoder().decode([PageCase].self, from: Data(contentsOf: url))
  }
}

/// Any JSON value.
enum JSONValue: Codable, Equatable, Sendable {
  case null, bool(Bool), number(Double), string(String), array([JSONValue]), object([String: JSONValue])

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let value = try? container.decode([JSONValue].self) {
      self = .array(value)
    } else {
      self = .object(try container.decode([String: JSONValue].self))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .number(let value): try container.encode(value)
    case .string(let value): try container.encode(value)
    case .array(let value): try container.encode(value)
    case .object(let value): try container.encode(value)
    }
  }
}
