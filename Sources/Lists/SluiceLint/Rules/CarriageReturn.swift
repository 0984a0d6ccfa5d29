import SluiceText

extension OwnRule {
  static let carriageReturn = OwnRule(
    .syntax, .note, "the line ends with CR LF",
    meaning:
      "The list has Windows line endings. Programs read them, but an editor that converts them changes every line.",
    example: "||ads.example^\\r", instead: "save the list with LF line endings (`--fix` does this)",
    advice: "save the list with LF line endings",
    check: .list { list, _, found in
      // Reported once per list.
      let bytes = list.list.bytes.span
      for (index, line) in list.list.lines.enumerated() {
        guard let end = list.list.end(of: line), end + 1 < bytes.count, bytes[end] == 0x0D,
          bytes[end + 1] == 0x0A
        else { continue }
        return found.add(.carriageReturn, at: list.location(ofLine: index), ByteRange(end, end + 1))
      }
    },
    fix: .line { finding, _, list in
      let bytes = list.bytes.span
      var edits = TextEdits()
      for index in finding.span.lowerBound..<bytes.count - 1
      where bytes[index] == 0x0D && bytes[index + 1] == 0x0A {
        edits.append(TextEdit(ByteRange(index, index + 1)))
      }
      return edits
    })
}
