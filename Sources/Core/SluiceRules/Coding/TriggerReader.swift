/// Reading the trigger of a rule.
extension RuleReader {
  private enum Key: Int {
    case urlFilter, isCaseSensitive, topIsCaseSensitive, frameIsCaseSensitive
    case resourceType, loadType, loadContext, requestMethod
    case firstCondition
  }

  private static let triggerKeys: [StaticString] =
    [
      "url-filter", "url-filter-is-case-sensitive", "top-url-filter-is-case-sensitive",
      "frame-url-filter-is-case-sensitive", "resource-type", "load-type", "load-context", "request-method",
    ] + conditionKeys

  private static let methods: [StaticString] = [
    "connect", "delete", "get", "head", "options", "patch", "post", "put", "trace",
  ]

  mutating func triggerMembers(_ object: JSONValue, _ json: Span<UInt8>) -> JSONMembers {
    let members = JSONMembers(of: object, Self.triggerKeys, json)
    note(members, json)
    if members[Key.urlFilter.rawValue]?.kind != .string {
      add(.urlFilterMissing, members[Key.urlFilter.rawValue] ?? object)
    }
    return members
  }

  /// Reads the whole trigger and adds findings. Returns nil if it has no valid pattern.
  mutating func trigger(_ members: JSONMembers, _ json: Span<UInt8>) -> Trigger? {
    let filter = members[Key.urlFilter.rawValue].flatMap { urlFilter($0, .urlFilterMissing, json) }
    var trigger = Trigger(urlFilter: filter ?? .any)
    trigger.isCaseSensitive = flag(members[Key.isCaseSensitive.rawValue])
    trigger.resourceTypes = ResourceTypes(
      rawValue: names(members[Key.resourceType.rawValue], ResourceTypes.names, json))
    trigger.loadTypes = LoadTypes(
      rawValue: UInt8(truncatingIfNeeded: names(members[Key.loadType.rawValue], LoadTypes.names, json)))
    trigger.loadContexts = LoadContexts(
      rawValue: UInt8(truncatingIfNeeded: names(members[Key.loadContext.rawValue], LoadContexts.names, json)))
    trigger.requestMethod = members[Key.requestMethod.rawValue].flatMap { requestMethod($0, json) }
    trigger.condition = condition(members, first: Key.firstCondition.rawValue, json)
    trigger.isConditionCaseSensitive = conditionIsCaseSensitive(members)
    return filter == nil ? nil : trigger
  }

  /// Reads a string as a pattern. `ifEmpty` is the reason to report for an empty string.
  mutating func urlFilter(
    _ value: JSONValue, _ ifEmpty: RuleListFinding.Reason, _ json: Span<UInt8>
  ) -> URLFilter? {
    guard value.kind == .string else { return nil }
    let text = JSONText(value, json)
    if text.bytes.isEmpty {
      add(ifEmpty, value)
      return nil
    }
    if skipsPatterns { return .any }
    // Nine of ten filters in real lists have this form. The parser would take twenty times as long.
    if URLFilter.plainHost(text.bytes.span) != nil { return URLFilter(trusted: text.bytes) }
    do throws(URLFilterProblem) {
      return try URLFilter(parsing: text.bytes)
    } catch {
      let reason: RuleListFinding.Reason =
        error.reason == .tooDeep ? .unsupportedURLFilter(.tooDeep) : .urlFilter(error.reason)
      add(reason, text.place(json, offset: error.offset, length: 1))
      return nil
    }
  }

  /// Reads the case-sensitivity flag of the condition's patterns. There are two flags, one for each kind of
  /// condition.
  private mutating func conditionIsCaseSensitive(_ members: JSONMembers) -> Bool {
    var isSensitive = false
    for (flag, kinds) in [(Key.topIsCaseSensitive, 0..<4), (Key.frameIsCaseSensitive, 4..<6)] {
      guard let key = members.keys[flag.rawValue] else { continue }
      let value = self.flag(members[flag.rawValue])
      if kinds.contains(where: { members[Key.firstCondition.rawValue + $0] != nil }) {
        isSensitive = value
      } else {
        add(.unusedKey, key)
      }
    }
    return isSensitive
  }

  private mutating func flag(_ value: JSONValue?) -> Bool {
    guard let value else { return false }
    if value.kind != .true && value.kind != .false { add(.flagNotBoolean, value) }
    return value.kind == .true
  }

  /// Reads an array of names, and returns a set with one bit for each name.
  private mutating func names(
    _ value: JSONValue?, _ names: [StaticString], _ json: Span<UInt8>
  ) -> UInt16 {
    guard let value else { return 0 }
    guard value.kind == .array else {
      add(.flagsNotArray, value)
      return 0
    }
    var bits: UInt16 = 0
    var isEmpty = true
    var cursor = JSONCursor(in: value)
    while let element = cursor.nextValue(json) {
      isEmpty = false
      if let index = element.index(in: names, json) {
        bits |= 1 << UInt16(truncatingIfNeeded: index)
      } else {
        add(.unknownFlag, element)
      }
    }
    if isEmpty { add(.emptyFlags, value) }
    return bits
  }

  /// Reads the method in any case: WebKit accepts `GET` as well as `get`.
  private mutating func requestMethod(_ value: JSONValue, _ json: Span<UInt8>) -> RequestMethod? {
    if value.kind == .string {
      let word = JSONText(value, json).bytes.map { $0.asciiLowercased }
      let index = Self.methods.firstIndex { word.span.equals(0..<word.count, $0) }
      if let index { return RequestMethod.allCases[index] }
    }
    add(.requestMethod, value)
    return nil
  }
}
