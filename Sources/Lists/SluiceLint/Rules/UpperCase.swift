import SluiceConversion

extension OwnRule {
  static let upperCase = OwnRule(
    .style, .note, "'\(.text)' has uppercase letters, which have no meaning here",
    meaning: "Option names and hosts are case-insensitive. In lowercase, equal names look equal.",
    example: "||Ads.example^$Script", instead: "write it in lowercase (`--fix` does this)",
    advice: "--fix converts it to lowercase",
    check: .line { line, found in
      let bytes = line.bytes.span
      func check(_ range: ByteRange) {
        guard range.indices.contains(where: { bytes[$0].isCapital }) else { return }
        found.add(.upperCase, at: line.location, range)
      }
      if case .network(let filter) = line.content {
        if case .plain(let plain) = filter.pattern, plain.start == .hostLabel {
          check(ByteRange(plain.body.lowerBound, PatternConverter.hostEnd(bytes, plain.body)))
        }
        for option in filter.options { check(option.name) }
      }
      guard !line.hasModifiers else { return }
      for entry in line.domains.joined() where entry.kind == .host || entry.kind == .entity {
        check(entry.name)
      }
    },
    fix: .line { finding, _, list in
      TextEdits(TextEdit(finding.span, list.bytes.span.lowercased(finding.span)))
    })
}
