import SluiceLists
import SluiceRules
import SluiceSyntax

/// Files with rule lists in WebKit's JSON.
enum RuleListFile {
  /// Returns whether a file is meant to be a rule list in JSON, according to its beginning or its name.
  static func isJSON(_ file: InputFile) -> Bool {
    switch InputShape(of: file.bytes) {
    case .rules: true
    case .object, .names, .filters: file.name.hasSuffix(".json") && isMeantAsRules(file)
    }
  }

  /// Returns whether the content of a file can be what its name says. A list of domains is a filter list, and an
  /// error page is not a list.
  private static func isMeantAsRules(_ file: InputFile) -> Bool {
    switch ListJudgement(of: file.bytes) {
    case .list(.json): false
    case .list, .conflicted, .foreign(.json), .foreign(.ruleList): true
    case .foreign(let content): !content.isNeverTyped
    }
  }

  /// Reads a rule list as WebKit does, and throws if WebKit would reject it. Also returns a note about rules
  /// that Sluice does not support, if any.
  static func ruleList(_ name: String, _ json: [UInt8]) throws(CommandError) -> (RuleList, note: String?) {
    let (list, report) = RuleList.decodingJSON(json)
    if let problem = report.findings.first(where: { $0.reason.severity == .error }) {
      throw CommandError(
        ListFailure.rejected(place: "\(name):\(problem.location)", reason: problem.reason.message))
    }
    let unsupported = report.findings.count { !$0.reason.isHeld }
    return (
      list,
      unsupported == 0
        ? nil
        : "\(name): \(Format.counted(unsupported, "rule")) \(unsupported == 1 ? "is" : "are") ignored here:"
          + " an action (notify, redirect, modify-headers) or a selector is unsupported"
    )
  }
}
