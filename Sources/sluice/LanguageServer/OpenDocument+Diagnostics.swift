import SluiceConversion
import SluiceLint
import SluiceListFiles
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
    var diagnostics = shown.map { diagnostic($0.finding, in: $0.line, root: root) }
    if count > shown.count {
      let start = Position(line: 0, character: 0)
      diagnostics.append(
        ShownDiagnostic(
          range: TextRange(start: start, end: start), severity: Self.number(of: .note), code: nil,
          message:
            "showing the worst \(Format.grouped(shown.count)) of \(Format.counted(count, noun: "finding")); 'sluice lint' shows all"
        ))
    }
    return PublishParams(uri: uri, version: version, diagnostics: diagnostics)
  }

  private func diagnostic(_ finding: LineFinding, in line: Int, root: String?) -> ShownDiagnostic {
    let advice = finding.advice.map { "\n\($0)" } ?? ""
    return ShownDiagnostic(
      range: range(line, bytes: finding.range), severity: Self.number(of: finding.severity),
      code: finding.rule.id,
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

extension OpenDocument {
  /// Returns the code actions for findings in a range. The text must have been checked since its last change.
  func actions(_ range: TextRange, only: [String]?) -> [CodeAction] {
    var actions: [CodeAction] = []
    if CodeAction.Kind.quickFix.isWanted(only) {
      let lines = lines(of: range).prefix(Self.maximumLines)
      actions += fixes(lines.startIndex..<lines.endIndex) + lines.flatMap(disabling)
    }
    if CodeAction.Kind.fixAll.isWanted(only), let action = fixAll() { actions.append(action) }
    return actions
  }

  /// The maximum number of lines in a range for which quick fixes are offered.
  private static let maximumLines = 50

  private func fixes(_ lines: Range<Int>) -> [CodeAction] {
    // If nothing has changed since the last full check, fixes for rules that compare filters are known too.
    let fixes =
      if let report { LineFix.fixes(report, in: lines) { $0 } } else { linter.fixes(in: lines, of: text) }
    return fixes.map { fix in
      CodeAction(
        title: "Fix: \(DisplayText.escaping(fix.message)) [\(fix.rule.id)]", kind: .quickFix,
        edit: edit(fix.edits.map(replacement)), isPreferred: true)
    }
  }

  private func replacement(_ edit: LineFix.Edit) -> ReplacedText {
    ReplacedText(
      range: TextRange(
        start: end(edit.line, byte: edit.range.lowerBound), end: end(edit.line, byte: edit.range.upperBound)),
      newText: String(decoding: edit.text, as: UTF8.self))
  }

  /// Returns the position of a byte, counted from the start of a line. The position can be in a later line.
  private func end(_ line: Int, byte: Int) -> Position {
    var (line, byte) = (line, byte)
    while byte >= text.lines[line].bytes.count, line + 1 < text.lines.count {
      byte -= text.lines[line].bytes.count
      line += 1
    }
    return position(line, byte: byte)
  }

  /// Returns an action for each rule with a finding on a line. The action adds a comment that disables the
  /// rule.
  private func disabling(_ line: Int) -> [CodeAction] {
    var seen: Set<LintRule> = []
    return text.lines[line].findings.filter { seen.insert($0.rule).inserted }.map { finding in
      // If this is a continuation line, the comment goes before the first line of the filter.
      var first = line
      while text.isJoined(first) { first -= 1 }
      let start = Position(line: first, character: 0)
      let content = text.lines[first]
      let lineEnd =
        content.bytes.count > content.contentCount ? content.bytes[content.contentCount...] : [0x0A]
      let comment = "! \(DisableComment.Scope.nextLine.rawValue) \(finding.rule.id)"
      return CodeAction(
        title: "Turn \(finding.rule.id) off for this line", kind: .quickFix,
        edit: edit([
          ReplacedText(
            range: TextRange(start: start, end: start),
            newText: comment + String(decoding: lineEnd, as: UTF8.self))
        ]))
    }
  }

  private func fixAll() -> CodeAction? {
    let list = linter.fixed(text)
    guard list.isChanged else { return nil }
    var edits: [ReplacedText] = []
    // Lines of the list end only with LF, but lines of the document can also end with CR.
    var line = 0
    for fixed in list.lines {
      let first = line
      var left = fixed.original.count
      while left > 0, line < text.lines.count {
        left -= text.lines[line].bytes.count
        line += 1
      }
      guard fixed.isChanged else { continue }
      let end =
        line < text.lines.count ? Position(line: line, character: 0) : range(ofLine: text.lines.count - 1).end
      edits.append(
        ReplacedText(
          range: TextRange(start: Position(line: first, character: 0), end: end),
          newText: String(decoding: fixed.fixed ?? [], as: UTF8.self)))
    }
    return CodeAction(title: "Fix everything that has one correct fix", kind: .fixAll, edit: edit(edits))
  }

  private func edit(_ edits: [ReplacedText]) -> WorkspaceEdit { WorkspaceEdit(changes: [uri: edits]) }
}
