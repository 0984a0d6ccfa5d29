import SluiceConversion
import SluiceSyntax

extension OwnRule {
  static let duplicateFilter = OwnRule(
    .notNeeded, .warning, "the same filter is in \(.other)",
    meaning:
      "The list has the filter twice. The order of options and domains, aliases of options and letter case make no"
      + " difference.",
    example: "||ads.example^$script,third-party\n||ADS.example^$3p,script", instead: "remove one of them",
    advice: "remove it",
    check: .comparison,
    fix: .removal { finding, line, list in
      // A line with several hosts cannot be removed because of one of them.
      if case .hosts(let hosts) = line.content, hosts.hosts.count > 1 { return TextEdits() }
      guard !isAnnounced(finding.place.lineIndex, in: list) else { return TextEdits() }
      return TextEdits(TextEdit.removingLine(line.range, list.bytes.span))
    })
}

/// Returns whether a hint, or a comment that disables rules, applies to a filter. If the filter were
/// removed, the hint or comment would apply to the next one.
private func isAnnounced(_ line: Int, in list: FilterList) -> Bool {
  for index in stride(from: line - 1, through: 0, by: -1) {
    switch list.lines[index].content {
    case .hint: return index == line - 1
    case .comment, .metadata:
      if DisableComment(list.lines[index], in: list.bytes.span)?.scope == .nextLine { return true }
    case .blank: break
    case .header, .directive, .network, .cosmetic, .hosts, .continuation, .rejected: return false
    }
  }
  return false
}

extension LintIndex {
  /// Finds regexes that are there twice. ``NetworkCoverage`` compares other patterns.
  func checkRegexes(_ found: inout LintFindingCollector) {
    var first: [FilterIdentity: FilterPlace] = [:]
    for location in regexes.sorted(by: { lists.isBefore($0, $1) }) {
      guard let identity = identity(location) else { continue }
      if let other = first[identity], lists.counts(other, whereverDoes: location) {
        if lists.isLinted(location) {
          found.add(.duplicateFilter, at: location, lists.line(at: location).range, .filter(other))
        }
      } else {
        first[identity] = location
      }
    }
  }
}
