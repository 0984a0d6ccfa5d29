import Conversion
import FilterSyntax

/// A list that is being edited: its lines, and what was found in each, which moves with the line.
///
/// A change makes lines stale. ``TextLinter/lintChanges(of:)`` looks at these alone, ``TextLinter/lint(_:)`` at all.
package struct LintedText: Sendable {
  /// A line of the list.
  package struct Line: Sendable {
    /// With its end: LF, CR LF or CR. The last line has none, and may be nothing at all.
    package let bytes: [UInt8]
    /// What was found in it, by column.
    package internal(set) var findings: [LineFinding] = []
    var role = LineRole.filter
    /// Whether it, or the filter that it is part of, was changed since it was looked at.
    var isStale = true

    /// How many bytes it has before its end.
    package var contentCount: Int {
      var count = bytes.count
      while count > 0, bytes[count - 1] == 0x0A || bytes[count - 1] == 0x0D { count -= 1 }
      return count
    }
  }

  /// All lines; at least one.
  package internal(set) var lines: [Line]
  /// The dialect that the list was found to be of, when all of it was looked at.
  var dialect: Dialect?

  /// A list of which nothing is known yet.
  package init(_ bytes: [UInt8]) { lines = Self.split(bytes).map { Line(bytes: $0) } }

  /// The whole text.
  package var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(lines.reduce(0) { $0 + $1.bytes.count })
    for line in lines { bytes += line.bytes }
    return bytes
  }

  /// How many findings there are.
  package var findingCount: Int { lines.reduce(0) { $0 + $1.findings.count } }

  /// Puts text in the place of what is between two places, the second not before the first: a line, and bytes of it
  /// before its end.
  package mutating func replace(
    from start: (line: Int, byte: Int), to end: (line: Int, byte: Int), with text: [UInt8]
  ) {
    var first = start.line
    var bytes = Array(lines[first].bytes[..<start.byte]) + text + lines[end.line].bytes[end.byte...]
    // What was two line ends, or gets between two bytes of one, is one now.
    if first > 0, bytes.first == 0x0A, lines[first - 1].bytes.last == 0x0D {
      first -= 1
      bytes = lines[first].bytes + bytes
    }
    var new = Self.split(bytes).map { Line(bytes: $0) }
    // Only the last line of all has no end.
    if end.line + 1 < lines.count, new.count > 1 { new.removeLast() }
    lines.replaceSubrange(first...end.line, with: new)
    markContinued(around: first..<first + new.count)
    // What is said of the next filter may have been said of another one.
    var next = first + new.count
    while next < lines.count, lines[next].role != .filter { next += 1 }
    if next < lines.count {
      lines[next].isStale = true
      markContinued(around: next..<next + 1)
    }
  }

  /// Of filters over several lines each line is changed by a change of one.
  private mutating func markContinued(around changed: Range<Int>) {
    var start = changed.lowerBound
    while start > 0, isJoined(start) {
      start -= 1
      lines[start].isStale = true
    }
    // A line that no longer goes on is another one, and so is the one after it.
    if start > 0 { markIfContinued(start - 1) }
    var end = changed.upperBound
    while end < lines.count, isJoined(end) || lines[end].role == .continuation {
      lines[end].isStale = true
      end += 1
    }
  }

  /// A line before changed ones that had gone on.
  private mutating func markIfContinued(_ index: Int) {
    var index = index
    guard FilterList.goesOn(lines[index].bytes, in: Array("    ".utf8)) else { return }
    while true {
      lines[index].isStale = true
      guard index > 0, isJoined(index) else { return }
      index -= 1
    }
  }

  /// Whether a line is one in which the one above goes on.
  package func isJoined(_ index: Int) -> Bool {
    index > 0 && index < lines.count && FilterList.goesOn(lines[index - 1].bytes, in: lines[index].bytes)
  }

  /// The lines of a text with their ends; the last has none.
  private static func split(_ bytes: [UInt8]) -> [[UInt8]] {
    var lines: [[UInt8]] = []
    var start = 0
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      guard byte == 0x0A || byte == 0x0D else { continue }
      if byte == 0x0D, index < bytes.count, bytes[index] == 0x0A { index += 1 }
      lines.append(Array(bytes[start..<index]))
      start = index
    }
    lines.append(Array(bytes[start...]))
    return lines
  }
}
