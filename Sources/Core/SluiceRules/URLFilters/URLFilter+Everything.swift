extension URLFilter {
  /// Whether WebKit's compiler treats the pattern as one that matches every URL.
  package var matchesEverything: Bool {
    if self == .any { return true }
    // The start of most patterns is enough to tell.
    if bytes.first == ASCII.caret || plainHost != nil { return false }
    let pattern = self.pattern
    return !pattern.isAnchoredAtEnd && !pattern.terms.contains(where: { $0.isMandatory })
  }
}
