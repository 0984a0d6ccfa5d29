enum DiffFailure: CommandFailure {
  /// One operand is a list and the other is a folder.
  case fileAndFolder
  /// The flag is for filter lists, but rules are compared.
  case onlyForFilters(String)
  /// A source map is given for filter lists, which have none.
  case mapOfFilters

  var report: FailureReport {
    switch self {
    case .fileAndFolder:
      .usage("cannot compare a list with a folder", "name two lists or two folders", of: .diff)
    case .onlyForFilters(let flag):
      .usage(
        "option '\(flag)' compares filter lists, not rules", "leave out --rules, and name filter lists",
        of: .diff)
    case .mapOfFilters:
      .usage("option '--source-map' is for rule lists", "leave it out for filter lists", of: .diff)
    }
  }
}
