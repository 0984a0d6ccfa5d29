import ContentBlocker
import FilterSyntax
import ListBuilding

/// Files of rule lists in WebKit's JSON.
enum RuleListFile {
  /// Whether a file is meant as a rule list in JSON: it begins as one, or is JSON by its name.
  static func isJSON(_ file: InputFile) -> Bool {
    switch InputShape(of: file.bytes) {
    case .rules: true
    case .object, .names, .filters:
      // Domains are filters, whatever the file is called.
      file.name.hasSuffix(".json") && ListJudgement(of: file.bytes) != .list(.json)
    }
  }

  /// Reads a rule list as WebKit does; one that WebKit would reject is an error. With it a note on rules that
  /// take no part, or nil.
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
        : "\(name): \(Format.counted(unsupported, "rule")) take no part here: WebKit has their action"
          + " (notify, redirect, modify-headers) or selector, sluice has not"
    )
  }
}
