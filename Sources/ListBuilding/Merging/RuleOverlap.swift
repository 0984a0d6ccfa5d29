import ContentBlocker
import Conversion

/// Whether two rules could match the same load. "No" is certain, "yes" is not.
struct RuleOverlap {
  /// What a rule can be told apart by.
  struct Key {
    /// The host that all its URLs have, or are below.
    private(set) var host: [UInt8]?
    fileprivate var loads: Loads

    init(_ rule: Rule) {
      host = Self.host(of: rule.trigger.urlFilter)
      loads = Loads(rule.trigger)
    }

    /// Whether some load could match both.
    func mayMeet(_ other: Key) -> Bool {
      if let host, let otherHost = other.host,
        !HostNames.isHost(host, within: otherHost), !HostNames.isHost(otherHost, within: host)
      {
        return false
      }
      return loads.meet(other.loads)
    }

    /// The host of a pattern that begins with a host anchor and goes on with a host written out to its end.
    private static func host(of filter: URLFilter) -> [UInt8]? {
      guard let (anchor, host, rest) = filter.anchoredHost, filter.hasHostEnd(at: rest.lowerBound) else {
        return nil
      }
      switch anchor {
      case .label, .labelBeforePath, .labelBeforeRun, .labelBeforePortAndRun, .host, .authority:
        return host.isEmpty ? nil : host
      case .insideAuthority:
        // What stands before the first dot is the end of some label.
        let below = host.drop { $0 != UInt8(ascii: ".") }.dropFirst()
        return below.isEmpty ? nil : Array(below)
      }
    }
  }

  /// What a rule says of loads beside their URL.
  fileprivate struct Loads: Hashable {
    var types: ResourceTypes
    var parties: LoadTypes
    var contexts: LoadContexts

    init(_ trigger: Trigger) {
      // A document of any kind has two names.
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

    /// Whether some load with a URL that both match could match both.
    func meet(_ other: Loads) -> Bool {
      (types.isEmpty || other.types.isEmpty || !types.isDisjoint(with: other.types))
        && (parties.isEmpty || other.parties.isEmpty || !parties.isDisjoint(with: other.parties))
        && (contexts.isEmpty || other.contexts.isEmpty || !contexts.isDisjoint(with: other.contexts))
    }
  }

  /// A rule to compare with: of its host is known where it stands.
  private struct Entry {
    var loads: Loads
    var position: Int
  }

  /// Rules to compare with, found by their hosts.
  private var byHost: [[UInt8]: [Entry]] = [:]
  private var anywhere: [Entry] = []
  /// Hosts above those of ``byHost``, with the rules below them.
  private var above: [[UInt8]: [Entry]] = [:]
  /// The last position of each kind of rule, for rules without a host: all the others can have their URL.
  private var last: [Loads: Int] = [:]

  /// Adds a rule to compare with, by what tells it apart, and its position in a list.
  mutating func insert(_ key: Key, at position: Int) {
    let entry = Entry(loads: key.loads, position: position)
    last[key.loads] = max(position, last[key.loads] ?? position)
    guard let host = key.host else {
      anywhere.append(entry)
      return
    }
    byHost[host, default: []].append(entry)
    for start in host.indices where host[start] == UInt8(ascii: ".") {
      above[Array(host[(start + 1)...]), default: []].append(entry)
    }
  }

  /// Whether any of the rules so far, from a position on, could match a load that one matches which is told apart by this.
  func mayMatch(_ key: Key, from position: Int = 0) -> Bool {
    guard key.host != nil else { return last.contains { $0.value >= position && $0.key.meet(key.loads) } }
    return contains(meeting: key) { $0 >= position }
  }

  /// The positions of the rules so far, from a position on, that could match a load that one matches which is told apart by
  /// this; in no order.
  func positions(meeting key: Key, from position: Int) -> [Int] {
    var positions: [Int] = []
    _ = contains(meeting: key) {
      if $0 >= position { positions.append($0) }
      return false
    }
    return positions
  }

  /// Whether a rule that could match the same load stands at a position that is wanted.
  private func contains(meeting key: Key, where isWanted: (Int) -> Bool) -> Bool {
    func contains(_ entries: [Entry]?) -> Bool {
      entries?.contains { $0.loads.meet(key.loads) && isWanted($0.position) } ?? false
    }
    if contains(anywhere) { return true }
    guard let host = key.host else { return byHost.values.contains(where: contains) }
    if contains(byHost[host]) || contains(above[host]) { return true }
    for start in host.indices where host[start] == UInt8(ascii: ".") {
      if contains(byHost[Array(host[(start + 1)...])]) { return true }
    }
    return false
  }
}
