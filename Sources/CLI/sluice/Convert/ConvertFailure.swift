enum ConvertFailure: CommandFailure {
  /// `--split` writes two lists, but no file name is given.
  case splitNeedsOutput
  /// The file of a flag is also the file of the rules or of another flag.
  case needsOwnFile(flag: String)
  /// Reports require page scripts.
  case reportsNeedScript
  /// Only page scripts hide blocked images and frames.
  case collapseNeedsScript
  /// Only page scripts run trusted scriptlets.
  case trustNeedsScript
  /// `--verbose` would mix steps into the document on standard error.
  case verboseDocument(FindingFormat)

  var report: FailureReport {
    switch self {
    case .splitNeedsOutput:
      .usage(
        "option '--split' needs a name for the two files that it writes",
        "--output NAME writes NAME.network.json and NAME.cosmetic.json", of: .convert)
    case .needsOwnFile(let flag):
      .usage(
        "option '\(flag)' needs a file of its own: another output has the same name",
        "name another file", of: .convert)
    case .reportsNeedScript:
      .usage(
        "option '--page-reports' requires '--page-script'", "add --page-script NAME",
        of: .convert)
    case .collapseNeedsScript:
      .usage(
        "option '--page-collapse' requires '--page-script'", "add --page-script NAME",
        of: .convert)
    case .trustNeedsScript:
      .usage(
        "option '--trusted' requires '--page-script'", "add --page-script NAME", of: .convert)
    case .verboseDocument(let format):
      .usage(
        "option '--verbose' writes steps to standard error, where '--format \(format.rawValue)' writes one document",
        "use --format jsonl, which has both", of: .convert)
    }
  }
}
