import SluiceConversion
import SluiceListFiles
import SluicePageScript
import SluiceRules
import SluiceSystem
import SluiceText
import SluiceTrackers

/// The contents of `report.json`: the outcome of every filter in every list.
///
/// A section begins with a line that names its list, and each diagnostic is one line. So the section of an
/// unchanged list can be copied from the previous report.
package struct BuildReport {
  private var sections: [[UInt8]] = []

  package static let fileName: FileName = "report.json"
  private static let start = #"{"schema":1,"tool":{"name":"sluice","version":"#
  private static let marker = Array("{\"list\":".utf8)

  /// The cost per page of a rule list. Files that were split by a limit count together.
  package struct ListCost {
    /// The name of the list's first file.
    let file: String
    let cost: PageCost
    /// The filter of each of the most expensive rules, if known.
    let filters: [PlacedFilter?]

    package init(file: String, cost: PageCost, filters: [PlacedFilter?]) {
      (self.file, self.cost, self.filters) = (file, cost, filters)
    }
  }

  mutating func append(_ section: [UInt8]) { sections.append(section) }

  func encodedJSON(toolVersion: String, warnings: [BuildProblem]) -> [UInt8] {
    var json = JSONWriter(.hidden, capacity: sections.reduce(1 << 10) { $0 + $1.count + 2 })
    json.object { json in
      json.add("schema", number: 1)
      json.add("tool") {
        $0.add("name", text: "sluice")
        $0.add("version", text: toolVersion)
      }
      json.breakLine()
      json.array("warnings") { json in
        for warning in warnings {
          json.breakLine()
          json.object {
            $0.add("source", text: warning.source)
            $0.add("message", text: warning.message)
          }
        }
      }
      json.breakLine()
      json.array("lists") { json in
        for section in sections {
          json.breakLine()
          json.append(written: section)
        }
      }
    }
    json.endLine()
    return json.bytes
  }

  /// Returns the names of the lists in a previous report; nil if it is not a report.
  static func lists(in report: [UInt8]) -> Set<String>? {
    guard report.starts(with: start.utf8) else { return nil }
    let quote = ASCII.quote
    let names = sections(of: report).map { $0.dropFirst(marker.count + 1).prefix { $0 != quote } }
    return Set(names.map { String(decoding: $0, as: UTF8.self) })
  }

  static func sections(of list: String, in sections: [[UInt8]]) -> [[UInt8]] {
    let prefix = Array(heading(list: list).utf8)
    return sections.filter { $0.starts(with: prefix) }
  }

  /// Splits a previous report into sections.
  static func sections(of report: [UInt8]) -> [[UInt8]] {
    var sections: [[UInt8]] = []
    var start: Int?
    var index = 0
    while index < report.count {
      let lineEnd = report[index...].firstIndex(of: 0x0a) ?? report.count
      if report[index...].starts(with: marker) {
        // A comma and a line end separate sections.
        if let start { sections.append(Array(report[start..<index - 2])) }
        start = index
      }
      index = lineEnd + 1
    }
    // The report ends with "]}" and a line end.
    if let start, report.count - 3 > start { sections.append(Array(report[start..<report.count - 3])) }
    return sections
  }

  private static func heading(list: String) -> String {
    var json = JSONWriter(.hidden)
    json.openObject()
    json.add("list", text: list)
    return String(decoding: json.bytes, as: UTF8.self) + ",\"part\":"
  }

  private static func section(list: String, part: String, _ body: (inout JSONWriter) -> Void) -> [UInt8] {
    var json = JSONWriter(.hidden)
    json.object { json in
      json.add("list", text: list)
      json.add("part", text: part)
      json.breakLine()
      body(&json)
    }
    return json.bytes
  }
}

