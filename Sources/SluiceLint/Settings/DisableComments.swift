import SluiceConversion
import SluiceSyntax
import SluiceText

/// The comments in a list that disable rules.
///
/// `! sluice-disable id, id` applies up to `! sluice-enable` or the end of the list. `!
/// sluice-disable-next-line id` applies to the next line. Without an identifier, a comment applies to all
/// rules. AGLint's comments have the same effect, except that its comment for the next line means only that line.
struct DisableComments {
  /// The ranges of lines in which a rule is disabled; a nil rule means all rules.
  private var spans: [(rule: LintRule?, lines: Range<Int>)] = []

  init(_ list: FilterList) {
    let bytes = list.bytes.span
    // Computed only if needed, because few lists contain these comments.
    lazy var next = Self.nextLines(of: list)
    var open: [LintRule?: Int] = [:]
    let comments = list.lines.withUnsafeBufferPointer { lines in
      lines.indices.filter { DisableComment.isPossible(lines[$0].content) }
    }
    for index in comments {
      guard let comment = DisableComment(list.lines[index], in: bytes) else { continue }
      // A comment that names only unknown rules has no effect.
      let rules: [LintRule?] = comment.rules(in: bytes) ?? [nil]
      for rule in rules {
        switch comment.scope {
        case .from: if open[rule] == nil { open[rule] = index }
        case .until:
          // Without an identifier, all disabled rules are enabled again.
          for (other, start) in open where rule == nil || other == rule {
            spans.append((other, start..<index))
            open[other] = nil
          }
        case .nextLine where comment.isForAGLint:
          spans.append((rule, index..<min(index + 2, list.lines.count)))
        case .nextLine: spans.append((rule, index..<next[index] + 1))
        }
      }
    }
    for (rule, start) in open { spans.append((rule, start..<list.lines.count)) }
    spans.sort { $0.lines.lowerBound < $1.lines.lowerBound }
  }

  /// Returns, for each line, the next line that a comment in it refers to. Comments and blank lines in
  /// between are skipped.
  private static func nextLines(of list: FilterList) -> [Int] {
    var next = [Int](repeating: max(list.lines.count - 1, 0), count: list.lines.count)
    for index in list.lines.indices.dropLast().reversed() {
      let following = list.lines[index + 1]
      next[index] =
        DisableComment.isPossible(following.content) || following.content == .blank
        ? next[index + 1] : index + 1
    }
    return next
  }

  // The line up to which a rule is disabled, for the findings so far; the nil key means all rules.
  private var off: [LintRule?: Int] = [:]
  private var passed = 0

  /// Returns whether a finding is disabled. Findings must be passed in line order.
  mutating func turnOff(_ finding: LintFinding) -> Bool {
    if spans.isEmpty { return false }
    let line = finding.place.lineIndex
    while passed < spans.count, spans[passed].lines.lowerBound <= line {
      let (rule, lines) = spans[passed]
      off[rule] = max(off[rule] ?? 0, lines.upperBound)
      passed += 1
    }
    return (off[nil] ?? 0) > line || (off[finding.rule] ?? 0) > line
  }
}

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
  let isForAGLint: Bool
  /// The identifiers of rules; empty for all rules.
  let words: [ByteRange]

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
    self.words = Array(words.dropFirst().prefix { !bytes.isText("--", in: $0) })
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

/// The rules of AdGuard's AGLint, by their names in its documentation, with the rules that find the same.
enum AGLintRules {
  static func rules(named name: String) -> [LintRule] { (ids[name] ?? []).compactMap { LintRule(id: $0) } }

  private static let ids: [String: [String]] = {
    var ids: [String: [String]] = [:]
    for (names, own) in rows { for name in names { ids[name] = own } }
    return ids
  }()

  /// Names of several versions of AGLint, and the ids of rules. Names of rules that Sluice lacks are left out.
  private static let rows: [(names: [String], ids: [String])] = [
    (
      ["if-closed", "if-directive-balance"],
      ["unclosed-if", "stray-else", "stray-endif", "malformed-condition", "unknown-constant"]
    ),
    (["unknown-preprocessor-directives", "no-unknown-preprocessor-directives"], ["unknown-directive"]),
    (
      [
        "unknown-hints-and-platforms", "no-unknown-hints", "no-unknown-hint-platforms",
        "no-invalid-hint-params",
      ], ["unknown-hint"]
    ),
    (["duplicated-modifiers", "no-duplicated-modifiers"], ["idle-option"]),
    (
      ["invalid-modifiers", "invalid-modifier-name", "no-invalid-modifiers"],
      [
        "unknown-option", "wrong-value", "empty-option", "malformed-option", "option-needs-value",
        "option-takes-no-value", "option-not-negatable", "exception-option", "conflicting-options",
        "misplaced-options", "missing-dollar",
      ]
    ),
    (
      ["invalid-domain-list", "no-invalid-domains"],
      ["invalid-domain", "empty-domain-list", "unusable-domain", "impossible-host", "split-domain"]
    ),
    (["no-short-rules"], ["short-pattern"]),
    (
      [
        "no-invalid-css-syntax", "no-invalid-css-declaration", "no-duplicated-css-declaration-props",
        "no-unsupported-css-pseudo-class",
      ], ["invalid-selector", "invalid-body"]
    ),
    (["no-invalid-scriptlets"], ["unknown-scriptlet", "invalid-body"]),
    (["no-invalid-cosmetic-separator"], ["single-hash", "invalid-domain"]),
    (
      ["no-invalid-network-rule-pattern"],
      ["invalid-regex", "regex-never-matches", "pattern-never-matches", "joined-filters"]
    ),
    (["no-excluded-rules"], ["banned-filter", "banned-domain"]),
  ]
}
