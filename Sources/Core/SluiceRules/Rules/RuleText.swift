extension Rule {
  /// Returns a one-line summary of the rule: its action, pattern and conditions, named as in the JSON. For an
  /// array with more than `limit` entries, it contains the first ones and the number of the others.
  public func summary(limit: Int = 4) -> String {
    var parts = [action.name, trigger.urlFilter.description]
    if case .hide(let selectors) = action {
      parts.append(Self.list("selector", selectors.elements.map { $0.description }, limit))
    }
    parts += trigger.limits(limit)
    return parts.joined(separator: "  ")
  }

  fileprivate static func list(_ name: String, _ items: [String], _ limit: Int) -> String {
    let rest = items.count - limit
    return "\(name): \(items.prefix(limit).joined(separator: ", "))"
      + (rest > 0 ? " and \(rest) more" : "")
  }
}

extension Action {
  /// WebKit's name for the action.
  public var name: String {
    switch self {
    case .block: "block"
    case .blockCookies: "block-cookies"
    case .hide: "css-display-none"
    case .ignorePreviousRules: "ignore-previous-rules"
    case .ignoreFollowingRules: "ignore-following-rules"
    case .makeHTTPS: "make-https"
    case .redirect: "redirect"
    case .modifyHeaders: "modify-headers"
    }
  }
}

extension Trigger {
  /// Returns the conditions of the trigger other than its pattern, each as `name: values`.
  fileprivate func limits(_ limit: Int) -> [String] {
    var parts: [String] = []
    func add(_ name: String, _ names: [String]) {
      if !names.isEmpty { parts.append(Rule.list(name, names, limit)) }
    }
    if isCaseSensitive { parts.append("case-sensitive") }
    add("resource-type", resourceTypes.descriptions)
    add("load-type", loadTypes.descriptions)
    add("load-context", loadContexts.descriptions)
    if let requestMethod { add("request-method", [requestMethod.rawValue]) }
    if let condition { add(condition.name, condition.values) }
    return parts
  }
}

extension Condition {
  /// WebKit's name for the condition.
  public var name: String {
    switch self {
    case .ifDomain: "if-domain"
    case .unlessDomain: "unless-domain"
    case .ifTopURL: "if-top-url"
    case .unlessTopURL: "unless-top-url"
    case .ifFrameURL: "if-frame-url"
    case .unlessFrameURL: "unless-frame-url"
    }
  }

  /// The entries as they are written in the JSON.
  public var values: [String] {
    switch self {
    case .ifDomain(let domains), .unlessDomain(let domains): domains.elements.map { $0.description }
    case .ifTopURL(let filters), .unlessTopURL(let filters), .ifFrameURL(let filters),
      .unlessFrameURL(let filters):
      filters.elements.map { $0.description }
    }
  }
}

extension Domain: CustomStringConvertible {
  /// The domain as it is written in the JSON.
  public var description: String {
    (includesSubdomains ? "*" : "") + String(decoding: host, as: UTF8.self)
  }
}

extension ResourceTypes {
  /// WebKit's names for the types.
  public var descriptions: [String] {
    Self.names.indices.filter { rawValue >> $0 & 1 == 1 }.map { "\(Self.names[$0])" }
  }
}

extension LoadTypes {
  /// WebKit's names for the types.
  public var descriptions: [String] {
    Self.names.indices.filter { rawValue >> $0 & 1 == 1 }.map { "\(Self.names[$0])" }
  }
}

extension LoadContexts {
  /// WebKit's names for the contexts.
  public var descriptions: [String] {
    Self.names.indices.filter { rawValue >> $0 & 1 == 1 }.map { "\(Self.names[$0])" }
  }
}
