/// A failure of `sluice convert`.
enum ConvertFailure: CommandFailure {
  /// There are two lists, but no file name for them.
  case splitNeedsOutput
  /// The rules, or the data of another flag, would go to the same file.
  case needsOwnFile(flag: String)
  /// Reports require page scripts.
  case reportsNeedScript
  /// Steps would be mixed into the document on standard error.
  case verboseDocument(FindingFormat)

  var report: FailureReport {
    switch self {
    case .splitNeedsOutput:
      .usage(
        "Option '--split' writes two files and needs their name: --output NAME"
          + " makes NAME.network.json and NAME.cosmetic.json.", of: .convert)
    case .needsOwnFile(let flag):
      .usage(
        "Option '\(flag)' needs a file of its own: something else goes to the same place.", of: .convert)
    case .reportsNeedScript:
      .usage(
        "Option '--page-reports' is for the scripts of --page-script NAME, which is not there.", of: .convert)
    case .verboseDocument(let format):
      .usage(
        "Option '--verbose' writes steps to standard error, where '--format \(format.rawValue)' writes one document:"
          + " --format jsonl has both.", of: .convert)
    }
  }
}
