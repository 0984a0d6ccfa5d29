import SluiceConversion
import SluiceRules

/// A report for GitLab's Code Quality: an array of findings with fingerprints, by which GitLab detects new
/// findings.
struct GitLabReport: FindingRenderer {
  var output: [UInt8] = Array("[".utf8)
  private let project: ProjectFolder
  private var fingerprints = FindingFingerprints()
  private var hasFindings = false

  init(in project: ProjectFolder) { self.project = project }

  mutating func begin(file: String) {}

  mutating func add(_ finding: LocatedDiagnostic) {
    let path = project.location(of: finding.file).path
    let fingerprint = fingerprints.next(of: finding, at: path)
    output += hasFindings ? ",\n".utf8 : "\n".utf8
    hasFindings = true
    JSONWriter.append(to: &output, .hidden) { json in
      json.object { json in
        json.add("description", finding.lines.joined(separator: "; "))
        json.add("check_name", finding.reason)
        json.add("fingerprint", fingerprint)
        json.add("severity", Self.severity(of: finding.severity))
        json.add("location") { json in
          json.add("path", path)
          json.add("lines") { $0.add("begin", finding.location.line) }
        }
      }
    }
  }

  mutating func finish() { output += "\n]\n".utf8 }

  private static func severity(of severity: RuleListFinding.Severity) -> String {
    switch severity {
    case .error: "critical"
    case .warning: "minor"
    case .note: "info"
    }
  }
}
