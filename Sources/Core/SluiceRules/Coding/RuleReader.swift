/// Reads the rules of a list one after the other, from JSON that ``JSONChecker`` has accepted.
///
/// The reader performs all checks of WebKit even if an earlier one fails, so that it finds all problems of a
/// rule.
struct RuleReader {
  /// Whether to build the rules, instead of only checking them.
  let keepsRules: Bool
  /// Whether the list is that of a web extension, whose rules redirect requests and change headers.
  let isForExtensions: Bool
  var collector: FindingCollector
  private(set) var ruleIndex = -1
  /// Whether the current rule has a problem that makes it invalid.
  var isFaulty = false
  /// Whether to skip the patterns of the current rule. WebKit parses patterns last, so it does not parse the
  /// patterns of a rule that it drops.
  private(set) var skipsPatterns = false

  init(keepsRules: Bool, isForExtensions: Bool, limit: Int) {
    self.keepsRules = keepsRules
    self.isForExtensions = isForExtensions
    collector = FindingCollector(limit: limit)
  }

  /// The result of reading a rule.
  enum Outcome: Equatable {
    case rule(Rule)
    /// WebKit drops the rule and continues.
    case dropped
    /// The rule has a problem that prevents it from being represented.
    case faulty
    /// The rule has no problem and was only checked.
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

  /// Adds a finding about a whole value.
  mutating func add(_ reason: RuleListFinding.Reason, _ value: JSONValue) {
    add(reason, (value.start, value.length))
  }

  mutating func add(_ reason: RuleListFinding.Reason, _ place: (offset: Int, length: Int)) {
    let isHeld = collector.add(reason, ruleIndex, place.offset..<place.offset + place.length)
    if !isHeld { isFaulty = true }
  }

  /// Adds findings about the keys of an object.
  mutating func note(_ members: JSONMembers, _ json: Span<UInt8>) {
    for key in members.unknownKeys { add(.unusedKey, key) }
    for key in members.repeatedKeys { add(.repeatedKey, key) }
  }

  /// Returns the text of a string value. Adds a warning if it is not valid Unicode.
  mutating func text(_ value: JSONValue, _ json: Span<UInt8>) -> JSONText {
    let text = JSONText(value, json)
    if let offset = text.unpairedSurrogateOffset { add(.unpairedSurrogate, (offset, 6)) }
    return text
  }
}
