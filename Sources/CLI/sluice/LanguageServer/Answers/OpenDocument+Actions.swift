import SluiceLint
import SluiceLists

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
        start: end(edit.line, edit.range.lowerBound), end: end(edit.line, edit.range.upperBound)),
      newText: String(decoding: edit.text, as: UTF8.self))
  }

  /// Returns the position of a byte, counted from the start of a line. The position can be in a later line.
  private func end(_ line: Int, _ byte: Int) -> Position {
    var (line, byte) = (line, byte)
    while byte >= text.lines[line].bytes.count, line + 1 < text.lines.count {
      byte -= text.lines[line].bytes.count
      line += 1
    }
    return position(line, byte)
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
