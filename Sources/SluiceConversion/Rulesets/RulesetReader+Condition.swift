import SluiceRules
import SluiceText

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

  mutating func condition(
    _ object: JSONValue, isForWholePages: Bool, in json: Span<UInt8>
  ) -> DeclarativeCondition {
    let members = JSONMembers(of: object, Self.keys, in: json)
    note(members)
    func value(_ key: Key) -> JSONValue? { members[key.rawValue] }
    var condition = DeclarativeCondition()
    condition.urlFilter = filter(value(.urlFilter), in: json)
    condition.regexFilter = regex(value(.regexFilter), in: json)
    if let regex = value(.regexFilter), value(.urlFilter) != nil { add(.bothFilters, value: regex) }
    if let flag = value(.isCaseSensitive) {
      if flag.kind != .true, flag.kind != .false { add(.wrongType, value: flag) }
      condition.isCaseSensitive = flag.kind == .true
    }
    condition.types = types(value(.types), excluded: value(.excludedTypes), in: json)
    if let party = value(.domainType) {
      switch party.index(in: ["firstParty", "thirdParty"], json) {
      case 0: condition.loadTypes = .firstParty
      case 1: condition.loadTypes = .thirdParty
      case _: add(.domainType, value: party)
      }
    }
    condition.methods = methods(value(.methods), in: json)
    condition.excludedMethods = methods(value(.excludedMethods), in: json)
    condition.domains = domains(value(.domains), in: json)
    condition.excludedDomains = domains(value(.excludedDomains), isExclusion: true, in: json)
    condition.requestDomains = domains(value(.requestDomains), in: json)
    condition.excludedRequestDomains = domains(value(.excludedRequestDomains), isExclusion: true, in: json)
    condition.initiators = domains(value(.initiators), in: json)
    condition.excludedInitiators = domains(value(.excludedInitiators), isExclusion: true, in: json)
    if !isFaulty {
      noteMisreadURLs(condition, value: value)
      if isForWholePages {
        noteIgnored(condition, value: value)
      } else {
        noteMisread(condition, value: value)
      }
    }
    return condition
  }

  private mutating func filter(_ value: JSONValue?, in json: Span<UInt8>) -> [UInt8]? {
    let text = text(value, in: json)
    if let value, let text, text.contains(where: { $0 >= 0x80 }) { add(.filterNotASCII, value: value) }
    return text
  }

  private mutating func regex(_ value: JSONValue?, in json: Span<UInt8>) -> [UInt8]? {
    guard let value, let text = filter(value, in: json) else { return nil }
    do throws(URLFilterProblem) {
      _ = try URLFilter(parsing: text)
    } catch {
      if error.reason != .notASCII { add(.regexFilter, value: value) }
      add(
        text.isEmpty ? .urlFilterMissing : .urlFilter(error.reason),
        at: JSONText(value, in: json).place(json, offset: error.offset, length: 1))
    }
    return text
  }

  /// Reads the types. WebKit replaces the list by its own names if a type is unknown, and then does not know those of
  /// its names that rules do not have.
  private mutating func types(
    _ included: JSONValue?, excluded: JSONValue?, in json: Span<UInt8>
  ) -> DeclarativeTypes? {
    if let included, excluded != nil { add(.bothTypes, value: included) }
    if let excluded, let names = texts(excluded, in: json) {
      var types = DeclarativeTypes.all
      var unknown = 0
      for name in names {
        let type = Self.type(name)
        if type.isEmpty { unknown += 1 }
        types.subtract(type)
      }
      if unknown > 0 { add(.unknownType, value: excluded) }
      if types.isEmpty { add(.anyType, value: excluded) }
      return types
    }
    guard let included, let names = texts(included, in: json) else { return nil }
    var types: DeclarativeTypes = []
    var hasUnknown = false
    for name in names {
      let type = Self.type(name)
      if type.isEmpty { hasUnknown = true }
      types.formUnion(type)
    }
    if types.isEmpty {
      add(.noTypes, value: included)
    } else if hasUnknown {
      let kept = types.intersection(.lasting)
      add(kept.isEmpty ? .anyType : kept == types ? .unknownType : .lostTypes, value: included)
      return kept
    }
    return types
  }

  private static func type(_ name: [UInt8]) -> DeclarativeTypes {
    let index = DeclarativeTypes.names.firstIndex { name.span.equals(0..<name.count, text: $0) }
    return index.map { DeclarativeTypes(rawValue: 1 << UInt16($0)) } ?? []
  }

  private mutating func methods(_ value: JSONValue?, in json: Span<UInt8>) -> [[UInt8]]? {
    guard let value, let names = texts(value, in: json) else { return nil }
    let isKnown = names.allSatisfy { name in
      Self.methods.contains { name.span.equals(0..<name.count, text: $0) }
    }
    if names.isEmpty || !isKnown { add(.requestMethod, value: value) }
    return names
  }

  private mutating func domains(
    _ value: JSONValue?, isExclusion: Bool = false, in json: Span<UInt8>
  ) -> [[UInt8]]? {
    guard let value, let domains = texts(value, in: json) else { return nil }
    if !isExclusion && domains.isEmpty || domains.contains(where: { $0.contains { $0 >= 0x80 } }) {
      add(.domainList, value: value)
    }
    return domains
  }

  /// Adds findings about conditions on URLs that WebKit reads differently from what they seem to say.
  private mutating func noteMisreadURLs(_ condition: DeclarativeCondition, value: (Key) -> JSONValue?) {
    if let filter = value(.urlFilter), condition.urlFilter?.hasMisreadSeparatorAtEnd ?? false {
      add(.separatorAtEnd, value: filter)
    }
    if let domains = value(.requestDomains) {
      if condition.regexFilter != nil {
        add(.ignoredDomains, value: domains)
      } else {
        add(condition.urlFilter == nil ? .openEnd : .mergedFilter, value: domains)
      }
    }
    if let domains = value(.excludedRequestDomains), condition.excludedRequestDomains?.isEmpty == false {
      add(.excludedRequests, value: domains)
    }
  }

  /// Adds findings about other conditions that WebKit reads differently from what they seem to say.
  private mutating func noteMisread(_ condition: DeclarativeCondition, value: (Key) -> JSONValue?) {
    let types = condition.types ?? .all.subtracting(.mainFrame)
    if let methods = value(.methods) { add(.requestMethods, value: methods) }
    if let methods = value(.excludedMethods) { add(.excludedMethods, value: methods) }
    for (domains, key) in [
      (condition.initiators, Key.initiators), (condition.excludedInitiators, .excludedInitiators),
    ] {
      guard let domains, let place = value(key) else { continue }
      if domains.contains(where: { $0.hasPort }) { add(.initiatorPort, value: place) }
      if types.contains(.subFrame), !domains.isEmpty { add(.initiatorOfFrames, value: place) }
    }
    if condition.initiators != nil, let excluded = value(.excludedInitiators) {
      add(.endsFollowing, value: excluded)
    }
    if condition.domains != nil, let excluded = value(.excludedDomains) {
      add(.conflictingPages, value: excluded)
    }
  }

  /// Adds findings about the parts of a condition of `allowAllRequests` that WebKit ignores.
  private mutating func noteIgnored(_ condition: DeclarativeCondition, value: (Key) -> JSONValue?) {
    let ignored: [Key] = [
      .domainType, .methods, .excludedMethods, .domains, .excludedDomains, .initiators, .excludedInitiators,
    ]
    for key in ignored { if let member = value(key) { add(.ignoredKey, value: member) } }
    if condition.isCaseSensitive, let flag = value(.isCaseSensitive) { add(.ignoredKey, value: flag) }
    if let types = value(.types), condition.types == [.mainFrame, .subFrame] {
      add(.ignoredFrames, value: types)
    }
  }
}

extension [UInt8] {
  /// Whether a `urlFilter` ends in a `^` that should also match the end of a URL. After a whole host, a URL always
  /// continues.
  fileprivate var hasMisreadSeparatorAtEnd: Bool {
    let filter = last == ASCII.pipe ? dropLast() : self[...]
    guard filter.last == ASCII.caret else { return false }
    let isHost =
      filter.starts(with: "||".utf8)
      && Domain.isHost(Array(filter.dropFirst(2).dropLast().map { $0.asciiLowercased }))
    return !isHost
  }

  /// Whether a domain has a port. The address in brackets has colons, too.
  fileprivate var hasPort: Bool {
    let address = lastIndex(of: UInt8(ascii: "]")) ?? startIndex
    return self[address...].contains(ASCII.colon)
  }
}
