import SluiceText

/// A destination for the JSON of rules: an output buffer, or a counter of its size. Both receive the same
/// pieces, so sizes are exact. The conformances are in this file so that calls are direct.
protocol JSONSink: ~Copyable {
  mutating func append(_ text: StaticString)
  mutating func append(_ bytes: [UInt8])
  /// Appends the content of a JSON string from `start` on, with the escapes of ``JSONEscapes/outsideASCII``.
  mutating func appendEscaped(_ text: [UInt8], from start: Int)
}

extension JSONOutput: JSONSink {}
extension JSONSize: JSONSink {}

extension JSONSink where Self: ~Copyable {
  // A copy of the rule would retain everything that it refers to, and an array's element is copied when it is
  // passed. The parameter is therefore a pointer.
  mutating func append(_ rule: UnsafePointer<Rule>) {
    append(#"{"trigger":{"url-filter":""#)
    append(rule.pointee.trigger.urlFilter)
    append("\"")
    if rule.pointee.trigger.isCaseSensitive { append(#","url-filter-is-case-sensitive":true"#) }
    appendNames(
      #","resource-type":["#, bits: rule.pointee.trigger.resourceTypes.rawValue, names: ResourceTypes.names)
    appendNames(
      #","load-type":["#, bits: UInt16(rule.pointee.trigger.loadTypes.rawValue), names: LoadTypes.names)
    appendNames(
      #","load-context":["#, bits: UInt16(rule.pointee.trigger.loadContexts.rawValue),
      names: LoadContexts.names)
    if let method = rule.pointee.trigger.requestMethod {
      append(#","request-method":""#)
      append(Array(method.rawValue.utf8))
      append("\"")
    }
    if let condition = rule.pointee.trigger.condition {
      append(condition)
      if rule.pointee.trigger.isConditionCaseSensitive { appendCaseSensitivity(of: condition) }
    }
    append(#"},"action":{"type":"#)
    append(rule.pointee.action)
    append("}}")
  }

  /// Appends a url-filter. Most begin with the same text, which is not escaped again for each of them.
  private mutating func append(_ filter: URLFilter) {
    let anchor = HostAnchor.label.text
    guard filter.bytes.span.hasLongText(anchor, at: 0) else { return appendEscaped(filter.bytes, from: 0) }
    append(HostAnchor.escapedLabel)
    appendEscaped(filter.bytes, from: anchor.utf8CodeUnitCount)
  }

  private mutating func append(_ condition: Condition) {
    switch condition {
    case .ifDomain(let domains): append(#","if-domain":["#, domains: domains)
    case .unlessDomain(let domains): append(#","unless-domain":["#, domains: domains)
    case .ifTopURL(let filters): append(#","if-top-url":["#, filters: filters)
    case .unlessTopURL(let filters): append(#","unless-top-url":["#, filters: filters)
    case .ifFrameURL(let filters): append(#","if-frame-url":["#, filters: filters)
    case .unlessFrameURL(let filters): append(#","unless-frame-url":["#, filters: filters)
    }
  }

  private mutating func appendCaseSensitivity(of condition: Condition) {
    switch condition {
    case .ifDomain, .unlessDomain, .ifTopURL, .unlessTopURL:
      append(#","top-url-filter-is-case-sensitive":true"#)
    case .ifFrameURL, .unlessFrameURL: append(#","frame-url-filter-is-case-sensitive":true"#)
    }
  }

  private mutating func append(_ key: StaticString, domains: NonEmpty<Domain>) {
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

  private mutating func append(_ key: StaticString, filters: NonEmpty<URLFilter>) {
    append(key)
    var isFirst = true
    for filter in filters.elements {
      append(isFirst ? "\"" : ",\"")
      isFirst = false
      append(filter)
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
        appendEscaped(selector.bytes, from: 0)
      }
      append("\"")
    }
  }

  /// Writes `key` and the names whose bits are set; nothing if no bit is set.
  @inline(__always)
  private mutating func appendNames(
    _ key: StaticString, bits: UInt16, names: @autoclosure () -> [StaticString]
  ) {
    if bits != 0 { appendList(key, bits: bits, names: names()) }
  }

  private mutating func appendList(_ key: StaticString, bits: UInt16, names: [StaticString]) {
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

extension Action {
  /// The content of the action's object after the key `type`, for the actions for web extensions; empty for others.
  package var encodedDetails: [UInt8] {
    var json = JSONWriter(.outsideASCII)
    switch self {
    case .redirect(let redirect):
      json.append("redirect")
      json.add("redirect") { $0.append(redirect) }
    case .modifyHeaders(let changes):
      json.append("modify-headers")
      json.append("request-headers", changes: changes.request)
      json.append("response-headers", changes: changes.response)
      json.add("priority", number: changes.priority)
    case .block, .blockCookies, .hide, .ignorePreviousRules, .ignoreFollowingRules, .makeHTTPS: break
    }
    return json.bytes
  }
}

extension JSONWriter {
  fileprivate mutating func append(_ redirect: Redirect) {
    switch redirect {
    case .url(let url): add("url", utf8: url)
    case .extensionPath(let path): add("extension-path", utf8: path)
    case .substitution(let text): add("regex-substitution", utf8: text)
    case .transform(let transform): add("transform") { $0.append(transform) }
    }
  }

  private mutating func append(_ transform: URLTransform) {
    let parts: [(StaticString, [UInt8]?)] = [
      ("scheme", transform.scheme), ("username", transform.username), ("password", transform.password),
      ("host", transform.host), ("port", transform.port), ("path", transform.path),
      ("fragment", transform.fragment),
    ]
    for (name, part) in parts { if let part { add(name, utf8: part) } }
    switch transform.query {
    case .replaced(let query): add("query", utf8: query)
    case .parameters(let removed, let added):
      add("query-transform") { json in
        if !removed.isEmpty {
          json.array("remove-parameters") { json in for name in removed { json.append(name) } }
        }
        if !added.isEmpty {
          json.add("add-or-replace-parameters", objects: added) { json, parameter in
            json.add("key", utf8: parameter.name)
            json.add("value", utf8: parameter.value)
            if parameter.onlyReplaces { json.add("replace-only", flag: true) }
          }
        }
      }
    case nil: break
    }
  }

  package mutating func append(_ name: StaticString, changes: [HeaderChange]) {
    guard !changes.isEmpty else { return }
    add(name, objects: changes) { json, change in
      json.add("header", utf8: change.header)
      switch change.operation {
      case .remove: json.add("operation", text: "remove")
      case .set(let value):
        json.add("operation", text: "set")
        json.add("value", utf8: value)
      case .append(let value):
        json.add("operation", text: "append")
        json.add("value", utf8: value)
      }
    }
  }
}
