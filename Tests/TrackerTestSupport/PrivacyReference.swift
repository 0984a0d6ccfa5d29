import Foundation

/// The documented meaning of a privacy configuration, read with Foundation.
///
/// A feature that is not `enabled` is off. A missing feature has the same effect as a missing file.
struct PrivacyReference {
  private var allowlist: [String: [(rule: String, domains: [String])]] = [:]
  private var blocklist: [(domain: String, rule: String, domains: [String])] = []
  private var unprotected: [String] = []
  private var isContentBlockingOff = false
  /// The sites on which the allowlist or the blocklist is off.
  private var withoutAllowlist: [String] = []
  private var withoutBlocklist: [String] = []
  /// The entities for click to load, or nil if the configuration does not mention it.
  private var entities: [String: [String: Any]]?
  private var withoutClickToLoad: [String] = []

  init(_ file: Data?) throws {
    guard let file else { return }
    let config = try JSONSerialization.jsonObject(with: file) as? [String: Any] ?? [:]
    let features = config["features"] as? [String: [String: Any]] ?? [:]
    func isOn(_ feature: [String: Any]) -> Bool { feature["state"] as? String == "enabled" }
    func sites(_ list: Any?) -> [String] {
      (list as? [[String: Any]] ?? []).compactMap { $0["domain"] as? String }
    }
    func rules(_ entry: Any) -> [(rule: String, domains: [String])] {
      ((entry as? [String: Any])?["rules"] as? [[String: Any]] ?? []).map {
        ($0["rule"] as? String ?? "", $0["domains"] as? [String] ?? [])
      }
    }
    unprotected = sites(config["unprotectedTemporary"])
    if let feature = features["contentBlocking"] {
      isContentBlockingOff = !isOn(feature)
      unprotected += sites(feature["exceptions"])
    }
    if let feature = features["trackerAllowlist"], isOn(feature) {
      let trackers = (feature["settings"] as? [String: Any])?["allowlistedTrackers"] as? [String: Any] ?? [:]
      allowlist = trackers.mapValues(rules)
      withoutAllowlist = sites(feature["exceptions"])
    }
    if let feature = features["requestBlocklist"], isOn(feature) {
      let requests = (feature["settings"] as? [String: Any])?["blockedRequests"] as? [String: Any] ?? [:]
      blocklist = requests.flatMap { domain, entry in
        rules(entry).map { (domain: domain, rule: $0.rule, domains: $0.domains) }
      }
      withoutBlocklist = sites(feature["exceptions"])
    }
    if let feature = features["clickToLoad"] {
      entities = isOn(feature) ? feature["settings"] as? [String: [String: Any]] ?? [:] : [:]
      withoutClickToLoad = sites(feature["exceptions"])
    }
  }

  private func isWithin(_ page: String, _ domains: [String]) -> Bool {
    domains.contains { $0 == "<all>" || TrackerReference.isHost(page, within: $0) }
  }

  /// Returns whether nothing is blocked on pages of a host.
  func isUnprotected(_ page: String) -> Bool { isContentBlockingOff || isWithin(page, unprotected) }

  /// Returns whether the first matching allowlist rule of a tracker allows a request.
  func isAllowlisted(_ host: String, _ path: String, _ page: String) -> Bool {
    guard let (_, rules) = TrackerReference.nearest(host, { allowlist[$0] }),
      !isWithin(page, withoutAllowlist)
    else { return false }
    let first = rules.first { entry in
      let parts = entry.rule.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = parts.first, TrackerReference.isHost(host, within: String(name)) else { return false }
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
    return first.map { isWithin(page, $0.domains) } ?? false
  }

  /// Returns whether any rule for the request's domain matches the page and the URL, starting at a label of
  /// its host.
  func isBlocklisted(_ url: URLComponents, _ page: String) -> Bool {
    guard let host = url.host?.lowercased(), !isWithin(page, withoutBlocklist) else { return false }
    let path = url.percentEncodedPath.isEmpty ? "/" : url.percentEncodedPath
    let text =
      host + (url.port.map { ":\($0)" } ?? "") + path + (url.percentEncodedQuery.map { "?\($0)" } ?? "")
    return blocklist.contains { domain, rule, domains in
      guard TrackerReference.isHost(host, within: domain), isWithin(page, domains) else { return false }
      let regex =
        "^([^/]+\\.)?" + NSRegularExpression.escapedPattern(for: rule).replacing("\\*", with: ".*")
        + (rule.contains("/") || rule.contains(":") ? "" : "[/:]")
      return text.range(of: regex, options: .regularExpression) != nil
    }
  }

  /// Returns whether rules with an action block on pages of a host.
  func clickToLoad(_ action: String, _ page: String, _ pageOwner: String?) -> Bool {
    guard action.hasPrefix("block-ctl-") else { return false }
    guard let entities else { return true }
    func has(_ entity: [String: Any]) -> Bool {
      (entity["ruleActions"] as? [String] ?? []).contains(action)
    }
    let isSupported = entities.values.contains { $0["state"] as? String == "enabled" && has($0) }
    let isOwn = pageOwner.flatMap { entities[$0] }.map(has) ?? false
    return isSupported && !isOwn && !isWithin(page, withoutClickToLoad)
  }
}
