/// The revisions that `--git` names.
struct GitRange: Equatable, Sendable {
  enum Kind: Equatable, Sendable {
    /// `A..B`
    case between(String, String)
    /// `A...B`: from where B left A.
    case sinceFork(String, String)
    /// `A`: to what is in the work tree.
    case workTree(String)
  }

  let text: String
  let kind: Kind

  /// Reads it as git does: a missing side is `HEAD`. Nil for what could be no revision, or an option to git.
  init?(_ text: String) {
    self.text = text
    func revision(_ part: Substring) -> String? {
      let word = part.isEmpty ? "HEAD" : String(part)
      let isPlain = word.unicodeScalars.allSatisfy { $0.value > 0x20 && $0.value != 0x7F }
      // No name of git's begins with a point.
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
