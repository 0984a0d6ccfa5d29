#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import SluiceAnalysis
import SluiceSyntax

/// A rule of the linter itself: its texts, its settings, how it is checked, and how its findings are fixed.
///
/// Each rule has a file in `Rules`, and ``LintRule/Own/rule`` is their table.
struct OwnRule: Sendable {
  let group: LintGroup
  let severity: LintSeverity
  /// Whether the rule is off by default although its group is on.
  let isOff: Bool
  private let message: LintMessage
  /// The texts of the rule, without the message.
  private let texts: ReasonDefinition
  let check: Check
  /// How findings are fixed; nil if they have no single correct fix.
  let fix: Fix?
  /// Returns the correct spelling of the text of a finding, if there is one.
  let nearest: (@Sendable (_ text: String, LintDetail) -> String?)?

  init(
    _ group: LintGroup, _ severity: LintSeverity, isOff: Bool = false, _ message: LintMessage,
    meaning: String, example: String, instead: String, advice: ReasonDefinition.Advice = .instead,
    check: Check, fix: Fix? = nil, nearest: (@Sendable (String, LintDetail) -> String?)? = nil
  ) {
    (self.group, self.severity, self.isOff, self.message) = (group, severity, isOff, message)
    texts = ReasonDefinition("", meaning: meaning, example: example, instead: instead, advice: advice)
    (self.check, self.fix, self.nearest) = (check, fix, nearest)
  }

  /// Returns the texts of the rule for the text of a finding and the text that it is compared with.
  func definition(_ text: String, _ other: String) -> ReasonDefinition {
    var definition = texts
    definition.message = message.about(text, other)
    return definition
  }

  /// The check of a rule. The facts that a check needs are computed only for rules that are on.
  enum Check: Sendable {
    /// Checks each line.
    case line(@Sendable (LintedLine, inout LintFindingCollector) -> Void)
    /// Checks each network filter that is not only the name of a host.
    case network(@Sendable (NetworkFilter, LintedLine, inout LintFindingCollector) -> Void)
    /// Checks each cosmetic filter.
    case cosmetic(@Sendable (CosmeticFilter, LintedLine, inout LintFindingCollector) -> Void)
    /// Returns whether the selector of a hiding filter for all sites is a finding.
    case name(@Sendable (GenericName) -> Bool)
    /// Returns what is wrong with a host in a line that has to exist; nil if nothing is.
    case host(@Sendable (ByteRange, LintedLine, LintContext) -> String?)
    /// Checks the lists of domains in a filter.
    case domains(@Sendable ([[DomainEntry]], LintedLine, inout LintFindingCollector) -> Void)
    /// Finds filters that match far more than intended. Findings say how many requests the filter blocks.
    case breadth(OverbroadMatch.Kind)
    /// Checks a whole list.
    case list(@Sendable (LintedList, LintContext, inout LintFindingCollector) -> Void)
    /// Compares filters with each other. `LintIndex` runs these checks.
    case comparison
    /// Needs a conversion of the list. The linter runs these checks.
    case conversion
    /// Checks bodies of filters that need a script. The linter runs these checks after the conversion.
    case body

    /// Whether the findings in a line depend only on that line, and on the directives and comments that
    /// decide whether it counts.
    var isAboutOneLine: Bool {
      switch self {
      case .line, .network, .cosmetic, .name, .host, .domains, .breadth, .body: true
      case .list, .comparison, .conversion: false
      }
    }

    var isBreadth: Bool { if case .breadth = self { true } else { false } }
    var isComparison: Bool { if case .comparison = self { true } else { false } }
    var isConversion: Bool {
      switch self {
      case .conversion, .body: true
      case .line, .network, .cosmetic, .name, .host, .domains, .breadth, .list, .comparison: false
      }
    }
  }

  /// The single correct fix of a finding.
  enum Fix: Sendable {
    /// Changes the line of the finding. Edits that change its meaning are dropped.
    case line(Edits)
    /// Removes the line of the finding.
    case removal(Edits)
    /// Replaces the text of the finding by the words of its detail. The filter then means something else.
    case correction
    /// Returns the edits for all findings in a list in a given dialect, by the line of the finding.
    case list(@Sendable (FilterList, Dialect?) -> [Int: TextEdits])

    typealias Edits = @Sendable (LintFinding, Line, FilterList) -> TextEdits

    /// Removes the option or the domain of the finding.
    static let removesEntry = Fix.line { finding, line, list in
      TextEdits.removingEntries([finding.span], line, list.bytes.span)
    }
  }
}

/// The knowledge of checks in addition to the list.
struct LintContext: Sendable {
  /// The public suffixes that determine sites.
  var suffixes = PublicSuffixList.wellKnown
  /// All top-level domains, if known.
  var topLevelDomains: Set<HostKey>?
  /// Hosts that no longer resolve, each with the file that lists it; empty if no file was given.
  var dead: [HostKey: String] = [:]
  /// The current date.
  var today = Date()
}
