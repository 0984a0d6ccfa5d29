/// What goes wrong in `sluice convert` alone.
enum ConvertFailure: CommandFailure {
  /// Two lists, and no file name for them.
  case splitNeedsOutput
  /// The rules, or another flag's data, would go there too.
  case needsOwnFile(flag: String)
  /// Reports of scripts that are not written.
  case reportsNeedScript
  /// Steps would stand in the one document that goes to standard error.
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
    case .verboseDocument(let format):
      .usage(
        "option '--verbose' writes steps to standard error, where '--format \(format.rawValue)' writes one document",
        "use --format jsonl, which has both", of: .convert)
    }
  }
}
