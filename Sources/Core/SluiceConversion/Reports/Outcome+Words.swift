extension Outcome {
  /// Returns the words for the outcome of `count` filters. All texts and pages use them.
  package func words(_ count: Int) -> String {
    switch self {
    case .converted: "converted"
    case .approximated: "approximated"
    case .inPage: "done in pages"
    case .needsScript: count == 1 ? "needs a script" : "need a script"
    case .unsupported: "unsupported"
    }
  }
}
