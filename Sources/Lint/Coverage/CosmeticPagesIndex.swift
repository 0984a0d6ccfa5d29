import Bytes

/// The pages of the filters of one selector, so that a filter is not compared with all of them.
struct CosmeticPagesIndex {
  /// How many others a filter is compared with.
  private static let limit = 64

  private var generic: [Int] = []
  private var byHost: [HostKey: [Int]] = [:]
  /// Those whose domains are not only hosts, which cover no others than the same.
  private var others: [CosmeticPages: [Int]] = [:]
  /// The hosts of filters that are no exceptions, and the hosts above them, where exceptions ask for them.
  private var hiding: Set<HostKey> = []
  private var above: Set<HostKey> = []
  /// Whether one of these may act anywhere.
  private var hidesAnywhere = false

  /// - Parameter filters: The pages of each, and whether it is an exception.
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

  /// The filters that may act on all of some pages, in their order.
  func candidates(for pages: CosmeticPages) -> [Int] {
    guard let hosts = pages.onlyHosts else { return Array((others[pages] ?? []).prefix(Self.limit)) }
    var found = Array(generic.prefix(Self.limit))
    // Whatever acts on all hosts acts on each.
    if let host = hosts.first {
      for name in [host] + HostNames.parents(of: host) {
        found = Self.merged(found, (byHost[HostKey(name)] ?? []).prefix(Self.limit))
      }
    }
    return found
  }

  /// Numbers of which both have some, each in order: a filter may name a host and one above it.
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

  /// Whether there may be a page of these on which a filter acts that is no exception.
  func hides(on pages: CosmeticPages) -> Bool {
    if hidesAnywhere { return true }
    guard let hosts = pages.onlyHosts, !hosts.isEmpty else { return !hiding.isEmpty }
    return hosts.contains { host in
      above.contains(HostKey(host)) || HostNames.nearest(host) { hiding.contains($0) ? true : nil } != nil
    }
  }
}
