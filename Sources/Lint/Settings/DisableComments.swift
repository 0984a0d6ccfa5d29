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
    var open: [LintRule?: Int] = [:]
    for (index, line) in list.lines.enumerated() where line.content == .comment {
      guard let (scope, words) = Self.comment(bytes, line.range) else { continue }
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
        case .nextLine: spans.append((rule, index..<Self.next(after: index, in: list) + 1))
        }
      }
    }
    for (rule, start) in open { spans.append((rule, start..<list.lines.count)) }
    spans.sort { $0.lines.lowerBound < $1.lines.lowerBound }
  }

  /// The line that a comment in the line before is about: comments and blank lines between them are skipped.
  private static func next(after index: Int, in list: FilterList) -> Int {
    var next = index + 1
    while next < list.lines.count - 1,
      list.lines[next].content == .comment || list.lines[next].content == .blank
    {
      next += 1
    }
    return next
  }

  private static func comment(_ bytes: Span<UInt8>, _ line: ByteRange) -> (Scope, [ByteRange])? {
    let text = bytes.trimmed(ByteRange(line.lowerBound + 1, line.upperBound))
    guard bytes.hasText("sluice-", at: text.lowerBound, in: text) else { return nil }
    let words = bytes.words(text)
    guard let first = words.first else { return nil }
    let rest = Array(words.dropFirst())
    if bytes.isText("sluice-disable-next-line", first) { return (.nextLine, rest) }
    if bytes.isText("sluice-disable", first) { return (.from, rest) }
    if bytes.isText("sluice-enable", first) { return (.until, rest) }
    return nil
  }

  /// Whether a comment turns rules off or on, and if so whether only for the line that comes next.
  static func isForNextLine(_ bytes: Span<UInt8>, _ comment: ByteRange) -> Bool? {
    Self.comment(bytes, comment).map { $0.0 == .nextLine }
  }

  var isEmpty: Bool { spans.isEmpty }

  /// Takes out what is off. The findings are those of one list, in the order of their lines.
  func apply(to findings: inout [LintFinding]) {
    guard !isEmpty else { return }
    var active: [(rule: LintRule?, lines: Range<Int>)] = []
    var next = 0
    findings.removeAll { finding in
      let line = Int(finding.lineIndex)
      while next < spans.count, spans[next].lines.lowerBound <= line {
        active.append(spans[next])
        next += 1
      }
      active.removeAll { $0.lines.upperBound <= line }
      return active.contains { $0.rule == nil || $0.rule == finding.rule }
    }
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
