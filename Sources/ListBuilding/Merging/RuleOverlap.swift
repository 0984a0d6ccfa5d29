import ContentBlocker
import Conversion

/// Whether two rules could match the same load. "No" is certain, "yes" is not.
struct RuleOverlap {
  /// What a rule can be told apart by.
  struct Key {
    /// The host that all its URLs have, or are below.
    fileprivate var host: [UInt8]?
    fileprivate var types: ResourceTypes
    fileprivate var parties: LoadTypes
    fileprivate var contexts: LoadContexts

    init(_ rule: Rule) {
      host = Self.host(of: rule.trigger.urlFilter.bytes)
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
    private static func host(of bytes: [UInt8]) -> [UInt8]? {
      for (anchor, isAtLabel) in anchors where bytes.starts(with: anchor) {
        var host: [UInt8] = []
        var index = anchor.count
        func whole() -> [UInt8]? {
          if isAtLabel { return host.isEmpty ? nil : host }
          // What stands before the first dot is the end of some label.
          let below = host.drop { $0 != UInt8(ascii: ".") }.dropFirst()
          return below.isEmpty ? nil : Array(below)
        }
        while index < bytes.count {
          switch bytes[index] {
          case UInt8(ascii: "A")...UInt8(ascii: "Z"): host.append(bytes[index] | 0x20)
          case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "-"), UInt8(ascii: "_"):
            host.append(bytes[index])
          case UInt8(ascii: "\\") where index + 1 < bytes.count && bytes[index + 1] == UInt8(ascii: "."):
            host.append(UInt8(ascii: "."))
            index += 1
          case UInt8(ascii: "/"): return whole()
          case UInt8(ascii: "["), UInt8(ascii: "("):
            let rest = bytes[index...]
            return ends.contains { rest.starts(with: $0) } ? whole() : nil
          default: return nil
          }
          index += 1
        }
        return nil
      }
      return nil
    }

    /// How patterns begin before a host, and whether what follows begins a label.
    private static let anchors = [
      (#"^[^:]+://([^/]+\.)?"#, true), (#"^[^:]+://+([^/]+\.)?"#, true), (#"^[^:]+://[^/]*"#, false),
      (#"^[^:]+://"#, true),
    ].map { (Array($0.0.utf8), $0.1) }
    private static let ends = ["[:/]", "[/:]", "(:[0-9]+)?/", "(:[0-9]+)?(/"].map { Array($0.utf8) }
  }

  /// Rules to compare with, found by their hosts.
  private var byHost: [[UInt8]: [Key]] = [:]
  private var anywhere: [Key] = []
  /// Hosts above those of ``byHost``, with the keys below them.
  private var above: [[UInt8]: [Key]] = [:]

  /// Adds a rule to compare with.
  mutating func insert(_ rule: Rule) {
    let key = Key(rule)
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
  func mayMatch(_ rule: Rule) -> Bool {
    let key = Key(rule)
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
