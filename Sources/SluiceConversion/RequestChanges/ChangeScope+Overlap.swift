import SluiceText
import SluiceRules

/// The requests and pages that two scopes share.
extension ChangeScope {
  /// The maximum number of pairs of sites to compare.
  private static let maximumPairs = 4_096

  /// Returns whether the scope has all requests of another scope, as far as types, parties and pages without conditions
  /// show.
  func coversBesideURLs(_ other: ChangeScope) -> Bool {
    includesTypes(of: other) && (loadTypes.isEmpty || loadTypes == other.loadTypes)
      && finding == nil && conditions.allSatisfy { $0.pages == nil }
  }

  /// Returns whether the scope has all requests of another scope, which has the same patterns.
  func covers(_ other: ChangeScope) -> Bool {
    coversBesideURLs(other)
      && other.conditions.allSatisfy { condition in
        conditions.contains {
          $0.urlFilter == condition.urlFilter && $0.isCaseSensitive == condition.isCaseSensitive
        }
      }
  }

  /// Returns whether the types include all of another scope.
  func includesTypes(of other: ChangeScope) -> Bool { types.isSuperset(of: other.types) }

  /// Returns whether a request may be in both scopes.
  ///
  /// - Parameter comparesPages: Whether the pages of both are those in the window.
  func mayMeet(_ other: ChangeScope, comparesPages: Bool = true) -> Bool {
    if types.isDisjoint(with: other.types) { return false }
    if !loadTypes.isEmpty, !other.loadTypes.isEmpty, loadTypes.isDisjoint(with: other.loadTypes) {
      return false
    }
    if let host, let otherHost = other.host {
      if !Self.areRelated(host, other: otherHost) { return false }
      // In both, the path begins at the end of the host.
      if !path.starts(with: other.path), !other.path.starts(with: path) { return false }
    }
    return !comparesPages || maySharePages(with: other)
  }

  /// Returns whether a page may be one of both scopes.
  func maySharePages(with other: ChangeScope) -> Bool {
    guard namesPages, other.namesPages, pairs(with: other) <= Self.maximumPairs else { return true }
    if !entities.isEmpty, !other.entities.isEmpty { return true }
    return sites.contains { site in
      other.sites.contains { Self.areRelated(site, other: $0) }
        || other.entities.contains { Self.isSite(site, ofEntity: $0) }
    } || other.sites.contains { site in entities.contains { Self.isSite(site, ofEntity: $0) } }
  }

  /// Whether all pages have known hosts or entities.
  private var namesPages: Bool { !sites.isEmpty || !entities.isEmpty }

  /// Whether ``sites`` has all pages.
  var namesOnlySites: Bool { !sites.isEmpty && pageURLs.isEmpty }

  /// Whether the pages are not limited to some.
  var includesUnnamedPages: Bool {
    conditions.allSatisfy { condition in
      switch condition.pages {
      case nil, .otherPages, .otherInitiators: true
      case .pages, .initiators: false
      }
    }
  }

  /// Returns whether a host consists of labels, those of an entity, and a suffix.
  private static func isSite(_ host: [UInt8], ofEntity entity: [UInt8]) -> Bool {
    host.indices.contains { start in
      (start == 0 || host[start - 1] == ASCII.dot) && host[start...].starts(with: entity + [ASCII.dot])
    }
  }

  /// Returns the number of steps in ``mayMeet(_:)``: one, or as many as there are pairs of sites if these are compared.
  func comparisons(with other: ChangeScope) -> Int {
    let pairs = pairs(with: other)
    return pairs > Self.maximumPairs ? 1 : max(pairs, 1)
  }

  /// Returns the number of pairs of pages that have known hosts or entities.
  private func pairs(with other: ChangeScope) -> Int {
    (sites.count + entities.count).multipliedClamped(by: other.sites.count + other.entities.count)
  }

  static func areRelated(_ host: [UInt8], other: [UInt8]) -> Bool {
    HostNames.isHost(host, within: other) || HostNames.isHost(other, within: host)
  }
}

