import SluiceAnalysis
import SluiceConversion
import SluiceLint
import SluiceListFiles
import SluiceLists
import SluiceRules
import SluiceSyntax

/// Two versions of filter lists and their differences: filters, rules, the outcomes of requests, and costs.
struct FilterComparison {
  let old: ConvertedFilters
  let new: ConvertedFilters
  let filters: FilterDifference
  let rules: Comparison
  /// The requests with a different outcome; nil if no requests were given.
  let traffic: RequestComparison?
  let costs: (old: ListCosts, new: ListCosts)

  init(
    _ old: ConvertedFilters, new: ConvertedFilters, arguments: DiffArguments,
    requests: [RequestDescription]?, steps: Steps
  ) throws(CommandError) {
    self.old = old
    self.new = new
    steps.begin(Step("comparing filters"))
    filters = FilterDifference(
      from: old.sources, to: new.sources, constants: arguments.conversion.constants)
    steps.end([.differences: filters.added.count + filters.removed.count + filters.changed.count])
    steps.begin(Step("comparing rules"))
    rules = Comparison(old.list, new.list)
    steps.end([.differences: rules.difference.changes.count + rules.difference.moves.count])
    if let requests {
      let suffixes = try SuffixSource(arguments.suffixes).suffixes
      steps.begin(Step("judging requests"))
      traffic = RequestComparison(requests, comparison: rules, suffixes: suffixes) { done in
        steps.advance(Step("judging requests", subject: nil, done: done, of: requests.count))
      }
      steps.end([.requests: requests.count])
    } else {
      traffic = nil
    }
    steps.begin(Step("estimating costs"))
    costs = (ListCosts(old.list.list), ListCosts(new.list.list))
    steps.end()
  }

  var isEmpty: Bool { filters.isEmpty && rules.difference.isEmpty }
  /// Whether the new lists could block or hide more than the old ones, or block an additional request.
  var isWidened: Bool { rules.isWidened || (traffic?.blocked.count ?? 0) > 0 }

  /// A reason why filters are not exact, with the old and new number of filters.
  struct ReasonChange: Equatable {
    let outcome: Outcome
    let id: String
    let before: Int
    let after: Int
  }

  /// The reasons whose number of filters changed, largest change first.
  var reasons: [ReasonChange] {
    let before = old.report.reasons
    let after = new.report.reasons
    func count(_ rows: [(outcome: Outcome, reason: Reason, count: Int)], row: (Outcome, Reason)) -> Int {
      rows.first { $0.outcome == row.0 && $0.reason == row.1 }?.count ?? 0
    }
    let gone = before.filter { row in count(after, row: (row.outcome, row.reason)) == 0 }
    return (after + gone).map { row in
      ReasonChange(
        outcome: row.outcome, id: row.reason.id, before: count(before, row: (row.outcome, row.reason)),
        after: count(after, row: (row.outcome, row.reason)))
    }.filter { $0.before != $0.after }
      .sorted { (abs($1.after - $1.before), $0.id) < (abs($0.after - $0.before), $1.id) }
  }
}

struct ListCosts: Equatable {
  let rules: Int
  /// The size of the JSON in bytes.
  let bytes: Int
  /// The estimated CPU time to compile the list, in milliseconds.
  let compile: Int
  let page: PageCost

  init(_ list: RuleList) {
    rules = list.rules.count
    bytes = list.encodedSize
    compile = CompileCost(of: list.rules).milliseconds
    page = list.pageCost()
  }
}

/// A comparison of filter lists as findings in files, for programs that display findings. A finding is a
/// changed filter, or a filter that newly blocks or allows requests.
struct FilterComparisonFindings {
  let comparison: FilterComparison

  /// The kind of a finding. The raw value is the stable identifier.
  enum Kind: String, CaseIterable {
    case newlyBlocked = "newly-blocked"
    case newlyPassed = "newly-passed"
    case filterRemoved = "filter-removed"
    case filterChanged = "filter-changed"
    case filterAdded = "filter-added"
  }

  func write(by renderer: any FindingRenderer, to console: Console) throws(CommandError) {
    var renderer = renderer
    try renderer.write(messages, in: comparison.new.sources.map(\.name), to: console) {
      ($0.location.line, $0.reason) < ($1.location.line, $1.reason)
    }
  }

