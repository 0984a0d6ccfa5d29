import SluiceSyntax

/// A comment that disables or enables rules: `! sluice-disable id, id`, or the same of AdGuard's AGLint,
/// `! aglint-disable name, name`.
package struct DisableComment {
  /// The lines that a comment applies to. The raw value is its first word.
  package enum Scope: String, CaseIterable, Sendable {
    case from = "sluice-disable"
    case until = "sluice-enable"
    case nextLine = "sluice-disable-next-line"

    /// The effect of the comment.
    package var meaning: String {
      switch self {
      case .from: "turns rules off from here on"
      case .until: "turns rules on again"
      case .nextLine: "turns rules off for the next filter"
      }
    }
  }

  let scope: Scope
  /// Whether the comment is for AGLint, with its names of rules.
  let isForAGLint: Bool
  /// The identifiers of rules; empty for all rules.
  let words: [ByteRange]

  /// Creates a comment from a line; nil for other lines.
  init?(_ line: Line, in bytes: Span<UInt8>) {
    guard Self.isPossible(line.content) else { return nil }
    let text = bytes.trimmed(ByteRange(line.range.lowerBound + 1, line.range.upperBound))
    isForAGLint = bytes.hasText("aglint-", at: text.lowerBound, in: text)
    guard isForAGLint || bytes.hasText("sluice-", at: text.lowerBound, in: text) else { return nil }
    let words = bytes.words(text)
    guard var first = words.first else { return nil }
    if bytes.last(in: first) == ASCII.colon {
      first = ByteRange(first.lowerBound, first.upperBound - 1)
    }
    // Both prefixes have the same length.
    let name = bytes.text(ByteRange(first.lowerBound + "sluice-".utf8.count, first.upperBound))
    guard let scope = Scope(rawValue: "sluice-\(name)") else { return nil }
    self.scope = scope
    // The text after two hyphens is an explanation.
    self.words = Array(words.dropFirst().prefix { !bytes.isText("--", $0) })
  }

  /// Returns the rules that the comment names; nil for all rules. Unknown names have no effect.
  func rules(in bytes: Span<UInt8>) -> [LintRule]? {
    if words.isEmpty { return nil }
    return words.flatMap { word -> [LintRule] in
      let name = bytes.text(word)
      return isForAGLint ? AGLintRules.rules(named: name) : [LintRule(id: name)].compactMap { $0 }
    }
  }

  /// Returns whether a line can be a comment. In the first lines, a comment with a colon after its first
  /// words is parsed as metadata.
  static func isPossible(_ content: Line.Content) -> Bool {
    switch content {
    case .comment, .metadata: true
    case .blank, .header, .directive, .hint, .network, .cosmetic, .hosts, .continuation, .rejected: false
    }
  }
}

extension Span<UInt8> {
  /// Returns the words in a range, separated by spaces and commas.
  fileprivate func words(_ range: ByteRange) -> [ByteRange] {
    var words: [ByteRange] = []
    var start = range.lowerBound
    for index in range.lowerBound...range.upperBound {
      let isEnd = index == range.upperBound || self[index].isBlank || self[index] == ASCII.comma
      guard isEnd else { continue }
      if index > start { words.append(ByteRange(start, index)) }
      start = index + 1
    }
    return words
  }
}
