extension RuleList {
  /// The list as WebKit's JSON: UTF-8, keys in one fixed order, one rule a line (rule number `n`, counted
  /// from 1, is line `n`), equal bytes for equal lists. A list without rules is written as
  /// ``Rule/noOperation``.
  public func encodedJSON() -> [UInt8] {
    var bytes: [UInt8] = []
    // What rules of real lists have on average (140 to 160 bytes), so that little is moved.
    bytes.reserveCapacity(1024 + 160 * rules.count)
    writeJSON { bytes.append(contentsOf: $0) }
    return bytes
  }

  /// Hands the bytes of ``encodedJSON()`` to `write`, piece after piece. The whole is never in memory, which
  /// for a large list is most of what its conversion needs. Stops at the first error that `write` throws.
  public func writeJSON<Failure>(
    _ write: (UnsafeRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) {
    let rules = rules.isEmpty ? [Rule.noOperation] : rules
    let span = rules.span
    // Small enough for the processor's cache, large enough for few calls.
    var output = JSONOutput(capacity: 1 << 18)
    output.append("[")
    for index in span.indices {
      let bound = span[index].encodedSizeBound
      if !output.hasRoom(for: bound) {
        try write(output.bytes)
        output.clear(roomFor: bound)
      }
      if index > 0 { output.append(",\n") }
      output.append(span[index])
    }
    if !output.hasRoom(for: 2) {
      try write(output.bytes)
      output.clear(roomFor: 2)
    }
    output.append("]\n")
    try write(output.bytes)
  }
}

extension Rule {
  /// The most bytes that the rule can have in JSON, the comma and line end behind it included.
  ///
  /// An escape is six bytes for one. Everything else of a rule (all keys, the longest action, all types and
  /// load types) is less than 640; `JSONOutput` writes up to eight bytes more than it keeps.
  fileprivate var encodedSizeBound: Int {
    var size = 640 + 6 * trigger.urlFilter.bytes.count
    switch trigger.condition {
    case .ifDomain(let domains), .unlessDomain(let domains):
      size += domains.elements.reduce(0) { $0 + $1.host.count + 4 }
    case .ifTopURL(let filters), .unlessTopURL(let filters), .ifFrameURL(let filters),
      .unlessFrameURL(let filters):
      size += filters.elements.reduce(0) { $0 + 6 * $1.bytes.count + 3 }
    case nil: break
    }
    if case .hide(let selectors) = action {
      size += selectors.elements.reduce(0) { $0 + 6 * $1.bytes.count + 1 }
    }
    return size
  }
}

extension JSONOutput {
  mutating func append(_ rule: Rule) {
    let trigger = rule.trigger
    append(#"{"trigger":{"url-filter":""#)
    appendEscaped(trigger.urlFilter.bytes)
    append("\"")
    if trigger.isCaseSensitive { append(#","url-filter-is-case-sensitive":true"#) }
    appendNames(#","resource-type":["#, trigger.resourceTypes.rawValue, ResourceTypes.names)
    appendNames(#","load-type":["#, UInt16(trigger.loadTypes.rawValue), LoadTypes.names)
    appendNames(#","load-context":["#, UInt16(trigger.loadContexts.rawValue), LoadContexts.names)
    if let method = trigger.requestMethod {
      append(#","request-method":""#)
      append(Array(method.rawValue.utf8))
      append("\"")
    }
    if let condition = trigger.condition {
      append(condition)
      if trigger.isConditionCaseSensitive { appendCaseSensitivity(of: condition) }
    }
    append(#"},"action":{"type":"#)
    append(rule.action)
    append("}}")
  }

  private mutating func append(_ condition: Condition) {
    switch condition {
    case .ifDomain(let domains): append(#","if-domain":["#, domains)
    case .unlessDomain(let domains): append(#","unless-domain":["#, domains)
    case .ifTopURL(let filters): append(#","if-top-url":["#, filters)
    case .unlessTopURL(let filters): append(#","unless-top-url":["#, filters)
    case .ifFrameURL(let filters): append(#","if-frame-url":["#, filters)
    case .unlessFrameURL(let filters): append(#","unless-frame-url":["#, filters)
    }
  }

  private mutating func appendCaseSensitivity(of condition: Condition) {
    switch condition {
    case .ifDomain, .unlessDomain, .ifTopURL, .unlessTopURL:
      append(#","top-url-filter-is-case-sensitive":true"#)
    case .ifFrameURL, .unlessFrameURL: append(#","frame-url-filter-is-case-sensitive":true"#)
    }
  }

  private mutating func append(_ key: StaticString, _ domains: NonEmpty<Domain>) {
    append(key)
    var isFirst = true
    for domain in domains.elements {
      append(isFirst ? "\"" : ",\"")
      isFirst = false
      if domain.includesSubdomains { append("*") }
      append(domain.host)
      append("\"")
    }
    append("]")
  }

  private mutating func append(_ key: StaticString, _ filters: NonEmpty<URLFilter>) {
    append(key)
    var isFirst = true
    for filter in filters.elements {
      append(isFirst ? "\"" : ",\"")
      isFirst = false
      appendEscaped(filter.bytes)
      append("\"")
    }
    append("]")
  }

  private mutating func append(_ action: Action) {
    switch action {
    case .block: append(#""block""#)
    case .blockCookies: append(#""block-cookies""#)
    case .ignorePreviousRules: append(#""ignore-previous-rules""#)
    case .ignoreFollowingRules: append(#""ignore-following-rules""#)
    case .makeHTTPS: append(#""make-https""#)
    case .hide(let selectors):
      append(#""css-display-none","selector":""#)
      var isFirst = true
      for selector in selectors.elements {
        if !isFirst { append(",") }
        isFirst = false
        appendEscaped(selector.bytes)
      }
      append("\"")
    }
  }

  /// Writes `key` and the names whose bits are set, or nothing when none is.
  private mutating func appendNames(_ key: StaticString, _ bits: UInt16, _ names: [StaticString]) {
    guard bits != 0 else { return }
    append(key)
    var rest = bits
    while rest != 0 {
      append("\"")
      append(names[rest.trailingZeroBitCount])
      rest &= rest - 1
      append(rest == 0 ? "\"" : "\",")
    }
    append("]")
  }
}
