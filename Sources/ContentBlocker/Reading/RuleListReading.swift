extension RuleList {
  /// Reads the JSON of a rule list as WebKit's compiler does: what WebKit rejects is rejected, and so is
  /// what this library cannot hold.
  ///
  /// The list has as many rules as the JSON, in the same order. A rule that WebKit leaves out because of its
  /// selector is held as ``Rule/noOperation``, so that the rules keep their numbers. Keys that WebKit ignores
  /// are ignored; of a key that is repeated the last one counts, as in WebKit.
  ///
  /// - Parameter json: the bytes of the file. Time is linear in their number, and memory a small multiple.
  /// - Throws: the first finding for which the list cannot be held. JSON faults come before all others, as they do
  ///   in WebKit; then it is the order of the rules, whereas WebKit reads all patterns last.
  public init(decodingJSON json: some InputBytes & ~Escapable) throws(RuleListFinding) {
    var reader = RuleListReader(keepsRules: true, stopsAtFailure: true, limit: 0)
    let failure = reader.read(json) { $0.collector.failure(in: $1, file: $2) }
    if let failure { throw failure }
    self.init(reader.rules)
  }

  /// Everything that is wrong with the JSON of a rule list, the first `limit` of it, without building the
  /// list. Memory is that of the findings.
  public static func findings(
    inJSON json: some InputBytes & ~Escapable, limit: Int = 10_000
  ) -> RuleListReport {
    var reader = RuleListReader(keepsRules: false, stopsAtFailure: false, limit: limit)
    return reader.read(json) { $0.report(on: $1, file: $2) }
  }

  /// Reads as much of a rule list as can be held, and says everything that is wrong with the rest. A rule
  /// that WebKit rejects or that cannot be held is ``Rule/noOperation`` in the result.
  public static func decodingJSON(
    _ json: some InputBytes & ~Escapable, limit: Int = 10_000
  ) -> (list: RuleList, report: RuleListReport) {
    var reader = RuleListReader(keepsRules: true, stopsAtFailure: false, limit: limit)
    let report = reader.read(json) { $0.report(on: $1, file: $2) }
    return (RuleList(reader.rules), report)
  }
}

extension RuleListReader {
  /// Reads a text, and says what of it is wanted, for which the text and its name are handed on.
  fileprivate mutating func read<Answer>(
    _ text: some InputBytes & ~Escapable, _ answer: (RuleListReader, Span<UInt8>, String?) -> Answer
  ) -> Answer {
    let file = text.inputName
    return text.withInputBytes { json in
      read(json)
      return answer(self, json, file)
    }
  }
}

/// What is wrong with the JSON of a rule list.
public struct RuleListReport: Hashable, Sendable {
  /// The findings: those of the whole list, then those of each rule, in the order of the JSON.
  public var findings: [RuleListFinding]
  /// How many findings more there are than the limit allowed to keep.
  public var omitted: Int
  /// How many entries the outermost array has.
  public var ruleCount: Int
  /// Whether WebKit compiles the list.
  public var isAcceptedByWebKit: Bool
  /// Whether a ``RuleList`` can hold all of it.
  public var isHeld: Bool
}
