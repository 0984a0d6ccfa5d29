import ContentBlocker
import Conversion
import FilterSyntax
import JSON
import PageScript
import Platform
import TrackerRadar

/// `report.json`: what became of every filter of every list.
///
/// A list's section begins with a line that names it, and each diagnostic is a line. So the section of a list
/// that is not converted again is taken from the last report as it is.
package struct BuildReport {
  private var sections: [[UInt8]] = []

  package static let fileName: FileName = "report.json"
  private static let start = #"{"schema":1,"tool":{"name":"sluice","version":"#
  private static let marker = Array("{\"list\":".utf8)

  /// What a rule list costs pages; with shards, all of them together.
  struct ListCost {
    /// The name of its first file.
    let file: String
    let cost: PageCost
    /// For each of the dearest the filter, where it is known.
    let filters: [PlacedFilter?]
  }

  /// Adds the section of a list.
  mutating func append(_ section: [UInt8]) { sections.append(section) }

  /// The report.
  func encodedJSON(toolVersion: String, warnings: [BuildProblem]) -> [UInt8] {
    var json = JSONWriter(.hidden, capacity: sections.reduce(1 << 10) { $0 + $1.count + 2 })
    json.object { json in
      json.add("schema", 1)
      json.key("tool")
      json.object {
        $0.add("name", "sluice")
        $0.add("version", toolVersion)
      }
      json.breakLine()
      json.key("warnings")
      json.array { json in
        for warning in warnings {
          json.breakLine()
          json.object {
            $0.add("source", warning.source)
            $0.add("message", warning.message)
          }
        }
      }
      json.breakLine()
      json.key("lists")
      json.array { json in
        for section in sections {
          json.breakLine()
          json.append(written: section)
        }
      }
    }
    json.endLine()
    return json.bytes
  }

  /// The names of the lists in a former report; nil for what is none.
  static func lists(in report: [UInt8]) -> Set<String>? {
    guard report.starts(with: start.utf8) else { return nil }
    let quote = UInt8(ascii: "\"")
    let names = sections(of: report).map { $0.dropFirst(marker.count + 1).prefix { $0 != quote } }
    return Set(names.map { String(decoding: $0, as: UTF8.self) })
  }

  /// The sections of a list in a former report, in their order.
  static func sections(of list: String, in sections: [[UInt8]]) -> [[UInt8]] {
    let prefix = Array(heading(list: list).utf8)
    return sections.filter { $0.starts(with: prefix) }
  }

  /// The sections of a former report.
  static func sections(of report: [UInt8]) -> [[UInt8]] {
    var sections: [[UInt8]] = []
    var start: Int?
    var index = 0
    while index < report.count {
      let lineEnd = report[index...].firstIndex(of: 0x0a) ?? report.count
      if report[index...].starts(with: marker) {
        // Before it are a comma and a line end.
        if let start { sections.append(Array(report[start..<index - 2])) }
        start = index
      }
      index = lineEnd + 1
    }
    // At the end are "]}" and a line end.
    if let start, report.count - 3 > start { sections.append(Array(report[start..<report.count - 3])) }
    return sections
  }

  /// With which all sections of a list begin.
  private static func heading(list: String) -> String {
    var json = JSONWriter(.hidden)
    json.openObject()
    json.add("list", list)
    return String(decoding: json.bytes, as: UTF8.self) + ",\"part\":"
  }

  /// A section, with what `body` writes.
  private static func section(list: String, part: String, _ body: (inout JSONWriter) -> Void) -> [UInt8] {
    var json = JSONWriter(.hidden)
    json.object { json in
      json.add("list", list)
      json.add("part", part)
      json.breakLine()
      body(&json)
    }
    return json.bytes
  }
}

