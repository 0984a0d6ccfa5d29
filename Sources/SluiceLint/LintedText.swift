import SluiceText
import SluiceConversion
import SluiceSyntax

/// A list that is being edited: its lines, with findings that move with them.
///
/// An edit makes lines stale. ``TextLinter/lintChanges(of:)`` checks only these, ``TextLinter/lint(_:)``
/// checks all lines.
package struct LintedText: Sendable {
  /// A line of the list.
  package struct Line: Sendable {
    /// The bytes with the line end: LF, CR LF or CR. The last line has no line end and can be empty.
    package let bytes: [UInt8]
    /// The findings in the line, sorted by column.
    package internal(set) var findings: [LineFinding] = []
    var role = LineRole.filter
    /// Whether the line, or the filter that it is part of, has changed since it was last checked.
    var isStale = true

    /// The number of bytes before the line end.
    package var contentCount: Int {
      var count = bytes.count
      while count > 0, bytes[count - 1] == 0x0A || bytes[count - 1] == 0x0D { count -= 1 }
      return count
    }
  }

  /// All lines, at least one.
  package internal(set) var lines: [Line]
  /// The detected dialect from the last check of all lines.
  var dialect: Dialect?
  /// Whether the text is not a list, as of the last check of all lines. Its lines have no findings of their own.
  var isRefused = false

  /// Creates a list that has not been checked.
  package init(_ bytes: [UInt8]) { lines = Self.split(bytes).map { Line(bytes: Array($0)) } }

  package var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(lines.reduce(0) { $0 + $1.bytes.count })
    for line in lines { bytes += line.bytes }
    return bytes
  }

  /// The number of findings.
  package var findingCount: Int { lines.reduce(0) { $0 + $1.findings.count } }

  /// Replaces the text between two locations, given as line and byte offset before the line end. `end` must
  /// not come before `start`.
  package mutating func replace(
    from start: (line: Int, byte: Int), to end: (line: Int, byte: Int), with text: [UInt8]
  ) {
    var first = start.line
    var bytes = Array(lines[first].bytes[..<start.byte]) + text + lines[end.line].bytes[end.byte...]
    // CR and LF can become one line end, or be separated by an insertion.
    if first > 0, bytes.first == 0x0A, lines[first - 1].bytes.last == 0x0D {
      first -= 1
      bytes = lines[first].bytes + bytes
    }
    var new = Self.split(bytes).map { Line(bytes: Array($0)) }
    // Only the last line has no line end.
    if end.line + 1 < lines.count, new.count > 1 { new.removeLast() }
    lines.replaceSubrange(first...end.line, with: new)
    markContinued(around: first..<first + new.count)
    // Before the edit, a hint or comment for the next filter may have applied to another filter.
    var next = first + new.count
    while next < lines.count, lines[next].role != .filter { next += 1 }
    if next < lines.count {
      lines[next].isStale = true
      markContinued(around: next..<next + 1)
    }
  }

  /// Marks all lines of filters that the changed lines are part of.
  private mutating func markContinued(around changed: Range<Int>) {
    var start = changed.lowerBound
    while start > 0, isJoined(start) {
      start -= 1
      lines[start].isStale = true
    }
    // The line before may have lost its continuation, which changes it too.
    if start > 0 { markIfContinued(start - 1) }
    var end = changed.upperBound
    while end < lines.count, isJoined(end) || lines[end].role == .continuation {
      lines[end].isStale = true
      end += 1
    }
  }

  /// Marks a line, and the lines that it continues, if a line after it could have continued it.
  private mutating func markIfContinued(_ index: Int) {
    var index = index
    guard FilterList.continues(lines[index].bytes, in: Array("    ".utf8)) else { return }
    while true {
      lines[index].isStale = true
      guard index > 0, isJoined(index) else { return }
      index -= 1
    }
  }

  /// Returns whether a line continues the line above.
  package func isJoined(_ index: Int) -> Bool {
    index > 0 && index < lines.count && FilterList.continues(lines[index - 1].bytes, in: lines[index].bytes)
  }

  /// Splits a text into lines with their line ends: LF, CR LF or CR. The last line has no line end and can be
  /// empty.
  package static func split(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    var lines: [ArraySlice<UInt8>] = []
    var start = 0
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      guard byte == 0x0A || byte == 0x0D else { continue }
      if byte == 0x0D, index < bytes.count, bytes[index] == 0x0A { index += 1 }
      lines.append(bytes[start..<index])
      start = index
    }
    return lines + [bytes[start...]]
  }
}

/// A finding that stays with its line when the line moves: it has a range in the line, and no location.
package struct LineFinding: Hashable, Sendable {
  package let rule: LintRule
  package let severity: LintSeverity
  /// The range of the finding in the line.
  package let range: Range<Int>
  /// The message: one line without a full stop.
  package let message: String
  /// How to fix the problem; nil if the advice does not fit in one line.
  package let advice: String?
  /// The filter that the finding refers to, if any, at its location when the line was checked.
  package let other: PlacedFilter?

  init(_ finding: LintFinding, diagnostic: LocatedDiagnostic) {
    (rule, severity, message) = (finding.rule, finding.severity, diagnostic.message)
    (advice, other) = (diagnostic.advice, diagnostic.other)
    let start = diagnostic.excerpt.startIndex
    range = diagnostic.span.lowerBound - start..<diagnostic.span.upperBound - start
  }
}

/// The effect of a line on other lines of its list.
enum LineRole: Hashable, Sendable {
  /// A filter, or a line that should be one. It has no effect on other lines.
  case filter
  /// A blank line or a comment without an effect.
  case quiet
  case continuation
  /// A line that decides whether other lines count, or which rules apply to them. It affects only the next
  /// line or filter, or any line.
  case control(ofNextOnly: Bool)

  init(_ line: Line, in list: FilterList) {
    switch line.content {
    case .blank: self = .quiet
    case .comment, .metadata:
      let comment = DisableComment(line, in: list.bytes.span)
      self = comment.map { .control(ofNextOnly: $0.scope == .nextLine) } ?? .quiet
    case .directive: self = .control(ofNextOnly: false)
    case .hint: self = .control(ofNextOnly: true)
    case .continuation: self = .continuation
    case .network(let filter):
      let turnsOff = filter.options.contains { $0.kind == .badfilter }
      self = turnsOff ? .control(ofNextOnly: false) : .filter
    case .header, .cosmetic, .hosts, .rejected: self = .filter
    }
  }
}
