import SluiceConversion
import SluiceSyntax
import SluiceText

/// The comments in a list that disable rules.
///
/// `! sluice-disable id, id` applies up to `! sluice-enable` or the end of the list. `!
/// sluice-disable-next-line id` applies to the next line. Without an identifier, a comment applies to all
/// rules.
struct DisableComments {
  private enum Scope { case from, until, nextLine }

  /// The ranges of lines in which a rule is disabled; a nil rule means all rules.
  private var spans: [(rule: LintRule?, lines: Range<Int>)] = []
  /// The words that are not rule identifiers.
  private(set) var unknown: [(line: Int, word: ByteRange)] = []

  init(_ list: FilterList) {
    let bytes = list.bytes.span
    // Computed only if needed, because few lists contain these comments.
    lazy var next = Self.nextLines(of: list)
    var open: [LintRule?: Int] = [:]
    let comments = list.lines.withUnsafeBufferPointer { lines in
      lines.indices.filter { Self.canBe(lines[$0]) }
    }
    for index in comments {
      guard let (scope, words) = Self.comment(bytes, list.lines[index].range) else { continue }
      var rules: [LintRule?] = []
      for word in words {
        if let rule = LintRule(id: bytes.text(word)) {
          rules.append(rule)
        } else {
          unknown.append((index, word))
        }
      }
      if words.isEmpty { rules = [nil] }
      for rule in rules {
        switch scope {
        case .from: if open[rule] == nil { open[rule] = index }
        case .until:
          // Without an identifier, all disabled rules are enabled again.
          for (other, start) in open where rule == nil || other == rule {
            spans.append((other, start..<index))
            open[other] = nil
          }
        case .nextLine: spans.append((rule, index..<next[index] + 1))
        }
      }
    }
    for (rule, start) in open { spans.append((rule, start..<list.lines.count)) }
    spans.sort { $0.lines.lowerBound < $1.lines.lowerBound }
  }

  /// Returns whether a line can be a disable comment. In the first lines, a comment with a colon after its
  /// first words is parsed as metadata.
  private static func canBe(_ line: Line) -> Bool {
    switch line.content {
    case .comment, .metadata: true
    case .blank, .header, .directive, .hint, .network, .cosmetic, .hosts, .continuation, .rejected: false
    }
  }

  /// Returns, for each line, the next line that a comment in it refers to. Comments and blank lines in
  /// between are skipped.
  private static func nextLines(of list: FilterList) -> [Int] {
    var next = [Int](repeating: max(list.lines.count - 1, 0), count: list.lines.count)
    for index in list.lines.indices.dropLast().reversed() {
      let following = list.lines[index + 1]
      next[index] = canBe(following) || following.content == .blank ? next[index + 1] : index + 1
    }
    return next
  }

  private static func comment(_ bytes: Span<UInt8>, _ line: ByteRange) -> (Scope, [ByteRange])? {
    let text = bytes.trimmed(ByteRange(line.lowerBound + 1, line.upperBound))
    guard bytes.hasText("sluice-", at: text.lowerBound, in: text) else { return nil }
    let words = bytes.words(text)
    guard var first = words.first else { return nil }
    if bytes.last(in: first) == UInt8(ascii: ":") {
      first = ByteRange(first.lowerBound, first.upperBound - 1)
    }
    // The text after two hyphens is an explanation.
    let rest = Array(words.dropFirst().prefix { !bytes.isText("--", $0) })
    if bytes.isText("sluice-disable-next-line", first) { return (.nextLine, rest) }
    if bytes.isText("sluice-disable", first) { return (.from, rest) }
    if bytes.isText("sluice-enable", first) { return (.until, rest) }
    return nil
  }

  /// Returns whether a comment applies only to the next line; nil if it does not disable or enable rules.
  static func isForNextLine(_ bytes: Span<UInt8>, _ comment: ByteRange) -> Bool? {
    Self.comment(bytes, comment).map { $0.0 == .nextLine }
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

extension Span<UInt8> {
  /// Returns the words in a range, separated by spaces and commas.
  func words(_ range: ByteRange) -> [ByteRange] {
    var words: [ByteRange] = []
    var start = range.lowerBound
    for index in range.lowerBound...range.upperBound {
      let isEnd = index == range.upperBound || self[index].isBlank || self[index] == UInt8(ascii: ",")
      guard isEnd else { continue }
      if index > start { words.append(ByteRange(start, index)) }
      start = index + 1
    }
    return words
  }
}
