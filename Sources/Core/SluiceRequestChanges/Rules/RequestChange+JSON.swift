import SluiceRules

extension [RequestChange] {
  /// Returns the rules as the JSON of a declarativeNetRequest ruleset, with ids from 1 in their order.
  public func encodedJSON() -> [UInt8] {
    var json = JSONWriter(.outsideASCII, capacity: 256 * count)
    json.array { json in
      for (index, rule) in enumerated() {
        if index > 0 { json.breakLine() }
        json.object { $0.append(rule, id: index + 1) }
      }
    }
    json.endLine()
    return json.bytes
  }
}

extension JSONWriter {
  fileprivate mutating func append(_ rule: RequestChange, id: Int) {
    add("id", id)
    add("priority", rule.priority)
    add("action") { $0.append(rule.action) }
    add("condition") { $0.append(rule.condition) }
  }

  private mutating func append(_ action: RequestChange.Action) {
    switch action {
    case .allow: add("type", "allow")
    case .allowPages: add("type", "allowAllRequests")
    case .block: add("type", "block")
    case .redirect(let path):
      add("type", "redirect")
      add("redirect") { $0.add("extensionPath", path) }
    case .removeParameters(let names):
      add("type", "redirect")
      add("redirect") { json in
        json.add("transform") { json in
          json.add("queryTransform") { json in
            json.array("removeParams") { json in for name in names.elements { json.append(name) } }
          }
        }
      }
    case .removeQuery:
      add("type", "redirect")
      add("redirect") { json in json.add("transform") { $0.add("query", "") } }
    case .modifyHeaders(let request, let response):
      add("type", "modifyHeaders")
      append("requestHeaders", request)
      append("responseHeaders", response)
    }
  }

  private mutating func append(_ condition: RequestChange.Condition) {
    // Every URL meets a condition without a filter.
    if condition.urlFilter != .any {
      add("regexFilter", condition.urlFilter.bytes)
      if condition.isCaseSensitive { add("isUrlFilterCaseSensitive", true) }
    }
    array("resourceTypes") { json in
      for name in condition.types.chromeNames { json.append(name.description) }
    }
    if condition.loadTypes == .firstParty { add("domainType", "firstParty") }
    if condition.loadTypes == .thirdParty { add("domainType", "thirdParty") }
    switch condition.pages {
    case .initiators(let domains): append("initiatorDomains", domains)
    case .otherInitiators(let domains): append("excludedInitiatorDomains", domains)
    case .pages(let domains): append("domains", domains)
    case .otherPages(let domains): append("excludedDomains", domains)
    case nil: break
    }
  }

  private mutating func append(_ name: StaticString, _ domains: NonEmpty<Domain>) {
    array(name) { json in for domain in domains.elements { json.append(domain.host) } }
  }
}

extension DeclarativeTypes {
  /// The names of the types in rules.
  fileprivate var chromeNames: [StaticString] {
    Self.names.enumerated().filter { rawValue & 1 << UInt16($0.offset) != 0 }.map { $0.element }
  }
}