extension BuildReport {
  /// The section of a conversion.
  static func section(
    list: String, part: String, _ report: ConversionReport, _ costs: [ListCost], _ parsed: [ParsedSource],
    sources: [Source],
    removed: [ListInput.RemovedFilter], constants: Set<String>
  ) -> [UInt8] {
    section(list: list, part: part) { json in
      json.add("lines", report.lines)
      json.add("filters", report.filters)
      json.add("inactive", report.inactive)
      json.add("removed", removed.count)
      for outcome in Outcome.allCases { json.add(named: outcome.rawValue, report.count(outcome)) }
      json.breakLine()
      json.add("reasons", objects: report.reasons, isBroken: true) {
        $0.add("outcome", $1.outcome.rawValue)
        $0.add("reason", $1.reason.id)
        $0.add("filters", $1.count)
      }
      json.breakLine()
      json.add("notes", objects: report.notes, isBroken: true) {
        $0.add("note", $1.note.id)
        $0.add("filters", $1.count)
      }
      json.breakLine()
      json.add("removedFilters", objects: removed, isBroken: true) {
        $0.add("file", $1.file)
        $0.add("line", $1.line)
        $0.add("filter", $1.text)
        $0.add("by", $1.cause.name)
      }
      json.breakLine()
      json.add("pageCosts", objects: costs, isBroken: true) {
        $0.add("file", $1.file)
        $0.add("cost", $1.cost, filters: $1.filters, isBroken: true)
      }
      json.breakLine()
      let coverage = Coverage(of: parsed, report, constants)
      json.add("constructs", objects: coverage.rows, isBroken: true) {
        $0.add("construct", $1.name)
        for (outcome, count) in zip(Outcome.allCases, $1.counts) { $0.add(named: outcome.rawValue, count) }
      }
      json.breakLine()
      json.add("options", objects: coverage.options, isBroken: true) {
        $0.add("option", $1.name)
        for (outcome, count) in zip(Outcome.allCases, $1.counts) { $0.add(named: outcome.rawValue, count) }
      }
      json.breakLine()
      json.key("diagnostics")
      json.array { json in
        for finding in DiagnosticReader(report.diagnostics[...], of: sources) {
          json.breakLine()
          json.append(finding)
        }
      }
    }
  }

  /// The section of the scripts for pages: how many filters they do and surrogates they have, how many
  /// regexes of trackers they block requests by, and what of the other filters is not done.
  static func section(
    list: String, filters: Int, surrogates: Int, gaps: Int, _ problems: [PageFilterProblem],
    in names: [String]
  ) -> [UInt8] {
    section(list: list, part: "\(list).page-script") { json in
      json.add("filters", filters)
      json.add("surrogates", surrogates)
      json.add("trackerRegexes", gaps)
      json.add("diagnostics", objects: problems, isBroken: true) { json, problem in
        json.add("file", names[problem.source])
        json.add("line", problem.location.line)
        json.add("text", problem.text)
        json.add("reason", problem.reason.id)
        json.add("message", problem.reason.message)
      }
    }
  }

  /// The section of Tracker Radar's data: what of it is not used.
  static func section(
    list: String, part: String, _ problems: [(input: Int, problem: TrackerDataProblem)],
    in inputs: [MergeInput]
  ) -> [UInt8] {
    section(list: list, part: part) { json in
      json.add("diagnostics", objects: problems, isBroken: true) { json, row in
        let (input, problem) = row
        json.add("file", inputs[input].name)
        if let location = problem.location {
          json.add("line", location.line)
          json.add("column", location.column)
        }
        json.add("path", problem.path)
        json.add("reason", problem.reason.id)
        json.add("message", problem.description)
      }
    }
  }

  /// The section of what updates cost: each file, and where the files depend on the last build, what has changed.
  static func section(list: String, _ lists: [WrittenList], _ update: UpdateCost) -> [UInt8] {
    section(list: list, part: "\(list).updates") { json in
      json.add("files", objects: lists, isBroken: true) { json, list in
        json.add("file", list.output.name.description)
        json.add("bytes", list.output.bytes)
        json.add("compressedBytes", list.output.gzip?.bytes ?? list.output.bytes)
        json.add("compileMilliseconds", list.compileCost.milliseconds)
      }
      json.breakLine()
      // All sections have some.
      json.key("diagnostics")
      json.array { _ in }
      guard update.hotRules != nil else { return }
      json.breakLine()
      json.key("update")
      json.object { $0.add(update) }
    }
  }
}

extension JSONWriter {
  /// Adds what an update costs, for programs.
  package mutating func add(_ update: UpdateCost) {
    add("changedFiles", update.changed)
    add("bytes", update.bytes)
    add("compressedBytes", update.compressedBytes)
    add("compileMilliseconds", update.compileMilliseconds)
    guard let hotRules = update.hotRules else { return }
    add("hotRules", hotRules)
    add("newBase", update.hasNewBase)
  }
}
