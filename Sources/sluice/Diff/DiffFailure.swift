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
      .usage("a list and a folder are not compared", "name two lists or two folders", of: .diff)
    case .onlyForFilters(let flag):
      .usage(
        "option '\(flag)' compares filter lists, not rules", "leave out --rules, and name filter lists",
        of: .diff)
    case .mapOfFilters:
      .usage("option '--source-map' is for rule lists", "leave it out for filter lists", of: .diff)
    }
  }
}
