import ContentBlocker
import Conversion

/// Whether two rules could match the same load. "No" is certain, "yes" is not.
struct RuleOverlap {
  /// What a rule can be told apart by.
  struct Key {
    /// The host that all its URLs have, or are below.
    private(set) var host: [UInt8]?
    fileprivate var types: ResourceTypes
    fileprivate var parties: LoadTypes
    fileprivate var contexts: LoadContexts

    init(_ rule: Rule) {
      host = Self.host(of: rule.trigger.urlFilter)
      // A document of any kind has two names.
      types = rule.trigger.resourceTypes
      if !types.isDisjoint(with: [.document, .topDocument, .childDocument]) {
        if types.contains(.document) { types.formUnion([.topDocument, .childDocument]) }
        if !types.isDisjoint(with: [.topDocument, .childDocument]) { types.insert(.document) }
      }
      if !types.isDisjoint(with: Self.raw) { types.formUnion(Self.raw) }
      parties = rule.trigger.loadTypes
      contexts = rule.trigger.loadContexts
    }

    /// Whether some load could match both.
    func mayMeet(_ other: Key) -> Bool {
      if let host, let otherHost = other.host,
        !HostNames.isHost(host, within: otherHost), !HostNames.isHost(otherHost, within: host)
      {
        return false
      }
      return RuleOverlap.meet(self, other)
    }

    private static let raw: ResourceTypes = [.raw, .fetch, .webSocket, .other, .ping]

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

  /// Rules to compare with, found by their hosts.
  private var byHost: [[UInt8]: [Key]] = [:]
  private var anywhere: [Key] = []
  /// Hosts above those of ``byHost``, with the keys below them.
  private var above: [[UInt8]: [Key]] = [:]

  /// Adds a rule to compare with.
  mutating func insert(_ rule: Rule) { insert(Key(rule)) }

  /// Adds a rule to compare with, by what tells it apart.
  mutating func insert(_ key: Key) {
    guard let host = key.host else {
      anywhere.append(key)
      return
    }
    byHost[host, default: []].append(key)
    for start in host.indices where host[start] == UInt8(ascii: ".") {
      above[Array(host[(start + 1)...]), default: []].append(key)
    }
  }

  /// Whether any of the rules so far could match a load that this one matches.
  func mayMatch(_ rule: Rule) -> Bool { mayMatch(Key(rule)) }

  /// Whether any of the rules so far could match a load that one matches which is told apart by this.
  func mayMatch(_ key: Key) -> Bool {
    func meets(_ other: Key) -> Bool { Self.meet(key, other) }
    if anywhere.contains(where: meets) { return true }
    guard let host = key.host else { return byHost.values.contains { $0.contains(where: meets) } }
    if byHost[host]?.contains(where: meets) ?? false || above[host]?.contains(where: meets) ?? false {
      return true
    }
    for start in host.indices where host[start] == UInt8(ascii: ".") {
      if byHost[Array(host[(start + 1)...])]?.contains(where: meets) ?? false { return true }
    }
    return false
  }

  /// Whether the rest of two rules with the same host lets both match.
  fileprivate static func meet(_ a: Key, _ b: Key) -> Bool {
    (a.types.isEmpty || b.types.isEmpty || !a.types.isDisjoint(with: b.types))
      && (a.parties.isEmpty || b.parties.isEmpty || !a.parties.isDisjoint(with: b.parties))
      && (a.contexts.isEmpty || b.contexts.isEmpty || !a.contexts.isDisjoint(with: b.contexts))
  }
}
