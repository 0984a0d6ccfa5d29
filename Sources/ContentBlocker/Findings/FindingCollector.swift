/// Gathers findings up to a limit: those of a reader, and behind them those of a check.
struct FindingCollector {
  private(set) var found: [Found] = []
  /// How many findings more there are.
  private(set) var omitted = 0
  /// How many findings of each severity there are, also of those omitted.
  private(set) var counts: [RuleListFinding.Severity: Int] = [:]
  /// The first one for which the list cannot be held.
  private(set) var failure: Found?
  /// Whether WebKit, or that of the target, does not take the list.
  private(set) var hasRejection = false
  let limit: Int

  init(limit: Int) { self.limit = limit }

  /// Adds a finding, and says whether a list with it can be held.
  @discardableResult
  mutating func add(_ reason: RuleListFinding.Reason, _ rule: Int?, _ place: Range<Int>) -> Bool {
    let definition = reason.definition
    counts[definition.severity, default: 0] += 1
    if definition.effect == .rejection { hasRejection = true }
    let isHeld = definition.isHeld
    let isFirstFailure = failure == nil && !isHeld
    let isKept = found.count < limit
    if !isKept { omitted += 1 }
    guard isKept || isFirstFailure else { return isHeld }
    let one = Found(reason: reason, ruleIndex: rule, place: place)
    if isKept { found.append(one) }
    if isFirstFailure { failure = one }
    return isHeld
  }

  /// What was found, before its line and column are known.
  struct Found {
    var reason: RuleListFinding.Reason
    var ruleIndex: Int?
    var place: Range<Int>
  }

  /// All that was found in a text.
  func findings(in json: Span<UInt8>, file: String?) -> [RuleListFinding] {
    if found.isEmpty { return [] }
    let places = TextPlaces(json, file: file)
    return found.map { RuleListFinding($0, places.location(of: $0.place, in: json)) }
  }

  /// The first finding in a text for which the list cannot be held.
  func failure(in json: Span<UInt8>, file: String?) -> RuleListFinding? {
    failure.map { failure in
      var counter = PositionCounter()
      return RuleListFinding(failure, counter.location(of: failure.place, in: json, file: file))
    }
  }
}

extension RuleListFinding {
  fileprivate init(_ found: FindingCollector.Found, _ location: TextLocation) {
    self.init(
      found.reason, ruleIndex: found.ruleIndex, offset: found.place.lowerBound, length: found.place.count,
      location)
  }
}
