import SluiceRules

extension RulesetReader {
  private enum Key: Int {
    case urlFilter, regexFilter, isCaseSensitive, types, excludedTypes, domainType, methods, excludedMethods
    case domains, excludedDomains, requestDomains, excludedRequestDomains, initiators, excludedInitiators
  }

  private static let keys: [StaticString] = [
    "urlFilter", "regexFilter", "isUrlFilterCaseSensitive", "resourceTypes", "excludedResourceTypes",
    "domainType", "requestMethods", "excludedRequestMethods", "domains", "excludedDomains", "requestDomains",
    "excludedRequestDomains", "initiatorDomains", "excludedInitiatorDomains",
  ]

  private static let methods: [StaticString] = [
    "connect", "delete", "get", "head", "options", "patch", "post", "put", "trace",
  ]

  mutating func condition(_ object: JSONValue, _ json: Span<UInt8>) -> DeclarativeCondition {
    let members = JSONMembers(of: object, Self.keys, json)
    note(members)
    func value(_ key: Key) -> JSONValue? { members[key.rawValue] }
    var condition = DeclarativeCondition()
    condition.urlFilter = filter(value(.urlFilter), json)
    condition.regexFilter = regex(value(.regexFilter), json)
    if let regex = value(.regexFilter), value(.urlFilter) != nil { add(.bothFilters, regex) }
    if let flag = value(.isCaseSensitive) {
      if flag.kind != .true, flag.kind != .false { add(.wrongType, flag) }
      condition.isCaseSensitive = flag.kind == .true
    }
    condition.types = types(value(.types), excluded: value(.excludedTypes), json)
    if let party = value(.domainType) {
      switch party.index(in: ["firstParty", "thirdParty"], json) {
      case 0: condition.loadTypes = .firstParty
      case 1: condition.loadTypes = .thirdParty
      case _: add(.domainType, party)
      }
    }
    condition.methods = methods(value(.methods), json)
    condition.excludedMethods = methods(value(.excludedMethods), json)
    condition.domains = domains(value(.domains), json)
    condition.excludedDomains = domains(value(.excludedDomains), isExclusion: true, json)
    condition.requestDomains = domains(value(.requestDomains), json)
    condition.excludedRequestDomains = domains(value(.excludedRequestDomains), isExclusion: true, json)
    condition.initiators = domains(value(.initiators), json)
    condition.excludedInitiators = domains(value(.excludedInitiators), isExclusion: true, json)
    if !isFaulty { noteMisread(condition, value) }
    return condition
  }

  private mutating func filter(_ value: JSONValue?, _ json: Span<UInt8>) -> [UInt8]? {
    let text = text(value, json)
    if let value, let text, text.contains(where: { $0 >= 0x80 }) { add(.filterNotASCII, value) }
    return text
  }

  private mutating func regex(_ value: JSONValue?, _ json: Span<UInt8>) -> [UInt8]? {
    guard let value, let text = filter(value, json) else { return nil }
    do throws(URLFilterProblem) {
      _ = try URLFilter(parsing: text)
    } catch {
      if error.reason != .notASCII { add(.regexFilter, value) }
      add(
        text.isEmpty ? .urlFilterMissing : .urlFilter(error.reason),
        JSONText(value, json).place(json, offset: error.offset, length: 1))
    }
    return text
  }

  /// Reads the types. WebKit replaces the list by its own names if a type is unknown, and then does not know those of
  /// its names that rules do not have.
  private mutating func types(
    _ included: JSONValue?, excluded: JSONValue?, _ json: Span<UInt8>
  ) -> DeclarativeTypes? {
    if let included, excluded != nil { add(.bothTypes, included) }
    if let excluded, let names = texts(excluded, json) {
      var types = DeclarativeTypes.all
      var unknown = 0
      for name in names {
        let type = Self.type(name)
        if type.isEmpty { unknown += 1 }
        types.subtract(type)
      }
      if unknown > 0 { add(.unknownType, excluded) }
      if types.isEmpty { add(.anyType, excluded) }
      return types
    }
    guard let included, let names = texts(included, json) else { return nil }
    var types: DeclarativeTypes = []
    var hasUnknown = false
    for name in names {
      let type = Self.type(name)
      if type.isEmpty { hasUnknown = true }
      types.formUnion(type)
    }
    if types.isEmpty {
      add(.noTypes, included)
    } else if hasUnknown {
      let kept = types.intersection(.lasting)
      add(kept.isEmpty ? .anyType : kept == types ? .unknownType : .lostTypes, included)
      return kept
    }
    return types
  }

  private static func type(_ name: [UInt8]) -> DeclarativeTypes {
    let index = DeclarativeTypes.names.firstIndex { name.span.equals(0..<name.count, $0) }
    return index.map { DeclarativeTypes(rawValue: 1 << UInt16($0)) } ?? []
  }

  private mutating func methods(_ value: JSONValue?, _ json: Span<UInt8>) -> [[UInt8]]? {
    guard let value, let names = texts(value, json) else { return nil }
    let isKnown = names.allSatisfy { name in
      Self.methods.contains { name.span.equals(0..<name.count, $0) }
    }
    if names.isEmpty || !isKnown { add(.requestMethod, value) }
    return names
  }

  private mutating func domains(
    _ value: JSONValue?, isExclusion: Bool = false, _ json: Span<UInt8>
  ) -> [[UInt8]]? {
    guard let value, let domains = texts(value, json) else { return nil }
    if !isExclusion && domains.isEmpty || domains.contains(where: { $0.contains { $0 >= 0x80 } }) {
      add(.domainList, value)
    }
    return domains
  }

  /// Adds findings about conditions that WebKit reads differently from what they seem to say.
  private mutating func noteMisread(_ condition: DeclarativeCondition, _ value: (Key) -> JSONValue?) {
    let types = condition.types ?? .all.subtracting(.mainFrame)
    if let filter = value(.urlFilter), condition.urlFilter?.hasMisreadSeparatorAtEnd ?? false {
      add(.separatorAtEnd, filter)
    }
    if let domains = value(.requestDomains) {
      if condition.regexFilter != nil {
        add(.ignoredDomains, domains)
      } else {
        add(condition.urlFilter == nil ? .openEnd : .mergedFilter, domains)
      }
    }
    if let domains = value(.excludedRequestDomains), condition.excludedRequestDomains?.isEmpty == false {
      add(.excludedRequests, domains)
    }
    if let methods = value(.methods) { add(.requestMethods, methods) }
    if let methods = value(.excludedMethods) { add(.excludedMethods, methods) }
    for (domains, key) in [
      (condition.initiators, Key.initiators), (condition.excludedInitiators, .excludedInitiators),
    ] {
      guard let domains, let place = value(key) else { continue }
      if domains.contains(where: { $0.contains(ASCII.colon) }) { add(.initiatorPort, place) }
      if types.contains(.subFrame), !domains.isEmpty { add(.initiatorOfFrames, place) }
    }
    if condition.initiators != nil, let excluded = value(.excludedInitiators) {
      add(.endsFollowing, excluded)
    }
    if condition.domains != nil, let excluded = value(.excludedDomains) { add(.conflictingPages, excluded) }
  }
}

extension [UInt8] {
  /// Whether a `urlFilter` ends in a `^` that should also match the end of a URL. After a whole host, a URL always
  /// continues.
  fileprivate var hasMisreadSeparatorAtEnd: Bool {
    guard last == ASCII.caret else { return false }
    let isHost =
      starts(with: "||".utf8) && Domain.isHost(Array(dropFirst(2).dropLast().map { $0.asciiLowercased }))
    return !isHost
  }
}
