/// A rule of a content blocker: a trigger and an action.
public struct Rule: Hashable, Sendable {
  /// The requests or documents that the rule applies to.
  public var trigger: Trigger
  /// The effect of the rule on them.
  public var action: Action

  /// Creates a rule from a trigger and an action.
  public init(trigger: Trigger, action: Action) {
    self.trigger = trigger
    self.action = action
  }
}

/// The conditions that a request must meet for a rule to apply to it.
public struct Trigger: Hashable, Sendable {
  /// The pattern of the request's URL.
  public var urlFilter: URLFilter
  /// Whether ``urlFilter`` is case-sensitive. WebKit converts hosts to lowercase before it matches.
  public var isCaseSensitive: Bool
  /// The resource types; empty for any.
  public var resourceTypes: ResourceTypes
  /// First-party or third-party requests; empty for both.
  public var loadTypes: LoadTypes
  /// Whether the page or a frame makes the request; empty for both.
  public var loadContexts: LoadContexts
  /// The HTTP method, or nil for any. WebKit does not compare the actual method of each request; see
  /// `Request.method`.
  public var requestMethod: RequestMethod?
  /// The condition on the page or frame, or nil for none.
  public var condition: Condition?
  /// Whether the patterns of ``condition`` are case-sensitive. This also affects domains: WebKit searches the
  /// whole page URL for them, and a query can contain a domain in uppercase.
  public var isConditionCaseSensitive: Bool

  /// Creates a trigger from its parts.
  public init(
    urlFilter: URLFilter, isCaseSensitive: Bool = false, resourceTypes: ResourceTypes = [],
    loadTypes: LoadTypes = [], loadContexts: LoadContexts = [],
    requestMethod: RequestMethod? = nil, condition: Condition? = nil,
    isConditionCaseSensitive: Bool = false
  ) {
    self.urlFilter = urlFilter
    self.isCaseSensitive = isCaseSensitive
    self.resourceTypes = resourceTypes
    self.loadTypes = loadTypes
    self.loadContexts = loadContexts
    self.requestMethod = requestMethod
    self.condition = condition
    self.isConditionCaseSensitive = isConditionCaseSensitive
  }
}

/// The effect of a rule on the requests or documents that it matches.
@nonexhaustive public enum Action: Hashable, Sendable {
  /// Blocks the request.
  case block
  /// Sends the request without cookies.
  case blockCookies
  /// Hides the elements of the document that match one of these selectors.
  case hide(NonEmpty<CSSSelector>)
  /// Ignores all rules before this one in the list.
  case ignorePreviousRules
  /// Ignores all rules after this one in the list (WebKitGTK 2.50; not in every Safari).
  case ignoreFollowingRules
  /// Changes the scheme of the request from `http` to `https`.
  case makeHTTPS
  /// Sends the request to another URL; only for web extensions.
  indirect case redirect(Redirect)
  /// Changes headers of the request or its response; only for web extensions.
  indirect case modifyHeaders(HeaderChanges)

  /// Whether the action affects documents, not only requests.
  package var appliesToDocuments: Bool {
    switch self {
    case .hide, .ignorePreviousRules, .ignoreFollowingRules: true
    case .block, .blockCookies, .makeHTTPS, .redirect, .modifyHeaders: false
    }
  }

  package var overridesOthers: Bool {
    switch self {
    case .ignorePreviousRules, .ignoreFollowingRules: true
    case .block, .blockCookies, .hide, .makeHTTPS, .redirect, .modifyHeaders: false
    }
  }
}

/// The rules of a content blocker, in the order in which WebKit reads them.
public struct RuleList: Hashable, Sendable {
  /// The rules.
  public var rules: [Rule]

  /// Creates a list of these rules.
  public init(_ rules: [Rule] = []) { self.rules = rules }

  /// The maximum number of rules in a list. 150,000 rules compile; WebKit rejects one more with "Too many
  /// rules in JSON array." (measured on WebKitGTK 2.50.6). Before Safari 15 the limit was 50,000.
  public static let maximumRules = 150_000
}

extension Rule {
  /// A rule that matches no request. WebKit rejects an empty list, so a list without rules is written with
  /// this one.
  public static let noOperation = Rule(
    trigger: Trigger(urlFilter: URLFilter(trusted: Array("^no-rules:$".utf8))),
    action: .ignorePreviousRules)
}

extension [Rule] {
  /// Makes a pattern case-insensitive if it contains letters only in its host. The rule becomes shorter in
  /// the JSON, but more expensive to compile.
  package mutating func ignoreCaseOfHosts() {
    // A copy of a trigger would retain everything that it refers to. The loop therefore reads single fields
    // through a buffer pointer. Its indices come from the buffer, so they are in bounds.
    withUnsafeMutableBufferPointer { rules in
      for index in rules.indices
      where rules[index].trigger.isCaseSensitive && rules[index].trigger.urlFilter.isHostOnly {
        rules[index].trigger.isCaseSensitive = false
      }
    }
  }
}

