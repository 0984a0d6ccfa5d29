import ContentBlocker

/// What lists do with the loads of pages, in numbers.
public struct InspectionTotals: Hashable, Sendable {
  /// All loads.
  public private(set) var requests = 0
  /// How many a list blocks.
  public private(set) var blocked = 0
  /// How many a list would block, but for an exception.
  public private(set) var letThrough = 0
  /// How many lose cookies that were recorded.
  public private(set) var losingCookies = 0
  /// How many are made by a secure scheme instead.
  public private(set) var upgraded = 0
  /// The bytes that came, as far as recorded.
  public private(set) var size = 0
  /// The bytes of what is blocked.
  public private(set) var blockedSize = 0
  /// By list, those that block most first: filter lists where the filters are known, else rule lists.
  public private(set) var lists: [ListTotal] = []
  /// By owner, those with most requests first. What nobody is known to own stands last, without a name.
  public private(set) var owners: [OwnerTotal] = []

  /// What one list does.
  public struct ListTotal: Hashable, Sendable {
    /// What the list is called.
    public let name: String
    /// How many loads a filter of it blocks. Filters of several lists can block one.
    public fileprivate(set) var blocked = 0
    /// How many an exception of it lets through that would be blocked.
    public fileprivate(set) var letThrough = 0
    /// How many lose cookies by it that were recorded.
    public fileprivate(set) var losingCookies = 0
    /// How many are upgraded by it.
    public fileprivate(set) var upgraded = 0
  }

  /// What becomes of the loads of one owner.
  public struct OwnerTotal: Hashable, Sendable {
    /// The owner; nil for all whose owner is not known.
    public let name: String?
    /// How many there are.
    public fileprivate(set) var requests = 0
    /// How many are blocked.
    public fileprivate(set) var blocked = 0
    /// The bytes that came.
    public fileprivate(set) var size = 0
    /// The bytes of what is blocked.
    public fileprivate(set) var blockedSize = 0
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
      owner.size += request.load.size ?? 0
      if request.verdict.isBlocked {
        owner.blocked += 1
        owner.blockedSize += request.load.size ?? 0
      }
      owners[request.owner] = owner
    }
    self.lists = lists.values.sorted {
      ($1.blocked, $1.letThrough, $0.name) < ($0.blocked, $0.letThrough, $1.name)
    }
    self.owners = owners.values.sorted {
      ($0.name == nil ? 1 : 0, $1.requests, $1.blocked, $0.name ?? "")
        < ($1.name == nil ? 1 : 0, $0.requests, $0.blocked, $1.name ?? "")
    }
  }

  private mutating func add(_ request: InspectedRequest) {
    requests += 1
    size += request.load.size ?? 0
    switch request.outcome {
    case .blocked:
      blocked += 1
      blockedSize += request.load.size ?? 0
    case .letThrough: letThrough += 1
    case .allowed: break
    }
    if request.losesCookies { losingCookies += 1 }
    if request.verdict.isUpgraded, !request.verdict.isBlocked { upgraded += 1 }
  }

  private static func add(_ request: InspectedRequest, to lists: inout [String: ListTotal]) {
    let verdict = request.verdict
    /// Counts the load once for each list that has one of these rules.
    func count(_ rules: [JudgedRule], _ part: WritableKeyPath<ListTotal, Int>) {
      for name in Set(rules.flatMap(\.listNames)) {
        lists[name, default: ListTotal(name: name)][keyPath: part] += 1
      }
    }
    count(verdict.acting.filter { $0.rule.action == .block }, \.blocked)
    if verdict.isLetThrough { count(verdict.liftedBlocks.flatMap(\.exceptions), \.letThrough) }
    guard !verdict.isBlocked else { return }
    if request.losesCookies {
      count(verdict.acting.filter { $0.rule.action == .blockCookies }, \.losingCookies)
    }
    if verdict.isUpgraded { count(verdict.acting.filter { $0.rule.action == .makeHTTPS }, \.upgraded) }
  }
}

extension JudgedRule {
  /// The filter lists whose filters the rule comes from, or else its own list.
  fileprivate var listNames: [String] {
    guard let origin, !origin.files.isEmpty else { return [listName] }
    return Array(origin.files)
  }
}
