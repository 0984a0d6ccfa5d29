/// A host name or an entity.
enum PageName: Hashable, Comparable {
  /// The host and those below it.
  case host([UInt8])
  /// The name under any public suffix, and what is below it.
  case entity([UInt8])

  static func < (a: PageName, b: PageName) -> Bool {
    switch (a, b) {
    case (.host(let a), .host(let b)), (.entity(let a), .entity(let b)): a.lexicographicallyPrecedes(b)
    case (.host, .entity): true
    case (.entity, .host): false
    }
  }
}

extension PageName {
  func hash(into hasher: inout Hasher) {
    switch self {
    case .host(let name):
      hasher.combine(0 as UInt8)
      name.withUnsafeBytes { hasher.combine(bytes: $0) }
    case .entity(let name):
      hasher.combine(1 as UInt8)
      name.withUnsafeBytes { hasher.combine(bytes: $0) }
    }
  }
}

/// Compares entities (`name.*`) with hosts.
enum EntityMatch {
  /// Whether `host`, or a host above it, is `name` with one or two labels behind it: what can be a public
  /// suffix by its form.
  static func covers(_ name: [UInt8], _ host: [UInt8]) -> Bool {
    var start = 0
    while start < host.count {
      let rest = host[start...]
      if rest.count > name.count, rest.starts(with: name), rest[start + name.count] == UInt8(ascii: ".") {
        let suffix = rest[(start + name.count + 1)...]
        if suffix.count(where: { $0 == UInt8(ascii: ".") }) <= 1 { return true }
      }
      guard let dot = rest.firstIndex(of: UInt8(ascii: ".")) else { return false }
      start = dot + 1
    }
    return false
  }
}

extension PageName {
  /// Whether this is `other`, or everything in it is in `other` too.
  func isWithin(_ other: PageName) -> Bool {
    switch (self, other) {
    case (.host(let host), .host(let domain)): HostNames.isHost(host, within: domain)
    case (.host(let host), .entity(let name)): EntityMatch.covers(name, host)
    case (.entity(let inner), .entity(let name)): HostNames.isHost(inner, within: name)
    case (.entity, .host): false
    }
  }
}
