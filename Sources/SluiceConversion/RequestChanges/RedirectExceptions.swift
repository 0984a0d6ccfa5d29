import SluiceText
import SluiceRules

/// The exceptions to blocks and redirects, and what they leave of a redirect.
struct RedirectExceptions {
  private var all: [RedirectOrder.Exception] = []
  private var index = ScopeIndex()

  /// The maximum number of sites, and of patterns for pages, on which a redirect does not act.
  private static let maximumSites = 64

  subscript(number: Int) -> RedirectOrder.Exception { all[number] }

  mutating func add(_ exception: RedirectOrder.Exception) {
    index.add(exception.scope, number: all.count)
    all.append(exception)
  }

  /// Returns the numbers of the exceptions that may apply to a redirect, in order.
  func candidates(for redirect: RedirectOrder.Redirect) -> [Int] { index.candidates(for: redirect.scope) }

  /// Returns the part of a redirect on other pages than those of exceptions; nil if it has no place for them.
  func remainder(
    _ rest: RedirectOrder.Remainder, of redirect: RedirectOrder.Redirect, outsidePagesOf numbers: [Int]
  ) -> RedirectOrder.Remainder? {
    guard rest.endsByExceptions else { return rest }
    var rest = rest
    for number in numbers where !rest.pageExceptions.contains(number) {
      let scope = all[number].scope
      guard redirect.scope.maySharePages(with: scope) else { continue }
      guard redirect.scope.includesUnnamedPages, rest.excludedPages.count < Self.maximumSites else {
        return nil
      }
      rest.excludedPages += scope.pageURLs
      rest.isExact = false
    }
    return rest
  }

  /// Returns whether an exception may apply to requests of a redirect.
  func applies(_ number: Int, to redirect: RedirectOrder.Redirect) -> Bool {
    let exception = all[number]
    switch exception.subject {
    case .blocks: if redirect.isImportant, !exception.isImportant { return false }
    case .pages: break
    case .redirects(let name):
      if let name, let resource = RedirectResource(named: name), resource != redirect.resource {
        return false
      }
    }
    return exception.scope.mayMeet(redirect.scope)
  }

  /// Returns whether requests of an exception must stay blocked unless the rule list allows them itself.
  func mustBeExcluded(_ number: Int, from redirect: RedirectOrder.Redirect) -> Bool {
    let exception = all[number]
    guard exception.isExact, exception.scope.pageURLs.isEmpty else { return true }
    return switch exception.subject {
    case .blocks: false
    case .pages(let yields): yields && redirect.isImportant
    case .redirects: true
    }
  }

  /// Returns a redirect whose requests to the hosts of exceptions to redirects are blocked by rules of their own; nil if
  /// rules cannot name these requests.
  func remainder(of redirect: RedirectOrder.Redirect, blockedBy numbers: [Int]) -> RedirectOrder.Remainder? {
    func isBlock(_ number: Int) -> Bool {
      switch all[number].subject {
      case .redirects: all[number].scope.host != nil && all[number].scope.pageURLs.isEmpty
      case .blocks, .pages: false
      }
    }
    guard var rest = remainder(of: redirect, outside: numbers.filter { !isBlock($0) }) else { return nil }
    rest.endsByExceptions = true
    rest.isExact = false
    for number in numbers where isBlock(number) {
      let scope = all[number].scope
      guard let host = scope.host, !rest.blockedHosts.contains(host) else { continue }
      // Nothing would remain.
      if let own = redirect.scope.host, HostNames.isHost(own, within: host) { return nil }
      // Other exceptions for the host may have other types.
      guard let blocked = redirect.scope.narrowed(rest.conditions, toHost: host, types: .all) else {
        return nil
      }
      rest.blockedHosts.append(host)
      rest.blocked += blocked
      guard rest.blockedHosts.count <= Self.maximumSites else { return nil }
    }
    return rest
  }

