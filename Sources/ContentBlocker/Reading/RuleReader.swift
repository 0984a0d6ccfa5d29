/// Reads the rules of a list, one after the other, from JSON that ``JSONChecker`` has passed.
///
/// Each of WebKit's checks is done even if one before it failed, so that all problems of a rule are found.
struct RuleReader {
  /// Whether the rules are wanted, and not only their problems.
  let keepsRules: Bool
  var collector: FindingCollector
  private(set) var ruleIndex = -1
  /// Whether the rule that is read has a problem because of which there is none.
  var isFaulty = false
  /// Whether the patterns of the rule are not looked at: WebKit reads them last, and so never those of a
  /// rule that it leaves out.
  private(set) var skipsPatterns = false

  init(keepsRules: Bool, limit: Int) {
    self.keepsRules = keepsRules
    collector = FindingCollector(limit: limit)
  }

  /// What came of a rule.
  enum Outcome: Equatable {
    case rule(Rule)
    /// WebKit leaves it out and goes on.
    case dropped
    /// It has a problem that is more than a warning.
    case faulty
    /// It has none, and was not wanted.
    case checked
  }

  private static let keys: [StaticString] = ["trigger", "action"]

  mutating func rule(_ value: JSONValue, _ json: Span<UInt8>) -> Outcome {
    ruleIndex += 1
    isFaulty = false
    skipsPatterns = false
    guard value.kind == .object else {
      add(.ruleNotObject, value)
      return .faulty
    }
    let members = JSONMembers(of: value, Self.keys, json)
    note(members, json)
    var trigger = JSONMembers?.none
    if let object = members[0], object.kind == .object {
      trigger = triggerMembers(object, json)
    } else {
      add(.trigger, members[0] ?? value)
    }
    var action = ActionOutcome.faulty
    if let object = members[1], object.kind == .object {
      action = self.action(object, json)
    } else {
      add(.action, members[1] ?? value)
    }
    skipsPatterns = action == .dropped
    guard let trigger, let parts = self.trigger(trigger, json), !isFaulty else { return .faulty }
    if action == .dropped { return .dropped }
    guard keepsRules else { return .checked }
    guard case .action(let action) = action else { return .faulty }
    return .rule(Rule(trigger: parts, action: action))
  }

  // MARK: - Problems

  /// Notes a problem of a whole value.
  mutating func add(_ reason: RuleListFinding.Reason, _ value: JSONValue) {
    add(reason, (value.start, value.length))
  }

  mutating func add(_ reason: RuleListFinding.Reason, _ place: (offset: Int, length: Int)) {
    let isHeld = collector.add(reason, ruleIndex, place.offset..<place.offset + place.length)
    if !isHeld { isFaulty = true }
  }

  /// Notes what is wrong with the keys of an object.
  mutating func note(_ members: JSONMembers, _ json: Span<UInt8>) {
    for key in members.unknownKeys { add(.unusedKey, key) }
    for key in members.repeatedKeys { add(.repeatedKey, key) }
  }

  /// A string that is known to be one, and a warning if it is not all Unicode.
  mutating func text(_ value: JSONValue, _ json: Span<UInt8>) -> JSONText {
    let text = JSONText(value, json)
    if let offset = text.unpairedSurrogateOffset { add(.unpairedSurrogate, (offset, 6)) }
    return text
  }
}
