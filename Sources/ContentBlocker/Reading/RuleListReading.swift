extension RuleList {
  /// Reads the JSON of a rule list as WebKit's compiler does: what WebKit rejects is rejected, and so is
  /// what this library cannot hold.
  ///
  /// The list has as many rules as the JSON, in the same order. A rule that WebKit leaves out because of its
  /// selector is held as ``Rule/noOperation``, so that the rules keep their numbers. Keys that WebKit ignores
  /// are ignored; of a key that is repeated the last one counts, as in WebKit.
  ///
  /// - Parameter json: the bytes of the file. Time is linear in their number, and memory a small multiple.
  /// - Throws: the first problem that is more than a warning. JSON faults come before all others, as they do
  ///   in WebKit; then it is the order of the rules, whereas WebKit reads all patterns last.
  public init(decodingJSON json: Span<UInt8>) throws(RuleListProblem) {
    var reader = RuleListReader(keepsRules: true, stopsAtFailure: true, limit: 0)
    reader.read(json)
    if let failure = reader.failure { throw failure }
    self.init(reader.rules)
  }

  /// Reads the JSON of a rule list as WebKit's compiler does. See ``init(decodingJSON:)-(Span<UInt8>)``.
  public init(decodingJSON json: [UInt8]) throws(RuleListProblem) { try self.init(decodingJSON: json.span) }

  /// Everything that is wrong with the JSON of a rule list, the first `limit` of it, without building the
  /// list. Memory is that of the problems.
  public static func problems(inJSON json: Span<UInt8>, limit: Int = 10_000) -> RuleListReport {
    var reader = RuleListReader(keepsRules: false, stopsAtFailure: false, limit: limit)
    reader.read(json)
    return reader.report
  }

  /// Reads as much of a rule list as can be held, and says everything that is wrong with the rest. A rule
  /// that WebKit rejects or that cannot be held is ``Rule/noOperation`` in the result.
  public static func reading(
    json: Span<UInt8>, limit: Int = 10_000
  ) -> (list: RuleList, report: RuleListReport) {
    var reader = RuleListReader(keepsRules: true, stopsAtFailure: false, limit: limit)
    reader.read(json)
    return (RuleList(reader.rules), reader.report)
  }
}

/// What is wrong with the JSON of a rule list.
public struct RuleListReport: Hashable, Sendable {
  /// The problems: those of the whole list, then those of each rule, in the order of the JSON.
  public var problems: [RuleListProblem]
  /// How many problems more there are than the limit allowed to keep.
  public var omitted: Int
  /// How many entries the outermost array has.
  public var ruleCount: Int
  /// The most severe problem, also among those omitted; nil when there is none at all.
  public var worst: RuleListProblem.Severity?
  /// How many problems of each severity there are to ``RuleList/check(json:options:)``, also of those omitted.
  public var counts: [CheckSeverity: Int]

  /// Whether WebKit compiles the list.
  public var isAcceptedByWebKit: Bool { worst != .error }
}

/// Gathers problems up to a limit.
struct ProblemCollector {
  private(set) var kept: [RuleListProblem] = []
  private(set) var omitted = 0
  /// The first problem that is more than a warning.
  private(set) var failure: RuleListProblem?
  private(set) var worst: RuleListProblem.Severity?
  private(set) var counts: [CheckSeverity: Int] = [:]
  let limit: Int

  init(limit: Int) { self.limit = limit }

  mutating func add(_ reason: RuleListProblem.Reason, _ rule: Int?, _ offset: Int, _ length: Int) {
    let severity = reason.severity
    if worst.map({ $0 < severity }) ?? true { worst = severity }
    counts[CheckReason.problem(reason).severity, default: 0] += 1
    let isFirstFailure = failure == nil && severity > .warning
    guard isFirstFailure || kept.count < limit else {
      omitted += 1
      return
    }
    let problem = RuleListProblem(reason, ruleIndex: rule, offset: offset, length: length)
    if isFirstFailure { failure = problem }
    if kept.count < limit {
      kept.append(problem)
    } else {
      omitted += 1
    }
  }
}
