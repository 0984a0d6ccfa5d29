#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import SluiceConversion
import SluiceLists
import SluiceRules
import SluiceSystem

/// The parts of a build's `report.json` that a page needs.
private struct WrittenReport: Decodable {
  let tool: Manifest.Tool
  let warnings: [ReportContent.Warning]
  let lists: [Section]

  /// A section about a list: a conversion, or anything else that the report contains.
  struct Section: Decodable {
    let list: String
    let conversion: Conversion?
    let outcomes: ReportContent.Outcomes?

    private enum Key: CodingKey { case list, filters, converted }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      list = try container.decode(String.self, forKey: .list)
      // The section of page scripts has filters, too, but only conversions have outcomes.
      let isConversion = container.contains(.converted)
      conversion = isConversion ? try Conversion(from: decoder) : nil
      outcomes = isConversion ? try ReportContent.Outcomes(from: decoder) : nil
    }
  }

  struct Conversion: Decodable {
    @Counted var lines: Int
    @Counted var filters: Int
    @Counted var inactive: Int
    let reasons: [Reason]
    let notes: [Note]
    let pageCosts: [PageCost]
    let constructs: [Row]
    /// The section of an unchanged list can come from an older version, which did not write this key.
    let options: [Row]?
    let diagnostics: [Diagnostic]
  }

  struct Reason: Decodable {
    let outcome, reason: String
    @Counted var filters: Int
  }

  struct Note: Decodable {
    let note: String
    @Counted var filters: Int
  }

  struct Row: Decodable {
    let construct, option: String?
    let outcomes: ReportContent.Outcomes

    private enum Key: CodingKey { case construct, option }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      construct = try container.decodeIfPresent(String.self, forKey: .construct)
      option = try container.decodeIfPresent(String.self, forKey: .option)
      outcomes = try ReportContent.Outcomes(from: decoder)
    }
  }

  struct Diagnostic: Decodable {
    let file, outcome, reason, message, filter: String
    @Counted var line: Int
  }

  struct PageCost: Decodable {
    let file: String
    let cost: Cost

    struct Cost: Decodable {
      let selectors: Selectors
      @Counted var automata: Int
      @Counted var microsecondsPerDocument: Int
      @Counted var microsecondsPerRequest: Int
      let mostExpensive: [Rule]?
    }

    struct Selectors: Decodable {
      @Counted var classes: Int
      @Counted var ids: Int
      @Counted var others: Int
    }

    struct Rule: Decodable {
      @Counted var rule: Int
      let urlFilter: String
      let selector: String?
      @Counted var nanosecondsPerDocument: Int
      @Counted var nanosecondsPerRequest: Int
      let filter: Filter?

      private enum CodingKeys: String, CodingKey {
        case rule, selector, nanosecondsPerDocument, nanosecondsPerRequest, filter
        case urlFilter = "url-filter"
      }
    }

    struct Filter: Decodable {
      let file, text: String
      @Counted var line: Int
    }
  }
}

extension ReportContent {
  /// Reads the output of `sluice build` in a folder.
  ///
  /// - Parameter read: Called with each file that was read.
  init(ofBuildIn folder: String, read: (InputFile) -> Void = { _ in }) throws(CommandError) {
    guard let directory = try? Directory(folder), let manifest = Manifest(in: directory, of: .build),
      let entries = manifest.lists, let reportName = manifest.report?.name
    else { throw .noBuild(folder) }
    read(try InputFile(Manifest.fileName, in: folder, atMost: 1 << 26))
    let file = try InputFile(reportName, in: folder, atMost: 1 << 30)
    read(file)
    guard let written = try? JSONDecoder().decode(WrittenReport.self, from: Data(file.bytes)) else {
      throw .failure(
        "\(file.name.quotedName) is not a report of this version of 'sluice build', or is damaged",
        advice: "build again")
    }
    var lists: [List] = []
    for entry in entries {
      var list = List(name: entry.title ?? entry.name, targets: entry.targets, inputs: entry.inputs)
      for section in written.lists where section.list == entry.name {
        if let conversion = section.conversion { list.add(conversion) }
        if let outcomes = section.outcomes { list.outcomes += outcomes }
      }
      let target = entry.targets.first.flatMap(Target.init(rawValue:)) ?? .standard
      for output in manifest.outputs where entry.outputs.contains(output.name) {
        guard 0...1 << 36 ~= output.bytes, 0...1 << 36 ~= output.rules else {
          throw .noBuild(folder)
        }
        list.files.append(
          File(
            name: output.name.description, rules: output.rules, bytes: output.bytes,
            ruleLimit: RuleList.maximumRules, byteLimit: target.advisedSize?.bytes,
            compressedBytes: output.gzip?.bytes))
      }
      list.reasons.sort { ($1.filters, $0.id, $0.outcome) < ($0.filters, $1.id, $1.outcome) }
      lists.append(list)
    }
    self.init(version: written.tool.version, lists: lists, warnings: written.warnings)
  }
}

