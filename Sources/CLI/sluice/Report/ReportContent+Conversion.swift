import SluiceConversion
import SluiceLists
import SluiceRules
import SluiceSyntax

extension ReportContent {
  /// Converts lists and collects the contents of a report.
  init(
    converting sources: [Source], _ options: ConversionOptions, _ steps: Steps = .silent
  ) throws(CommandError) {
    let (parsed, result) = try steps.convert(sources, Converter(options: options))
    let report = result.report
    steps.begin(Step("counting"))
    var list = List(
      name: Summary.title(of: sources.map(\.name)), targets: [options.target.rawValue],
      inputs: sources.map(\.name),
      readings: parsed.map { ListReading($0.list, dialect: $0.dialect ?? options.dialect).words },
      lines: report.lines,
      filters: report.filters, inactive: report.inactive)
    for outcome in Outcome.allCases { list.outcomes[outcome] = report.count(outcome) }
    list.reasons = Self.reasons(of: report, sources)
    list.notes = report.notes.map { Note(id: $0.note.id, filters: $0.count) }
    let coverage = Coverage(of: parsed, report, options.constants)
    list.constructs = coverage.rows.map(Row.init)
    list.options = coverage.options.map(Row.init)
    for converted in result.lists {
      let name = converted.part == .all ? "rules" : "\(converted.part.rawValue) rules"
      var bytes = 0
      converted.rules.writeJSON { bytes += $0.count }
      list.files.append(
        File(
          name: name, rules: converted.rules.rules.count, bytes: bytes,
          ruleLimit: options.maximumRules ?? RuleList.maximumRules,
          byteLimit: options.maximumBytes ?? options.target.advisedSize?.bytes))
      let cost = converted.rules.pageCost(mostExpensive: Cost.filterLimit, by: .filter)
      list.costs.append(Cost(file: name, cost, converted.filters(of: cost.mostExpensive, in: parsed)))
    }
    self.init(version: Program.version, lists: [list])
  }

  /// Returns the reasons with their first examples. Only the examples need locations.
  private static func reasons(of report: ConversionReport, _ sources: [Source]) -> [Reason] {
    struct Key: Hashable {
      let outcome: String
      let id: String
    }
    var examples: [Key: [Example]] = [:]
    var counts: [Key: Int] = [:]
    let shown = report.diagnostics.filter { diagnostic in
      let key = Key(outcome: diagnostic.outcome.rawValue, id: diagnostic.reason.id)
      counts[key, default: 0] += 1
      return counts[key, default: 0] <= Reason.exampleLimit
    }
    for diagnostic in shown {
      let finding = diagnostic.located(in: sources)
      examples[Key(outcome: diagnostic.outcome.rawValue, id: finding.reason), default: []].append(
        Example(
          file: finding.file, line: finding.location.line,
          filter: finding.subject.text(atMost: Example.length),
          message: finding.message))
    }
    return report.reasons.map {
      let key = Key(outcome: $0.outcome.rawValue, id: $0.reason.id)
      return Reason(outcome: key.outcome, id: key.id, filters: $0.count, examples: examples[key] ?? [])
    }
  }
}

extension ReportContent.Example {
  /// The maximum length of a filter in scalars.
  static let length = 300
}

extension ReportContent.Row {
  init(_ row: Coverage.Row) {
    self.init(name: row.name, outcomes: .init())
    for (outcome, count) in row.counts { outcomes[outcome] = count }
  }
}

extension ReportContent.Cost {
  fileprivate init(file: String, _ cost: PageCost, _ filters: [PlacedFilter?]) {
    self.init(
      file: file, selectors: cost.selectors.count, automata: cost.automata,
      microsecondsPerDocument: cost.microsecondsPerDocument,
      microsecondsPerRequest: cost.microsecondsPerRequest)
    mostExpensive = zip(cost.mostExpensive, filters).map { rule, filter in
      Filter(
        place: filter.map { "\($0.file):\($0.line)" } ?? "rule \(rule.ruleIndex)",
        text: String(
          (filter?.text ?? rule.selector?.description ?? rule.urlFilter.description).prefix(
            ReportContent.Example.length)),
        nanosecondsPerDocument: rule.nanosecondsPerDocument,
        nanosecondsPerRequest: rule.nanosecondsPerRequest)
    }
  }
}
