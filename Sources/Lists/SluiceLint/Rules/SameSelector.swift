import SluiceRules

extension OwnRule {
  static let sameSelector = OwnRule(
    .notNeeded, .warning, "the same selector, in a different order, is in \(.other)",
    meaning:
      "Both selectors match the same elements: only the order of classes, attributes or alternatives differs.",
    example: "##.banner.ad\n##.ad.banner", instead: "remove one of them", advice: "remove it",
    check: .comparison)
}

extension CosmeticCoverage {
  /// Finds equivalent selectors whose parts are in another order. Only selectors that consist of the same
  /// bytes are parsed, which are few.
  func checkOrder(_ found: inout LintFindingCollector) {
    var sums: [UInt64: [Int]] = [:]
    for (number, group) in groups.enumerated() where !group.hasExceptions {
      let entry = entries[Int(group.first)]
      guard entry.filter.kind == .hiding else { continue }
      let bytes = lists.bytes(of: entry.location)
      guard let sum = Self.sum(bytes.span, entry.filter.body) else { continue }
      sums[sum, default: []].append(number)
    }
    for groups in sums.values where groups.count > 1 {
      checkOrder(groups.prefix(Self.limit).map { self.groups[$0] }, &found)
    }
  }

  private func checkOrder(_ groups: [Group], _ found: inout LintFindingCollector) {
    var first: [SelectorNormalForm: [Int]] = [:]
    for group in groups {
      for member in group.members.prefix(Self.limit) {
        let entry = entries[Int(member)]
        let list = lists.bytes(of: entry.location)
        let selector = [UInt8](list.span.extracting(entry.filter.body.indices))
        guard let form = ParsedSelector(of: selector.span).flatMap(SelectorNormalForm.init) else { break }
        first[form, default: []].append(Int(member))
      }
    }
    for members in first.values where members.count > 1 {
      let sorted = members.sorted { lists.isBefore(entries[$0].location, entries[$1].location) }
      var former: [CosmeticPages: [Int]] = [:]
      for number in sorted {
        let (entry, pages) = (entries[number], self.pages(number))
        let others = former[pages] ?? []
        if others.count < Self.limit { former[pages, default: []].append(number) }
        guard !others.isEmpty, lists.isLinted(entry.location) else { continue }
        let other = others.first { other in
          lists.counts(entries[other].location, whereverDoes: entry.location) && !hasSameText(other, number)
        }
        guard let other else { continue }
        found.add(
          .sameSelector, at: entry.location, entry.filter.body, .filter(entries[other].location))
      }
    }
  }

  private func hasSameText(_ number: Int, _ other: Int) -> Bool {
    let (bytes, others) = (
      lists.bytes(of: entries[number].location), lists.bytes(of: entries[other].location)
    )
    return bytes.span.extracting(entries[number].filter.body.indices)
      .equals(others.span.extracting(entries[other].filter.body.indices))
  }

  /// Returns a hash that ignores spaces and the order of the bytes; nil for a single simple selector.
  private static func sum(_ bytes: Span<UInt8>, _ body: ByteRange) -> UInt64? {
    var sum: UInt64 = 0
    var parts = 0
    for index in body.indices {
      let byte = bytes[index]
      if byte == ASCII.space { continue }
      if byte == ASCII.dot || byte == ASCII.openBracket || byte == ASCII.comma
        || byte == ASCII.hash || byte == ASCII.colon
      {
        parts += 1
      }
      var word = UInt64(byte) &* 0x9E37_79B9_7F4A_7C15
      word ^= word >> 29
      sum &+= word &* 0xBF58_476D_1CE4_E5B9
    }
    return parts > 1 ? sum : nil
  }
}
