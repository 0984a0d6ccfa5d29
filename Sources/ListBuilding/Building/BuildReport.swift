import Conversion
import FilterSyntax
import Platform
import TrackerRadar

/// `report.json`: what became of every filter of every list.
///
/// A list's section begins with a line that names it, and each diagnostic is a line. So the section of a list
/// that is not converted again is taken from the last report as it is.
struct BuildReport {
  private var sections: [[UInt8]] = []

  static let fileName: FileName = "report.json"
  private static let start = #"{"schema":1,"tool":{"name":"sluice","version":"#
  private static let marker = Array("{\"list\":".utf8)

  /// Adds the section of a list.
  mutating func append(_ section: [UInt8]) { sections.append(section) }

  /// The report.
  func encodedJSON(toolVersion: String, warnings: [BuildProblem]) -> [UInt8] {
    var output = Array(Self.start.utf8)
    JSONText.append(toolVersion, to: &output)
    output += Array("},\n\"warnings\":[".utf8)
    for (index, warning) in warnings.enumerated() {
      output += Array((index > 0 ? ",\n{\"source\":" : "\n{\"source\":").utf8)
      JSONText.append(warning.source, to: &output)
      output += Array(",\"message\":".utf8)
      JSONText.append(warning.message, to: &output)
      output.append(UInt8(ascii: "}"))
    }
    output += Array("],\n\"lists\":[".utf8)
    output.reserveCapacity(output.count + sections.reduce(16) { $0 + $1.count + 2 })
    for (index, section) in sections.enumerated() {
      output += Array((index > 0 ? ",\n" : "\n").utf8)
      output += section
    }
    output += Array("]}\n".utf8)
    return output
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
    var line = marker
    JSONText.append(list, to: &line)
    return String(decoding: line, as: UTF8.self) + ",\"part\":"
  }
}

extension BuildReport {
  /// The section of a conversion.
  static func section(
    list: String, part: String, _ report: ConversionReport, _ parsed: [ParsedSource], sources: [Source],
    removed: Int, constants: Set<String>
  ) -> [UInt8] {
    var output = Array(heading(list: list).utf8)
    JSONText.append(part, to: &output)
    func append(_ text: String) { output += Array(text.utf8) }
    append(",\n\"lines\":\(report.lines),\"filters\":\(report.filters),\"inactive\":\(report.inactive)")
    append(",\"removed\":\(removed)")
    for outcome in Outcome.allCases { append(",\"\(outcome.rawValue)\":\(report.count(outcome))") }
    append(",\n\"reasons\":[")
    for (index, row) in report.reasons.enumerated() {
      append(
        "\(index > 0 ? ",\n" : "\n"){\"outcome\":\"\(row.outcome.rawValue)\",\"reason\":\"\(row.reason.id)\","
          + "\"filters\":\(row.count)}")
    }
    append("],\n\"notes\":[")
    for (index, row) in report.notes.enumerated() {
      append("\(index > 0 ? ",\n" : "\n"){\"note\":\"\(row.note.id)\",\"filters\":\(row.count)}")
    }
    append("],\n\"constructs\":[")
    for (index, row) in Coverage(of: parsed, report, constants).rows.enumerated() {
      append("\(index > 0 ? ",\n" : "\n"){\"construct\":\"\(row.construct)\"")
      for (outcome, count) in zip(Outcome.allCases, row.counts) {
        append(",\"\(outcome.rawValue)\":\(count)")
      }
      append("}")
    }
    append("],\n\"diagnostics\":[")
    var isFirst = true
    for finding in DiagnosticReader(report.diagnostics[...], of: sources) {
      append(isFirst ? "\n" : ",\n")
      isFirst = false
      JSONLinesRenderer.append(finding, to: &output)
      output.removeLast()
    }
    append("]}")
    return output
  }

  /// The section of Tracker Radar's data: what of it is not used.
  static func section(
    list: String, part: String, _ problems: [(input: Int, problem: TrackerDataProblem)],
    in inputs: [MergeInput]
  ) -> [UInt8] {
    var output = Array(heading(list: list).utf8)
    JSONText.append(part, to: &output)
    output += Array(",\n\"diagnostics\":[".utf8)
    for (index, (input, problem)) in problems.enumerated() {
      func append(_ key: String, _ text: String) {
        output += Array("\"\(key)\":".utf8)
        JSONText.append(text, to: &output)
      }
      output += Array((index > 0 ? ",\n{" : "\n{").utf8)
      append("file", inputs[input].name)
      if !problem.span.isEmpty {
        let position = inputs[input].position(of: problem.span.lowerBound)
        output += Array(",\"line\":\(position.line),\"column\":\(position.column)".utf8)
      }
      output.append(UInt8(ascii: ","))
      append("path", problem.path)
      output.append(UInt8(ascii: ","))
      append("reason", problem.reason.id)
      output.append(UInt8(ascii: ","))
      append("message", problem.description)
      output.append(UInt8(ascii: "}"))
    }
    output += Array("]}".utf8)
    return output
  }
}
