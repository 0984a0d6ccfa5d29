import SluiceText

/// A host name or an entity.
enum PageName: Hashable, Comparable {
  /// A host, including subdomains.
  case host([UInt8])
  /// A name under any public suffix, including subdomains.
  case entity([UInt8])

  static func < (a: PageName, b: PageName) -> Bool {
    switch (a, b) {
    case (.host(let a), .host(let b)), (.entity(let a), .entity(let b)): a.precedes(b)
    case (.host, .entity): true
    case (.entity, .host): false
    }
  }
}

extension [UInt8] {
  /// Returns whether these bytes sort before others. `lexicographicallyPrecedes` does the same, but in
  /// unoptimized builds it allocates memory for each byte.
  func precedes(_ other: [UInt8]) -> Bool {
    let common = Swift.min(count, other.count)
    var index = 0
    while index < common {
      if self[index] != other[index] { return self[index] < other[index] }
      index += 1
    }
    return count < other.count
  }
}

extension PageName {
  var bytes: [UInt8] {
    switch self {
    case .host(let name), .entity(let name): name
    }
  }

  func hash(into hasher: inout Hasher) {
    switch self {
    case .host(let name):
      hasher.combine(0 as UInt8)
      hasher.combineBytes(name)
    case .entity(let name):
      hasher.combine(1 as UInt8)
      hasher.combineBytes(name)
    }
  }
}

/// The text that an entity matches in place of a public suffix. WebKit has no list of public suffixes.
enum SuffixForm {
  /// A top-level domain, optionally after `co` or `com`. This form is for filters that include an entity.
  case included
  /// Any one or two labels, which is a superset of the public suffixes. This form is for filters that exclude
  /// an entity.
  case excluded
}

extension PageName {
  var isEntity: Bool {
    if case .entity = self { true } else { false }
  }

  func isWithin(_ other: PageName, form: SuffixForm = .excluded) -> Bool {
    switch (self, other) {
    case (.host(let host), .host(let domain)): HostNames.isHost(host, within: domain)
    case (.entity(let inner), .entity(let name)): HostNames.isHost(inner, within: name)
    case (.entity, .host): false
    case (.host(let host), .entity(let name)):
      HostNames.isHost(HostSuffix.dropping(1, from: host), within: name)
        || (form == .excluded || HostSuffix.endsInIncludedPair(host))
          && HostNames.isHost(HostSuffix.dropping(2, from: host), within: name)
    }
  }

  /// Returns whether this included name and an excluded name may have hosts in common.
  func overlaps(_ other: PageName) -> Bool {
    PageNameOverlap(self, withEntities: other.isEntity).contains(other)
  }
}

struct PageNameOverlap {
  private let name: PageName
  /// The parts of the name that can precede the suffix of an entity. An entity overlaps if it equals one of
  /// these, or is above or below one.
  private let stems: [[UInt8]]

  /// Creates a comparison. `withEntities` states whether there are entities among the excluded names.
  init(_ name: PageName, withEntities: Bool) {
    self.name = name
    guard withEntities else {
      stems = []
      return
    }
    stems =
      switch name {
      // The whole host, or its end, may be a suffix.
      case .host(let host): HostSuffix.stems(ofIncluded: host)
      // In a host, the other entity may have the same suffix as this one, or a longer suffix that begins with
      // the last label of this entity, such as the `co` of `example.co.*`.
      case .entity(let entity):
        KnownSuffixes.secondLevels.contains(HostSuffix.last(of: entity))
          ? [entity, HostSuffix.dropping(1, from: entity)] : [entity]
      }
  }

  func contains(_ other: PageName) -> Bool {
    switch (name, other) {
    case (.host(let host), .host(let other)): return Self.areNested(host, other)
    case (.entity(let entity), .host(let host)):
      return HostSuffix.stems(ofExcluded: host).contains { Self.areNested($0, entity) }
    case (.host, .entity(let other)): return stems.contains { Self.areNested($0, other) }
    case (.entity(let entity), .entity(let other)):
      return stems.contains { Self.areNested($0, other) }
        || HostSuffix.isCoOrCom(HostSuffix.last(of: other))
          && Self.areNested(entity, HostSuffix.dropping(1, from: other))
    }
  }

  /// Returns whether the names are equal or one is below the other. The empty name is above all names.
  private static func areNested(_ a: [UInt8], _ b: [UInt8]) -> Bool {
    a.isEmpty || b.isEmpty || HostNames.isHost(a, within: b) || HostNames.isHost(b, within: a)
  }
}

/// A set of hosts and entities. Its index finds the names that contain or overlap another name.
struct PageNameSet {
  let names: [PageName]
  private let index: Index?
  private let hasEntities: Bool

  /// The number of names from which an index is faster than a linear search.
  private static let indexThreshold = 16

  init(_ names: [PageName]) {
    self.names = names
    index = names.count < Self.indexThreshold ? nil : Index(names)
    hasEntities = names.contains(where: { $0.isEntity })
  }

  var isEmpty: Bool { names.isEmpty }

  /// Returns whether one of the names, treated as an exclusion, covers all hosts of `name`.
  func covers(_ name: PageName) -> Bool {
    guard let index else { return names.contains { name.isWithin($0) } }
    return name.enclosing.contains { index.members.contains($0) }
  }

