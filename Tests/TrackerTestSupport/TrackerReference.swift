import Foundation
import SluiceAnalysis
import SluiceRules

/// The documented algorithm, implemented literally, with files read by Foundation.
///
/// For each request, it checks the request blocklist, then finds the tracker by host, then its first matching
/// rule.
package struct TrackerReference {
  private let trackers: [String: [String: Any]]
  private let domains: [String: String]
  private let cnames: [String: String]
  private let configuration: PrivacyReference
  private let userSites: [String]
  private let suffixes: PublicSuffixList
  private let blocksClickToLoad: Bool
  private var regexes: [String: NSRegularExpression] = [:]

  package init(
    tds: Data, exceptions: Data? = nil, userSites: [String] = [], suffixes: PublicSuffixList,
    blocksClickToLoad: Bool = false
  ) throws {
    let file = try JSONSerialization.jsonObject(with: tds) as? [String: Any] ?? [:]
    trackers = file["trackers"] as? [String: [String: Any]] ?? [:]
    cnames = file["cnames"] as? [String: String] ?? [:]
    var domains: [String: String] = [:]
    for (name, entity) in file["entities"] as? [String: [String: Any]] ?? [:] {
      for domain in entity["domains"] as? [String] ?? [] { domains[domain] = name }
    }
    domains.merge(file["domains"] as? [String: String] ?? [:]) { $1 }
    self.domains = domains
    self.suffixes = suffixes
    self.userSites = userSites
    self.blocksClickToLoad = blocksClickToLoad
    configuration = try PrivacyReference(exceptions)
  }

  /// Returns whether the request is blocked or answered by a surrogate.
  package mutating func blocks(url: String, page: String, type: String) -> Bool {
    guard let parts = URLComponents(string: url), let ownHost = parts.host?.lowercased(),
      let pageHost = URLComponents(string: page)?.host?.lowercased()
    else { return false }
    if configuration.isUnprotected(pageHost) { return false }
    if userSites.contains(where: { pageHost == $0 || pageHost == "www.\($0)" }) { return false }
    if configuration.isAllowlisted(ownHost, parts.percentEncodedPath, pageHost) { return false }
    if configuration.isBlocklisted(parts, pageHost) { return true }
    var host = ownHost
    var entry = Self.nearest(host) { trackers[$0] }
    if entry == nil, let target = cnames[host] {
      host = target
      entry = Self.nearest(target) { trackers[$0] }
    }
    guard let (domain, tracker) = entry else { return false }
    if host != ownHost {
      if Self.isHost(pageHost, within: domain) { return false }
    } else if site(host) == site(pageHost) {
      return false
    }
    let owner = (tracker["owner"] as? [String: Any])?["name"] as? String
    if let owner, Self.nearest(pageHost, { domains[$0] })?.1 == owner { return false }
    let pageOwner = Self.nearest(pageHost) { domains[$0] }?.1
    var uncloaked = parts
    uncloaked.port = nil
    uncloaked.host = host
    // For `https://host`, a browser requests `https://host/`.
    if uncloaked.percentEncodedPath.isEmpty { uncloaked.percentEncodedPath = "/" }
    let text = uncloaked.string ?? url
    for rule in tracker["rules"] as? [[String: Any]] ?? [] {
      guard let regex = rule["rule"] as? String, matches(regex, text) else { continue }
      let action = rule["action"] as? String ?? "block"
      let waits = blocksClickToLoad && configuration.clickToLoad(action, pageHost, pageOwner)
      guard action == "block" || action == "ignore" || waits else { continue }
      if let options = rule["options"] as? [String: Any], !holds(options, pageHost, type) { continue }
      if action == "ignore" { return false }
      if let exceptions = rule["exceptions"] as? [String: Any], holds(exceptions, pageHost, type) {
        return false
      }
      return true
    }
    return tracker["default"] as? String == "block"
  }

  private func holds(_ scope: [String: Any], _ page: String, _ type: String) -> Bool {
    let domains = scope["domains"] as? [String] ?? []
    let types = scope["types"] as? [String] ?? []
    return (domains.isEmpty || domains.contains { Self.isHost(page, within: $0) })
      && (types.isEmpty || types.contains(type))
  }

  private mutating func matches(_ regex: String, _ url: String) -> Bool {
    if regexes[regex] == nil {
      regexes[regex] = try? NSRegularExpression(pattern: regex, options: .caseInsensitive)
    }
    return regexes[regex]?.firstMatch(in: url, range: NSRange(url.startIndex..., in: url)) != nil
  }

  private func site(_ host: String) -> [UInt8] { Array(suffixes.registrableDomain(of: Array(host.utf8))) }

  package static func nearest<Value>(_ host: String, _ find: (String) -> Value?) -> (String, Value)? {
    var name = host[...]
    while true {
      if let value = find(String(name)) { return (String(name), value) }
      guard let dot = name.firstIndex(of: ".") else { return nil }
      name = name[name.index(after: dot)...]
    }
  }

  package static func isHost(_ host: String, within domain: String) -> Bool {
    host == domain || host.hasSuffix("." + domain)
  }
}
