extension URLFilter {
  /// Whether WebKit's compiler takes the pattern for one of every URL.
  var matchesEverything: Bool {
    if self == .any { return true }
    // Most patterns say so by how they begin.
    if bytes.first == UInt8(ascii: "^") || plainHost != nil { return false }
    let pattern = self.pattern
    return !pattern.isAnchoredAtEnd && !pattern.terms.contains(where: \.isMandatory)
  }
}
