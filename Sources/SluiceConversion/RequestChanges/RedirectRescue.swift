import SluiceText
import SluiceRules
import SluiceSyntax

/// The rules that redirect requests before exceptions to parameters would end their redirects.
///
/// The exceptions of the redirects come first. They must not end changes of requests for which no parameters are
/// excepted. Therefore, an exception to all parameters then applies to all requests to its host.
struct RedirectRescue {
  private(set) var rules: [RedirectOrder.Rule] = []
  /// The changes that do not apply to some requests of exceptions to other changes.
  private(set) var limited: Set<FilterPlace> = []
  /// The exceptions to parameters that apply to all requests to their host.
  private(set) var widened: Set<FilterPlace> = []

  private let changes: ChangeOrder
  private let ruleset: String
  /// The exceptions to redirects that have rules before an exception to parameters.
  private var added: Set<Pair> = []

  private struct Pair: Hashable {
    var exception: Int
    var end: Int
  }

  /// The priorities. Those of ``ChangeOrder`` are between them.
  private enum Level: Int {
    case exceptionsBeforeAll = 11
    case beforeAll = 10
    case exceptionsBeforeSome = 6
    case beforeSome = 5
  }

  /// The maximum number of rules. Further redirects stay without.
  private static let maximumRules = 4_096
  /// The maximum number of exceptions to parameters for one redirect.
  private static let maximumEnds = 16

  init(_ changes: ChangeOrder, ruleset: String) {
    self.changes = changes
    self.ruleset = ruleset
  }

  /// Adds the rules for a redirect. Returns false, and adds nothing, if rules cannot name its requests.
  ///
  /// - Parameters:
  ///   - conditions: The requests of the redirect.
  ///   - excludedPages: The patterns for URLs of pages on which rules after all changes end the redirect.
  ///   - blockedHosts: The hosts to which rules after all changes block requests.
  ///   - ends: The numbers of the exceptions to parameters that may end the redirect.
  ///   - exceptions: The exceptions to the redirect.
  mutating func add(
    _ redirect: RedirectOrder.Redirect, conditions: [WebExtensionRule.Condition],
    excludedPages: [URLFilter], blockedHosts: [[UInt8]], from ends: [Int],
    unless exceptions: [(number: Int, scope: ChangeScope, place: FilterPlace)]
  ) -> Bool {
    guard !ends.isEmpty else { return true }
    guard excludedPages.isEmpty, ends.count <= Self.maximumEnds, rules.count < Self.maximumRules else {
      return false
    }
    var made: [RedirectOrder.Rule] = []
    var pairs: Set<Pair> = []
    var endsWithExceptions: Set<Int> = []
    for end in ends {
      let isToAll = changes.ending[end].isToAll
      let scope = changes.ending[end].scope
      guard let host = scope.host,
        !blockedHosts.contains(where: { ChangeScope.areRelated($0, other: host) }),
        let own = redirect.scope.narrowed(conditions, toHost: host, types: scope.types)
      else { return false }
      let path = redirect.resource.path(of: ruleset)
      made += own.map {
        rule(
          isToAll ? .beforeAll : .beforeSome, action: .redirect(toExtensionPath: path), condition: $0,
          at: redirect.place)
      }
      for exception in exceptions
      where exception.scope.mayMeet(scope, comparesPages: false) {
        endsWithExceptions.insert(end)
        let pair = Pair(exception: exception.number, end: end)
        if added.contains(pair) { continue }
        pairs.insert(pair)
        let its = exception.scope.narrowed(exception.scope.conditions, toHost: host, types: scope.types)
        guard let its else { return false }
        made += its.map {
          rule(
            isToAll ? .exceptionsBeforeAll : .exceptionsBeforeSome, action: .allow, condition: $0,
            at: exception.place)
        }
      }
    }
    for end in endsWithExceptions.sorted() { widen(end) }
    rules += made
    added.formUnion(pairs)
    return true
  }

  /// Extends an exception to all requests to its host.
  private mutating func widen(_ number: Int) {
    let end = changes.ending[number]
    guard end.isToAll else {
      limited.formUnion(changes.excepted)
      return
    }
    guard let host = end.scope.host, let urlFilter = URLFilter.host(host.span),
      let condition = WebExtensionRule.Condition(urlFilter, isCaseSensitive: true, types: end.scope.types)
    else { return }
    if end.scope.conditions == [condition] || !widened.insert(end.place).inserted { return }
    rules.append(
      RedirectOrder.Rule(
        rule: WebExtensionRule(
          priority: ChangeOrder.Level.exceptionsToAll.rawValue, .allow, condition: condition),
        places: [end.place]))
  }

  private func rule(
    _ level: Level, action: WebExtensionRule.Action, condition: WebExtensionRule.Condition,
    at place: FilterPlace
  ) -> RedirectOrder.Rule {
    RedirectOrder.Rule(
      rule: WebExtensionRule(priority: level.rawValue, action, condition: condition), places: [place],
      isRepeated: true)
  }
}
