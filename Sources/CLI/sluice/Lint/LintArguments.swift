/// The arguments of `sluice lint`.
struct LintArguments: Sendable {
  /// Lists and folders with lists; empty for standard input.
  var files: [String] = []
  /// Whether to skip named files that are not filter lists.
  var skipsForeign = false
  /// How to apply fixes.
  var fixing = LintFixing.none
  /// Patterns of files to skip.
  var exclude: [String] = []
  /// The revisions to compare for changed lines.
  var git: String?
  /// Whether to check only lines that are staged for a commit.
  var isStaged = false
  /// Whether to review again after each change.
  var watches = false
  /// The rules, the other files and the conversion.
  var options = LintOptions()
}

/// How `sluice lint` applies fixes.
enum LintFixing: Sendable {
  case none
  /// Writes the fixed files.
  case rewrite
  /// Prints the fixes as a patch.
  case patch
}

extension LintArguments {
  /// An option that writes files or reads revisions, which `--watch` does not support.
  var unwatchedFlag: String? {
    if git != nil { return "--git" }
    if isStaged { return "--staged" }
    if options.newBaseline != nil { return "--write-baseline" }
    switch fixing {
    case .none: return nil
    case .rewrite: return "--fix"
    case .patch: return "--diff"
    }
  }
}
