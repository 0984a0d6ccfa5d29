import SluiceConversion
import SluiceSyntax
import SluiceText

/// A linter for a list that is being edited. It checks all lines, or only the changed ones.
package struct TextLinter: Sendable {
  private let linter: Linter
  private let lineLinter: Linter
  private let name: String
  private let settings: LintSettings
  /// Removes known findings, which are not shown.
  private let takeKnown: @Sendable (inout LintReport) -> Int

  /// The number of lines at the start of a list that can be metadata. They are part of every check of changed
  /// lines.
  private static let headLength = 50

  /// Creates a linter for a list with a name.
  ///
  /// - Parameter takeKnown: Removes known findings from a report and returns their number.
  package init(
    _ linter: Linter, name: String, settings: LintSettings,
    takeKnown: @escaping @Sendable (inout LintReport) -> Int = { _ in 0 }
  ) {
    (self.linter, self.name, self.settings, self.takeKnown) = (linter, name, settings, takeKnown)
    var lineLinter = linter
    lineLinter.others = []
    lineLinter.countsRequests = false
    self.lineLinter = lineLinter
  }

  /// Checks all lines of a list and returns the report, from which fixes can be made.
  @discardableResult package func lint(_ text: inout LintedText) -> LintReport {
    let report = report(linter, source: source(text.bytes))
    let list = report.lists[0].list
    text.isRefused = report.lists[0].refusedContent != nil
    text.dialect = list.dialect
    for index in text.lines.indices {
      text.lines[index].findings = []
      text.lines[index].isStale = false
      text.lines[index].role =
        list.lines.indices.contains(index) ? LineRole(list.lines[index], in: list) : .quiet
    }
    for (finding, diagnostic) in LocatedFindings(report) {
      text.lines[diagnostic.location.line - 1].findings.append(LineFinding(finding, diagnostic: diagnostic))
    }
    return report
  }

  /// Checks the changed lines of a list with the rules that apply to single lines.
  ///
  /// The new findings replace the old ones in these lines; findings in other lines stay. Neighboring lines
  /// that a change can affect are checked too.
  package func lintChanges(of text: inout LintedText) {
    let stale = Set(text.lines.indices.filter { text.lines[$0].isStale })
    guard !stale.isEmpty else { return }
    guard !text.isRefused else {
      for index in stale { text.lines[index].isStale = false }
      return
    }
    let excerpt = LineExcerpt(text, around: stale)
    let report = report(for: excerpt, of: text)
    let list = report.lists[0].list
    for index in stale {
      // A changed line is new and has no findings. Its neighbors keep the findings of rules that need more
      // than one line.
      text.lines[index].findings.removeAll { $0.rule.isAboutOneLine }
      text.lines[index].isStale = false
      text.lines[index].role = .quiet
    }
    for (index, line) in list.lines.enumerated() {
      guard let place = excerpt.line(index), stale.contains(place) else { continue }
      text.lines[place].role = LineRole(line, in: list)
    }
    for (finding, diagnostic) in LocatedFindings(report) {
      guard let place = excerpt.line(diagnostic.location.line - 1), stale.contains(place) else { continue }
      text.lines[place].findings.append(LineFinding(finding, diagnostic: diagnostic))
    }
  }

  /// Returns the fixes for findings in some lines, for rules that apply to single lines. The text must have
  /// no stale lines.
  package func fixes(in lines: Range<Int>, of text: LintedText) -> [LineFix] {
    guard !text.isRefused else { return [] }
    var start = lines.lowerBound
    while text.isJoined(start) { start -= 1 }
    let excerpt = LineExcerpt(text, around: Set(start..<lines.upperBound))
    return LineFix.fixes(report(for: excerpt, of: text), in: lines) { excerpt.line($0) }
  }

  /// Applies all fixes, one after another, and returns the fixed list.
  package func fixed(_ text: LintedText) -> FixedList {
    let source = source(text.bytes)
    return linter.fixed([source], report: report(linter, source: source)).lists[0]
  }

  private func source(_ bytes: [UInt8]) -> LintSource {
    LintSource(Source(name: name, bytes: bytes, accepts: .typedFilters), settings: settings)
  }

  private func report(for excerpt: LineExcerpt, of text: LintedText) -> LintReport {
    var source = Source(name: name, bytes: excerpt.bytes, accepts: .anything)
    source.detectedDialect = text.dialect
    return report(lineLinter, source: LintSource(source, settings: settings.ofSingleLines))
  }

  private func report(_ linter: Linter, source: LintSource) -> LintReport {
    var report = linter.lint([source])
    _ = takeKnown(&report)
    return report
  }

  /// Some lines of a list, with the lines that decide whether they count.
  private struct LineExcerpt {
    private(set) var bytes: [UInt8] = []
    /// The line of the list for each line of the excerpt; nil for separators.
    private var places: [Int?] = []

    init(_ text: LintedText, around wanted: Set<Int>) {
      var last = -1
      var isNextWanted = false
      var isGoingOn = false
      for (index, line) in text.lines.enumerated() {
        // A filter with continuation lines is included completely.
        isGoingOn = isGoingOn && text.isJoined(index)
        var isWanted = index < TextLinter.headLength || wanted.contains(index) || isGoingOn
        switch line.role {
        case .control(let isOfNext):
          isWanted = true
          isNextWanted = isNextWanted || isOfNext
        case .quiet: isWanted = isWanted || isNextWanted
        case .filter:
          isWanted = isWanted || isNextWanted
          isNextWanted = false
        case .continuation: break
        }
        guard isWanted else { continue }
        isGoingOn = true
        if last >= 0, last + 1 < index {
          // A separator line, so that a line is not continued by a line that does not follow it. The space
          // separates its LF from a CR before it.
          bytes += [0x20, 0x0A]
          places.append(nil)
        }
        bytes += line.bytes
        places.append(index)
        last = index
      }
    }

    func line(_ index: Int) -> Int? { places.indices.contains(index) ? places[index] : nil }
  }
}

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
    _ report: LintReport, in lines: Range<Int>, at place: (Int) -> Int?
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
