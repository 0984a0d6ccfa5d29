import JSON

/// Findings for programs: one JSON object a line.
package enum JSONLinesRenderer {
  /// Appends a line.
  package static func append(_ finding: LocatedDiagnostic, to output: inout [UInt8]) {
    JSONWriter.append(to: &output, .hidden) { writer in
      writer.append(finding)
      writer.endLine()
    }
  }
}

extension JSONWriter {
  /// Writes a finding.
  package mutating func append(_ finding: LocatedDiagnostic) {
    object {
      $0.add("file", finding.file)
      $0.add("line", finding.line)
      $0.add("column", finding.column)
      $0.add("endColumn", finding.endColumn)
      $0.add("outcome", finding.outcome.rawValue)
      $0.add("reason", finding.reason)
      $0.add("message", finding.message)
      $0.add("filter", finding.filter)
    }
  }
}
