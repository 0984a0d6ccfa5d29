import SluiceRules
import SluiceText

/// A declarativeNetRequest rule for WebKit. It cannot hold what WebKit rejects or reads differently from other
/// browsers.
///
/// - The URL is compared with a regular expression that WebKit supports, not with a `urlFilter` or domains of requests.
/// - Types that WebKit does not know do not exist, and there is always one.
/// - There is at most one condition on the page. A condition on the document that makes the request excludes frames'
///   documents, which have none in WebKit.
package struct WebExtensionRule: Hashable, Sendable {
  /// The priority, at least 1. Rules with a higher one come first.
  package var priority: Int
  /// The effect.
  package var action: Action
  /// The condition.
  package var condition: Condition

  /// Creates a rule. A priority below 1 becomes 1.
  package init(priority: Int = 1, _ action: Action, condition: Condition) {
    (self.priority, self.action, self.condition) = (max(priority, 1), action, condition)
  }

  /// Returns whether WebKit accepts a rule that changes a header with this name.
  package static func canChange(header name: [UInt8]) -> Bool { KnownHeaders.contains(name) }

  /// The effect of a rule.
  package enum Action: Hashable, Sendable {
    /// Ignores all rules with a lower priority.
    case allow
    /// Ignores all rules with a lower priority on the pages in the window whose URLs meet the condition, which only has
    /// the type ``DeclarativeTypes/mainFrame``.
    case allowPages
    /// Blocks the request.
    case block
    /// Sends the request to a file of the extension. The path begins with a slash.
    case redirect(toExtensionPath: [UInt8])
    /// Removes the parameters with these names from the query.
    case removeParameters(NonEmpty<[UInt8]>)
    /// Removes the whole query.
    case removeQuery
    /// Changes headers.
    case modifyHeaders(request: [HeaderChange], response: [HeaderChange])

    /// Whether the action changes requests or responses, instead of preventing that other rules do.
    package var changesRequests: Bool {
      switch self {
      case .allow, .allowPages: false
      case .block, .redirect, .removeParameters, .removeQuery, .modifyHeaders: true
      }
    }
  }

  /// The condition of a rule.
  package struct Condition: Hashable, Sendable {
    /// The URLs.
    package var urlFilter: URLFilter
    /// Whether ``urlFilter`` is case-sensitive.
    package let isCaseSensitive: Bool
    /// The types; at least one.
    package let types: DeclarativeTypes
    /// The party of the requests; empty for both.
    package let loadTypes: LoadTypes
    /// The pages or documents that make the requests; nil for all.
    package let pages: Pages?

    /// Creates a condition, or returns nil if no request meets it, or if WebKit would compare the initiator of a
    /// frame's document.
    package init?(
      _ urlFilter: URLFilter, isCaseSensitive: Bool = false, types: DeclarativeTypes,
      loadTypes: LoadTypes = [],
      pages: Pages? = nil
    ) {
      guard !types.isEmpty, !types.contains(.subFrame) || pages?.comparesInitiator != true else { return nil }
      self.urlFilter = urlFilter
      self.isCaseSensitive = isCaseSensitive
      self.types = types
      self.loadTypes = loadTypes == [.firstParty, .thirdParty] ? [] : loadTypes
      self.pages = pages
    }
  }

  /// The pages or documents that make requests, with their subdomains.
  package enum Pages: Hashable, Sendable {
    /// The document that makes the request is of one of these sites.
    case initiators(NonEmpty<Domain>)
    /// The document that makes the request is of none of these sites.
    case otherInitiators(NonEmpty<Domain>)
    /// The page is of one of these sites.
    case pages(NonEmpty<Domain>)
    /// The page is of none of these sites.
    case otherPages(NonEmpty<Domain>)

    fileprivate var comparesInitiator: Bool {
      switch self {
      case .initiators, .otherInitiators: true
      case .pages, .otherPages: false
      }
    }
  }
}

