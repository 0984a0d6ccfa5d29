import ContentBlocker
import Foundation

/// The documented algorithm, written down as it is documented, on the file as Foundation reads it: for each
/// request the tracker by its host, then the first of its rules that matches.
package struct TrackerReference {
  private let trackers: [String: [String: Any]]
  private let domains: [String: String]
  private let cnames: [String: String]
  private let allowlist: [String: [(rule: String, domains: [String])]]
  private let unprotected: [String]
  private let userSites: [String]
  private let suffixes: PublicSuffixList
  private var regexes: [String: NSRegularExpression] = [:]

  package init(tds: Data, exceptions: Data? = nil, userSites: [String] = [], suffixes: PublicSuffixList)
    throws
  {
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
    var allowlist: [String: [(String, [String])]] = [:]
    var unprotected: [String] = []
    if let exceptions {
      let config = try JSONSerialization.jsonObject(with: exceptions) as? [String: Any] ?? [:]
      let features = config["features"] as? [String: [String: Any]] ?? [:]
      let settings = features["trackerAllowlist"]?["settings"] as? [String: Any]
      for (tracker, entry) in settings?["allowlistedTrackers"] as? [String: [String: Any]] ?? [:] {
        allowlist[tracker] = (entry["rules"] as? [[String: Any]] ?? []).map {
          ($0["rule"] as? String ?? "", $0["domains"] as? [String] ?? [])
        }
      }
      let excepted = features["contentBlocking"]?["exceptions"] as? [[String: Any]] ?? []
      let temporary = config["unprotectedTemporary"] as? [[String: Any]] ?? []
      unprotected = (excepted + temporary).compactMap { $0["domain"] as? String }
    }
    self.allowlist = allowlist
    self.unprotected = unprotected
  }

  /// Whether the request is blocked, or answered by a surrogate.
  package mutating func blocks(url: String, page: String, type: String) -> Bool {
    guard let parts = URLComponents(string: url), let ownHost = parts.host?.lowercased(),
      let pageHost = URLComponents(string: page)?.host?.lowercased()
    else { return false }
    var host = ownHost
    var entry = nearest(host) { trackers[$0] }
    if entry == nil, let target = cnames[host] {
      host = target
      entry = nearest(target) { trackers[$0] }
    }
    guard let (domain, tracker) = entry else { return false }
    if host != ownHost {
      if Self.isHost(pageHost, within: domain) { return false }
    } else if site(host) == site(pageHost) {
      return false
    }
    let owner = (tracker["owner"] as? [String: Any])?["name"] as? String
    if let owner, nearest(pageHost, { domains[$0] })?.1 == owner { return false }
    if unprotected.contains(where: { Self.isHost(pageHost, within: $0) }) { return false }
    if userSites.contains(where: { pageHost == $0 || pageHost == "www.\($0)" }) { return false }
    if isAllowlisted(ownHost, parts.percentEncodedPath, pageHost) { return false }
    var uncloaked = parts
    uncloaked.port = nil
    uncloaked.host = host
    // A browser asks for `https://host/` when it is told `https://host`.
    if uncloaked.percentEncodedPath.isEmpty { uncloaked.percentEncodedPath = "/" }
    let text = uncloaked.string ?? url
    for rule in tracker["rules"] as? [[String: Any]] ?? [] {
      guard let regex = rule["rule"] as? String, matches(regex, text) else { continue }
      let action = rule["action"] as? String ?? "block"
      guard action == "block" || action == "ignore" else { continue }
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

  private func isAllowlisted(_ host: String, _ path: String, _ page: String) -> Bool {
    guard let (_, rules) = nearest(host, { allowlist[$0] }) else { return false }
    let first = rules.first { entry in
      let parts = entry.rule.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = parts.first, Self.isHost(host, within: String(name)) else { return false }
      guard parts.count > 1 else { return true }
      let texts = ("/" + parts[1]).lowercased().components(separatedBy: ".*")
      guard let start = texts.first, path.lowercased().hasPrefix(start) else { return false }
      var rest = path.lowercased().dropFirst(start.count)
      for text in texts.dropFirst() where !text.isEmpty {
        guard let found = rest.range(of: text) else { return false }
        rest = rest[found.upperBound...]
      }
      return true
    }
    guard let first else { return false }
    return first.domains.contains("<all>") || first.domains.contains { Self.isHost(page, within: $0) }
  }

  private mutating func matches(_ regex: String, _ url: String) -> Bool {
    if regexes[regex] == nil {
      regexes[regex] = try? NSRegularExpression(pattern: regex, options: .caseInsensitive)
    }
    return regexes[regex]?.firstMatch(in: url, range: NSRange(url.startIndex..., in: url)) != nil
  }

  private func site(_ host: String) -> [UInt8] { Array(suffixes.registrableDomain(of: Array(host.utf8))) }

  private func nearest<Value>(_ host: String, _ find: (String) -> Value?) -> (String, Value)? {
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
