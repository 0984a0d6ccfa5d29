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
        "option '--split' writes two files and needs their name",
        "--output NAME makes NAME.network.json and NAME.cosmetic.json", of: .convert)
    case .needsOwnFile(let flag):
      .usage(
        "option '\(flag)' needs a file of its own: something else goes to the same place",
        "name another file", of: .convert)
    case .reportsNeedScript:
      .usage(
        "option '--page-reports' is for the scripts of '--page-script'", "add --page-script NAME",
        of: .convert)
    case .collapseNeedsScript:
      .usage(
        "option '--page-collapse' is for the scripts of '--page-script'", "add --page-script NAME",
        of: .convert)
    case .trustNeedsScript:
      .usage(
        "option '--trusted' is for the scripts of '--page-script'", "add --page-script NAME", of: .convert)
    case .verboseDocument(let format):
      .usage(
        "option '--verbose' writes steps to standard error, where '--format \(format.rawValue)' writes one document",
        "use --format jsonl, which has both", of: .convert)
    }
  }
}
