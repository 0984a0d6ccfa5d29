/// Reads the JSON of a rule list. It first checks the syntax of the whole text, then reads the rules one by
/// one, in the same order as WebKit.
package struct RuleListReader {
  package private(set) var rules: [Rule] = []
  /// The place of each rule.
  package private(set) var places: [Range<Int>] = []
  package private(set) var ruleCount = 0
  private var reader: RuleReader
  private let stopsAtFailure: Bool

  /// Creates a reader.
  ///
  /// - Parameter isForExtensions: Whether the list is that of a web extension. In other lists, WebKit accepts the
  ///   actions for them but does not apply them, and the reader does not represent them.
  package init(keepsRules: Bool, isForExtensions: Bool = false, stopsAtFailure: Bool, limit: Int) {
    reader = RuleReader(keepsRules: keepsRules, isForExtensions: isForExtensions, limit: limit)
    self.stopsAtFailure = stopsAtFailure
  }

  package var collector: FindingCollector { reader.collector }

  func report(on json: Span<UInt8>, file: String?) -> RuleListReport {
    RuleListReport(
      findings: collector.findings(in: json, file: file).sorted {
        ($0.ruleIndex ?? -1, $0.offset) < ($1.ruleIndex ?? -1, $1.offset)
      },
      omitted: collector.omitted, ruleCount: ruleCount, isAcceptedByWebKit: !collector.hasRejection,
      isHeld: collector.failure == nil)
  }

  package mutating func read(_ json: Span<UInt8>) {
    if json.isEmpty { return fail(.emptyInput, 0, 0) }
    var checker = JSONChecker(looseLimit: reader.collector.limit)
    do throws(JSONFault) {
      try checker.check(json)
    } catch {
      return fail(.syntax(error.reason), error.offset, error.length)
    }
    for loose in checker.loose {
      let rule = loose.element < 0 ? nil : loose.element
      reader.collector.add(.looseSyntax(loose.kind), rule, loose.offset..<loose.offset + loose.length)
    }
    var outermost = JSONCursor()
    guard let list = outermost.nextValue(json) else { return }
    guard list.kind == .array else { return fail(.notAnArray, list.start, list.length) }
    ruleCount = checker.elementCount
    if ruleCount > RuleList.maximumRules { return fail(.tooManyRules(ruleCount), list.start, list.length) }
    readRules(in: list, json)
  }

  private mutating func readRules(in list: JSONValue, _ json: Span<UInt8>) {
    if reader.keepsRules {
      rules.reserveCapacity(ruleCount)
      places.reserveCapacity(ruleCount)
    }
    var cursor = JSONCursor(in: list)
    var isEmpty = true
    while let value = cursor.nextValue(json) {
      let outcome = reader.rule(value, json)
      if outcome != .dropped { isEmpty = false }
      if reader.keepsRules {
        places.append(value.start..<value.end)
        if case .rule(let rule) = outcome { rules.append(rule) } else { rules.append(.noOperation) }
      }
      if stopsAtFailure, reader.collector.failure != nil { return }
    }
    if isEmpty { fail(.noRules, list.start, list.length) }
  }

  private mutating func fail(_ reason: RuleListFinding.Reason, _ offset: Int, _ length: Int) {
    reader.collector.add(reason, nil, offset..<offset + length)
  }
}
