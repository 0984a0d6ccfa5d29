import SluiceText

package struct LineFix: Hashable, Sendable {
  package let line: Int
  package let rule: LintRule
  package let message: String
  package let edits: [Edit]

  /// An edit that begins in a line and can extend past its last byte, into later lines.
  package struct Edit: Hashable, Sendable {
    /// The line in which it begins.
    package let line: Int
    /// The range in the line, including its line end. Greater offsets are in the following lines.
    package let range: Range<Int>
    package let text: [UInt8]
  }

  /// Returns the fixes for findings in some lines.
  ///
  /// `place` returns the line of the list for a line of the report; nil if there is no such line.
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
      let edits = LintFixes(one).edits[0].all.compactMap { edit -> Edit? in
        position.move(to: edit.range.lowerBound, in: bytes)
        return place(position.line - 1).map { line in
          let start = position.lineStart
          return Edit(
            line: line, range: edit.range.lowerBound - start..<edit.range.upperBound - start, text: edit.text)
        }
      }
      guard !edits.isEmpty, let located = Array(LocatedFindings(one)).first else { continue }
      fixes.append(LineFix(line: line, rule: finding.rule, message: located.diagnostic.message, edits: edits))
    }
    return fixes
  }
}
