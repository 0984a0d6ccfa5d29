import SluiceSyntax

extension OwnRule {
  static let domainOrder = OwnRule(
    .style, .note, "the domains are not in alphabetical order",
    meaning: "Domains in alphabetical order are easier to compare and to find.",
    example: "b.example,a.example##.ad", instead: "write `a.example,b.example##.ad` (`--fix` does this)",
    advice: "--fix puts them in order",
    check: .domains { domains, line, found in
      guard !line.hasModifiers else { return }
      for entries in domains {
        guard let first = entries.first, let last = entries.last,
          DomainOrder.sorted(entries, line.bytes.span) != entries
        else { continue }
        found.add(
          .domainOrder, at: line.location,
          ByteRange(first.range.lowerBound, max(first.range.upperBound, last.range.upperBound)))
      }
    },
    fix: .line { finding, line, list in
      let bytes = list.bytes.span
      for (entries, separator) in line.domainLists(in: bytes) {
        guard let first = entries.first, first.range.lowerBound == finding.span.lowerBound else { continue }
        let texts = DomainOrder.sorted(entries, bytes).map { bytes.array($0.range) }
        return TextEdits(TextEdit(finding.span, Array(texts.joined(separator: [separator]))))
      }
      return TextEdits()
    })
}

/// The order of domains: alphabetical, whether or not they are excluded.
private enum DomainOrder {
  static func sorted(_ entries: [DomainEntry], _ bytes: Span<UInt8>) -> [DomainEntry] {
    entries.map { ($0, bytes.lowercased($0.name) + ($0.kind == .entity ? Array(".*".utf8) : [])) }
      .sorted { $0.1.lexicographicallyPrecedes($1.1) }.map(\.0)
  }
}
