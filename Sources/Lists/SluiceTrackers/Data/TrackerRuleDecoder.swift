import SluiceRules

/// Decodes a rule of a tracker.
enum TrackerRuleDecoder {
  /// Returns the rule, or `nil` if it has no regex or an unknown action.
  static func decode(
    _ object: JSONValue, _ reader: inout TrackerDataReader, _ json: Span<UInt8>
  ) -> TrackerRule? {
    // In the format for extensions, some rules consist of a regex only.
    if object.kind == .string {
      return reader.text(object, json).map { TrackerRule(regex: $0) }
    }
    var rule = TrackerRule(regex: [])
    var isUsable = true
    reader.members(object, json) { reader, key, value in
      if key.isString("rule", json) {
        rule.regex = reader.text(value, json) ?? []
        if value.kind != .string { isUsable = false }
      } else if key.isString("action", json) {
        guard value.kind != .null else { return }
        guard let name = reader.string(value, json) else {
          isUsable = false
          return
        }
        switch name {
        case "block": rule.action = .block
        case "ignore": rule.action = .ignore
        case _ where name.hasPrefix("block-ctl-"): rule.action = .clickToLoad(name)
        default:
          reader.note(.unknownValue(name), value, json)
          isUsable = false
        }
      } else if key.isString("surrogate", json) {
        guard value.kind != .null else { return }
        rule.surrogate = reader.string(value, json)
      } else if key.isString("options", json) {
        guard value.kind != .null else { return }
        guard let scope = scope(value, &reader, json) else {
          isUsable = false
          return
        }
        rule.options = scope
      } else if key.isString("exceptions", json) {
        guard value.kind != .null else { return }
        rule.exceptions = scope(value, &reader, json)
      }
    }
    guard isUsable, object.kind == .object else { return nil }
    guard !rule.regex.isEmpty else {
      reader.note(.missing("rule"), object, json)
      return nil
    }
    return rule
  }

  /// Returns the pages and types of a scope. An empty array matches everything, as in the reference
  /// implementation.
  private static func scope(
    _ object: JSONValue, _ reader: inout TrackerDataReader, _ json: Span<UInt8>
  ) -> TrackerRule.Scope? {
    guard object.kind == .object else {
      reader.note(.wrongType(expected: .object), object, json)
      return nil
    }
    var scope = TrackerRule.Scope()
    reader.members(object, json) { reader, key, value in
      guard value.kind != .null else { return }
      if key.isString("domains", json) {
        let domains = reader.hosts(value, json)
        if !domains.isEmpty || hasElements(value, json) { scope.domains = domains }
      } else if key.isString("types", json) {
        let types = reader.strings(value, json)
        if !types.isEmpty || hasElements(value, json) { scope.types = types }
      }
    }
    return scope
  }

  private static func hasElements(_ array: JSONValue, _ json: Span<UInt8>) -> Bool {
    var cursor = JSONCursor(in: array)
    return array.kind == .array && cursor.nextValue(json) != nil
  }
}
