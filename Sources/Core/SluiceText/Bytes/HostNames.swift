/// A host name as a dictionary key. All its bytes are hashed at once, unlike the elements of an array.
package struct HostKey: Hashable, Sendable {
  package let bytes: [UInt8]

  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  package func hash(into hasher: inout Hasher) { hasher.combineBytes(bytes) }
}

/// Relations between host names.
package enum HostNames {
  /// Returns whether `host` is `domain` or one of its subdomains.
  package static func isHost(_ host: [UInt8], within domain: [UInt8]) -> Bool {
    guard host.count > domain.count else { return host == domain }
    let start = host.count - domain.count
    return host[start - 1] == ASCII.dot && host[start...].elementsEqual(domain)
  }

  /// Returns whether `host` is one of the domains or a subdomain of one.
  package static func isHost(_ host: [UInt8], withinAny domains: Set<[UInt8]>) -> Bool {
    domains.contains(host) || parents(of: host).contains { domains.contains($0) }
  }

  /// Returns the parent hosts of `host`, nearest first.
  package static func parents(of host: [UInt8]) -> [[UInt8]] {
    host.indices.filter { host[$0] == ASCII.dot }.map { Array(host[($0 + 1)...]) }
  }

  /// Returns the result of `find` for the host, or for its nearest parent with a result.
  package static func nearest<Value>(_ host: [UInt8], _ find: (HostKey) -> Value?) -> Value? {
    if let value = find(HostKey(host)) { return value }
    for index in host.indices where host[index] == ASCII.dot {
      if let value = find(HostKey(Array(host[(index + 1)...]))) { return value }
    }
    return nil
  }
}
