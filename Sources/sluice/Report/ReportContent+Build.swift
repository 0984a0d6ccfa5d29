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
  let lists: [ReportContent.Section]
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
        if let conversion = section.conversion { list.conversion.merge(conversion) }
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
      list.reasons.sort { ($1.filters, $0.reason, $0.outcome) < ($0.filters, $1.reason, $1.outcome) }
      lists.append(list)
    }
    self.init(version: written.tool.version, lists: lists, warnings: written.warnings)
  }

  /// A section of a build's report: a conversion, or anything else that the report contains.
  struct Section: Decodable {
    let list: String
    let conversion: Conversion?

    private enum Key: CodingKey { case list, converted, diagnostics }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      list = try container.decode(String.self, forKey: .list)
      // The section of page scripts has filters, too, but only conversions have outcomes.
      guard container.contains(.converted) else {
        conversion = nil
        return
      }
      var conversion = try Conversion(from: decoder)
      let diagnostics = try container.decode([Example].self, forKey: .diagnostics)
      for (index, reason) in conversion.reasons.enumerated() {
        let examples = diagnostics.lazy.filter { $0.reason == reason.reason && $0.outcome == reason.outcome }
        conversion.reasons[index].examples = examples.prefix(Reason.exampleLimit).map { example in
          var example = example
          example.filter = Example.shortened(example.filter)
          return example
        }
      }
      for index in conversion.pageCosts.indices {
        conversion.pageCosts[index].cost.mostExpensive = conversion.pageCosts[index].cost.mostExpensive
          .map { Array($0.prefix(Cost.ruleLimit)) }
      }
      self.conversion = conversion
    }
  }
}

extension ReportContent.Conversion {
  /// Adds another conversion of the same list. A list can have several, one for each license.
  fileprivate mutating func merge(_ other: Self) {
    lines += other.lines
    filters += other.filters
    inactive += other.inactive
    add(other)
    for reason in other.reasons {
      guard
        let index = reasons.firstIndex(where: { $0.reason == reason.reason && $0.outcome == reason.outcome })
      else {
        reasons.append(reason)
        continue
      }
      reasons[index].filters += reason.filters
      let examples = (reasons[index].examples ?? []) + (reason.examples ?? [])
      reasons[index].examples = Array(examples.prefix(ReportContent.Reason.exampleLimit))
    }
    for note in other.notes {
      if let index = notes.firstIndex(where: { $0.note == note.note }) {
        notes[index].filters += note.filters
      } else {
        notes.append(note)
      }
    }
    pageCosts += other.pageCosts
    Self.merge(other.constructs, into: &constructs)
    Self.merge(other.options, into: &options)
  }

  private static func merge(_ others: [ReportContent.Row], into rows: inout [ReportContent.Row]) {
    for row in others {
      if let index = rows.firstIndex(where: { $0.name == row.name }) {
        rows[index].add(row)
      } else {
        rows.append(row)
      }
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
