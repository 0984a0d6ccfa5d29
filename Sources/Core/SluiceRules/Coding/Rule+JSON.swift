/// A destination for the JSON of rules: an output buffer, or a counter of its size. Both receive the same
/// pieces, so sizes are exact. The conformances are in this file so that calls are direct.
protocol JSONSink: ~Copyable {
  mutating func append(_ text: StaticString)
  mutating func append(_ bytes: [UInt8])
  /// Appends the content of a JSON string with the escapes of ``JSONEscapes/outsideASCII``.
  mutating func appendEscaped(_ text: [UInt8])
}

extension JSONOutput: JSONSink {}
extension JSONSize: JSONSink {}

extension JSONSink where Self: ~Copyable {
  // A copy of the rule would retain everything that it refers to. It is therefore borrowed.
  mutating func append(_ rule: borrowing Rule) {
    append(#"{"trigger":{"url-filter":""#)
    appendEscaped(rule.trigger.urlFilter.bytes)
    append("\"")
    if rule.trigger.isCaseSensitive { append(#","url-filter-is-case-sensitive":true"#) }
    appendNames(#","resource-type":["#, rule.trigger.resourceTypes.rawValue, ResourceTypes.names)
    appendNames(#","load-type":["#, UInt16(rule.trigger.loadTypes.rawValue), LoadTypes.names)
    appendNames(#","load-context":["#, UInt16(rule.trigger.loadContexts.rawValue), LoadContexts.names)
    if let method = rule.trigger.requestMethod {
      append(#","request-method":""#)
      append(Array(method.rawValue.utf8))
      append("\"")
    }
    if let condition = rule.trigger.condition {
      append(condition)
      if rule.trigger.isConditionCaseSensitive { appendCaseSensitivity(of: condition) }
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
    case .redirect, .modifyHeaders: append(action.encodedDetails)
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

  /// Writes `key` and the names whose bits are set; nothing if no bit is set.
  @inline(__always)
  private mutating func appendNames(
    _ key: StaticString, _ bits: UInt16, _ names: @autoclosure () -> [StaticString]
  ) {
    if bits != 0 { appendList(key, bits, names()) }
  }

  private mutating func appendList(_ key: StaticString, _ bits: UInt16, _ names: [StaticString]) {
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