  /// Returns a redirect on other pages than those of exceptions; nil if an exception does not name its pages.
  func remainder(of redirect: RedirectOrder.Redirect, outside numbers: [Int]) -> RedirectOrder.Remainder? {
    var sites: [[UInt8]] = []
    var rest = RedirectOrder.Remainder(conditions: redirect.scope.conditions)
    var excludesMore = false
    for number in numbers {
      let exception = all[number]
      let scope = exception.scope
      if scope.namesOnlySites {
        sites += scope.sites
      } else if redirect.scope.includesUnnamedPages {
        guard !scope.pageURLs.isEmpty, !scope.isOnOtherPages else { return nil }
        if exception.endsChanges {
          rest.exemptPages += scope.pageURLs
          if case .pages(yieldsToImportant: true) = exception.subject, redirect.isImportant {
            excludesMore = true
          }
        } else {
          // The rules for these pages come first.
          rest.excludedPages += scope.pageURLs
          rest.pageExceptions.append(number)
          if !scope.entities.isEmpty { sites += scope.sites }
          rest.endsByExceptions = true
        }
      } else {
        // The redirect names its own pages, and has no place for others.
        guard exception.endsChanges, !scope.sites.isEmpty else { return nil }
        sites += scope.sites
        excludesMore = true
      }
      guard sites.count <= Self.maximumSites,
        rest.excludedPages.count + rest.exemptPages.count <= Self.maximumSites
      else { return nil }
    }
    if let domains = NonEmpty(sites.compactMap { Domain($0, includesSubdomains: true) }) {
      (rest.conditions, rest.isExact) = redirect.scope.conditions(outsideTopPages: domains)
    }
    rest.isExact =
      rest.isExact && !excludesMore
      && numbers.allSatisfy {
        let scope = all[$0].scope
        let hasAllRequests =
          scope.pageURLs.isEmpty ? scope.sitesOfPages != nil : scope.isOfWholePages
        return all[$0].isExact && hasAllRequests && scope.includesTypes(of: redirect.scope)
      }
    return rest
  }
}

extension RedirectOrder {
  /// A filter that redirects requests. It or others block all of them.
  struct Redirect {
    var resource: RedirectResource
    /// The redirect with the highest priority wins.
    var priority: Int
    var scope: ChangeScope
    var isImportant: Bool
    var place: FilterPlace
  }

  /// An exception to blocks or to redirects.
  struct Exception {
    enum Subject {
      /// The requests are not blocked.
      case blocks
      /// The requests of the pages are not blocked, in some dialects apart from important blocks.
      case pages(yieldsToImportant: Bool)
      /// The requests stay blocked; nil for all resources.
      case redirects(String?)
    }

    var subject: Subject
    var scope: ChangeScope
    /// Whether the scope has the requests of the exception and no others.
    var isExact: Bool
    var isImportant = false
    /// Whether rules before all redirects end them on the pages.
    var endsChanges = false
    var place: FilterPlace

    var isToBlocks: Bool {
      switch subject {
      case .blocks: true
      case .pages, .redirects: false
      }
    }

    /// Returns whether a rule for the exception would end a redirect that the exception does not apply to.
    func endsRequests(of redirect: Redirect) -> Bool { isToBlocks && scope.mayMeet(redirect.scope) }
  }

  /// The part of a redirect that exceptions leave.
  struct Remainder {
    var conditions: [WebExtensionRule.Condition]
    var excludedPages: [URLFilter] = []
    /// The patterns for pages on which rules before all redirects end it.
    var exemptPages: [URLFilter] = []
    /// The numbers of the exceptions for these pages.
    var pageExceptions: [Int] = []
    /// The requests to hosts that a rule before it blocks.
    var blocked: [WebExtensionRule.Condition] = []
    var blockedHosts: [[UInt8]] = []
    /// Whether important filters block its requests: the rule does not act on those of exceptions.
    var yieldsToImportant = false
    /// Whether the rule needs others before it that end it.
    var endsByExceptions = false
    var isExact = true
    /// Whether its requests that important filters block stay blocked.
    var leavesImportant = false
  }
}
