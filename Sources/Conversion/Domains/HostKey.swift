import ContentBlocker

/// A host name as a key: hashed in one go, which an array of bytes is not.
package struct HostKey: Hashable, Sendable {
  /// The name.
  package let bytes: [UInt8]

  /// A host name as a key.
  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Feeds the name.
  package func hash(into hasher: inout Hasher) { hasher.combineBytes(bytes) }
}

extension HostNames {
  /// What `find` gives for the host, or else for the nearest host above it for which it gives something.
  package static func nearest<Value>(_ host: [UInt8], _ find: (HostKey) -> Value?) -> Value? {
    if let value = find(HostKey(host)) { return value }
    for index in host.indices where host[index] == UInt8(ascii: ".") {
      if let value = find(HostKey(Array(host[(index + 1)...]))) { return value }
    }
    return nil
  }
}
