extension Outcome {
  /// Returns the words for the outcome of this number of filters, the same in every text and page.
  package func words(_ count: Int) -> String {
    switch self {
    case .exact: "converted"
    case .approximated: "approximated"
    case .inPage: "done in pages"
    case .deferred: count == 1 ? "needs a script" : "need a script"
    case .dropped: "unsupported"
    }
  }
}
