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
    guard let dots = text.firstRange(of: "...") ?? text.firstRange(of: "..") else {
      guard let old = revision(text[...]) else { return nil }
      kind = .workTree(old)
      return
    }
    guard let old = revision(text[..<dots.lowerBound]), let new = revision(text[dots.upperBound...]) else {
      return nil
    }
    kind = text[dots].count == 3 ? .sinceFork(old, new) : .between(old, new)
  }
}
