/// A host name or an entity.
enum PageName: Hashable, Comparable {
  /// The host and those below it.
  case host([UInt8])
  /// The name under any public suffix, and what is below it.
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
  /// Whether these bytes stand before others: as `lexicographicallyPrecedes`, which takes memory for each byte where code is
  /// not optimized.
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
  /// The host, or the name of the entity.
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

/// What may be the public suffix behind an entity, by its form: WebKit has no list of them.
enum SuffixForm {
  /// A top-level domain, alone or behind `co` or `com`: on these a filter acts that names an entity.
  case included
  /// Any one or two labels, which is more than the suffixes: on these one does not act that excludes an
  /// entity.
  case excluded
}

extension PageName {
  var isEntity: Bool {
    if case .entity = self { true } else { false }
  }

  /// Whether this is `other`, or everything in it is in `other` too, with the suffixes of that form.
  func isWithin(_ other: PageName, _ form: SuffixForm = .excluded) -> Bool {
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

  /// Whether a filter that names this name and one that excludes `other` have hosts in common. In doubt they
  /// have.
  func overlaps(_ other: PageName) -> Bool {
    PageNameOverlap(self, withEntities: other.isEntity).contains(other)
  }
}

/// Compares a name that a filter names with names that are excluded.
struct PageNameOverlap {
  private let name: PageName
  /// What stands before the suffix of an entity that overlaps the name is one of these, above or below one.
  private let stems: [[UInt8]]

  /// `withEntities` tells whether there are entities among the names that are excluded.
  init(_ name: PageName, withEntities: Bool) {
    self.name = name
    guard withEntities else {
      stems = []
      return
    }
    stems =
      switch name {
      // All of the host may be a suffix, or a part of one.
      case .host(let host): HostSuffix.stems(ofIncluded: host)
      // The suffixes of two entities may be of equal length, or one has the last label of the other in it.
      case .entity(let entity):
        HostSuffix.secondLevels.contains(HostSuffix.last(of: entity))
          ? [entity, HostSuffix.dropping(1, from: entity)] : [entity]
      }
  }

  /// Whether both have hosts in common. In doubt they have.
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

  /// Whether one of two names is the other, or below it; the empty name is above all.
  private static func areNested(_ a: [UInt8], _ b: [UInt8]) -> Bool {
    a.isEmpty || b.isEmpty || HostNames.isHost(a, within: b) || HostNames.isHost(b, within: a)
  }
}
