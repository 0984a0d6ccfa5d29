/// An index of exceptions by site.
struct SiteIndex {
  private let names: PageNameSet
  private var positions: [PageName: [Int]] = [:]
  /// The exceptions with unknown sites.
  private var always: [Int] = []
  private let count: Int

  /// - Parameter sites: For each exception, the names that together contain all its pages, or `nil` if they
  ///   are unknown.
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

  /// Returns the number of exceptions that may apply to pages of a site. Duplicates are possible.
  func count(concerning site: PageName) -> Int {
    names.members(overlapping: site).reduce(always.count) { $0 + (positions[$1]?.count ?? 0) }
  }

  /// Returns the positions of the exceptions that may apply to pages of these sites, in order. If `sites` is
  /// empty, returns all positions.
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