extension [WebExtensionRule] {
  /// Returns the rules as the JSON of a declarativeNetRequest ruleset, with ids from 1 in their order.
  package func encodedJSON() -> [UInt8] {
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
  fileprivate mutating func append(_ rule: WebExtensionRule, id: Int) {
    add("id", number: id)
    add("priority", number: rule.priority)
    add("action") { $0.append(rule.action) }
    add("condition") { $0.append(rule.condition) }
  }

  private mutating func append(_ action: WebExtensionRule.Action) {
    switch action {
    case .allow: add("type", text: "allow")
    case .allowPages: add("type", text: "allowAllRequests")
    case .block: add("type", text: "block")
    case .redirect(let path):
      add("type", text: "redirect")
      add("redirect") { $0.add("extensionPath", utf8: path) }
    case .removeParameters(let names):
      add("type", text: "redirect")
      add("redirect") { json in
        json.add("transform") { json in
          json.add("queryTransform") { json in
            json.array("removeParams") { json in for name in names.elements { json.append(name) } }
          }
        }
      }
    case .removeQuery:
      add("type", text: "redirect")
      add("redirect") { json in json.add("transform") { $0.add("query", text: "") } }
    case .modifyHeaders(let request, let response):
      add("type", text: "modifyHeaders")
      append("requestHeaders", changes: request)
      append("responseHeaders", changes: response)
    }
  }

  private mutating func append(_ condition: WebExtensionRule.Condition) {
    // Every URL meets a condition without a filter.
    if condition.urlFilter != .any {
      add("regexFilter", utf8: condition.urlFilter.bytes)
      if condition.isCaseSensitive { add("isUrlFilterCaseSensitive", flag: true) }
    }
    array("resourceTypes") { json in
      for name in condition.types.descriptions { json.append(name) }
    }
    if condition.loadTypes == .firstParty { add("domainType", text: "firstParty") }
    if condition.loadTypes == .thirdParty { add("domainType", text: "thirdParty") }
    switch condition.pages {
    case .initiators(let domains): append("initiatorDomains", domains: domains)
    case .otherInitiators(let domains): append("excludedInitiatorDomains", domains: domains)
    case .pages(let domains): append("domains", domains: domains)
    case .otherPages(let domains): append("excludedDomains", domains: domains)
    case nil: break
    }
  }

  private mutating func append(_ name: StaticString, domains: NonEmpty<Domain>) {
    array(name) { json in for domain in domains.elements { json.append(domain.host) } }
  }
}

/// The headers that rules of web extensions can change in WebKit.
enum KnownHeaders {
  /// Returns whether WebKit accepts a header, whose name it compares without case.
  static func contains(_ name: [UInt8]) -> Bool {
    let name = name.map { $0.asciiLowercased }
    return names.contains { name.span.equals(0..<name.count, text: $0) }
  }

  private static let names: [StaticString] = [
    "accept", "accept-charset", "accept-encoding", "accept-language", "accept-ranges",
    "access-control-allow-credentials", "access-control-allow-headers", "access-control-allow-methods",
    "access-control-allow-origin", "access-control-expose-headers", "access-control-max-age",
    "access-control-request-headers", "access-control-request-method", "age", "authorization",
    "cache-control", "connection", "content-disposition", "content-encoding", "content-language",
    "content-length", "content-location", "content-range", "content-security-policy",
    "content-security-policy-report-only", "content-type", "cookie", "cookie2",
    "cross-origin-embedder-policy", "cross-origin-embedder-policy-report-only",
    "cross-origin-opener-policy", "cross-origin-opener-policy-report-only", "cross-origin-resource-policy",
    "date", "default-style", "dnt", "etag", "expect", "expires", "host", "icy-metadata", "icy-metaint",
    "if-match", "if-modified-since", "if-none-match", "if-range", "if-unmodified-since", "keep-alive",
    "last-event-id", "last-modified", "link", "location", "origin", "ping-from", "ping-to", "pragma",
    "proxy-authorization", "purpose", "range", "referer", "referrer-policy", "refresh", "report-to",
    "reporting-endpoints", "sec-fetch-dest", "sec-fetch-mode", "sec-gpc", "sec-websocket-accept",
    "sec-websocket-extensions", "sec-websocket-key", "sec-websocket-protocol", "sec-websocket-version",
    "server-timing", "service-worker", "service-worker-allowed", "service-worker-navigation-preload",
    "set-cookie", "set-cookie2", "sourcemap", "te", "timing-allow-origin", "trailer", "transfer-encoding",
    "upgrade", "upgrade-insecure-requests", "user-agent", "vary", "via", "x-content-type-options",
    "x-dns-prefetch-control", "x-frame-options", "x-sourcemap", "x-temp-tablet", "x-xss-protection",
  ]
}
