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
      json.append("request-headers", changes.request)
      json.append("response-headers", changes.response)
      json.add("priority", changes.priority)
    case .block, .blockCookies, .hide, .ignorePreviousRules, .ignoreFollowingRules, .makeHTTPS: break
    }
    return json.bytes
  }
}

extension JSONWriter {
  fileprivate mutating func append(_ redirect: Redirect) {
    switch redirect {
    case .url(let url): add("url", url)
    case .extensionPath(let path): add("extension-path", path)
    case .substitution(let text): add("regex-substitution", text)
    case .transform(let transform): add("transform") { $0.append(transform) }
    }
  }

  private mutating func append(_ transform: URLTransform) {
    let parts: [(StaticString, [UInt8]?)] = [
      ("scheme", transform.scheme), ("username", transform.username), ("password", transform.password),
      ("host", transform.host), ("port", transform.port), ("path", transform.path),
      ("fragment", transform.fragment),
    ]
    for (name, part) in parts { if let part { add(name, part) } }
    switch transform.query {
    case .replaced(let query): add("query", query)
    case .parameters(let removed, let added):
      add("query-transform") { json in
        if !removed.isEmpty {
          json.array("remove-parameters") { json in for name in removed { json.append(name) } }
        }
        if !added.isEmpty {
          json.add("add-or-replace-parameters", objects: added) { json, parameter in
            json.add("key", parameter.name)
            json.add("value", parameter.value)
            if parameter.onlyReplaces { json.add("replace-only", true) }
          }
        }
      }
    case nil: break
    }
  }

  package mutating func append(_ name: StaticString, _ changes: [HeaderChange]) {
    guard !changes.isEmpty else { return }
    add(name, objects: changes) { json, change in
      json.add("header", change.header)
      switch change.operation {
      case .remove: json.add("operation", "remove")
      case .set(let value):
        json.add("operation", "set")
        json.add("value", value)
      case .append(let value):
        json.add("operation", "append")
        json.add("value", value)
      }
    }
  }
}
