import SluiceConversion
import SluiceSyntax

/// A rule of the linter itself: its texts, its settings, how it is checked, and how its findings are fixed.
///
/// Each rule has a file in `Rules`, and ``LintRule/Own/rule`` is their table.
struct OwnRule: Sendable {
  let group: LintGroup
  /// The default severity.
  let severity: LintSeverity
  /// Whether the rule is off by default although its group is on.
  let isOff: Bool
  /// Whether a finding says how many requests its filter blocks.
  let countsRequests: Bool
  let check: Check
  /// How findings are fixed; nil if they have no single correct fix.
  let fix: Fix?
  /// Returns the correct spelling of the text of a finding, if there is one.
  let nearest: (@Sendable (_ text: String, LintDetail) -> String?)?
  /// Returns the texts of the rule for the text of a finding and the text that it is compared with.
  let definition: @Sendable (_ text: String, _ other: String) -> ReasonDefinition

  init(
    _ group: LintGroup, _ severity: LintSeverity, isOff: Bool = false, countsRequests: Bool = false,
    check: Check, fix: Fix? = nil, nearest: (@Sendable (String, LintDetail) -> String?)? = nil,
    _ definition: @escaping @Sendable (_ text: String, _ other: String) -> ReasonDefinition
  ) {
    (self.group, self.severity, self.isOff, self.check, self.fix) = (group, severity, isOff, check, fix)
    (self.countsRequests, self.nearest, self.definition) = (countsRequests, nearest, definition)
  }

  /// The check of a rule.
  enum Check: Sendable {
    /// Checks each line.
    case line(LineCheck)
    /// Checks each network filter that is not only the name of a host.
    case network(@Sendable (NetworkFilter, LintedLine, inout FindingCollector) -> Void)
    /// Checks each cosmetic filter.
    case cosmetic(@Sendable (CosmeticFilter, LintedLine, inout FindingCollector) -> Void)
    /// Checks a whole list.
    case list(@Sendable (LintedList, LintContext, inout FindingCollector) -> Void)
    /// Compares filters with each other. `LintIndex` runs these checks.
    case comparison
    /// Needs a conversion of the list. The linter runs these checks.
    case conversion

    typealias LineCheck = @Sendable (LintedLine, LintContext, inout FindingCollector) -> Void

    /// Whether the findings in a line depend only on that line, and on the directives and comments that
    /// decide whether it counts.
    var isAboutOneLine: Bool {
      switch self {
      case .line, .network, .cosmetic: true
      case .list, .comparison, .conversion: false
      }
    }

    var isComparison: Bool { if case .comparison = self { true } else { false } }
    var isConversion: Bool { if case .conversion = self { true } else { false } }
  }

  /// The single correct fix of a finding.
  enum Fix: Sendable {
    /// Changes the line of the finding. Edits that change its meaning are dropped.
    case line(Edits)
    /// Removes the line of the finding.
    case removal(Edits)
    /// Returns the edits for all findings in a list in a given dialect, by the line of the finding.
    case list(@Sendable (FilterList, Dialect?) -> [Int: [TextEdit]])

    typealias Edits = @Sendable (LintFinding, Line, FilterList) -> [TextEdit]

    /// Removes the option or the domain of the finding.
    static let removesEntry = Fix.line { finding, line, list in
      TextEdit.removingEntry(finding.span, line, list.bytes.span)
    }
  }
}

/// The checks of single lines that are on.
struct LineChecks {
  private var ofLines: [OwnRule.Check.LineCheck] = []
  private var ofNetwork: [@Sendable (NetworkFilter, LintedLine, inout FindingCollector) -> Void] = []
  private var ofCosmetic: [@Sendable (CosmeticFilter, LintedLine, inout FindingCollector) -> Void] = []

  init(_ rules: [OwnRule]) {
    for rule in rules {
      switch rule.check {
      case .line(let check): ofLines.append(check)
      case .network(let check): ofNetwork.append(check)
      case .cosmetic(let check): ofCosmetic.append(check)
      case .list, .comparison, .conversion: break
      }
    }
  }

  func check(_ line: LintedLine, _ context: LintContext, _ found: inout FindingCollector) {
    for check in ofLines { check(line, context, &found) }
    switch line.content {
    case .network(let filter):
      if line.hostName == nil { for check in ofNetwork { check(filter, line, &found) } }
    case .cosmetic(let filter): for check in ofCosmetic { check(filter, line, &found) }
    case .blank, .comment, .header, .metadata, .directive, .hint, .hosts, .continuation, .rejected: break
    }
  }
}
