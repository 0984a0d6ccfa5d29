import SluiceText

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

  mutating func triggerMembers(_ object: JSONValue, in json: Span<UInt8>) -> JSONMembers {
    let members = JSONMembers(of: object, Self.triggerKeys, in: json)
    note(members, in: json)
    if members[Key.urlFilter.rawValue]?.kind != .string {
      add(.urlFilterMissing, value: members[Key.urlFilter.rawValue] ?? object)
    }
    return members
  }

  /// Reads the whole trigger and adds findings. Returns nil if it has no valid pattern.
  mutating func trigger(_ members: JSONMembers, in json: Span<UInt8>) -> Trigger? {
    let filter = members[Key.urlFilter.rawValue].flatMap {
      urlFilter($0, ifEmpty: .urlFilterMissing, in: json)
    }
    var trigger = Trigger(urlFilter: filter ?? .any)
    trigger.isCaseSensitive = flag(members[Key.isCaseSensitive.rawValue])
    trigger.resourceTypes = ResourceTypes(
      rawValue: names(members[Key.resourceType.rawValue], names: ResourceTypes.names, in: json))
    trigger.loadTypes = LoadTypes(
      rawValue: UInt8(
        truncatingIfNeeded: names(members[Key.loadType.rawValue], names: LoadTypes.names, in: json)))
    trigger.loadContexts = LoadContexts(
      rawValue: UInt8(
        truncatingIfNeeded: names(members[Key.loadContext.rawValue], names: LoadContexts.names, in: json)))
    trigger.requestMethod = members[Key.requestMethod.rawValue].flatMap { requestMethod($0, in: json) }
    trigger.condition = condition(members, first: Key.firstCondition.rawValue, in: json)
    trigger.isConditionCaseSensitive = conditionIsCaseSensitive(members)
    return filter == nil ? nil : trigger
  }

  /// Reads a string as a pattern. `ifEmpty` is the reason to report for an empty string.
  mutating func urlFilter(
    _ value: JSONValue, ifEmpty: RuleListFinding.Reason, in json: Span<UInt8>
  ) -> URLFilter? {
    guard value.kind == .string else { return nil }
    let text = JSONText(value, in: json)
    if text.bytes.isEmpty {
      add(ifEmpty, value: value)
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
      add(reason, at: text.place(json, offset: error.offset, length: 1))
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
        add(.unusedKey, value: key)
      }
    }
    return isSensitive
  }

  private mutating func flag(_ value: JSONValue?) -> Bool {
    guard let value else { return false }
    if value.kind != .true && value.kind != .false { add(.flagNotBoolean, value: value) }
    return value.kind == .true
  }

  /// Reads an array of names, and returns a set with one bit for each name.
  private mutating func names(
    _ value: JSONValue?, names: [StaticString], in json: Span<UInt8>
  ) -> UInt16 {
    guard let value else { return 0 }
    guard value.kind == .array else {
      add(.flagsNotArray, value: value)
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
        add(.unknownFlag, value: element)
      }
    }
    if isEmpty { add(.emptyFlags, value: value) }
    return bits
  }

  /// Reads the method in any case: WebKit accepts `GET` as well as `get`.
  private mutating func requestMethod(_ value: JSONValue, in json: Span<UInt8>) -> RequestMethod? {
    if value.kind == .string {
      let word = JSONText(value, in: json).bytes.map { $0.asciiLowercased }
      let index = Self.methods.firstIndex { word.span.equals(0..<word.count, text: $0) }
      if let index { return RequestMethod.allCases[index] }
    }
    add(.requestMethod, value: value)
    return nil
  }
}

extension RuleReader {
  static let conditionKeys: [StaticString] = [
    "if-domain", "unless-domain", "if-top-url", "unless-top-url", "if-frame-url", "unless-frame-url",
  ]

  /// Reads the condition of a trigger, whose keys are the members from number `first` on. Returns nil if
  /// there is no condition, if it cannot be represented, or if rules are not needed.
  mutating func condition(_ members: JSONMembers, first: Int, in json: Span<UInt8>) -> Condition? {
    var found: Condition?
    var isFirst = true
    for kind in Self.conditionKeys.indices {
      guard let value = members[first + kind], let key = members.keys[first + kind] else { continue }
      if !isFirst { add(.multipleConditions, value: key) }
      isFirst = false
      guard value.kind == .array else {
        add(.conditionList, value: value)
        continue
      }
      found = kind < 2 ? domains(value, isNegated: kind == 1, in: json) : filters(value, kind: kind, in: json)
    }
    return found
  }

  private mutating func filters(_ list: JSONValue, kind: Int, in json: Span<UInt8>) -> Condition? {
    var filters: [URLFilter] = []
    var sharing = Sharing<URLFilter>(size: list.length)
    var isEmpty = true
    var cursor = JSONCursor(in: list)
    while let value = cursor.nextValue(json) {
      isEmpty = false
      if value.kind != .string { add(.conditionList, value: value) }
      if let filter = urlFilter(value, ifEmpty: .conditionList, in: json), keepsRules {
        filters.append(sharing.shared(filter))
      }
    }
    if isEmpty { add(.conditionList, value: list) }
    guard let filters = NonEmpty(filters) else { return nil }
    switch kind {
    case 2: return .ifTopURL(filters)
    case 3: return .unlessTopURL(filters)
    case 4: return .ifFrameURL(filters)
    default: return .unlessFrameURL(filters)
    }
  }