  /// Returns the names that, treated as exclusions, overlap the included `name`.
  func members(overlapping name: PageName) -> [PageName] {
    if names.isEmpty { return [] }
    if let index { return index.members(overlapping: name) }
    let overlap = PageNameOverlap(name, withEntities: hasEntities)
    return names.filter(overlap.contains)
  }

  /// Returns an upper bound for the number of ``members(overlapping:)``. If there are many names, it does not
  /// examine each of them.
  func maximumCount(overlapping name: PageName) -> Int {
    index?.maximumCount(overlapping: name) ?? names.count
  }

  /// Returns the number of names that overlap `name` but have no label in common with it. For example, all
  /// entities overlap a top-level domain. The number is the same for all names of the same kind.
  func unrelatedCount(of name: PageName) -> Int { index?.unrelatedCount(of: name) ?? 0 }

  func overlaps(_ name: PageName) -> Bool {
    if names.isEmpty { return false }
    if let index { return !index.members(overlapping: name).isEmpty }
    return names.contains(where: PageNameOverlap(name, withEntities: hasEntities).contains)
  }
}

extension PageNameSet {
  /// Finds the names for which ``PageName/overlaps(_:)`` is true, with one lookup for each case of that
  /// function.
  private struct Index {
    private(set) var members: Set<PageName> = []
    private var hosts = NestedNames()
    /// The hosts without the labels that may be the suffix of an entity.
    private var stems = NestedNames()
    private var entities = NestedNames()
    /// The entities without the label that may be part of another entity's suffix.
    private var shortened = NestedNames()

    init(_ names: [PageName]) {
      for name in names where members.insert(name).inserted {
        switch name {
        case .host(let host):
          hosts.insert(host, for: name)
          for stem in HostSuffix.stems(ofExcluded: host) { stems.insert(stem, for: name) }
        case .entity(let entity):
          entities.insert(entity, for: name)
          if HostSuffix.isCoOrCom(HostSuffix.last(of: entity)) {
            shortened.insert(HostSuffix.dropping(1, from: entity), for: name)
          }
        }
      }
    }

    func members(overlapping name: PageName) -> [PageName] {
      var found: [PageName] = []
      forEachNested(name) { names, nested in found += names.nested(nested) }
      return found
    }

    func maximumCount(overlapping name: PageName) -> Int {
      var count = 0
      forEachNested(name) { names, nested in count += names.nestedCount(nested) }
      return count
    }

    /// Calls `body` with each table and key that may find a member that overlaps the name.
    private func forEachNested(_ name: PageName, body: (NestedNames, [UInt8]) -> Void) {
      switch name {
      case .host(let host):
        body(hosts, host)
        for stem in HostSuffix.stems(ofIncluded: host) { body(entities, stem) }
      case .entity(let entity):
        for names in [stems, entities, shortened] { body(names, entity) }
        guard KnownSuffixes.secondLevels.contains(HostSuffix.last(of: entity)) else { return }
        body(entities, HostSuffix.dropping(1, from: entity))
      }
    }

    func unrelatedCount(of name: PageName) -> Int {
      switch name {
      case .host(let host):
        HostSuffix.stems(ofIncluded: host).contains([]) ? entities.count : 0
      case .entity(let entity):
        stems.emptyCount + shortened.emptyCount
          + (KnownSuffixes.secondLevels.contains(entity) ? entities.count : 0)
      }
    }
  }

  private struct NestedNames {
    private var exact: [HostKey: [PageName]] = [:]
    /// For each name, the names below it. The empty name is above all names.
    private var below: [HostKey: [PageName]] = [:]

    /// The number of names that are not empty.
    var count: Int { below[HostKey([])]?.count ?? 0 }
    var emptyCount: Int { exact[HostKey([])]?.count ?? 0 }

    mutating func insert(_ key: [UInt8], for name: PageName) {
      exact[HostKey(key), default: []].append(name)
      guard !key.isEmpty else { return }
      for parent in HostNames.parents(of: key) + [[]] { below[HostKey(parent), default: []].append(name) }
    }

    func nested(_ name: [UInt8]) -> [PageName] {
      var found = below[HostKey(name)] ?? []
      for key in Self.enclosing(name) { found += exact[HostKey(key)] ?? [] }
      return found
    }

    func nestedCount(_ name: [UInt8]) -> Int {
      Self.enclosing(name).reduce(below[HostKey(name)]?.count ?? 0) { $0 + (exact[HostKey($1)]?.count ?? 0) }
    }

    /// Returns the name and all names above it.
    private static func enclosing(_ name: [UInt8]) -> [[UInt8]] {
      name.isEmpty ? [[]] : [name] + HostNames.parents(of: name) + [[]]
    }
  }
}

extension PageName {
  /// All names that contain this one: itself, the hosts above it, and the entities that cover one of these.
  fileprivate var enclosing: [PageName] {
    switch self {
    case .entity(let name): ([name] + HostNames.parents(of: name)).map { .entity($0) }
    case .host(let host):
      ([host] + HostNames.parents(of: host)).flatMap { name -> [PageName] in
        [.host(name)]
          + [1, 2].map { HostSuffix.dropping($0, from: name) }.filter { !$0.isEmpty }.map { .entity($0) }
      }
    }
  }
}
