import ContentBlocker
import Conversion

/// What is said when a list is larger than it may be.
enum LimitMessages {
  static func message(_ error: ConversionError) -> String {
    switch error {
    case .tooManyRules(let part, let rules, let limit, _): message(rules, "rule", in: part, limit)
    case .tooManyBytes(let part, let bytes, let limit, _): message(bytes, "byte", in: part, limit)
    }
  }

  private static func message(
    _ count: Int, _ unit: String, in part: ConvertedList.Part, _ limit: Int
  ) -> String {
    "\(Format.counted(count, unit))\(part == .all ? "" : " in the \(part.rawValue) list"),"
      + " \(Format.grouped(count - limit)) more than the limit of \(Format.grouped(limit))"
  }

  /// What helps; `merge` always does, unless a rule and its exceptions alone are too many.
  static func advice(_ error: ConversionError) -> [String] {
    switch error {
    case .tooManyRules(_, _, let limit, let remedies):
      advice(remedies)
        + (limit == AbortLimit.safeRules
          ? ["more rules with conditions on one pattern could end WebKit: 'sluice explain abort-limit'"]
          : limit < RuleList.maximumRules
            ? ["--max-rules takes up to \(Format.grouped(RuleList.maximumRules))"] : [])
    case .tooManyBytes(_, _, _, let remedies): advice(remedies)
    }
  }

  private static func advice(_ remedies: LimitRemedies) -> [String] {
    var advice: [String] = []
    if remedies.contains(.smallerForm) {
      advice.append("--prefer size writes the same in fewer bytes, within the limit")
    }
    if remedies.contains(.split) { advice.append("--split makes two lists, each within the limit") }
    advice.append(
      "'sluice merge FILE... -o NAME.json' makes as many lists as it takes; in a build file that is onLimit: \"shard\""
    )
    if remedies.contains(.truncation) {
      advice.append("--on-limit truncate leaves out blocking rules from the end and reports them")
    }
    return advice
  }
}
