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

  /// Returns whether all hosts of this name are also hosts of `other`, whose suffix has this form.
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

  /// Returns whether this included name and an excluded name may have hosts in common.
  func overlaps(_ other: PageName) -> Bool {
    PageNameOverlap(self, withEntities: other.isEntity).contains(other)
  }
}

/// A comparison of an included name with excluded names.
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
        HostSuffix.secondLevels.contains(HostSuffix.last(of: entity))
          ? [entity, HostSuffix.dropping(1, from: entity)] : [entity]
      }
  }

  /// Returns whether the two names may have hosts in common.
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
