import SluiceText

/// Reads the JSON of a rule list. It first checks the syntax of the whole text, then reads the rules one by
/// one, in the same order as WebKit.
package struct RuleListReader {
  package private(set) var rules: [Rule] = []
  /// The place of each rule.
  package private(set) var places: [Range<Int>] = []
  package private(set) var ruleCount = 0
  private var reader: RuleReader
  private let stopsAtFailure: Bool

  /// Creates a reader.
  ///
  /// - Parameter isForExtensions: Whether the list is that of a web extension. In other lists, WebKit accepts the
  ///   actions for them but does not apply them, and the reader does not represent them.
  package init(keepsRules: Bool, isForExtensions: Bool = false, stopsAtFailure: Bool, limit: Int) {
    reader = RuleReader(keepsRules: keepsRules, isForExtensions: isForExtensions, limit: limit)
    self.stopsAtFailure = stopsAtFailure
  }

  package var collector: FindingCollector { reader.collector }

  func report(on json: Span<UInt8>, file: String?) -> RuleListReport {
    RuleListReport(
      findings: collector.findings(in: json, file: file).sorted {
        ($0.ruleIndex ?? -1, $0.offset) < ($1.ruleIndex ?? -1, $1.offset)
      },
      omitted: collector.omitted, ruleCount: ruleCount, isAcceptedByWebKit: !collector.hasRejection,
      isHeld: collector.failure == nil)
  }

  package mutating func read(_ json: Span<UInt8>) {
    if json.isEmpty { return fail(.emptyInput, at: 0, length: 0) }
    var checker = JSONChecker(looseLimit: reader.collector.limit)
    do throws(JSONFault) {
      try checker.check(json)
    } catch {
      return fail(.syntax(error.reason), at: error.offset, length: error.length)
    }
    for loose in checker.loose {
      let rule = loose.element < 0 ? nil : loose.element
      reader.collector.add(
        .looseSyntax(loose.kind), rule: rule, at: loose.offset..<loose.offset + loose.length)
    }
    var outermost = JSONCursor()
    guard let list = outermost.nextValue(json) else { return }
    guard list.kind == .array else { return fail(.notAnArray, at: list.start, length: list.length) }
    ruleCount = checker.elementCount
    if ruleCount > RuleList.maximumRules {
      return fail(.tooManyRules(ruleCount), at: list.start, length: list.length)
    }
    readRules(in: list, json)
  }

  private mutating func readRules(in list: JSONValue, _ json: Span<UInt8>) {
    if reader.keepsRules {
      rules.reserveCapacity(ruleCount)
      places.reserveCapacity(ruleCount)
    }
    var cursor = JSONCursor(in: list)
    var isEmpty = true
    while let value = cursor.nextValue(json) {
      let outcome = reader.rule(value, in: json)
      if outcome != .dropped { isEmpty = false }
      if reader.keepsRules {
        places.append(value.start..<value.end)
        if case .rule(let rule) = outcome { rules.append(rule) } else { rules.append(.noOperation) }
      }
      if stopsAtFailure, reader.collector.failure != nil { return }
    }
    if isEmpty { fail(.noRules, at: list.start, length: list.length) }
  }

  private mutating func fail(_ reason: RuleListFinding.Reason, at offset: Int, length: Int) {
    reader.collector.add(reason, rule: nil, at: offset..<offset + length)
  }
}

extension RuleList {
  /// Reads the JSON of a rule list as WebKit's compiler does. Throws an error for every list that WebKit
  /// rejects, and for every list that this library cannot represent.
  ///
  /// The result has as many rules as the JSON, in the same order. A rule that WebKit drops because of its
  /// selector becomes ``Rule/noOperation``, so that the other rules keep their numbers. Keys that WebKit
  /// ignores are ignored. As in WebKit, the last one of several equal keys counts.
  ///
  /// - Parameter json: the bytes of the file. The time is linear in their number, and memory use is a small
  ///   multiple of their number.
  /// - Throws: the first finding that prevents the list from being represented. JSON syntax errors come
  ///   before all others, as in WebKit. Other findings are in the order of the rules, whereas WebKit parses
  ///   all patterns last.
  public init(decodingJSON json: some InputBytes & ~Escapable) throws(RuleListFinding) {
    var reader = RuleListReader(keepsRules: true, stopsAtFailure: true, limit: 0)
    let failure = reader.read(json) { $0.collector.failure(in: $1, file: $2) }
    if let failure { throw failure }
    self.init(reader.rules)
  }

