import SluiceText

extension OwnRule {
  static let trailingBlank = OwnRule(
    .syntax, .note, "trailing space",
    meaning: "Spaces at the end of a line have no meaning, and make equal lines differ.",
    example: "||ads.example^ ", instead: "remove it (`--fix` does this)", advice: "remove it",
    check: .line { line, found in
      guard let end = line.list.end(of: line.line), end > line.range.upperBound else { return }
      found.add(.trailingBlank, at: line.location, ByteRange(line.range.upperBound, end))
    },
    fix: .line { finding, _, _ in TextEdits(TextEdit(finding.span)) })
}
