import JSON

extension JSONWriter {
  /// Writes a finding, for programs.
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
