import SluiceRules

extension JSONWriter {
  package mutating func append(_ finding: LocatedDiagnostic) {
    object {
      $0.add(finding.location, of: finding.file)
      if let outcome = finding.outcome { $0.add("outcome", outcome.rawValue) }
      $0.add("reason", finding.reason)
      $0.add("message", finding.message)
      $0.add("filter", finding.subject)
    }
  }

  package mutating func add(_ location: TextLocation, of file: String) {
    add("file", file)
    add("line", location.line)
    add("column", location.column)
    add("endColumn", location.endColumn)
  }
}
