import SluiceRules

/// Reads a declarativeNetRequest ruleset with the checks of WebKit, which leaves out invalid rules.
struct RulesetReader {
  var collector: FindingCollector
  private(set) var rules: [DeclarativeRule] = []
  /// The ids by the indices of their rules.
  private(set) var ids: [Int: Int] = [:]
  private(set) var ruleCount = 0
  /// Whether a rule redirects pages.
  private var redirectsPages = false
  /// The index of the current rule.
  private var index = -1
  /// Whether WebKit leaves out the current rule.
  private(set) var isFaulty = false

  init(limit: Int) { collector = FindingCollector(limit: limit) }

  mutating func read(_ json: Span<UInt8>) {
    let list: JSONValue
    do throws(JSONFault) {
      list = try JSONValue(allOf: json)
    } catch {
      collector.add(.syntax(error.reason), nil, error.offset..<error.offset + error.length)
      return
    }
    guard list.kind == .array else {
      collector.add(.notAnArray, nil, list.start..<list.end)
      return
    }
    var known: Set<Int> = []
    var cursor = JSONCursor(in: list)
    while let value = cursor.nextValue(json) {
      index += 1
      isFaulty = false
      guard let rule = rule(value, json) else { continue }
      rules.append(rule)
      if !known.insert(rule.id).inserted { add(.duplicateID, value) }
    }
    ruleCount = index + 1
  }

  private enum Key: Int, CaseIterable { case id, priority, action, condition }

  private mutating func rule(_ value: JSONValue, _ json: Span<UInt8>) -> DeclarativeRule? {
    guard value.kind == .object else {
      add(.action, value)
      return nil
    }
    let members = JSONMembers(of: value, ["id", "priority", "action", "condition"], json)
    note(members)
    let id = number(members[Key.id.rawValue], .id, json) ?? 0
    if members[Key.id.rawValue] == nil { add(.id, value) }
    if id > 0 { ids[index] = id }
    let priority = number(members[Key.priority.rawValue], .priority, json) ?? 1
    var condition = DeclarativeCondition()
    if let object = members[Key.condition.rawValue], object.kind == .object {
      condition = self.condition(object, json)
    } else {
      add(.condition, members[Key.condition.rawValue] ?? value)
    }
    var action: DeclarativeRule.Kind?
    if let object = members[Key.action.rawValue], object.kind == .object {
      action = self.action(object, condition, priority: priority, json)
    } else {
      add(.action, members[Key.action.rawValue] ?? value)
    }
    guard !isFaulty, let action else { return nil }
    return DeclarativeRule(
      id: id, priority: priority, action: action, condition: condition, index: index,
      place: value.start..<value.end)
  }

  /// Returns the integer part of a number of at least 1; nil for anything else.
  private mutating func number(
    _ value: JSONValue?, _ reason: RuleListFinding.RulesetReason, _ json: Span<UInt8>
  ) -> Int? {
    guard let value else { return nil }
    guard value.kind == .number, let number = Double(String(json.extracting(value.start..<value.end))),
      number >= 1, number < 0x1p31
    else {
      add(reason, value)
      return nil
    }
    return Int(number)
  }

  // MARK: - Problems

  mutating func add(_ reason: RuleListFinding.RulesetReason, _ value: JSONValue) {
    if !collector.add(.ruleset(reason), index, value.start..<value.end) { isFaulty = true }
  }

  mutating func add(_ reason: RuleListFinding.Reason, _ place: (offset: Int, length: Int)) {
    if !collector.add(reason, index, place.offset..<place.offset + place.length) { isFaulty = true }
  }

  /// Adds findings about the keys of an object.
  mutating func note(_ members: JSONMembers) {
    for key in members.unknownKeys { add(.unusedKey, (key.start, key.length)) }
    for key in members.repeatedKeys { add(.repeatedKey, (key.start, key.length)) }
  }

  /// Adds a note about the first redirect of pages: rulesets can have thousands.
  mutating func notePageRedirect(_ value: JSONValue) {
    if !redirectsPages { add(.pageRedirect, value) }
    redirectsPages = true
  }

  /// Returns the text of a string. Reports any other value.
  mutating func text(_ value: JSONValue?, _ json: Span<UInt8>) -> [UInt8]? {
    guard let value else { return nil }
    if value.kind != .string { add(.wrongType, value) }
    return value.stringBytes(json)
  }

  /// Returns the texts of an array of strings. Reports any other value.
  mutating func texts(_ value: JSONValue?, _ json: Span<UInt8>) -> [[UInt8]]? {
    guard let value else { return nil }
    var texts: [[UInt8]] = []
    var isValid = value.kind == .array
    var cursor = JSONCursor(in: value)
    while isValid, let element = cursor.nextValue(json) {
      if let text = element.stringBytes(json) { texts.append(text) } else { isValid = false }
    }
    if !isValid { add(.wrongType, value) }
    return isValid ? texts : nil
  }
}
