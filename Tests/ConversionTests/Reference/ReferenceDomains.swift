import FilterSyntax

/// A list of domains and what it says of a host.
struct ReferenceDomains {
  private struct Entry {
    var name: [UInt8]
    var isEntity: Bool
    var isExcluded: Bool

    /// How much of the host the entry names, nil when it does not cover the host.
    func specificity(of host: [UInt8]) -> Int? {
      var labels = host.split(separator: UInt8(ascii: "."))
      while !labels.isEmpty {
        let whole = Array(labels.joined(separator: [UInt8(ascii: ".")]))
        if isEntity ? Self.isEntity(whole, name) : whole == name { return whole.count }
        labels.removeFirst()
      }
      return nil
    }

    /// Whether the host is the name and behind it a top-level domain, or `co` or `com` and one.
    private static func isEntity(_ host: [UInt8], _ name: [UInt8]) -> Bool {
      guard host.starts(with: name + [UInt8(ascii: ".")]) else { return false }
      let suffix = host.dropFirst(name.count + 1).split(separator: UInt8(ascii: "."))
      switch suffix.count {
      case 1: return true
      case 2: return suffix[0].elementsEqual("co".utf8) || suffix[0].elementsEqual("com".utf8)
      default: return false
      }
    }
  }

  private var entries: [Entry] = []

  var isEmpty: Bool { entries.isEmpty }
  var hasIncluded: Bool { entries.contains { !$0.isExcluded } }
  var hasExcludedEntity: Bool { entries.contains { $0.isExcluded && $0.isEntity } }

  mutating func add(_ list: [DomainEntry], in bytes: [UInt8]) {
    entries += list.map {
      Entry(name: Array(bytes[$0.name.indices]), isEntity: $0.kind == .entity, isExcluded: $0.isExcluded)
    }
  }

  /// Whether the host is meant: by the most specific entry that covers it.
  func includes(_ host: [UInt8]) -> Bool {
    let covering = entries.compactMap { entry in entry.specificity(of: host).map { ($0, entry.isExcluded) } }
    guard let most = covering.map(\.0).max() else { return !hasIncluded }
    return !covering.contains { $0.0 == most && $0.1 }
  }

  /// Whether the host is meant where exclusions always win, as in cosmetic filters.
  func includesUnlessExcluded(_ host: [UInt8]) -> Bool {
    let covering = entries.filter { $0.specificity(of: host) != nil }
    return !covering.contains(where: \.isExcluded) && (!covering.isEmpty || !hasIncluded)
  }
}
