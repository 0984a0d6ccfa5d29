import ContentBlocker
import Conversion
import FilterSyntax
import Lint
import PageScript
import TrackerRadar

/// A reason that a command gives, by whichever of them, with all that is known of it.
enum KnownReason {
  /// Of filters, and of whole lists.
  case filters(id: String, ReasonDefinition)
  /// Why the scripts for pages do not do a filter, as in this example.
  case pageScripts(PageFilterProblem.Reason)
  /// What only `lint` finds.
  case lint(LintRule.Own)
  /// What `check` finds, as in this example.
  case check(RuleListFinding.Reason)
  /// What `merge` says of Tracker Radar's files, as in this example.
  case trackerRadar(TrackerDataProblem.Reason)

  /// What the reasons of a group are given for.
  enum Group: String, CaseIterable {
    case filters
    case lint
    case pageScripts = "page-scripts"
    case check
    case trackerRadar = "tracker-radar"
  }

  /// Every one, by group.
  static let all: [KnownReason] =
    Reason.allCases.map { .filters(id: $0.id, $0.definition()) }
    + ConversionNote.allCases.map { .filters(id: $0.id, $0.definition()) }
    + RemarkReason.allCases.map { .filters(id: $0.rawValue, $0.definition()) }
    + LintRule.Own.allCases.map { .lint($0) }
    + PageFilterProblem.Reason.examples.map { .pageScripts($0) }
    + RuleListFinding.Reason.examples.map { .check($0) }
    + TrackerDataProblem.Reason.examples.map { .trackerRadar($0) }

  /// The ids of all, each once.
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

  /// What it means in one sentence, or what is said where it is given.
  var summary: String {
    switch self {
    case .filters(_, let definition): ReasonText.firstSentence(definition.meaning)
    case .lint(let rule): ReasonText.firstSentence(LintRule.own(rule).definition().meaning)
    case .pageScripts(let reason): reason.message
    case .check(let reason): reason.message
    case .trackerRadar(let reason): reason.message
    }
  }
}
