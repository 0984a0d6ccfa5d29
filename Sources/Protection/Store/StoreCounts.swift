import PageScript

/// What has been blocked on sites, as it is kept between starts.
struct StoreCounts: Codable, Hashable, Sendable {
  /// The sites, the one with the latest report last.
  private(set) var sites: [Entry] = []

  /// What has been blocked on pages of a site.
  struct Entry: Codable, Hashable, Sendable {
    var host: String
    var counts: BlockCounts
  }

  /// How many sites are remembered; of more, those that had reports longest ago are forgotten.
  static let maximumSites = 500

  /// Counts what has been counted since, the site with the latest report last.
  mutating func add(_ entries: [Entry]) {
    for entry in entries {
      var sum = entry
      if let index = sites.firstIndex(where: { $0.host == entry.host }) {
        sum.counts.add(sites.remove(at: index).counts)
      }
      // What could not be added to once more begins anew.
      sites.append(sum.counts.isPlausible ? sum : entry)
    }
    sites.removeFirst(max(0, sites.count - Self.maximumSites))
  }

  /// Whether it is such as is written.
  var isSound: Bool {
    sites.count <= Self.maximumSites && sites.allSatisfy { $0.counts.isPlausible }
      && Set(sites.map(\.host)).count == sites.count
  }
}
