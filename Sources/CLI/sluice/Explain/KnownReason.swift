import SluiceConversion
import SluiceLint
import SluicePageScript
import SluiceRules
import SluiceSyntax
import SluiceTrackers

/// A reason that a command reports, with its description.
enum KnownReason {
  /// A reason about filters or an entire list.
  case filters(id: String, ReasonDefinition)
  /// A reason why page scripts do not apply a filter. The value is an example.
  case pageScripts(PageFilterProblem.Reason)
  /// A rule that only `lint` has.
  case lint(LintRule.Own)
  /// A reason of `check`. The value is an example.
  case check(RuleListFinding.Reason)
  /// A problem of `merge` with Tracker Radar files. The value is an example.
  case trackerRadar(TrackerDataProblem.Reason)

  /// A group of reasons with the same subject.
  enum Group: String, CaseIterable {
    case filters
    case lint
    case pageScripts = "page-scripts"
    case check
    case trackerRadar = "tracker-radar"
  }

  /// All reasons, by group.
  static let all: [KnownReason] =
    Reason.allCases.map { .filters(id: $0.id, $0.definition()) }
    + ConversionNote.allCases.map { .filters(id: $0.id, $0.definition()) }
    + ListFindingReason.allCases.map { .filters(id: $0.rawValue, $0.definition()) }
    + LintRule.Own.allCases.map { .lint($0) }
    + PageFilterProblem.Reason.examples.map { .pageScripts($0) }
    + RuleListFinding.Reason.examples.map { .check($0) }
    + TrackerDataProblem.Reason.examples.map { .trackerRadar($0) }

  /// All identifiers, without duplicates.
  static var ids: [String] {
    var seen: Set<String> = []
    return all.map(\.id).filter { seen.insert($0).inserted }
  }

  var group: Group {
    switch self {
    case .filters: .filters
    case .lint: .lint
    case .pageScripts: .pageScripts
    case .check: .check
    case .trackerRadar: .trackerRadar
    }
  }

  var id: String {
    switch self {
    case .filters(let id, _): id
    case .lint(let rule): rule.rawValue
    case .pageScripts(let reason): reason.id
    case .check(let reason): reason.id
    case .trackerRadar(let reason): reason.id
    }
  }

  /// The texts; nil for reasons that have only a message.
  var definition: ReasonDefinition? {
    switch self {
    case .filters(_, let definition): definition
    case .lint(let rule): LintRule.own(rule).definition()
    case .pageScripts, .check, .trackerRadar: nil
    }
  }

  /// The default severity of a reason of `lint` or `check`.
  var severity: LintSeverity? {
    switch self {
    case .lint(let rule): LintRule.own(rule).severity
    case .check(let reason): reason.severity
    case .filters, .pageScripts, .trackerRadar: nil
    }
  }

  /// A one-sentence summary or, for some reasons, the message.
  var summary: String {
    switch self {
    case .filters, .lint: definition?.summary() ?? id
    case .pageScripts(let reason): reason.message
    case .check(let reason): reason.message
    case .trackerRadar(let reason): reason.message
    }
  }
}
