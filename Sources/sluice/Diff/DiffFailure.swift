/// A failure of `sluice diff`.
enum DiffFailure: CommandFailure {
  /// A file is compared with a folder.
  case fileAndFolder
  /// These flags are for filters, but the input is a rule list.
  case onlyForFilters(String)
  /// Filter lists have no source map yet.
  case mapOfFilters

  var report: FailureReport {
    switch self {
    case .fileAndFolder:
      .usage("A list and a folder are not compared: name two lists or two folders.", of: .diff)
    case .onlyForFilters(let flag):
      .usage(
        "Option '\(flag)' compares two versions of filter lists, without --rules and rule lists.", of: .diff)
    case .mapOfFilters:
      .usage("Option '--source-map' is for rule lists: filter lists are their own.", of: .diff)
    }
  }
}
