import Foundation
import SluiceAnalysis
import SluiceRules
import TestSupport

/// A request as WebKit makes it and as filters see it.
struct GeneratedRequest {
  var webKit: Request
  var reference: ReferenceRequest

  var description: String {
    "\(reference.kind) \(String(decoding: webKit.url, as: UTF8.self)) "
      + "on \(String(decoding: webKit.topURL, as: UTF8.self))"
  }
}

/// Generates requests from the text of filters: matches and near misses.
struct RequestGenerator {
  var random: SeededRandom
  private let hosts: [String]
  private let patterns: [String]
  /// The kinds that filters name, and scripts.
  private let kinds: [Request.Kind]

  init(random: SeededRandom, hosts: [String], filters: [String]) {
    self.random = random
    self.hosts = hosts
    kinds = [.script] + Self.allKinds.filter { kind in filters.contains { $0.contains(kind.rawValue) } }
    patterns = filters.filter { !$0.contains("##") && !$0.contains("#@#") }.map { filter in
      let pattern = filter.prefix { $0 != "$" }
      if pattern.hasPrefix("0.0.0.0 ") { return "||" + pattern.dropFirst(8) + "^" }
      return String(pattern.hasPrefix("@@") ? pattern.dropFirst(2) : pattern)
    }
  }

  mutating func request() -> GeneratedRequest {
    let kind = random.pick(random.oneIn(3) ? Self.allKinds : kinds)
    // WebKit compares domains with the entire URL of a page, so no domain occurs in the query of these pages.
    // Tables cover requests to IP addresses, because the patterns for the complement of hosts do not match
    // them.
    let pageHost = kind != .document && random.oneIn(16) ? "[::1]" : host()
    let page = "https://\(pageHost)\(random.pick(["/", "/", "/ad", "/ad/x", ":8080/", ":8080/ad"]))"
    while true {
      let url = kind == .document && random.oneIn(2) ? page : self.url(mayNest: kind != .document)
      let request = Self.request(kind, url, page)
      // Some texts, such as one with two ports, are not valid URLs.
      if !request.webKit.url.isEmpty { return request }
    }
  }

  /// Returns a request for data that the page made.
  mutating func blobRequest() -> GeneratedRequest {
    let kind = random.pick(
      kinds.filter { $0 != .document && $0 != .popup && !Self.kindsOfServers.contains($0) })
    let origin = "https://\(host())"
    return Self.request(kind, "blob:\(origin)/1f3b5c7d-0a2e-4c6f-8b9d-0123456789ad", origin + "/ad")
  }

  private static func request(_ kind: Request.Kind, _ url: String, _ page: String) -> GeneratedRequest {
    let request = Request(kind, url: Array(url.utf8), page: Array(page.utf8), suffixes: suffixes)
    return GeneratedRequest(
      webKit: request,
      reference: ReferenceRequest(
        kind: kind, url: ReferenceURL(request.url), page: ReferenceURL(request.topURL)))
  }

  /// WebKit assigns a different type to requests of `object` elements.
  private static let allKinds = Request.Kind.allCases.filter { $0 != .object }

  /// The kinds of requests that need a server.
  private static let kindsOfServers: Set<Request.Kind> = [.ping, .beacon, .websocket]

  /// The public suffixes of the hosts here; the reference has its own.
  private static let suffixes = PublicSuffixList(parsing: "com\nnet\nuk\nco.uk")

  private mutating func host() -> String {
    let host = random.pick(random.oneIn(4) ? FilterGenerator.allHosts : hosts)
    switch random.below(14) {
    case 0: return "x" + host
    case 1: return "x-" + host
    case 2: return host + ".b.com"
    case 3: return "m." + host
    case 4: return "a." + host
    // Never a public suffix: for pages there, WebKit treats all hosts below them as first parties.
    case 5:
      let parent = String(host.drop { $0 != "." }.dropFirst())
      return parent.contains(".") && parent != "co.uk" ? parent : host
    case 6: return host.prefix { $0 != "." } + random.pick([".co.uk", ".com", ".x.com", ".com.uk"])
    default: return host
    }
  }

  private mutating func url(mayNest: Bool) -> String {
    guard let pattern = patterns.isEmpty || random.oneIn(6) ? nil : random.pick(patterns) else {
      return scheme() + host() + random.pick(["", ":8080"]) + random.pick(FilterGenerator.paths + ["/"])
    }
    var url = ""
    for character in pattern where character != "|" {
      switch character {
      case "*": url += random.pick(["", "x", "/x/"])
      case "^": url += random.pick(Self.endsOfHost + (isBehindHost(url) ? Self.separators : []))
      default: url.append(random.oneIn(40) ? "z" : character)
      }
    }
    if url.contains("://") {
      if url.hasSuffix("://") { url += host() }
    } else if pattern.hasPrefix("||") || pattern.hasPrefix("^") {
      if url.hasPrefix("/") { url.removeFirst() }
      url = scheme() + random.pick(["", "", "", "", "a.", "x", "x-"]) + url
    } else {
      url = scheme() + host() + (url.hasPrefix("/") ? "" : "/") + url
    }
    url = withScheme(Self.withHost(url))
    switch random.below(8) {
    case 0: url += random.pick(["x", "/x", "/&x", "?x=1", "/ad"])
    case 1: if mayNest { url = "https://x.net/?u=" + url }
    case 2: url = random.pick([url.uppercased(), url.lowercased()])
    default: break
    }
    return url
  }

  /// Returns the URL, with a host if it lacks one and with a completed host if it ends with a dot.
  private static func withHost(_ url: String) -> String {
    guard let start = url.range(of: "://")?.upperBound else { return url }
    let end = url[start...].firstIndex { "/?:".contains($0) } ?? url.endIndex
    let host = url[start..<end]
    let more = host.isEmpty ? "b.com" : host.hasSuffix(".") ? "com" : ""
    return url[..<end] + more + url[end...]
  }

  /// Returns the URL with the scheme of a server. Requests have no other scheme, but a pattern may leave it open.
  private mutating func withScheme(_ url: String) -> String {
    guard let end = url.range(of: "://")?.upperBound,
      !["https://", "http://", "wss://", "ws://"].contains(url[..<end].lowercased())
    else { return url }
    return scheme() + url[end...]
  }

  private func isBehindHost(_ url: String) -> Bool {
    url.dropFirst().replacing("://", with: "").contains("/")
  }

  private static let endsOfHost = ["/", "/", "/", "/", "?", ":8080/", "", "-"]
  /// Characters that no host contains, and similar ones.
  private static let separators = ["=", "&", "%", "_"]

  private mutating func scheme() -> String { random.pick(["https://", "https://", "http://", "wss://"]) }
}
