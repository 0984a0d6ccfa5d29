/// The properties of a rule other than its pattern, in a form that is fast to compare with a request.
struct CompiledRule: Sendable {
  var types: ResourceTypes
  var loadTypes: LoadTypes
  var loadContexts: LoadContexts
  var method: RequestMethod?
  /// The index of the condition, or -1.
  var condition: Int32 = -1
  /// The way to match the URL.
  var matcher = Matcher.always

  enum Matcher {
    /// No comparison is necessary: every URL matches, or the index has already checked the pattern.
    case always
    case narrow(Int32)
    case wide(Int32)
  }

  init(_ trigger: Trigger) {
    types = trigger.resourceTypes
    loadTypes = trigger.loadTypes
    loadContexts = trigger.loadContexts
    method = trigger.requestMethod
  }

  /// Returns whether the request matches all properties other than the URLs.
  func fits(_ request: Request) -> Bool {
    (types.isEmpty || !types.isDisjoint(with: request.types))
      && (loadTypes.isEmpty || !loadTypes.isDisjoint(with: request.party))
      && (loadContexts.isEmpty || !loadContexts.isDisjoint(with: request.context))
      && (method == nil || method == request.method)
  }
}

/// The condition of a rule, compiled for evaluation.
enum CompiledCondition: Sendable {
  /// The numbers of the domains in ascending order.
  case domains([Int32], isNegated: Bool, isCaseSensitive: Bool)
  case topURL([CompiledRule.Matcher], isNegated: Bool)
  case frameURL([CompiledRule.Matcher], isNegated: Bool)
}

/// All compiled patterns of a list.
struct Patterns: Sendable {
  private var narrow: [Automaton] = []
  private var wide: [WideAutomaton] = []

  mutating func add(_ pattern: URLFilterPattern, isCaseSensitive: Bool) -> CompiledRule.Matcher {
    let matcher: CompiledRule.Matcher
    if pattern == .any {
      matcher = .always
    } else if let automaton = Automaton(pattern, isCaseSensitive: isCaseSensitive) {
      matcher = .narrow(Int32(truncatingIfNeeded: narrow.count))
      narrow.append(automaton)
    } else {
      matcher = .wide(Int32(truncatingIfNeeded: wide.count))
      wide.append(WideAutomaton(pattern, isCaseSensitive: isCaseSensitive))
    }
    return matcher
  }

  func match(_ matcher: CompiledRule.Matcher, _ url: Span<UInt8>) -> Bool {
    switch matcher {
    case .always: true
    case .narrow(let number): narrow[Int(number)].matches(url)
    case .wide(let number): wide[Int(number)].matches(url)
    }
  }
}
