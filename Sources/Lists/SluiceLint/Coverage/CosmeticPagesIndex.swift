import SluiceText

/// An index of the pages of filters with the same selector, so that a filter is compared with only some of
/// them.
struct CosmeticPagesIndex {
  /// The maximum number of filters to compare a filter with.
  private static let limit = 64

  private var generic: [Int] = []
  private var byHost: [HostKey: [Int]] = [:]
  /// The filters whose domains are not only hosts. They only cover filters with the same pages.
  private var others: [CosmeticPages: [Int]] = [:]
  /// The hosts of filters that are not exceptions, and their parents, if there are exceptions.
  private var hiding: Set<HostKey> = []
  private var above: Set<HostKey> = []
  /// Whether a filter that is not an exception could apply to any page.
  private var hidesAnywhere = false

  /// Creates an index.
  ///
  /// - Parameter filters: The pages of each filter, and whether it is an exception.
  init(_ filters: [(pages: CosmeticPages, isException: Bool)]) {
    let hasExceptions = filters.contains { $0.isException }
    for (index, (pages, isException)) in filters.enumerated() {
      let hosts = pages.onlyHosts
      if let hosts {
        if hosts.isEmpty { generic.append(index) }
        for host in hosts { byHost[HostKey(host), default: []].append(index) }
      } else {
        others[pages, default: []].append(index)
      }
      guard hasExceptions, !isException else { continue }
      if hosts?.isEmpty ?? true { hidesAnywhere = true }
      for host in hosts ?? [] {
        hiding.insert(HostKey(host))
        for parent in HostNames.parents(of: host) { above.insert(HostKey(parent)) }
      }
    }
  }

  /// Returns the filters that could apply to all of the given pages, in order.
  func candidates(for pages: CosmeticPages) -> [Int] {
    guard let hosts = pages.onlyHosts else { return Array((others[pages] ?? []).prefix(Self.limit)) }
    var found = Array(generic.prefix(Self.limit))
    // A filter that covers all these hosts names the first one or one of its parents, so only these are
    // looked up.
    if let host = hosts.first {
      for name in [host] + HostNames.parents(of: host) {
        found = Self.merged(found, (byHost[HostKey(name)] ?? []).prefix(Self.limit))
      }
    }
    return found
  }

  /// Merges two sorted arrays of numbers, because a filter can name a host and one of its parents.
  private static func merged(_ first: [Int], _ second: ArraySlice<Int>) -> [Int] {
    guard let least = second.first else { return first }
    guard let last = first.last, last >= least else { return first + second }
    var merged: [Int] = []
    merged.reserveCapacity(first.count + second.count)
    var rest = second
    for number in first {
      while let next = rest.first, next <= number {
        if next < number { merged.append(next) }
        rest.removeFirst()
      }
      merged.append(number)
    }
    return merged + rest
  }

  /// Returns whether a filter that is not an exception could apply to one of these pages.
  func hides(on pages: CosmeticPages) -> Bool {
    if hidesAnywhere { return true }
    guard let hosts = pages.onlyHosts, !hosts.isEmpty else { return !hiding.isEmpty }
    return hosts.contains { host in
      above.contains(HostKey(host)) || HostNames.nearest(host) { hiding.contains($0) ? true : nil } != nil
    }
  }
}
