import SluiceRules

/// An index of rules that finds those that could match the same request. A negative answer is certain, a
/// positive answer is not.
struct RuleOverlap {
  /// The properties of a rule that can exclude an overlap.
  struct Key {
    /// The host, or a parent domain of the host, of all matching URLs; nil if the pattern does not determine
    /// it.
    private(set) var host: [UInt8]?
    /// Whether all matching URLs are `blob:` URLs, which have no host.
    fileprivate let isOfBlobs: Bool
    fileprivate var loads: Loads

    init(_ rule: Rule) {
      host = Self.host(of: rule.trigger.urlFilter)
      isOfBlobs = rule.trigger.urlFilter == .blob
      loads = Loads(rule.trigger)
    }

    /// Returns whether one request could match both rules.
    func mayMeet(_ other: Key) -> Bool {
      if let host, let otherHost = other.host,
        !HostNames.isHost(host, within: otherHost), !HostNames.isHost(otherHost, within: host)
      {
        return false
      }
      if isOfBlobs && other.host != nil || other.isOfBlobs && host != nil { return false }
      return loads.meet(other.loads)
    }

    /// Returns the host of a pattern that begins with a host anchor and a complete literal host.
    private static func host(of filter: URLFilter) -> [UInt8]? {
      guard let (anchor, host, rest) = filter.anchoredHost, filter.hasHostEnd(at: rest.lowerBound) else {
        return nil
      }
      switch anchor {
      case .label, .labelBeforePath, .labelBeforeRun, .labelBeforePortAndRun, .host, .authority:
        return host.isEmpty ? nil : host
      case .insideAuthority:
        // The text before the first dot can be the end of any label.
        let below = host.drop { $0 != ASCII.dot }.dropFirst()
        return below.isEmpty ? nil : Array(below)
      }
    }
  }

  /// The conditions of a rule on a request, apart from its URL.
  fileprivate struct Loads: Hashable {
    var types: ResourceTypes
    var parties: LoadTypes
    var contexts: LoadContexts

    init(_ trigger: Trigger) {
      // Each kind of document has two names.
      types = trigger.resourceTypes
      if !types.isDisjoint(with: [.document, .topDocument, .childDocument]) {
        if types.contains(.document) { types.formUnion([.topDocument, .childDocument]) }
        if !types.isDisjoint(with: [.topDocument, .childDocument]) { types.insert(.document) }
      }
      if !types.isDisjoint(with: Self.raw) { types.formUnion(Self.raw) }
      parties = trigger.loadTypes
      contexts = trigger.loadContexts
    }

    private static let raw: ResourceTypes = [.raw, .fetch, .webSocket, .other, .ping]

    /// Returns whether a request whose URL matches both rules could meet the conditions of both.
    func meet(_ other: Loads) -> Bool {
      (types.isEmpty || other.types.isEmpty || !types.isDisjoint(with: other.types))
        && (parties.isEmpty || other.parties.isEmpty || !parties.isDisjoint(with: other.parties))
        && (contexts.isEmpty || other.contexts.isEmpty || !contexts.isDisjoint(with: other.contexts))
    }
  }

  /// An indexed rule. Its host is the key under which it is stored.
  private struct Entry {
    var loads: Loads
    var isOfBlobs: Bool
    var position: Int

    /// Returns whether one request could match both rules, apart from their hosts.
    func meets(_ key: Key) -> Bool { !(isOfBlobs && key.host != nil) && loads.meet(key.loads) }
  }

  /// The indexed rules, by host.
  private var byHost: [[UInt8]: [Entry]] = [:]
  private var anywhere: [Entry] = []
  /// The parents of the hosts in ``byHost``, with the rules for their subdomains.
  private var above: [[UInt8]: [Entry]] = [:]
  /// The last position for each set of conditions. A rule without a host can match the URL of any other rule.
  private var last: [Loads: Int] = [:]

  /// Indexes a rule by its properties and its position in a list.
  mutating func insert(_ key: Key, at position: Int) {
    let entry = Entry(loads: key.loads, isOfBlobs: key.isOfBlobs, position: position)
    last[key.loads] = max(position, last[key.loads] ?? position)
    guard let host = key.host else {
      anywhere.append(entry)
      return
    }
    byHost[host, default: []].append(entry)
    for start in host.indices where host[start] == ASCII.dot {
      above[Array(host[(start + 1)...]), default: []].append(entry)
    }
  }

  /// Returns whether an indexed rule, from `position` on, could match the same request as a rule with the
  /// given properties.
  func mayMatch(_ key: Key, from position: Int = 0) -> Bool {
    guard key.host != nil || key.isOfBlobs else {
      return last.contains { $0.value >= position && $0.key.meet(key.loads) }
    }
    return contains(meeting: key) { $0 >= position }
  }

  /// Returns the positions of the indexed rules that could match the same request as a rule with the given
  /// properties. It only returns positions from `position` on, in no particular order.
  func positions(meeting key: Key, from position: Int) -> [Int] {
    var positions: [Int] = []
    _ = contains(meeting: key) {
      if $0 >= position { positions.append($0) }
      return false
    }
    return positions
  }

  /// Returns whether `isWanted` accepts the position of a rule that could match the same request.
  private func contains(meeting key: Key, where isWanted: (Int) -> Bool) -> Bool {
    func contains(_ entries: [Entry]?) -> Bool {
      entries?.contains { $0.meets(key) && isWanted($0.position) } ?? false
    }
    if contains(anywhere) { return true }
    guard let host = key.host else { return !key.isOfBlobs && byHost.values.contains(where: contains) }
    if contains(byHost[host]) || contains(above[host]) { return true }
    for start in host.indices where host[start] == ASCII.dot {
      if contains(byHost[Array(host[(start + 1)...])]) { return true }
    }
    return false
  }
}