  /// Reads a list of domains.
  ///
  /// WebKit turns each domain into a pattern that it searches for in the page URL. ``Domain`` can represent
  /// only host names. If the list contains other entries, the result contains the patterns of all entries,
  /// which is equivalent for WebKit.
  private mutating func domains(_ list: JSONValue, isNegated: Bool, in json: Span<UInt8>) -> Condition? {
    var domains: [Domain] = []
    var patterns: [URLFilter] = []
    var sharedDomains = Sharing<Domain>(size: list.length)
    var sharedPatterns = Sharing<URLFilter>(size: list.length)
    var isEmpty = true
    var cursor = JSONCursor(in: list)
    while let value = cursor.nextValue(json) {
      isEmpty = false
      guard value.kind == .string, value.length > 2 else {
        add(.conditionList, value: value)
        continue
      }
      let text = JSONText(value, in: json)
      if let domain = Domain(asInJSON: text.bytes) {
        guard keepsRules else { continue }
        if patterns.isEmpty {
          domains.append(sharedDomains.shared(domain))
        } else {
          patterns.append(sharedPatterns.shared(URLFilter(domain)))
        }
      } else if let pattern = pattern(text, value: value, in: json), keepsRules {
        if patterns.isEmpty { patterns = domains.map { sharedPatterns.shared(URLFilter($0)) } }
        patterns.append(sharedPatterns.shared(pattern))
      }
    }
    if isEmpty { add(.conditionList, value: list) }
    if let patterns = NonEmpty(patterns) { return isNegated ? .unlessTopURL(patterns) : .ifTopURL(patterns) }
    return NonEmpty(domains).map { isNegated ? .unlessDomain($0) : .ifDomain($0) }
  }

  /// Returns WebKit's pattern for an entry that is not a host. If WebKit cannot parse the pattern, adds a
  /// finding and returns nil.
  private mutating func pattern(
    _ text: JSONText, value: JSONValue, in json: Span<UInt8>
  ) -> URLFilter? {
    for (offset, byte) in text.bytes.enumerated() where byte >= 0x80 || byte.asciiLowercased != byte {
      add(.domainNotLowercaseASCII, at: text.place(json, offset: offset, length: 1))
      return nil
    }
    if skipsPatterns { return .any }
    do throws(URLFilterProblem) {
      let pattern = try URLFilter(parsing: URLFilter.patternBytes(ofDomain: text.bytes))
      add(Self.isPattern(text.bytes) ? .domainIsPattern : .domainIsNotHost, value: value)
      return pattern
    } catch {
      add(
        error.reason == .tooDeep ? .unsupportedURLFilter(.tooDeep) : .domainPattern(error.reason),
        value: value)
      return nil
    }
  }

  /// Returns whether an entry that is not a host can be meant as it is: the URLs of some pages continue with it
  /// after their scheme, as with `a.example:8080` and `a.example/x`, or WebKit reads characters in it as a
  /// pattern.
  private static func isPattern(_ text: [UInt8]) -> Bool {
    let text = text.first == ASCII.star ? Array(text.dropFirst()) : text
    if text.contains(ASCII.openBracket) { return false }
    if text.contains(where: { "+()".utf8.contains($0) }) { return true }
    return WebScheme.ofPages.contains { scheme in
      let start = scheme.prefix.utf8 + text
      guard let url = ParsedURL(start + [ASCII.slash]), url.bytes.starts(with: start) else { return false }
      return Domain.isHost(url.host.last == ASCII.dot ? Array(url.host.dropLast()) : url.host)
    }
  }
}

extension Domain {
  /// Creates a domain from its form in the JSON, with an optional `*`.
  fileprivate init?(asInJSON text: [UInt8]) {
    if text.first == ASCII.star {
      self.init(Array(text.dropFirst()), includesSubdomains: true)
    } else {
      self.init(text, includesSubdomains: false)
    }
  }
}

extension URLFilter {
  /// Creates the pattern that WebKit derives from a domain. WebKit matches it case-insensitively against the
  /// whole page URL, including query and fragment (read from the compiler's log, and measured).
  fileprivate init(_ domain: Domain) {
    let start = domain.includesSubdomains ? [ASCII.star] : []
    self.init(trusted: Self.patternBytes(ofDomain: start + domain.host))
  }

  /// Returns WebKit's pattern for a domain. If the text is not a host, the pattern may be invalid.
  ///
  /// WebKit escapes only some of the characters that are special in patterns. It escapes `[` with one
  /// backslash too many.
  fileprivate static func patternBytes(ofDomain text: [UInt8]) -> [UInt8] {
    var bytes = Array(#"[a-z][a-z+.-]*:\/\/"#.utf8)
    var rest = text[...]
    if rest.first == ASCII.star {
      rest.removeFirst()
      bytes += Array(#"([^/]*\.)*"#.utf8)
    }
    for byte in rest {
      switch byte {
      case ASCII.dot, ASCII.star, ASCII.question, ASCII.dollar, ASCII.openBrace,
        ASCII.closeBrace, ASCII.backslash:
        bytes.append(ASCII.backslash)
      case ASCII.openBracket:
        bytes.append(ASCII.backslash)
        bytes.append(ASCII.backslash)
      default: break
      }
      bytes.append(byte)
    }
    return bytes + Array("[:/]".utf8)
  }
}