extension ReportContent.List {
  /// Adds a conversion. A list can have several, one for each license.
  fileprivate mutating func add(_ conversion: WrittenReport.Conversion) {
    lines += conversion.lines
    filters += conversion.filters
    inactive += conversion.inactive
    for reason in conversion.reasons {
      let examples = conversion.diagnostics.lazy.filter {
        $0.reason == reason.reason && $0.outcome == reason.outcome
      }.prefix(ReportContent.Reason.exampleLimit).map {
        ReportContent.Example(
          file: $0.file, line: $0.line, filter: String($0.filter.prefix(ReportContent.Example.length)),
          message: $0.message)
      }
      if let index = reasons.firstIndex(where: { $0.id == reason.reason && $0.outcome == reason.outcome }) {
        reasons[index].filters += reason.filters
        reasons[index].examples += examples.prefix(
          ReportContent.Reason.exampleLimit - reasons[index].examples.count)
      } else {
        reasons.append(
          .init(
            outcome: reason.outcome, id: reason.reason, filters: reason.filters, examples: Array(examples)))
      }
    }
    for note in conversion.notes {
      if let index = notes.firstIndex(where: { $0.id == note.note }) {
        notes[index].filters += note.filters
      } else {
        notes.append(.init(id: note.note, filters: note.filters))
      }
    }
    Self.add(conversion.constructs.map { ($0.construct ?? "", $0.outcomes) }, to: &constructs)
    Self.add((conversion.options ?? []).map { ($0.option ?? "", $0.outcomes) }, to: &options)
    costs += conversion.pageCosts.map(ReportContent.Cost.init)
  }

  private static func add(
    _ more: [(name: String, outcomes: ReportContent.Outcomes)], to rows: inout [ReportContent.Row]
  ) {
    for row in more {
      if let index = rows.firstIndex(where: { $0.name == row.name }) {
        rows[index].outcomes += row.outcomes
      } else {
        rows.append(.init(name: row.name, outcomes: row.outcomes))
      }
    }
  }
}

extension ReportContent.Cost {
  fileprivate init(_ written: WrittenReport.PageCost) {
    let cost = written.cost
    self.init(
      file: written.file,
      selectors: cost.selectors.classes + cost.selectors.ids + cost.selectors.others,
      automata: cost.automata, microsecondsPerDocument: cost.microsecondsPerDocument,
      microsecondsPerRequest: cost.microsecondsPerRequest)
    mostExpensive = (cost.mostExpensive ?? []).prefix(Self.filterLimit).map { rule in
      Filter(
        place: rule.filter.map { "\($0.file):\($0.line)" } ?? "rule \(rule.rule)",
        text: String(
          (rule.filter?.text ?? rule.selector ?? rule.urlFilter).prefix(ReportContent.Example.length)),
        nanosecondsPerDocument: rule.nanosecondsPerDocument,
        nanosecondsPerRequest: rule.nanosecondsPerRequest)
    }
  }
}

extension CommandError {
  fileprivate static func noBuild(_ name: String) -> CommandError {
    .failure(
      "\(name.quotedName) is not a folder of 'sluice build'",
      advice: "pass a folder of 'sluice build' or its manifest.json, or filter lists")
  }
}
