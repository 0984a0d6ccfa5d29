import SluiceRules
import SluiceText

/// Reads a declarativeNetRequest ruleset with the checks of WebKit, which leaves out invalid rules.
struct RulesetReader {
  var collector: FindingCollector
  private(set) var rules: [DeclarativeRule] = []
  private(set) var ids: [Int: Int] = [:]
  private(set) var ruleCount = 0
  private var redirectsPages = false
  private var index = -1
  /// Whether WebKit leaves out the current rule.
  private(set) var isFaulty = false

  init(limit: Int) { collector = FindingCollector(limit: limit) }

  mutating func read(_ json: Span<UInt8>) {
    let list: JSONValue
    do throws(JSONFault) {
      list = try JSONValue(allOf: json)
    } catch {
      collector.add(.syntax(error.reason), rule: nil, at: error.offset..<error.offset + error.length)
      return
    }
    guard list.kind == .array else {
      collector.add(.notAnArray, rule: nil, at: list.start..<list.end)
      return
    }
    var known: Set<Int> = []
    var cursor = JSONCursor(in: list)
    while let value = cursor.nextValue(json) {
      index += 1
      isFaulty = false
      guard let rule = rule(value, in: json) else { continue }
      rules.append(rule)
      if !known.insert(rule.id).inserted { add(.duplicateID, value: value) }
    }
    ruleCount = index + 1
  }

  private enum Key: Int, CaseIterable { case id, priority, action, condition }

  private mutating func rule(_ value: JSONValue, in json: Span<UInt8>) -> DeclarativeRule? {
    guard value.kind == .object else {
      add(.action, value: value)
      return nil
    }
    let members = JSONMembers(of: value, ["id", "priority", "action", "condition"], in: json)
    note(members)
    let id = number(members[Key.id.rawValue], reason: .id, in: json) ?? 0
    if members[Key.id.rawValue] == nil { add(.id, value: value) }
    if id > 0 { ids[index] = id }
    let priority = number(members[Key.priority.rawValue], reason: .priority, in: json) ?? 1
    let isForWholePages = members[Key.action.rawValue].map { self.isForWholePages($0, in: json) } ?? false
    var condition = DeclarativeCondition()
    if let object = members[Key.condition.rawValue], object.kind == .object {
      condition = self.condition(object, isForWholePages: isForWholePages, in: json)
    } else {
      add(.condition, value: members[Key.condition.rawValue] ?? value)
    }
    var action: DeclarativeRule.Kind?
    if let object = members[Key.action.rawValue], object.kind == .object {
      action = self.action(object, condition: condition, priority: priority, in: json)
    } else {
      add(.action, value: members[Key.action.rawValue] ?? value)
    }
    guard !isFaulty, let action else { return nil }
    return DeclarativeRule(
      id: id, priority: priority, action: action, condition: condition, index: index,
      place: value.start..<value.end)
  }

  /// Returns the integer part of a number of at least 1; nil for anything else.
  private mutating func number(
    _ value: JSONValue?, reason: RuleListFinding.RulesetReason, in json: Span<UInt8>
  ) -> Int? {
    guard let value else { return nil }
    guard value.kind == .number, let number = Double(String(json.extracting(value.start..<value.end))),
      number >= 1, number < 0x1p63
    else {
      add(reason, value: value)
      return nil
    }
    return Int(clamping: Int64(number))
  }

  // MARK: - Problems

  mutating func add(_ reason: RuleListFinding.RulesetReason, value: JSONValue) {
    if !collector.add(.ruleset(reason), rule: index, at: value.start..<value.end) { isFaulty = true }
  }

  mutating func add(_ reason: RuleListFinding.Reason, at place: (offset: Int, length: Int)) {
    if !collector.add(reason, rule: index, at: place.offset..<place.offset + place.length) { isFaulty = true }
  }

  mutating func note(_ members: JSONMembers) {
    for key in members.unknownKeys { add(.unusedKey, at: (key.start, key.length)) }
    for key in members.repeatedKeys { add(.repeatedKey, at: (key.start, key.length)) }
  }

  /// Adds a note about the first redirect of pages: rulesets can have thousands.
  mutating func notePageRedirect(_ value: JSONValue) {
    if !redirectsPages { add(.pageRedirect, value: value) }
    redirectsPages = true
  }

  /// Returns the text of a string. Reports any other value.
  mutating func text(_ value: JSONValue?, in json: Span<UInt8>) -> [UInt8]? {
    guard let value else { return nil }
    if value.kind != .string { add(.wrongType, value: value) }
    return value.stringBytes(json)
  }