/// A new URL for a request: the content of WebKit's action `redirect`.
///
/// WebKit applies the action only for web extensions, on sites that the user granted them.
@nonexhaustive public enum Redirect: Hashable, Sendable {
  /// Another URL.
  case url([UInt8])
  /// The path of a file of the extension. It begins with a slash.
  case extensionPath([UInt8])
  /// A URL in which `\0` to `\9` stand for the texts that the groups of the url-filter match.
  case substitution([UInt8])
  /// Changes of the parts of the URL.
  case transform(URLTransform)
}

/// Changes of the parts of a URL. A part that is nil stays as it is, and an empty one is removed.
public struct URLTransform: Hashable, Sendable {
  /// The new scheme.
  package var scheme: [UInt8]?
  /// The new user name.
  package var username: [UInt8]?
  /// The new password.
  package var password: [UInt8]?
  /// The new host.
  package var host: [UInt8]?
  /// The new port, in decimal digits.
  package var port: [UInt8]?
  /// The new path.
  package var path: [UInt8]?
  /// The new fragment, with its `#`.
  package var fragment: [UInt8]?
  /// The change of the query.
  package var query: Query?

  /// A change of a query.
  package enum Query: Hashable, Sendable {
    /// The new query, with its `?`.
    case replaced([UInt8])
    /// The names of the parameters to remove, and the parameters to add.
    case parameters(removed: [[UInt8]], added: [Parameter])
  }

  /// A parameter of a query.
  package struct Parameter: Hashable, Sendable {
    /// The name.
    package var name: [UInt8]
    /// The value.
    package var value: [UInt8]
    /// Whether the parameter is only set where the query already has it.
    package var onlyReplaces: Bool

    /// Creates a parameter.
    package init(name: [UInt8], value: [UInt8], onlyReplaces: Bool = false) {
      (self.name, self.value, self.onlyReplaces) = (name, value, onlyReplaces)
    }
  }

  /// Creates a change of a query, which changes no other part.
  package init(query: Query? = nil) { self.query = query }
}

/// Changes of the headers of requests and responses: the content of WebKit's action `modify-headers`.
///
/// WebKit applies the action only for web extensions, on sites that the user granted them.
public struct HeaderChanges: Hashable, Sendable {
  /// The changes of the headers of the request.
  package var request: [HeaderChange]
  /// The changes of the headers of the response.
  package var response: [HeaderChange]
  /// The priority. For each header, only the first change with the highest priority counts, apart from values to
  /// append.
  package var priority: Int

  /// Creates changes of headers.
  package init(request: [HeaderChange] = [], response: [HeaderChange] = [], priority: Int = 1) {
    (self.request, self.response, self.priority) = (request, response, priority)
  }
}

/// A change of one header.
package struct HeaderChange: Hashable, Sendable {
  /// The name of the header.
  package var header: [UInt8]
  /// The change.
  package var operation: Operation

  /// An operation on a header.
  package enum Operation: Hashable, Sendable {
    /// Removes the header.
    case remove
    /// Replaces its value.
    case set([UInt8])
    /// Adds a value.
    case append([UInt8])
  }

  /// Creates a change of a header.
  package init(_ header: [UInt8], operation: Operation) {
    (self.header, self.operation) = (header, operation)
  }
}

extension Rule {
  /// Returns a one-line summary of the rule: its action, pattern and conditions, named as in the JSON. For an
  /// array with more than `limit` entries, it contains the first ones and the number of the others.
  public func summary(limit: Int = 4) -> String {
    var parts = [action.name, trigger.urlFilter.description]
    if case .hide(let selectors) = action {
      parts.append(Self.list("selector", items: selectors.elements.map { $0.description }, limit: limit))
    }
    parts += trigger.limits(limit)
    return parts.joined(separator: "  ")
  }

  fileprivate static func list(_ name: String, items: [String], limit: Int) -> String {
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
    func add(_ name: String, names: [String]) {
      if !names.isEmpty { parts.append(Rule.list(name, items: names, limit: limit)) }
    }
    if isCaseSensitive { parts.append("case-sensitive") }
    add("resource-type", names: resourceTypes.descriptions)
    add("load-type", names: loadTypes.descriptions)
    add("load-context", names: loadContexts.descriptions)
    if let requestMethod { add("request-method", names: [requestMethod.rawValue]) }
    if let condition { add(condition.name, names: condition.values) }
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

/// A set of elements that JSON names, with one bit for each, in the order of ``names``.
package protocol NamedElements: OptionSet where RawValue: FixedWidthInteger {
  static var names: [StaticString] { get }
}

extension NamedElements {
  /// The names of the elements.
  package var descriptions: [String] {
    Self.names.indices.filter { rawValue >> $0 & 1 == 1 }.map { "\(Self.names[$0])" }
  }
}

extension ResourceTypes: NamedElements {}
extension LoadTypes: NamedElements {}
extension LoadContexts: NamedElements {}