/// Scopes by their hosts and the sites of their pages.
struct ScopeIndex {
  private var hosts = HostTree()
  private var sites = HostTree()
  private var others: [Int] = []

  /// Numbers by host.
  private struct HostTree {
    private var exact: [[UInt8]: [Int]] = [:]
    private var below: [[UInt8]: [Int]] = [:]
    private(set) var all: [Int] = []

    mutating func add(_ host: [UInt8], number: Int) {
      exact[host, default: []].append(number)
      for parent in HostNames.parents(of: host) { below[parent, default: []].append(number) }
      if all.last != number { all.append(number) }
    }

    /// Returns the numbers of hosts above, at or below a host.
    func related(to host: [UInt8]) -> [Int] {
      ([host] + HostNames.parents(of: host)).flatMap { exact[$0] ?? [] } + (below[host] ?? [])
    }
  }

  mutating func add(_ scope: ChangeScope, number: Int) {
    if let host = scope.host {
      hosts.add(host, number: number)
    } else if scope.sites.isEmpty || !scope.entities.isEmpty {
      others.append(number)
    } else {
      for site in scope.sites { sites.add(site, number: number) }
    }
  }

  /// Returns the numbers of the scopes that may meet a scope, in order.
  func candidates(for scope: ChangeScope) -> [Int] {
    let bySite = scope.sites.isEmpty ? sites.all : scope.sites.flatMap { sites.related(to: $0) }
    return Set(byHost(scope) + bySite + others).sorted()
  }

  /// Returns the numbers of the scopes whose requests may be those of a scope, regardless of pages.
  func candidates(forRequestsOf scope: ChangeScope) -> [Int] {
    Set(byHost(scope) + sites.all + others).sorted()
  }

  private func byHost(_ scope: ChangeScope) -> [Int] {
    scope.host.map { hosts.related(to: $0) } ?? hosts.all
  }
}

/// Finds the exceptions that may apply to a change, without a comparison with the others.
struct ChangeExceptionIndex {
  private struct Key: Hashable {
    var kind: OptionChange.Kind
    /// The value of the option; empty for exceptions to all changes of the kind.
    var value: [UInt8]
    /// The host of the requests; nil for requests to all hosts.
    var host: [UInt8]?
  }

  /// The numbers of the exceptions to each change for each host.
  private var exact: [Key: [Int]] = [:]
  /// The numbers of the exceptions for hosts below a host; for nil those for any host.
  private var below: [Key: [Int]] = [:]

  mutating func insert(_ number: Int, kind: OptionChange.Kind, value: [UInt8], host: [UInt8]?) {
    exact[Key(kind: kind, value: value, host: host), default: []].append(number)
    guard let host else { return }
    for parent in HostNames.parents(of: host) {
      below[Key(kind: kind, value: value, host: parent), default: []].append(number)
    }
    below[Key(kind: kind, value: value, host: nil), default: []].append(number)
  }

  /// Returns the numbers of the exceptions to a change of requests to this host and its subdomains, in their order; nil
  /// for a change of requests to all hosts. Returns nil if there are more than a limit.
  func exceptions(to action: OptionChange, _ kind: OptionChange.Kind, host: [UInt8]?, limit: Int) -> [Int]? {
    var found: [[Int]] = []
    var count = 0
    for value in Set([[]] + action.exceptedValues) {
      func add(_ table: [Key: [Int]], host: [UInt8]?) {
        guard let numbers = table[Key(kind: kind, value: value, host: host)] else { return }
        found.append(numbers)
        count += numbers.count
      }
      add(exact, host: nil)
      add(below, host: host)
      if let host { for name in [host] + HostNames.parents(of: host) { add(exact, host: name) } }
    }
    return count > limit ? nil : found.joined().sorted()
  }
}

extension OptionChange {
  /// The values of the exceptions to this change alone.
  fileprivate var exceptedValues: [[UInt8]] {
    switch self {
    case .removeParameters(let names): names
    case .removeQuery: []
    case .changeHeader(let change, _):
      switch change.operation {
      case .remove: [change.header]
      case .set(let value), .append(let value): [value]
      }
    }
  }
}
