import Conversion
import Lint

/// What `sluice lint` is asked for.
struct LintArguments: Sendable {
  /// Lists and folders of lists; none for standard input.
  var files: [String] = []
  /// Whether files that are named and are not filter lists are left out.
  var skipsForeign = false
  /// The rules that are on; none for those of the configuration.
  var select: [LintSelector] = []
  var ignore: [LintSelector] = []
  /// Other severities than the rules' own.
  var severities: [LintRule: LintSeverity] = [:]
  /// With which findings it ends with a status of its own; nil for what the configuration says, or errors.
  var failOn: FailureLevel?
  /// Lists to compare with.
  var against: [String] = []
  /// Files of hosts that no longer resolve.
  var dead: [String] = []
  /// Files of requests to count filters against.
  var requests: [String] = []
  var suffixes: String?
  /// Findings that are known.
  var baseline: String?
  /// Where all findings are written as known ones.
  var newBaseline: String?
  /// What is done with findings that have one right answer.
  var fixing = LintFixing.none
  /// Files that are not reviewed.
  var exclude: [String] = []
  /// Revisions of the repository between which lines were changed.
  var git: String?
  /// Whether the lines are those that are to be committed.
  var isStaged = false
  var conversion = ConversionOptions()
}

/// What `sluice lint` does with findings that have one right answer.
enum LintFixing: Sendable {
  case none
  /// The files are written again.
  case rewrite
  /// The changes are shown as a patch.
  case patch
}

extension LintArguments {
  /// The rules and groups of a text with commas between them, or nil where one is none.
  static func selectors(_ text: String) -> [LintSelector]? {
    let words = text.split(separator: ",", omittingEmptySubsequences: false)
    let selectors = words.compactMap { LintSelector(String($0)) }
    return selectors.count == words.count ? selectors : nil
  }

  /// `ID=SEVERITY,…`, or nil where one is none.
  static func severities(_ text: String) -> [LintRule: LintSeverity]? {
    var severities: [LintRule: LintSeverity] = [:]
    for word in text.split(separator: ",", omittingEmptySubsequences: false) {
      let parts = word.split(separator: "=", omittingEmptySubsequences: false)
      guard parts.count == 2, let rule = LintRule(id: String(parts[0])),
        let severity = LintSeverity(rawValue: String(parts[1]))
      else { return nil }
      severities[rule] = severity
    }
    return severities
  }
}
