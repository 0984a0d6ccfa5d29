import SluiceAnalysis
import SluiceRules
import SluiceSyntax
import SluiceText

/// The order of changes and exceptions to them.
///
/// In WebKit, an exception is a rule that ends all rules with a lower priority, also those that it is not about. Changes
/// without exceptions therefore come first. Exceptions to all parameters follow, then the changes of parameters without
/// an exception of their own, then the exceptions to some parameters. Before such an exception, its requests lose
/// the parameters that it is not about.
struct ChangeOrder {
  private(set) var rules: [WebExtensionRule] = []
  private(set) var origins: [[FilterPlace]] = []
  /// The changes that do not apply to some requests of exceptions to other changes.
  private(set) var limited: Set<FilterPlace> = []
  /// The exceptions for whole pages that exempt more pages.
  private(set) var widened: Set<FilterPlace> = []
  private(set) var ending: [Ending] = []
  /// The changes with exceptions to some parameters.
  private(set) var excepted: Set<FilterPlace> = []
  /// Whether an exception for pages that cannot be named keeps all requests.
  private(set) var exemptsOtherPages = false
  /// The changes that would apply to requests of their exceptions.
  private(set) var undone: Set<FilterPlace> = []

  private var changes: [Change] = []
  private var exceptions: [Exception] = []

  private struct Change {
    var kind: OptionChange.Kind
    var action: OptionChange
    var scope: ChangeScope
    var isImportant: Bool
    var place: FilterPlace
  }

  private struct Exception {
    var kind: OptionChange.Kind
    /// The value of the option; empty for all changes of the kind.
    var value: [UInt8]
    var scope: ChangeScope
    var place: FilterPlace
  }

  /// An exception to all parameters or to some, which ends all rules with a lower priority.
  struct Ending {
    var scope: ChangeScope
    var isToAll: Bool
    var place: FilterPlace
  }

  /// The priorities, from the highest. Those of ``RedirectOrder`` are between them.
  enum Level: Int {
    case exceptedPages = 14
    case withoutExceptions = 12
    case exceptionsToAll = 9
    case others = 8
    case rescued = 7
    case exceptionsToSome = 4
    case excepted = 3
  }

  /// Returns the budget for comparisons of changes with exceptions, and for the pages and parameters that rules repeat
  /// because of exceptions.
  private func budget() -> ExclusionBudget {
    let size =
      changes.reduce(0) { $0.addingClamped($1.scope.size) }
      .addingClamped(exceptions.reduce(0) { $0.addingClamped($1.scope.size) })
    return ExclusionBudget(
      bytes: size.multipliedClamped(by: 4).addingClamped(1 << 18), steps: size.addingClamped(1 << 16))
  }

  mutating func add(
    _ kind: OptionChange.Kind, action: OptionChange, scope: ChangeScope, isImportant: Bool,
    at place: FilterPlace
  ) {
    changes.append(Change(kind: kind, action: action, scope: scope, isImportant: isImportant, place: place))
  }

  mutating func add(
    exceptionTo kind: OptionChange.Kind, _ option: Option, scope: ChangeScope, at place: FilterPlace,
    in bytes: Span<UInt8>
  ) {
    let value = option.value.map { bytes.array($0) } ?? []
    exceptions.append(Exception(kind: kind, value: value, scope: scope, place: place))
  }

