import Bytes

/// What does away with one finding.
package struct LineFix: Hashable, Sendable {
  /// The line of the finding.
  package let line: Int
  /// What was found.
  package let rule: LintRule
  /// What is wrong.
  package let message: String
  /// The changes.
  package let edits: [Edit]

  /// A change: from a byte of a line to a byte of the same or a later one, which may be behind the last byte of its line.
  package struct Edit: Hashable, Sendable {
    /// The line in which it begins.
    package let line: Int
    /// As bytes of the line, with its end; beyond these are lines that follow.
    package let range: Range<Int>
    /// What comes in its place.
    package let text: [UInt8]
  }

  /// The fixes of the findings in some lines. `place` says which line of the list a line of the report is; nil for one
  /// of none.
  package static func fixes(
    _ report: LintReport, in lines: Range<Int>, _ place: (Int) -> Int?
  ) -> [LineFix] {
    let bytes = report.sources[0].bytes
    var fixes: [LineFix] = []
    for finding in report.findings {
      guard let line = place(finding.line - 1), lines.contains(line) else { continue }
      var one = report
      one.findings = [finding]
      var position = PositionCounter()
      let edits = LintFixes(one).edits[0].compactMap { edit -> Edit? in
        position.move(to: edit.range.lowerBound, in: bytes)
        return place(position.line - 1).map { line in
          let start = position.lineStart
          return Edit(
            line: line, range: edit.range.lowerBound - start..<edit.range.upperBound - start, text: edit.text)
        }
      }
      guard !edits.isEmpty, let located = Array(LocatedFindings(one)).first else { continue }
      fixes.append(LineFix(line: line, rule: finding.rule, message: located.message, edits: edits))
    }
    return fixes
  }
}
