import SluiceSyntax

extension OwnRule {
  static let optionOrder = OwnRule(
    .style, .note, "options are not in the order '\(.other)'",
    meaning:
      "Options in a fixed order are easier to compare: parties, then types by name, then the rest, domains last.",
    example: "||ads.example^$domain=a.example,script,third-party",
    instead: "write `$third-party,script,domain=…` (`--fix` does this)", advice: "--fix sorts them",
    check: .network { filter, line, found in
      let bytes = line.bytes.span
      let order = OptionOrder.sorted(filter.options, bytes)
      guard order != filter.options, let first = filter.options.first, let last = filter.options.last
      else { return }
      let names = order.map { bytes.text($0.range) }.joined(separator: ",")
      found.add(
        .optionOrder, at: line.location, ByteRange(first.range.lowerBound, last.range.upperBound),
        .words(names))
    },
    fix: .line { finding, line, list in
      guard case .network(let filter) = line.content else { return TextEdits() }
      let bytes = list.bytes.span
      let texts = OptionOrder.sorted(filter.options, bytes).map { bytes.array($0.range) }
      return TextEdits(TextEdit(finding.span, Array(texts.joined(separator: [ASCII.comma]))))
    })
}

/// The order of options: party, request types, other options, and options with domains last; each by name.
private enum OptionOrder {
  static func sorted(_ options: [Option], _ bytes: Span<UInt8>) -> [Option] {
    options.map { ($0, rank: rank(of: $0.kind), name: bytes.lowercased($0.name)) }.sorted {
      $0.rank != $1.rank ? $0.rank < $1.rank : $0.name.lexicographicallyPrecedes($1.name)
    }.map(\.0)
  }

  private static func rank(of kind: OptionKind) -> Int {
    switch kind.row.role {
    case .party: 0
    case .requestType, .pageType: 1
    case .condition, .modifier, .pageException, .effect, .unknown: kind == .badfilter ? 4 : 2
    case .domains: 3
    }
  }
}
