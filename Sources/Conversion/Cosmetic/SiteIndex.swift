/// Finds those of many exceptions that may concern pages of some sites, without going through all.
struct SiteIndex {
  private let names: PageNameSet
  private var positions: [PageName: [Int]] = [:]
  /// Those for which no sites are known.
  private var always: [Int] = []
  private let count: Int

  /// - Parameter sites: The names that all pages of each are of; nil if none are known.
  init(_ sites: [[PageName]?]) {
    count = sites.count
    for (position, sites) in sites.enumerated() {
      guard let sites else {
        always.append(position)
        continue
      }
      for name in sites { positions[name, default: []].append(position) }
    }
    names = PageNameSet(Array(positions.keys))
  }

  /// How many there are that may concern pages of a site, some perhaps counted several times.
  func count(concerning site: PageName) -> Int {
    names.members(overlapping: site).reduce(always.count) { $0 + (positions[$1]?.count ?? 0) }
  }

  /// The positions of those that may concern pages of these sites, in order; without sites, of all.
  func positions(concerning sites: [PageName]) -> [Int] {
    if sites.isEmpty { return Array(0..<count) }
    if names.isEmpty { return always }
    var found: Set<Int> = []
    for site in sites {
      for name in names.members(overlapping: site) { found.formUnion(positions[name] ?? []) }
    }
    return found.isEmpty ? always : found.union(always).sorted()
  }
}