  mutating func finish(excepting pages: [ExemptPages]) {
    // A page that cannot be named keeps all of its requests, so nothing is changed.
    exemptsOtherPages = pages.reduce(false) { !allow($1) || $0 }
    var budget = budget()
    let index = index()
    var joined = JoinedChanges()
    var others: [Change] = []
    var excepted: [(change: Change, by: [Int])] = []
    var used: Set<Int> = []
    for change in changes {
      if exemptsOtherPages {
        undone.insert(change.place)
        continue
      }
      // Without steps to find its exceptions, a change is left out.
      guard let own = self.exceptions(to: change, index, budget: &budget) else {
        undone.insert(change.place)
        continue
      }
      if own.isEmpty || change.isImportant {
        joined.add(
          change.action, conditions: change.scope.conditions, level: .withoutExceptions, at: change.place)
      } else if change.kind != .parameters {
        // An allow rule would also end the changes of parameters.
        let sites = own.map { exceptions[$0].scope.sitesOfPages }
        if !sites.contains(where: { $0 == nil }), let all = NonEmpty(sites.flatMap { $0 ?? [] }),
          budget.spend(change.scope.size(outside: all)),
          let conditions = change.scope.conditions(outside: all)
        {
          joined.add(change.action, conditions: conditions, level: .withoutExceptions, at: change.place)
          if !own.allSatisfy({ exceptions[$0].scope.includesTypes(of: change.scope) }) {
            limited.insert(change.place)
          }
        } else {
          undone.insert(change.place)
        }
      } else {
        used.formUnion(own)
        if own.allSatisfy({ exceptions[$0].value.isEmpty }) {
          others.append(change)
        } else {
          excepted.append((change, own))
        }
      }
    }
    for change in others {
      joined.add(change.action, conditions: change.scope.conditions, level: .others, at: change.place)
    }
    for (change, _) in excepted {
      joined.add(change.action, conditions: change.scope.conditions, level: .excepted, at: change.place)
      self.excepted.insert(change.place)
    }
    let some = used.sorted().filter { !exceptions[$0].value.isEmpty }
    rescue(excepted, from: some, budget: &budget, joined: &joined)
    for index in used.sorted() {
      let exception = exceptions[index]
      ending.append(
        Ending(scope: exception.scope, isToAll: exception.value.isEmpty, place: exception.place))
      for condition in exception.scope.conditions {
        append(
          .allow, condition: condition, level: exception.value.isEmpty ? .exceptionsToAll : .exceptionsToSome,
          places: [exception.place])
      }
    }
    for rule in joined.rules {
      append(rule.action, condition: rule.condition, level: rule.level, places: rule.places)
    }
    sort()
  }

  private func index() -> ChangeExceptionIndex {
    var index = ChangeExceptionIndex()
    for (number, exception) in exceptions.enumerated() {
      let isOfHeader = exception.kind == .headers
      index.insert(
        number, kind: exception.kind,
        value: isOfHeader ? exception.value.map { $0.asciiLowercased } : exception.value,
        host: exception.scope.host)
    }
    return index
  }

  /// Returns the exceptions that may apply to a change; nil if there are too many to compare.
  private func exceptions(
    to change: Change, _ index: ChangeExceptionIndex, budget: inout ExclusionBudget
  ) -> [Int]? {
    let found = index.exceptions(
      to: change.action, change.kind, host: change.scope.host, limit: budget.steps)
    guard let found else { return nil }
    let steps = found.reduce(0) {
      $0.addingClamped(change.scope.comparisons(with: exceptions[$1].scope))
    }
    guard budget.spend(steps: steps) else { return nil }
    return found.filter { exceptions[$0].scope.mayMeet(change.scope) }
  }

  /// Applies changes to the requests of exceptions that are not about them.
  private mutating func rescue(
    _ changes: [(change: Change, by: [Int])], from exceptions: [Int], budget: inout ExclusionBudget,
    joined: inout JoinedChanges
  ) {
    let changes = changes.map { change, own in
      (change: change, own: Set(own), some: own.filter { !self.exceptions[$0].value.isEmpty })
    }
    for index in exceptions {
      let exception = self.exceptions[index]
      for (change, own, some) in changes where !own.contains(index) {
        let steps = some.reduce(exception.scope.comparisons(with: change.scope)) {
          $0.addingClamped(exception.scope.comparisons(with: self.exceptions[$1].scope))
        }
        guard budget.spend(steps: steps) else {
          limited.formUnion(changes.map { $0.change.place })
          return
        }
        guard change.scope.mayMeet(exception.scope) else { continue }
        let isExceptedThere = some.contains { self.exceptions[$0].scope.mayMeet(exception.scope) }
        guard change.scope.isForAllURLs, !isExceptedThere, let types = change.scope.conditions.first?.types,
          budget.spend(change.action.size)
        else {
          limited.insert(change.place)
          continue
        }
        let conditions = exception.scope.conditions.compactMap {
          WebExtensionRule.Condition(
            $0.urlFilter, isCaseSensitive: $0.isCaseSensitive, types: $0.types.intersection(types),
            loadTypes: $0.loadTypes, pages: $0.pages)
        }
        joined.add(change.action, conditions: conditions, level: .rescued, at: change.place)
      }
    }
  }