extension BuildReport {
  /// Encodes the section of a conversion, with all diagnostics of the report or with these.
  package static func section(
    list: String, part: String, _ report: ConversionReport, diagnostics: [Diagnostic]? = nil,
    costs: [ListCost], parsed: [ParsedSource], sources: [Source], removed: [ListInput.RemovedFilter],
    constants: Set<String>
  ) -> [UInt8] {
    section(list: list, part: part) { json in
      json.add("lines", number: report.lines)
      json.add("filters", number: report.filters)
      json.add("inactive", number: report.inactive)
      json.add("removed", number: removed.count)
      for outcome in Outcome.allCases { json.add(named: outcome.rawValue, report.count(outcome)) }
      json.breakLine()
      json.add("reasons", objects: report.reasons, isBroken: true) {
        $0.add("outcome", text: $1.outcome.rawValue)
        $0.add("reason", text: $1.reason.id)
        $0.add("filters", number: $1.count)
      }
      json.breakLine()
      json.add("notes", objects: report.notes, isBroken: true) {
        $0.add("note", text: $1.note.id)
        $0.add("filters", number: $1.count)
      }
      json.breakLine()
      json.add("removedFilters", objects: removed, isBroken: true) {
        $0.add("file", text: $1.file)
        $0.add("line", number: $1.line)
        $0.add("filter", text: $1.text)
        $0.add("by", text: $1.cause.name)
      }
      json.breakLine()
      json.add("pageCosts", objects: costs, isBroken: true) {
        $0.add("file", text: $1.file)
        $0.add("cost", cost: $1.cost, filters: $1.filters, isBroken: true)
      }
      json.breakLine()
      let coverage = Coverage(of: parsed, report, constants: constants)
      json.add("constructs", objects: coverage.rows, isBroken: true) {
        $0.add("construct", text: $1.name)
        $0.add($1.counts)
      }
      json.breakLine()
      json.add("options", objects: coverage.options, isBroken: true) {
        $0.add("option", text: $1.name)
        $0.add($1.counts)
      }
      json.breakLine()
      json.array("diagnostics") { json in
        for diagnostic in diagnostics ?? report.diagnostics {
          json.breakLine()
          json.append(diagnostic.located(in: sources))
        }
      }
    }
  }

  /// Encodes the section of the page scripts.
  ///
  /// It contains the number of filters and surrogates, and the number of tracker regexes that the scripts
  /// block requests with. It also lists the filters that were not applied.
  static func section(
    list: String, filters: Int, surrogates: Int, blockedRequests: Int, _ problems: [PageFilterProblem],
    in names: [String]
  ) -> [UInt8] {
    section(list: list, part: "\(list).page-script") { json in
      json.add("filters", number: filters)
      json.add("surrogates", number: surrogates)
      json.add("trackerRegexes", number: blockedRequests)
      json.add("diagnostics", objects: problems, isBroken: true) { json, problem in
        json.add("file", text: names[problem.place.source])
        json.add("line", number: problem.location.line)
        json.add("text", text: problem.text)
        json.add("reason", text: problem.reason.id)
        json.add("message", text: problem.reason.message)
      }
    }
  }

  /// Encodes the section of the Tracker Radar data: the parts that are not used.
  static func section(
    list: String, part: String, _ problems: [(input: Int, problem: TrackerDataProblem)],
    in inputs: [MergeInput]
  ) -> [UInt8] {
    section(list: list, part: part) { json in
      json.add("diagnostics", objects: problems, isBroken: true) { json, row in
        let (input, problem) = row
        json.add("file", text: inputs[input].name)
        if let location = problem.location {
          json.add("line", number: location.line)
          json.add("column", number: location.column)
        }
        json.add("path", text: problem.path)
        json.add("reason", text: problem.reason.id)
        json.add("message", text: problem.description)
      }
    }
  }

  /// Encodes the section about updates: each file and, if the files depend on the previous build, the
  /// changes.
  static func section(list: String, _ lists: [WrittenList], update: UpdateCost) -> [UInt8] {
    section(list: list, part: "\(list).updates") { json in
      json.add("files", objects: lists, isBroken: true) { json, list in
        json.add("file", text: list.output.name.description)
        json.add("bytes", number: list.output.bytes)
        json.add("compressedBytes", number: list.output.gzip?.bytes ?? list.output.bytes)
        json.add("compileMilliseconds", number: list.compileCost.milliseconds)
      }
      json.breakLine()
      // All sections have this key.
      json.array("diagnostics") { _ in }
      guard update.hotRules != nil else { return }
      json.breakLine()
      json.add("update") { $0.add(update) }
    }
  }
}

extension JSONWriter {
  fileprivate mutating func add(_ counts: [Outcome: Int]) {
    for outcome in Outcome.allCases { add(named: outcome.rawValue, counts[outcome, default: 0]) }
  }

  package mutating func add(_ update: UpdateCost) {
    add("changedFiles", number: update.changed)
    add("bytes", number: update.bytes)
    add("compressedBytes", number: update.compressedBytes)
    add("compileMilliseconds", number: update.compileMilliseconds)
    guard let hotRules = update.hotRules else { return }
    add("hotRules", number: hotRules)
    add("newBase", flag: update.hasNewBase)
  }
}
