import SluiceConversion
import SluiceLint
import SluiceLists

extension OpenDocument {
  /// Returns all findings, or the most severe ones if there are too many.
  func diagnostics(root: String?) -> PublishParams {
    let count = text.findingCount
    var shown: [(line: Int, finding: LineFinding)] = []
    for severity in LintSeverity.allCases.reversed() where shown.count < Self.maximumShown {
      for (index, line) in text.lines.enumerated() {
        for finding in line.findings where finding.severity == severity && shown.count < Self.maximumShown {
          shown.append((index, finding))
        }
      }
    }
    var diagnostics = shown.map { diagnostic($0.finding, in: $0.line, root) }
    if count > shown.count {
      let start = Position(line: 0, character: 0)
      diagnostics.append(
        ShownDiagnostic(
          range: TextRange(start: start, end: start), severity: Self.number(of: .note), code: nil,
          message:
            "showing the worst \(Format.grouped(shown.count)) of \(Format.counted(count, "finding")); 'sluice lint' shows all"
        ))
    }
    return PublishParams(uri: uri, version: version, diagnostics: diagnostics)
  }

  private func diagnostic(_ finding: LineFinding, in line: Int, _ root: String?) -> ShownDiagnostic {
    let advice = finding.advice.map { "\n\($0)" } ?? ""
    return ShownDiagnostic(
      range: range(line, finding.range), severity: Self.number(of: finding.severity), code: finding.rule.id,
      message: DisplayText.escaping(finding.message)
        + (finding.advice == nil ? "" : DisplayText.lines(advice)),
      relatedInformation: finding.other.map { other in
        [.init(location: location(of: other, root), message: DisplayText.escaping(other.text))]
      })
  }

  private static func number(of severity: LintSeverity) -> Int {
    switch severity {
    case .error: 1
    case .warning: 2
    case .note: 3
    }
  }

  /// Returns the location of a filter. A filter in this document may have moved since the check, so nearby
  /// lines are searched.
  func location(of other: PlacedFilter, _ root: String?) -> Location {
    guard other.file != name else {
      let line = min(other.line, text.lines.count) - 1
      return Location(uri: uri, range: range(ofLine: nearest(line, with: other.text)))
    }
    let start = Position(line: other.line - 1, character: 0)
    let path = other.file.hasPrefix("/") ? other.file : root.map { $0.joined(other.file) } ?? other.file
    return Location(uri: FileURI.uri(ofPath: path), range: TextRange(start: start, end: start))
  }

  /// Returns the nearest line with exactly this text, or the given line if no line nearby has it.
  private func nearest(_ line: Int, with words: String) -> Int {
    let words = Array(words.utf8)
    func hasWords(_ index: Int) -> Bool {
      text.lines.indices.contains(index) && content(ofLine: index).elementsEqual(words)
    }
    for distance in 0..<64 {
      if hasWords(line + distance) { return line + distance }
      if hasWords(line - distance) { return line - distance }
    }
    return line
  }
}

extension DisplayText {
  /// Escapes each line of the text and keeps the line breaks.
  fileprivate static func lines(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { escaping(String($0)) }.joined(
      separator: "\n")
  }
}
