extension Linter {
  /// Fixes all findings that have a single correct fix. Overlapping fixes are applied one after another.
  ///
  /// - Parameters:
  ///   - lists: The lists.
  ///   - report: The result of ``lint(_:)`` for these lists, possibly with findings removed.
  /// - Returns: The lists in the order of the report, and the number of findings that were fixed.
  public func fixed(_ lists: [LintSource], _ report: LintReport) -> (lists: [FixedList], count: Int) {
    var fixed = report.sources.map { FixedList(parsing: $0) }
    var report = report
    // Fixes do not depend on the number of blocked requests.
    var linter = self
    linter.countsRequests = false
    var count = 0
    // A fixed finding is not found again, and each round shortens or sorts the lists. The maximum is a
    // safeguard against unknown cases.
    for _ in 0..<Self.maximumRounds {
      let fixes = LintFixes(report)
      guard fixes.count > 0 else { break }
      count += fixes.count
      for (index, edits) in fixes.edits.enumerated() { fixed[index].apply(edits) }
      report = linter.lint(
        fixed.compactMap { text in
          guard var list = lists.first(where: { $0.source.name == text.name }) else { return nil }
          list.source.bytes = text.bytes
          list.settings = list.settings.ofFixableRules
          return list
        })
    }
    for index in fixed.indices { fixed[index].renewChecksum() }
    return (fixed, count)
  }

  private static var maximumRounds: Int { 8 }
}
