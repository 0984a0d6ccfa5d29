import Bytes
import Conversion
import FilterSyntax

/// The comments of a list that turn rules off: `! sluice-disable id, id` up to `! sluice-enable` or the end,
/// `! sluice-disable-next-line id`; without an id for all rules.
struct DisableComments {
  private enum Scope { case from, until, nextLine }

  /// Rules that are off between lines, by rule; nil for all of them.
  private var spans: [(rule: LintRule?, lines: Range<Int>)] = []
  /// The words that are no ids.
  private(set) var unknown: [(line: Int, word: ByteRange)] = []

  init(_ list: FilterList) {
    let bytes = list.bytes.span
    // Made where it is needed: hardly any list has such comments.
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
          // Without an id all that are off are on again.
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

  /// Whether a line can be such a comment: with a colon behind its first words it is taken for metadata among the first
  /// lines.
  private static func canBe(_ line: Line) -> Bool {
    switch line.content {
    case .comment, .metadata: true
    case .blank, .header, .directive, .hint, .network, .cosmetic, .hosts, .continuation, .rejected: false
    }
  }

  /// For each line the next one that a comment in it is about: comments and blank lines between them are skipped.
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
    // What follows two hyphens is why.
    let rest = Array(words.dropFirst().prefix { !bytes.isText("--", $0) })
    if bytes.isText("sluice-disable-next-line", first) { return (.nextLine, rest) }
    if bytes.isText("sluice-disable", first) { return (.from, rest) }
    if bytes.isText("sluice-enable", first) { return (.until, rest) }
    return nil
  }

  /// Whether a comment turns rules off or on, and if so whether only for the line that comes next.
  static func isForNextLine(_ bytes: Span<UInt8>, _ comment: ByteRange) -> Bool? {
    Self.comment(bytes, comment).map { $0.0 == .nextLine }
  }

  // By rule, the line up to which it is off, as far as the findings have come; that of nil for all.
  private var off: [LintRule?: Int] = [:]
  private var passed = 0

  /// Whether a finding is off. They are asked for in the order of their lines.
  mutating func turnOff(_ finding: LintFinding) -> Bool {
    if spans.isEmpty { return false }
    let line = Int(finding.lineIndex)
    while passed < spans.count, spans[passed].lines.lowerBound <= line {
      let (rule, lines) = spans[passed]
      off[rule] = max(off[rule] ?? 0, lines.upperBound)
      passed += 1
    }
    return (off[nil] ?? 0) > line || (off[finding.rule] ?? 0) > line
  }
}

extension Span<UInt8> {
  /// The words in a range, which blanks and commas divide.
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
