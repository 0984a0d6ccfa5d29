/// A failure of `sluice explain`.
enum ExplainFailure: CommandFailure {
  case unknownReason(String, suggestion: String)
  /// There is more than one line.
  case severalFilters

  var report: FailureReport {
    switch self {
    case .unknownReason(let id, let suggestion):
      .usage(
        "There is no reason '\(id)'. Did you mean '\(suggestion)'? (For a filter of that text: '*\(id)'.)",
        of: .explain)
    case .severalFilters: .usage("One filter at a time: the text has more than one line.", of: .explain)
    }
  }
}
