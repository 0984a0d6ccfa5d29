import SluiceConversion
import SluiceLint

/// The options for checking lists, which the editor's server shares with `sluice lint`.
struct LintOptions: Sendable {
  /// The rules to enable; empty for the rules of the configuration.
  var select: [LintSelector] = []
  var ignore: [LintSelector] = []
  /// Severities that override the default severities of rules.
  var severities: [LintRule: LintSeverity] = [:]
  /// The lowest severity that makes the exit status 1; nil for the level of the configuration, or error.
  var failOn: FailureLevel?
  /// Lists to compare with.
  var against: [String] = []
  /// Files with hosts that no longer resolve.
  var dead: [String] = []
  /// Files with requests, for counting the requests that each filter blocks.
  var requests: [String] = []
  var suffixes: String?
  /// The baseline of known findings.
  var baseline: String?
  /// The output file for a baseline of all findings.
  var newBaseline: String?
  var conversion = ConversionOptions()
}

extension LintOptions {
  /// Parses comma-separated rules and groups; returns nil if one is unknown.
  static func selectors(_ text: String) -> [LintSelector]? {
    let words = text.split(separator: ",", omittingEmptySubsequences: false)
    let selectors = words.compactMap { LintSelector(String($0)) }
    return selectors.count == words.count ? selectors : nil
  }

  /// Parses `ID=SEVERITY,…`; returns nil if an entry is invalid.
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
