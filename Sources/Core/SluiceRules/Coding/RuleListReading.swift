extension RuleList {
  /// Reads the JSON of a rule list as WebKit's compiler does. Throws an error for every list that WebKit
  /// rejects, and for every list that this library cannot represent.
  ///
  /// The result has as many rules as the JSON, in the same order. A rule that WebKit drops because of its
  /// selector becomes ``Rule/noOperation``, so that the other rules keep their numbers. Keys that WebKit
  /// ignores are ignored. As in WebKit, the last one of several equal keys counts.
  ///
  /// - Parameter json: the bytes of the file. The time is linear in their number, and memory use is a small
  ///   multiple of their number.
  /// - Throws: the first finding that prevents the list from being represented. JSON syntax errors come
  ///   before all others, as in WebKit. Other findings are in the order of the rules, whereas WebKit parses
  ///   all patterns last.
  public init(decodingJSON json: some InputBytes & ~Escapable) throws(RuleListFinding) {
    var reader = RuleListReader(keepsRules: true, stopsAtFailure: true, limit: 0)
    let failure = reader.read(json) { $0.collector.failure(in: $1, file: $2) }
    if let failure { throw failure }
    self.init(reader.rules)
  }

  /// Returns the first `limit` findings about the JSON of a rule list without building the list. Only the
  /// findings take memory.
  public static func findings(
    inJSON json: some InputBytes & ~Escapable, limit: Int = 10_000
  ) -> RuleListReport {
    var reader = RuleListReader(keepsRules: false, stopsAtFailure: false, limit: limit)
    return reader.read(json) { $0.report(on: $1, file: $2) }
  }

  /// Reads as much of a rule list as this library can represent, and reports all problems. Rules that WebKit
  /// rejects, or that cannot be represented, become ``Rule/noOperation``.
  public static func decodingJSON(
    _ json: some InputBytes & ~Escapable, limit: Int = 10_000
  ) -> (list: RuleList, report: RuleListReport) {
    var reader = RuleListReader(keepsRules: true, stopsAtFailure: false, limit: limit)
    let report = reader.read(json) { $0.report(on: $1, file: $2) }
    return (RuleList(reader.rules), report)
  }
}

extension RuleListReader {
  /// Reads a text, then calls `answer` with the reader, the text and the name of the text.
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

/// The result of reading the JSON of a rule list.
public struct RuleListReport: Hashable, Sendable {
  /// The findings: first those about the whole list, then those of each rule, in the order of the JSON.
  public var findings: [RuleListFinding]
  /// The number of findings beyond the limit.
  public var omitted: Int
  /// The number of entries in the outermost array.
  public var ruleCount: Int
  /// Whether WebKit compiles the list.
  public var isAcceptedByWebKit: Bool
  /// Whether a ``RuleList`` can represent the whole list.
  public var isHeld: Bool
}