  /// Ends all changes of the pages that an exception exempts, and of their requests. Returns false if they cannot be
  /// named.
  private mutating func allow(_ exemption: ExemptPages) -> Bool {
    guard exemption.parts == [.specificHiding, .genericHiding, .scriptlets, .htmlFilters] else { return true }
    guard let pages = exemption.pages else { return false }
    if exemption.isWider { widened.insert(exemption.place) }
    switch pages {
    case .urls(let urls, let isCaseSensitive):
      // WebKit compares the URLs of pages regardless of their case.
      if isCaseSensitive { widened.insert(exemption.place) }
      for url in urls {
        if let condition = WebExtensionRule.Condition(url, types: .mainFrame) {
          append(
            .allowPages, condition: condition, level: .exceptedPages, places: [exemption.place])
        }
      }
    case .hosts(let hosts):
      guard let domains = NonEmpty(hosts) else { return false }
      if let condition = WebExtensionRule.Condition(.any, types: .all, pages: .pages(domains)) {
        append(.allow, condition: condition, level: .exceptedPages, places: [exemption.place])
      }
    }
    return true
  }

  private mutating func append(
    _ action: WebExtensionRule.Action, condition: WebExtensionRule.Condition, level: Level,
    places: [FilterPlace]
  ) {
    rules.append(WebExtensionRule(priority: level.rawValue, action, condition: condition))
    origins.append(places)
  }

  private mutating func sort() {
    let byPriority = rules.indices.sorted { left, right in
      rules[left].priority == rules[right].priority
        ? left < right : rules[left].priority > rules[right].priority
    }
    (rules, origins) = (byPriority.map { rules[$0] }, byPriority.map { origins[$0] })
  }

  /// Changes of parameters, joined where their conditions and priorities are equal.
  private struct JoinedChanges {
    private(set) var rules: [Joined] = []
    private var numbers: [Key: Int] = [:]

    struct Joined {
      var names: [[UInt8]]
      var other: WebExtensionRule.Action?
      var condition: WebExtensionRule.Condition
      var level: Level
      var places: [FilterPlace]

      var action: WebExtensionRule.Action {
        other ?? NonEmpty(names).map { .removeParameters($0) } ?? .removeQuery
      }
    }

    private struct Key: Hashable {
      var condition: WebExtensionRule.Condition
      var level: Int
    }

    mutating func add(
      _ action: OptionChange, conditions: [WebExtensionRule.Condition], level: Level, at place: FilterPlace
    ) {
      for condition in conditions {
        switch action {
        case .removeParameters(let names):
          let key = Key(condition: condition, level: level.rawValue)
          if let number = numbers[key] {
            rules[number].names += names
            rules[number].places.append(place)
          } else {
            numbers[key] = rules.count
            rules.append(Joined(names: names, condition: condition, level: level, places: [place]))
          }
        case .removeQuery:
          rules.append(
            Joined(names: [], other: .removeQuery, condition: condition, level: level, places: [place]))
        case .changeHeader(let change, let isOfRequest):
          let other = WebExtensionRule.Action.modifyHeaders(
            request: isOfRequest ? [change] : [], response: isOfRequest ? [] : [change])
          rules.append(Joined(names: [], other: other, condition: condition, level: level, places: [place]))
        }
      }
    }
  }
}
