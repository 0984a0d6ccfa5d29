/// The revisions in the value of `--git`.
struct GitRange: Equatable, Sendable {
  enum Kind: Equatable, Sendable {
    /// `A..B`: from A to B.
    case between(String, String)
    /// `A...B`: from the merge base of A and B to B.
    case sinceFork(String, String)
    /// `A`: from A to the working tree.
    case workTree(String)
  }

  let text: String
  let kind: Kind

  /// Parses a range like git: a missing side is `HEAD`. Returns nil if a side cannot be a revision or looks
  /// like an option of git.
  init?(_ text: String) {
    self.text = text
    func revision(_ part: Substring) -> String? {
      let word = part.isEmpty ? "HEAD" : String(part)
      let isPlain = word.unicodeScalars.allSatisfy { $0.value > 0x20 && $0.value != 0x7F }
      // No name in git begins with a dot.
      return word.hasPrefix("-") || word.hasPrefix(".") || word.contains("..") || !isPlain ? nil : word
    }
    guard !text.isEmpty else { return nil }
    if let dots = text.firstRange(of: "...") {
      guard let old = revision(text[..<dots.lowerBound]), let new = revision(text[dots.upperBound...]) else {
        return nil
      }
      kind = .sinceFork(old, new)
    } else if let dots = text.firstRange(of: "..") {
      guard let old = revision(text[..<dots.lowerBound]), let new = revision(text[dots.upperBound...]) else {
        return nil
      }
      kind = .between(old, new)
    } else {
      guard let old = revision(text[...]) else { return nil }
      kind = .workTree(old)
    }
  }
}