  /// Returns the first `limit` findings about the JSON of a rule list without building the list. Only the
  /// findings take memory.
  package static func findings(
    inJSON json: some InputBytes & ~Escapable, limit: Int = 10_000
  ) -> RuleListReport {
    var reader = RuleListReader(keepsRules: false, stopsAtFailure: false, limit: limit)
    return reader.read(json) { $0.report(on: $1, file: $2) }
  }

  /// Reads as much of a rule list as this library can represent, and reports all problems. Rules that WebKit
  /// rejects, or that cannot be represented, become ``Rule/noOperation``.
  package static func decodingJSON(
    _ json: some InputBytes & ~Escapable, limit: Int = 10_000
  ) -> (list: RuleList, report: RuleListReport) {
    var reader = RuleListReader(keepsRules: true, stopsAtFailure: false, limit: limit)
    let report = reader.read(json) { $0.report(on: $1, file: $2) }
    return (RuleList(reader.rules), report)
  }
}

extension RuleListReader {
  /// Reads a text, then calls `answer` with the reader, the text and the name of the text.
  fileprivate mutating func read<Answer>(
    _ text: some InputBytes & ~Escapable, answer: (RuleListReader, Span<UInt8>, String?) -> Answer
  ) -> Answer {
    let file = text.inputName
    return text.withInputBytes { json in
      read(json)
      return answer(self, json, file)
    }
  }
}

/// The result of reading the JSON of a rule list.
package struct RuleListReport: Hashable, Sendable {
  /// The findings: first those about the whole list, then those of each rule, in the order of the JSON.
  package var findings: [RuleListFinding]
  /// The number of findings beyond the limit.
  package var omitted: Int
  /// The number of entries in the outermost array.
  package var ruleCount: Int
  /// Whether WebKit compiles the list.
  package var isAcceptedByWebKit: Bool
  /// Whether a ``RuleList`` can represent the whole list.
  package var isHeld: Bool
}

/// Reads the rules of a list one after the other, from JSON that ``JSONChecker`` has accepted.
///
/// The reader performs all checks of WebKit even if an earlier one fails, so that it finds all problems of a
/// rule.
struct RuleReader {
  let keepsRules: Bool
  /// Whether the list is that of a web extension, whose rules redirect requests and change headers.
  let isForExtensions: Bool
  var collector: FindingCollector
  private(set) var ruleIndex = -1
  var isFaulty = false
  /// Whether to skip the patterns of the current rule. WebKit parses patterns last, so it does not parse the
  /// patterns of a rule that it drops.
  private(set) var skipsPatterns = false

  init(keepsRules: Bool, isForExtensions: Bool, limit: Int) {
    self.keepsRules = keepsRules
    self.isForExtensions = isForExtensions
    collector = FindingCollector(limit: limit)
  }

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

  mutating func rule(_ value: JSONValue, in json: Span<UInt8>) -> Outcome {
    ruleIndex += 1
    isFaulty = false
    skipsPatterns = false
    guard value.kind == .object else {
      add(.ruleNotObject, value: value)
      return .faulty
    }
    let members = JSONMembers(of: value, Self.keys, in: json)
    note(members, in: json)
    var trigger = JSONMembers?.none
    if let object = members[0], object.kind == .object {
      trigger = triggerMembers(object, in: json)
    } else {
      add(.trigger, value: members[0] ?? value)
    }
    var action = ActionOutcome.faulty
    if let object = members[1], object.kind == .object {
      action = self.action(object, in: json)
    } else {
      add(.action, value: members[1] ?? value)
    }
    skipsPatterns = action == .dropped
    guard let trigger, let parts = self.trigger(trigger, in: json), !isFaulty else { return .faulty }
    if action == .dropped { return .dropped }
    guard keepsRules else { return .checked }
    guard case .action(let action) = action else { return .faulty }
    return .rule(Rule(trigger: parts, action: action))
  }

  // MARK: - Problems

  mutating func add(_ reason: RuleListFinding.Reason, value: JSONValue) {
    add(reason, at: (value.start, value.length))
  }

  mutating func add(_ reason: RuleListFinding.Reason, at place: (offset: Int, length: Int)) {
    let isHeld = collector.add(reason, rule: ruleIndex, at: place.offset..<place.offset + place.length)
    if !isHeld { isFaulty = true }
  }

  mutating func note(_ members: JSONMembers, in json: Span<UInt8>) {
    for key in members.unknownKeys { add(.unusedKey, value: key) }
    for key in members.repeatedKeys { add(.repeatedKey, value: key) }
  }

  /// Returns the text of a string value. Adds a warning if it is not valid Unicode.
  mutating func text(_ value: JSONValue, in json: Span<UInt8>) -> JSONText {
    let text = JSONText(value, in: json)
    if let offset = text.unpairedSurrogateOffset { add(.unpairedSurrogate, at: (offset, 6)) }
    return text
  }
}
