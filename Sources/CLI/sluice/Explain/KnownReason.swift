import SluiceConversion
import SluiceLint
import SluicePageScript
import SluiceRules
import SluiceSyntax
import SluiceTrackers

/// A reason that a command reports, with its description.
struct KnownReason {
  let id: String
  let group: Group
  /// A one-sentence summary or, for some reasons, the message of an example.
  let summary: String
  /// The texts; nil for reasons that have only a message.
  var definition: ReasonDefinition?
  /// The default severity of a reason of `lint` or `check`.
  var severity: LintSeverity?
  /// The command that reports the reason; nil for reasons of several commands.
  var origin: String?
  /// WebKit's message about a rule with the reason.
  var webKitMessage: String?
  /// How to avoid the reason.
  var instead: String?

  /// A group of reasons with the same subject.
  enum Group: String, CaseIterable {
    case filters
    case lint
    case pageScripts = "page-scripts"
    case check
    case trackerRadar = "tracker-radar"
  }

  /// All reasons, by group.
  static let all = filters + lint + pageScripts + check + trackerRadar

  /// All identifiers, without duplicates.
  static var ids: [String] {
    var seen: Set<String> = []
    return all.map(\.id).filter { seen.insert($0).inserted }
  }

  /// The reasons about filters or an entire list.
  private static var filters: [KnownReason] {
    let conversion = Reason.allCases.map { ($0.id, $0.definition()) }
    let notes = ConversionNote.allCases.map { ($0.id, $0.definition()) }
    let lists = ListFindingReason.allCases.map { ($0.rawValue, $0.definition()) }
    return (conversion + notes + lists).map { id, definition in
      KnownReason(
        id: id, group: .filters, summary: definition.summary(), definition: definition,
        instead: definition.instead)
    }
  }

  /// The rules that only `lint` has.
  private static var lint: [KnownReason] {
    LintRule.Own.allCases.map { own in
      let rule = LintRule.own(own)
      let definition = rule.definition()
      let off = rule.isOnByDefault ? "" : ", off by default"
      return KnownReason(
        id: rule.id, group: .lint, summary: definition.summary(), definition: definition,
        severity: rule.severity,
        origin: "found by sluice lint: \(rule.severity.rawValue), of the group \(rule.group.rawValue)\(off)",
        instead: definition.instead)
    }
  }

  /// The reasons why page scripts do not apply a filter.
  private static var pageScripts: [KnownReason] {
    PageFilterProblem.Reason.examples.map { reason in
      KnownReason(
        id: reason.id, group: .pageScripts, summary: reason.message,
        origin: "unsupported by page scripts (sluice convert --page-script): \(reason.message)")
    }
  }

  private static var check: [KnownReason] {
    RuleListFinding.Reason.examples.map { reason in
      KnownReason(
        id: reason.id, group: .check, summary: reason.message, severity: reason.severity,
        origin: "sluice check, \(reason.severity.rawValue): \(reason.message)",
        webKitMessage: reason.webKitMessage, instead: reason.advice)
    }
  }

  /// The problems of `merge` with Tracker Radar files.
  private static var trackerRadar: [KnownReason] {
    TrackerDataProblem.Reason.examples.map { reason in
      KnownReason(
        id: reason.id, group: .trackerRadar, summary: reason.message,
        origin: "sluice merge, warning: \(reason.message)")
    }
  }
}
