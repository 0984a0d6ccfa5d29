import Conversion
import FilterSyntax

/// Looks at a list that is being edited: at all of it, or at what was changed.
package struct TextLinter: Sendable {
  private let linter: Linter
  /// For single lines: no other lists.
  private let lineLinter: Linter
  private let name: String
  private let settings: LintSettings
  /// Takes out what is known, and is not shown.
  private let takeKnown: @Sendable (inout LintReport) -> Int

  /// The first lines of a list, which can be metadata: they are looked at with every other line.
  private static let headLength = 50

  /// A linter for a list of this name.
  ///
  /// - Parameter takeKnown: Takes findings out of a report that are known and not shown, and says how many.
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

  /// Looks at all of a list, and gives the report of it, which fixes are made from.
  @discardableResult package func lint(_ text: inout LintedText) -> LintReport {
    let report = report(
      linter, LintSource(Source(name: name, bytes: text.bytes), settings: settings))
    let list = report.lists[0].list
    text.dialect = linter.conversion.dialect ?? Dialect.detect(list)
    for index in text.lines.indices {
      text.lines[index].findings = []
      text.lines[index].isStale = false
      text.lines[index].role =
        list.lines.indices.contains(index) ? LineRole(list.lines[index], in: list) : .quiet
    }
    for finding in LocatedFindings(report) {
      text.lines[finding.location.line - 1].findings.append(LineFinding(finding))
    }
    return report
  }

  /// Looks at the lines of a list that were changed, by the rules about single lines: what was found in them before is
  /// gone, what was found in others stays. Lines around them whose filters go on, or come next, are looked at again.
  package func lintChanges(of text: inout LintedText) {
    let stale = Set(text.lines.indices.filter { text.lines[$0].isStale })
    guard !stale.isEmpty else { return }
    let excerpt = LineExcerpt(text, around: stale)
    let report = report(for: excerpt, of: text)
    let list = report.lists[0].list
    for index in stale {
      // A line that was changed is a new one, of which nothing was found; of its neighbours what takes more than them stays.
      text.lines[index].findings.removeAll { $0.rule.isAboutOneLine }
      text.lines[index].isStale = false
      text.lines[index].role = .quiet
    }
    for (index, line) in list.lines.enumerated() {
      guard let place = excerpt.line(index), stale.contains(place) else { continue }
      text.lines[place].role = LineRole(line, in: list)
    }
    for finding in LocatedFindings(report) {
      guard let place = excerpt.line(finding.location.line - 1), stale.contains(place) else { continue }
      text.lines[place].findings.append(LineFinding(finding))
    }
  }

  /// The fixes of what is found in some lines by the rules about single lines: for each finding its line, and what
  /// changes in which line. The text must have no stale lines.
  package func fixes(in lines: Range<Int>, of text: LintedText) -> [LineFix] {
    var start = lines.lowerBound
    while text.isJoined(start) { start -= 1 }
    let excerpt = LineExcerpt(text, around: Set(start..<lines.upperBound))
    return LineFix.fixes(report(for: excerpt, of: text), in: lines) { excerpt.line($0) }
  }

  /// All that can be fixed, one after the other; the list after it.
  package func fixed(_ text: LintedText) -> FixedList {
    let source = LintSource(Source(name: name, bytes: text.bytes), settings: settings)
    return linter.fixed([source], report(linter, source)).lists[0]
  }

  private func report(for excerpt: LineExcerpt, of text: LintedText) -> LintReport {
    report(
      lineLinter,
      LintSource(
        Source(name: name, bytes: excerpt.bytes, dialect: text.dialect), settings: settings.ofSingleLines))
  }

  private func report(_ linter: Linter, _ source: LintSource) -> LintReport {
    var report = linter.lint([source])
    _ = takeKnown(&report)
    return report
  }

  /// Some lines of a list, with the others by which it is decided whether they count.
  private struct LineExcerpt {
    private(set) var bytes: [UInt8] = []
    /// For each line the one that it is; nil for what stands between.
    private var places: [Int?] = []

    init(_ text: LintedText, around wanted: Set<Int>) {
      var last = -1
      var isNextWanted = false
      var isGoingOn = false
      for (index, line) in text.lines.enumerated() {
        // Where a filter goes on, it is taken as a whole.
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
          // So that no line goes on in one that does not follow it.
          // The blank is for a CR before it.
          bytes += [0x20, 0x0A]
          places.append(nil)
        }
        bytes += line.bytes
        places.append(index)
        last = index
      }
    }

    /// The line of the list that a line of the excerpt is.
    func line(_ index: Int) -> Int? { places.indices.contains(index) ? places[index] : nil }
  }
}
