import SluiceRules
import SluiceText

extension JSONWriter {
  package mutating func append(_ finding: LocatedDiagnostic) {
    object {
      $0.add(finding.location, of: finding.file)
      $0.add("outcome", finding.outcome.rawValue)
      $0.add("reason", finding.reason)
      $0.add("message", finding.message)
      $0.add("filter", finding.filter)
    }
  }

  package mutating func add(_ location: TextLocation, of file: String) {
    add("file", file)
    add("line", location.line)
    add("column", location.column)
    add("endColumn", location.endColumn)
  }
}
