enum ExplainFailure: CommandFailure {
  case unknownReason(String, suggestion: String)
  /// The text has more than one line.
  case severalFilters

  var report: FailureReport {
    switch self {
    case .unknownReason(let id, let suggestion):
      .usage(
        "unknown reason '\(id)'", "did you mean '\(suggestion)'?",
        "for a filter with that text, write '*\(id)'",
        of: .explain)
    case .severalFilters:
      .usage("the text has more than one line", "explain one filter at a time", of: .explain)
    }
  }
}
