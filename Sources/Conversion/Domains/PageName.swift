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
  /// Returns whether these bytes sort before others. `lexicographicallyPrecedes` does the same, but allocates
  /// memory for each byte in unoptimized builds.
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

/// The form of a public suffix after an entity. WebKit has no list of public suffixes.
enum SuffixForm {
  /// A top-level domain, optionally preceded by `co` or `com`. A filter that includes an entity applies to
  /// these.
  case included
  /// Any one or two labels, which is a superset of the public suffixes. A filter that excludes an entity does
  /// not apply to these.
  case excluded
}

extension PageName {
  var isEntity: Bool {
    if case .entity = self { true } else { false }
  }

  /// Returns whether all hosts of this name are also hosts of `other`, with suffixes of this form.
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

/// Compares an included name with excluded names.
struct PageNameOverlap {
  private let name: PageName
  /// The names before the suffix of an overlapping entity: it is equal to, above or below one of these.
  private let stems: [[UInt8]]

  /// Creates a comparison. `withEntities` states whether the excluded names contain entities.
  init(_ name: PageName, withEntities: Bool) {
    self.name = name
    guard withEntities else {
      stems = []
      return
    }
    stems =
      switch name {
      // The whole host, or a part of it, may be a suffix.
      case .host(let host): HostSuffix.stems(ofIncluded: host)
      // The suffixes of two entities may have the same length, or one contains the last label of the other
      // entity.
      case .entity(let entity):
        HostSuffix.secondLevels.contains(HostSuffix.last(of: entity))
          ? [entity, HostSuffix.dropping(1, from: entity)] : [entity]
      }
  }

  /// Returns whether both names may have hosts in common.
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

  /// Returns whether one name equals the other or is below it. The empty name is above all names.
  private static func areNested(_ a: [UInt8], _ b: [UInt8]) -> Bool {
    a.isEmpty || b.isEmpty || HostNames.isHost(a, within: b) || HostNames.isHost(b, within: a)
  }
}
