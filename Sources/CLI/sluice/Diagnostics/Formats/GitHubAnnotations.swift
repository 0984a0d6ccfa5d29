import SluiceConversion
import SluiceLists
import SluiceRules

/// Workflow commands of GitHub Actions, which become annotations of a change: `::warning
/// file=a.txt,line=3::...`
///
/// GitHub silently drops annotations after ten of a kind per step. Therefore, only the first ten of each kind
/// are written, most severe first, followed by the totals.
struct GitHubAnnotations: FindingRenderer {
  var output: [UInt8] = []
  private let project: ProjectFolder
  private var shown: [RuleListFinding.Severity: [String]] = [:]
  private var counts: [RuleListFinding.Severity: Int] = [:]

  /// The number of annotations of a kind that GitHub shows per step.
  static let limit = 10

  init(in project: ProjectFolder) { self.project = project }

  mutating func begin(file: String) {}

  mutating func add(_ finding: LocatedDiagnostic) {
    counts[finding.severity, default: 0] += 1
    guard shown[finding.severity, default: []].count < Self.limit else { return }
    shown[finding.severity, default: []].append(command(for: finding))
  }

  mutating func finish() {
    let severities = RuleListFinding.Severity.allCases.reversed()
    for command in severities.flatMap({ shown[$0] ?? [] }) { output += "\(command)\n".utf8 }
    guard counts.values.contains(where: { $0 > Self.limit }) else { return }
    let words = severities.compactMap { severity in
      counts[severity].map { count in
        Format.counted(count, severity.rawValue) + (count > Self.limit ? ", \(Self.limit) of them shown" : "")
      }
    }
    output += "sluice: \(words.joined(separator: "; ")) (GitHub shows \(Self.limit) of a kind)\n".utf8
  }

  private func command(for finding: LocatedDiagnostic) -> String {
    var properties: [(name: String, value: String)] = []
    switch project.location(of: finding.file) {
    case .inside(let path), .outside(let path):
      properties = [
        ("file", path), ("line", String(finding.location.line)), ("endLine", String(finding.location.line)),
        ("col", String(finding.location.column)), ("endColumn", String(finding.location.endColumn)),
      ]
    case .nowhere: break
    }
    properties.append(("title", finding.reason))
    let words = properties.map { "\($0.name)=\(Self.property($0.value))" }.joined(separator: ",")
    return
      "::\(Self.kind(of: finding.severity)) \(words)::\(Self.data(finding.lines.joined(separator: "\n")))"
  }

  private static func kind(of severity: RuleListFinding.Severity) -> String {
    switch severity {
    case .error: "error"
    case .warning: "warning"
    case .note: "notice"
    }
  }

  /// Escapes text for the part after `::`, so that it is one line of plain text in a log.
  static func data(_ text: String) -> String { escaping(text, ["%": "%25", "\r": "%0D", "\n": "%0A"]) }

  /// Escapes text for the part after `name=`.
  static func property(_ text: String) -> String {
    escaping(text, ["%": "%25", "\r": "%0D", "\n": "%0A", ":": "%3A", ",": "%2C"])
  }

  private static func escaping(_ text: String, _ escapes: [Unicode.Scalar: String]) -> String {
    text.unicodeScalars.reduce(into: "") { $0 += escapes[$1] ?? DisplayText.cell($1).text }
  }
}
