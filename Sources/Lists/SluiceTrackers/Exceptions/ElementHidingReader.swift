import SluicePatterns
import SluiceRules

/// Reads the settings of the feature `elementHiding`.
struct ElementHidingReader {
  private(set) var hiding = ElementHiding()

  /// Reads a member of the settings. Other members are about the time at which an app looks for elements.
  mutating func read(
    _ key: JSONValue, _ value: JSONValue, _ reader: inout TrackerDataReader, _ json: Span<UInt8>
  ) {
    if key.isString("rules", json) {
      hiding.rules += Self.rules(value, &reader, json)
    } else if key.isString("domains", json) {
      reader.elements(value, json) { reader, value in
        guard value.kind == .object else { return reader.note(expected: .object, value, json) }
        var (domains, rules): ([[UInt8]], [ElementHiding.Rule]) = ([], [])
        reader.members(value, json) { reader, key, value in
          if key.isString("domain", json) {
            // One or several domains.
            if value.kind == .array {
              domains += reader.hosts(value, json)
            } else if let host = reader.host(value, json) {
              domains.append(host)
            }
          } else if key.isString("rules", json) {
            rules += Self.rules(value, &reader, json)
          }
        }
        hiding.sites += domains.map { ElementHiding.Site(domain: $0, rules: rules) }
      }
    } else if key.isString("adLabelStrings", json) {
      hiding.labels += reader.strings(value, json).map { label in
        String(label.lowercased().filter { !$0.isWhitespace })
      }
    } else if key.isString("mediaAndFormSelectors", json) {
      guard let selector = reader.string(value, json) else { return }
      guard Self.isSelector(selector) else { return reader.note(.unknownValue(selector), value, json) }
      hiding.contentSelector = selector
    }
  }

  /// Sets the sites on which the feature is off.
  mutating func setExceptions(_ exceptions: [[UInt8]]) { hiding.exceptions = exceptions }

  private static func rules(
    _ array: JSONValue, _ reader: inout TrackerDataReader, _ json: Span<UInt8>
  ) -> [ElementHiding.Rule] {
    var rules: [ElementHiding.Rule] = []
    reader.elements(array, json) { reader, value in
      guard value.kind == .object else { return reader.note(expected: .object, value, json) }
      var (selector, declarations) = ("", "")
      var type: (text: String, value: JSONValue)?
      reader.members(value, json) { reader, key, value in
        if key.isString("selector", json) {
          guard let text = reader.string(value, json) else { return }
          guard isSelector(text) else { return reader.note(.unknownValue(text), value, json) }
          selector = text
        } else if key.isString("type", json) {
          type = reader.string(value, json).map { ($0, value) }
        } else if key.isString("values", json) {
          declarations = self.declarations(value, &reader, json)
        }
      }
      guard let type else { return reader.note(.missing("type"), value, json) }
      let effect: ElementHiding.Effect
      switch type.text {
      case "hide": effect = .hide
      case "hide-empty": effect = .hideEmpty
      case "closest-empty": effect = .closestEmpty
      case "override": effect = .override
      case "disable-default": effect = .disableDefault
      case "modify-style" where !declarations.isEmpty: effect = .style(declarations)
      case let other: return reader.note(.unknownValue(other), type.value, json)
      }
      if selector.isEmpty, effect != .disableDefault { return }
      rules.append(ElementHiding.Rule(selector: selector, effect: effect))
    }
    return rules
  }

  /// Reads `[{"property": …, "value": …}]` as declarations.
  private static func declarations(
    _ array: JSONValue, _ reader: inout TrackerDataReader, _ json: Span<UInt8>
  ) -> String {
    var declarations: [String] = []
    reader.elements(array, json) { reader, value in
      var (name, text) = ("", "")
      reader.members(value, json) { reader, key, value in
        if key.isString("property", json) { name = reader.string(value, json) ?? "" }
        if key.isString("value", json) { text = reader.string(value, json) ?? "" }
      }
      if !name.isEmpty { declarations.append("\(name): \(text) !important;") }
    }
    return declarations.joined(separator: " ")
  }

  private static func isSelector(_ text: String) -> Bool {
    CSSSelector.problem(in: text) == nil && CSSSelector.misreading(of: text) == nil
  }
}
