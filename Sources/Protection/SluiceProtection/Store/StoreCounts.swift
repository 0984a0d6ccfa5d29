import SluicePageScript

/// Counts of blocked requests per site, as stored between runs.
struct StoreCounts: Codable, Hashable, Sendable {
  /// The sites, the one with the latest report last.
  private(set) var sites: [Entry] = []

  /// The counts of a site's pages.
  struct Entry: Codable, Hashable, Sendable {
    var host: String
    var counts: BlockCounts
  }

  /// The maximum number of sites. The sites with the oldest reports are dropped.
  static let maximumSites = 500

  /// Adds new counts. The site with the latest report comes last.
  mutating func add(_ entries: [Entry]) {
    for entry in entries {
      var sum = entry
      if let index = sites.firstIndex(where: { $0.host == entry.host }) {
        sum.counts.add(sites.remove(at: index).counts)
      }
      // An implausible sum starts again from the new counts.
      sites.append(sum.counts.isPlausible ? sum : entry)
    }
    sites.removeFirst(max(0, sites.count - Self.maximumSites))
  }

  /// Whether the counts are plausible.
  var isSound: Bool {
    sites.count <= Self.maximumSites && sites.allSatisfy { $0.counts.isPlausible }
      && Set(sites.map(\.host)).count == sites.count
  }
}
