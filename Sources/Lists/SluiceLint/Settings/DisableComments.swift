import SluiceConversion
import SluiceSyntax

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