  private var messages: [LocatedDiagnostic] {
    let filters = comparison.filters
    var messages = filters.removed.compactMap { line in
      PlacedFilter(line, in: comparison.old.sources).map {
        message(.filterRemoved, filter: $0, text: "the filter was removed")
      }
    }
    messages += filters.changed.compactMap { change in
      guard let new = PlacedFilter(change.new, in: comparison.new.sources) else { return nil }
      let parts = change.parts.map(Self.text).joined(separator: "; ")
      let old = PlacedFilter(change.old, in: comparison.old.sources)
      return message(.filterChanged, filter: new, text: "the filter was changed: \(parts)", other: old)
    }
    messages += filters.added.compactMap { line in
      PlacedFilter(line, in: comparison.new.sources).map {
        message(.filterAdded, filter: $0, text: "the filter was added")
      }
    }
    guard let traffic = comparison.traffic else { return messages }
    for group in traffic.blocked.groups {
      guard let filter = traffic.blocked.filter(of: group) else { continue }
      messages.append(message(.newlyBlocked, filter: filter, text: Self.text(group, what: "newly blocked")))
    }
    for group in traffic.passed.groups {
      guard let filter = traffic.passed.exception(of: group) ?? traffic.passed.filter(of: group) else {
        continue
      }
      messages.append(message(.newlyPassed, filter: filter, text: Self.text(group, what: "newly allowed")))
    }
    return messages
  }

  private func message(
    _ kind: Kind, filter: PlacedFilter, text: String, other: PlacedFilter? = nil
  ) -> LocatedDiagnostic {
    LocatedDiagnostic(
      filter, severity: kind.severity, message: text, reason: kind.rawValue,
      notes: other.map { [.init(label: "was", text: $0.words)] } ?? [])
  }

  private static func text(_ part: FilterChange.Part) -> String {
    let entries = part.removed.map { "-\($0)" } + part.added.map { "+\($0)" }
    return "\(part.name) \(entries.joined(separator: " "))"
  }

  private static func text(_ group: RequestComparison.Flow.Group, what: String) -> String {
    let (url, page) = (group.example.url, group.example.page)
    let example =
      "\(URLSecrets.removed(from: String(decoding: url, as: UTF8.self)))"
      + " on \(URLSecrets.removed(from: String(decoding: page, as: UTF8.self)))"
    return "\(Format.counted(group.count, noun: "request")) \(what): \(example)"
  }
}

extension FilterComparisonFindings.Kind {
  /// A changed outcome of requests is a warning, because it is worth checking. A changed filter is a note,
  /// because every new version has some.
  fileprivate var severity: LintSeverity {
    switch self {
    case .newlyBlocked, .newlyPassed: .warning
    case .filterRemoved, .filterChanged, .filterAdded: .note
    }
  }

  fileprivate var definition: ReasonDefinition {
    switch self {
    case .newlyBlocked:
      .init(
        "requests are newly blocked",
        meaning:
          "Requests of `--requests` passed with the old lists, and this filter of the new ones blocks them.",
        example: "sluice diff --requests visits.har --format github old.txt new.txt")
    case .newlyPassed:
      .init(
        "requests are newly allowed",
        meaning:
          "Requests of `--requests` were blocked with the old lists, and pass with the new ones: because of this exception,"
          + " or because this filter was removed.",
        example: "sluice diff --requests visits.har --format github old.txt new.txt")
    case .filterRemoved:
      .init(
        "the filter was removed",
        meaning:
          "The filter is in the old lists and not in the new ones. The location is that in the old list.",
        example: "||ads.example^")
    case .filterChanged:
      .init(
        "the filter was changed",
        meaning: "A filter with the same pattern or selector has other options or domains.",
        example: "||ads.example^$script,image")
    case .filterAdded:
      .init(
        "the filter was added", meaning: "The filter is in the new lists only.", example: "||ads.example^")
    }
  }
}

extension FindingSource {
  static let diff = FindingSource(
    command: .diff,
    rule: { id in
      FilterComparisonFindings.Kind(rawValue: id).map { FindingRule(id: id, $0.definition) }
    })
}
