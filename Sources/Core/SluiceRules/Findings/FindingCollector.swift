/// Collects findings up to a limit. The reader of a list adds findings first, then the check does.
package struct FindingCollector {
  package private(set) var found: [Found] = []
  /// The number of findings beyond the limit.
  package private(set) var omitted = 0
  /// The number of findings of each severity, including omitted ones.
  package private(set) var counts: [RuleListFinding.Severity: Int] = [:]
  /// The first finding that prevents a ``RuleList`` from representing the list.
  package private(set) var failure: Found?
  /// Whether WebKit, or the WebKit of the target, rejects the list.
  package private(set) var hasRejection = false
  package let limit: Int

  package init(limit: Int) { self.limit = limit }

  /// Adds a finding. Returns whether a ``RuleList`` can represent a list that has this finding.
  @discardableResult
  package mutating func add(_ reason: RuleListFinding.Reason, _ rule: Int?, _ place: Range<Int>) -> Bool {
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

  /// A finding whose line and column are not known yet.
  package struct Found {
    package var reason: RuleListFinding.Reason
    package var ruleIndex: Int?
    package var place: Range<Int>
  }

  /// Returns all collected findings, with their locations in the text.
  package func findings(in json: Span<UInt8>, file: String?) -> [RuleListFinding] {
    if found.isEmpty { return [] }
    let places = TextPlaces(json, file: file)
    return found.map { RuleListFinding($0, places.location(of: $0.place, in: json)) }
  }

  /// Returns the first finding that prevents a ``RuleList`` from representing the list.
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
