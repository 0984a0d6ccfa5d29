import SluiceRules

/// The total effects of filter lists on the requests of pages.
package struct InspectionTotals: Hashable, Sendable {
  /// The number of requests.
  package private(set) var requests = 0
  /// The number of blocked requests.
  package private(set) var blocked = 0
  /// The number of requests that would be blocked without an exception.
  package private(set) var excepted = 0
  /// The number of requests that lose recorded cookies.
  package private(set) var losingCookies = 0
  /// The number of requests upgraded to a secure scheme.
  package private(set) var upgraded = 0
  /// The size of all responses in bytes, as far as recorded.
  package private(set) var size = 0
  /// The size of blocked responses in bytes.
  package private(set) var blockedSize = 0
  /// The totals of each list, in descending order of blocked requests. These are filter lists if the filters
  /// are known, or else rule lists.
  package private(set) var lists: [ListTotal] = []
  /// The totals of each owner, in descending order of requests. The total for unknown owners is last and has
  /// no name.
  package private(set) var owners: [OwnerTotal] = []

  /// The total effects of one list.
  package struct ListTotal: Hashable, Sendable {
    package let name: String
    /// The number of requests that a filter of the list blocks. Filters of several lists can block the same
    /// request.
    package fileprivate(set) var blocked = 0
    /// The number of requests that would be blocked without an exception in the list.
    package fileprivate(set) var excepted = 0
    /// The number of requests that lose recorded cookies because of the list.
    package fileprivate(set) var losingCookies = 0
    /// The number of requests that the list upgrades to a secure scheme.
    package fileprivate(set) var upgraded = 0
  }

  /// The total effects on requests to one owner.
  package struct OwnerTotal: Hashable, Sendable {
    /// The name of the owner, or `nil` for all requests with an unknown owner.
    package let name: String?
    /// The number of requests.
    package fileprivate(set) var requests = 0
    /// The number of blocked requests.
    package fileprivate(set) var blocked = 0
    /// The size of all responses in bytes.
    package fileprivate(set) var size = 0
    /// The size of blocked responses in bytes.
    package fileprivate(set) var blockedSize = 0
  }

  init(_ requests: [InspectedRequest], hasOwners: Bool) {
    var lists: [String: ListTotal] = [:]
    var owners: [String?: OwnerTotal] = [:]
    for request in requests {
      add(request)
      Self.add(request, to: &lists)
      guard hasOwners else { continue }
      var owner = owners[request.owner] ?? OwnerTotal(name: request.owner)
      owner.requests += 1
      owner.size += request.load.recording.size ?? 0
      if request.verdict.isBlocked {
        owner.blocked += 1
        owner.blockedSize += request.load.recording.size ?? 0
      }
      owners[request.owner] = owner
    }
    self.lists = lists.values.sorted {
      ($1.blocked, $1.excepted, $0.name) < ($0.blocked, $0.excepted, $1.name)
    }
    self.owners = owners.values.sorted {
      ($0.name == nil ? 1 : 0, $1.requests, $1.blocked, $0.name ?? "")
        < ($1.name == nil ? 1 : 0, $0.requests, $0.blocked, $1.name ?? "")
    }
  }

  private mutating func add(_ request: InspectedRequest) {
    requests += 1
    size += request.load.recording.size ?? 0
    switch request.outcome {
    case .blocked:
      blocked += 1
      blockedSize += request.load.recording.size ?? 0
    case .excepted: excepted += 1
    case .allowed: break
    }
    if request.losesCookies { losingCookies += 1 }
    if request.verdict.isUpgraded, !request.verdict.isBlocked { upgraded += 1 }
  }

  private static func add(_ request: InspectedRequest, to lists: inout [String: ListTotal]) {
    let verdict = request.verdict
    /// Counts the request once for each list with one of these rules.
    func count(_ rules: [JudgedRule], part: WritableKeyPath<ListTotal, Int>) {
      for name in Set(rules.flatMap(\.listNames)) {
        lists[name, default: ListTotal(name: name)][keyPath: part] += 1
      }
    }
    count(verdict.acting.filter { $0.rule.action == .block }, part: \.blocked)
    if verdict.isExcepted { count(verdict.overriddenBlocks.flatMap(\.exceptions), part: \.excepted) }
    guard !verdict.isBlocked else { return }
    if request.losesCookies {
      count(verdict.acting.filter { $0.rule.action == .blockCookies }, part: \.losingCookies)
    }
    if verdict.isUpgraded { count(verdict.acting.filter { $0.rule.action == .makeHTTPS }, part: \.upgraded) }
  }
}

extension JudgedRule {
  /// The filter lists with filters of the rule, or else the rule list itself.
  fileprivate var listNames: [String] {
    guard let origin, !origin.files.isEmpty else { return [listName] }
    return Array(origin.files)
  }
}
