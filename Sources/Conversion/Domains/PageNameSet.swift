/// Names of hosts and entities which can be asked what they cover, without going through all of them.
struct PageNameSet {
  let names: [PageName]
  private let index: Index?

  /// Below this many names, going through them is cheaper than an index.
  private static let indexThreshold = 16

  init(_ names: [PageName]) {
    self.names = names
    index = names.count < Self.indexThreshold ? nil : Index(names)
  }

  /// Each name once, in order.
  var sorted: [PageName] { names.count < 2 ? names : Array(Set(names)).sorted() }

  /// Whether all of `name` is in one of these.
  func covers(_ name: PageName) -> Bool {
    guard let index else { return names.contains { name.isWithin($0) } }
    return name.enclosing.contains { index.members.contains($0) }
  }

  /// Those of the names that are within `name`.
  func members(within name: PageName) -> [PageName] {
    guard let index else { return names.filter { $0.isWithin(name) } }
    return index.within[name] ?? []
  }

  /// Those of the hosts that are the host `name` or below it.
  func hosts(within name: [UInt8]) -> [[UInt8]] {
    members(within: .host(name)).compactMap { if case .host(let host) = $0 { host } else { nil } }
  }

  private struct Index {
    var members: Set<PageName> = []
    /// For each name that encloses a member, these members.
    var within: [PageName: [PageName]] = [:]

    init(_ names: [PageName]) {
      for name in names where members.insert(name).inserted {
        for enclosing in name.enclosing { within[enclosing, default: []].append(name) }
      }
    }
  }
}

extension PageName {
  /// Every name that this one is within, itself included: the hosts above it, and the entities that cover
  /// one of these.
  fileprivate var enclosing: [PageName] {
    let labels: [ArraySlice<UInt8>]
    switch self {
    case .host(let host): labels = host.split(separator: UInt8(ascii: "."))
    case .entity(let name): labels = name.split(separator: UInt8(ascii: "."))
    }
    var enclosing: [PageName] = []
    for start in labels.indices {
      let rest = labels[start...]
      switch self {
      case .entity: enclosing.append(.entity(Array(rest.joined(separator: [UInt8(ascii: ".")]))))
      case .host:
        enclosing.append(.host(Array(rest.joined(separator: [UInt8(ascii: ".")]))))
        for suffix in 1...2 where rest.count > suffix {
          enclosing.append(.entity(Array(rest.dropLast(suffix).joined(separator: [UInt8(ascii: ".")]))))
        }
      }
    }
    return enclosing
  }
}
