/// A host name as a key: hashed in one go, which an array of bytes is not.
package struct HostKey: Hashable, Sendable {
  /// The name.
  package let bytes: [UInt8]

  /// A host name as a key.
  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Feeds the name.
  package func hash(into hasher: inout Hasher) { hasher.combineBytes(bytes) }
}

/// How host names are within each other.
package enum HostNames {
  /// Whether `host` is `domain` or below it.
  package static func isHost(_ host: [UInt8], within domain: [UInt8]) -> Bool {
    guard host.count > domain.count else { return host == domain }
    let start = host.count - domain.count
    return host[start - 1] == UInt8(ascii: ".") && host[start...].elementsEqual(domain)
  }

  /// Whether `host` is one of these, or below one of them.
  package static func isHost(_ host: [UInt8], withinAny domains: Set<[UInt8]>) -> Bool {
    domains.contains(host) || parents(of: host).contains { domains.contains($0) }
  }

  /// The hosts above `host`, nearest first.
  package static func parents(of host: [UInt8]) -> [[UInt8]] {
    host.indices.filter { host[$0] == UInt8(ascii: ".") }.map { Array(host[($0 + 1)...]) }
  }

  /// What `find` gives for the host, or else for the nearest host above it for which it gives something.
  package static func nearest<Value>(_ host: [UInt8], _ find: (HostKey) -> Value?) -> Value? {
    if let value = find(HostKey(host)) { return value }
    for index in host.indices where host[index] == UInt8(ascii: ".") {
      if let value = find(HostKey(Array(host[(index + 1)...]))) { return value }
    }
    return nil
  }
}
