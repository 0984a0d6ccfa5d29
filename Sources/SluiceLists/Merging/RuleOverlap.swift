import SluiceRules
import SluiceText

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

  /// Indexed rules with the same conditions. Their host is the key under which they are stored.
  private struct Group {
    var loads: Loads
    var isOfBlobs: Bool
    /// The positions of the rules, in ascending order.
    var positions: [Int]

    /// Returns whether one request could match these rules and another one, apart from their hosts.
    func meets(_ key: Key) -> Bool { !(isOfBlobs && key.host != nil) && loads.meet(key.loads) }
  }

  private var byHost: [[UInt8]: [Group]] = [:]
  private var anywhere: [Group] = []
  /// The parents of the hosts in ``byHost``, with the rules for their subdomains.
  private var above: [[UInt8]: [Group]] = [:]
  /// The last position for each set of conditions. A rule without a host can match the URL of any other rule.
  private var last: [Loads: Int] = [:]
  private var count = 0

  /// Indexes a rule by its properties and its position in a list. Positions must ascend.
  mutating func insert(_ key: Key, at position: Int) {
    func add(to groups: inout [Group]) {
      if let place = groups.firstIndex(where: { $0.loads == key.loads && $0.isOfBlobs == key.isOfBlobs }) {
        groups[place].positions.append(position)
      } else {
        groups.append(Group(loads: key.loads, isOfBlobs: key.isOfBlobs, positions: [position]))
      }
    }
    last[key.loads] = position
    count += 1
    guard let host = key.host else { return add(to: &anywhere) }
    add(to: &byHost[host, default: []])
    for start in host.indices where host[start] == ASCII.dot {
      add(to: &above[Array(host[(start + 1)...]), default: []])
    }
  }

  /// Returns whether an indexed rule, from `position` on, could match the same request as a rule with the
  /// given properties.
  func mayMatch(_ key: Key, from position: Int = 0) -> Bool {
    guard key.host != nil || key.isOfBlobs else {
      return last.contains { $0.value >= position && $0.key.meet(key.loads) }
    }
    return groups(of: key).contains { groups in
      groups.contains { $0.positions.last.map { $0 >= position } ?? false && $0.meets(key) }
    }
  }

  /// Returns the positions of the indexed rules that could match the same request as a rule with the given
  /// properties. It only returns positions from `position` on, in no particular order.
  func positions(meeting key: Key, from position: Int) -> [Int] {
    var positions: [Int] = []
    for group in groups(of: key).joined() where group.meets(key) {
      positions += group.positions.reversed().prefix { $0 >= position }
    }
    return positions
  }

  func maximumPositions(meeting key: Key) -> Int {
    if key.host == nil { return count }
    return groups(of: key).joined().reduce(0) { $0 + $1.positions.count }
  }

  /// Returns the rules whose hosts allow that they match the same request.
  private func groups(of key: Key) -> [[Group]] {
    var groups = [anywhere]
    guard let host = key.host else { return key.isOfBlobs ? groups : groups + byHost.values }
    func add(_ more: [Group]?) { if let more { groups.append(more) } }
    add(byHost[host])
    add(above[host])
    for start in host.indices where host[start] == ASCII.dot {
      add(byHost[Array(host[(start + 1)...])])
    }
    return groups
  }
}