  /// Returns the texts of an array of strings. Reports any other value.
  mutating func texts(_ value: JSONValue?, in json: Span<UInt8>) -> [[UInt8]]? {
    guard let value else { return nil }
    var texts: [[UInt8]] = []
    var isValid = value.kind == .array
    var cursor = JSONCursor(in: value)
    while isValid, let element = cursor.nextValue(json) {
      if let text = element.stringBytes(json) { texts.append(text) } else { isValid = false }
    }
    if !isValid { add(.wrongType, value: value) }
    return isValid ? texts : nil
  }
}

/// A declarativeNetRequest rule as WebKit reads it. It can hold everything that WebKit accepts, including what it
/// misreads.
struct DeclarativeRule {
  var id: Int
  var priority: Int
  var action: Kind
  var condition: DeclarativeCondition
  var index: Int
  var place: Range<Int>

  enum Kind {
    case allow, allowAllRequests, block, upgradeScheme
    case redirect(Redirect)
    case modifyHeaders(HeaderChanges)

    /// WebKit's rank of actions: of rules with equal priority, those with a lower rank come first.
    var rank: Int {
      switch self {
      case .allow: 0
      case .allowAllRequests: 1
      case .block: 2
      case .upgradeScheme: 3
      case .redirect: 4
      case .modifyHeaders: 5
      }
    }

    var isAllowAllRequests: Bool {
      switch self {
      case .allowAllRequests: true
      case .allow, .block, .upgradeScheme, .redirect, .modifyHeaders: false
      }
    }

    var needsHostAccess: Bool {
      switch self {
      case .redirect, .modifyHeaders: true
      case .allow, .allowAllRequests, .block, .upgradeScheme: false
      }
    }
  }

  /// WebKit's order of the rules of an extension.
  static func precedes(_ left: DeclarativeRule, _ right: DeclarativeRule) -> Bool {
    (right.priority, left.action.rank) < (left.priority, right.action.rank)
  }
}

/// The condition of a declarativeNetRequest rule. Lists of domains are as written.
struct DeclarativeCondition {
  var urlFilter: [UInt8]?
  var regexFilter: [UInt8]?
  var isCaseSensitive = false
  /// The types; `nil` if the rule names none.
  var types: DeclarativeTypes?
  var loadTypes: LoadTypes = []
  var domains: [[UInt8]]?
  var excludedDomains: [[UInt8]]?
  var requestDomains: [[UInt8]]?
  var excludedRequestDomains: [[UInt8]]?
  var initiators: [[UInt8]]?
  var excludedInitiators: [[UInt8]]?
  var methods: [[UInt8]]?
  /// One of the methods, in a condition for it alone.
  var method: [UInt8]?
  var excludedMethods: [[UInt8]]?
}

/// A set of declarativeNetRequest's resource types that WebKit knows.
///
/// The bits are in the order of ``names`` and of ``webKitTypes``.
package struct DeclarativeTypes: OptionSet, NamedElements, Hashable, Sendable {
  /// One bit for each type.
  package let rawValue: UInt16

  /// Creates a set from these bits.
  package init(rawValue: UInt16) { self.rawValue = rawValue }

  /// The page.
  package static let mainFrame = Self(rawValue: 1 << 0)
  /// The documents of frames.
  package static let subFrame = Self(rawValue: 1 << 1)
  /// All types that WebKit knows.
  package static let all = Self(rawValue: 1 << 11 - 1)

  package static let names: [StaticString] = [
    "main_frame", "sub_frame", "stylesheet", "xmlhttprequest", "font", "image", "media", "other", "ping",
    "script", "websocket",
  ]

  private static let webKitTypes: [ResourceTypes] = [
    .topDocument, .childDocument, .styleSheet, .fetch, .font, .image, .media, .other, .ping, .script,
    .webSocket,
  ]

  /// The types whose names WebKit keeps if a rule also names an unknown type.
  static let lasting = all.subtracting(Self(rawValue: 0b1111))

  /// WebKit's names of the types.
  package var resourceTypes: ResourceTypes {
    var types: ResourceTypes = []
    for (index, type) in Self.webKitTypes.enumerated() where rawValue & 1 << UInt16(index) != 0 {
      types.formUnion(type)
    }
    return types
  }

  /// Creates the set of types that correspond to WebKit's types; others are left out.
  package init(_ types: ResourceTypes) {
    var set: Self = []
    for (index, type) in Self.webKitTypes.enumerated() where types.contains(type) {
      set.insert(Self(rawValue: 1 << UInt16(index)))
    }
    self = set
  }
}
