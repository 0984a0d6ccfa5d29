/// What of a rule is asked when a load is judged, except for its pattern.
struct CompiledRule: Sendable {
  var types: ResourceTypes
  var loadTypes: LoadTypes
  var loadContexts: LoadContexts
  var method: RequestMethod?
  /// The number of the condition, or -1.
  var condition: Int32 = -1
  /// How the URL is matched.
  var matcher = Matcher.always

  enum Matcher {
    /// Nothing is left to be asked: every URL matches, or the index has asked it all.
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

  /// Whether everything but URLs fits.
  func fits(_ request: Request) -> Bool {
    (types.isEmpty || !types.isDisjoint(with: request.types))
      && (loadTypes.isEmpty || !loadTypes.isDisjoint(with: request.party))
      && (loadContexts.isEmpty || !loadContexts.isDisjoint(with: request.context))
      && (method == nil || method == request.method)
  }
}

/// The condition of a rule, made ready to ask.
enum CompiledCondition: Sendable {
  /// The numbers of domains, in order.
  case domains([Int32], isNegated: Bool, isCaseSensitive: Bool)
  case topURL([CompiledRule.Matcher], isNegated: Bool)
  case frameURL([CompiledRule.Matcher], isNegated: Bool)
}

/// All patterns of a list that are matched as such.
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
