import SluiceConversion
import SluiceListFiles
import SluiceLists
import SluiceRules
import SluiceText

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
        Format.counted(count, noun: severity.rawValue)
          + (count > Self.limit ? ", \(Self.limit) of them shown" : "")
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
  static func data(_ text: String) -> String {
    escaping(text, escapes: ["%": "%25", "\r": "%0D", "\n": "%0A"])
  }

  /// Escapes text for the part after `name=`.
  static func property(_ text: String) -> String {
    escaping(text, escapes: ["%": "%25", "\r": "%0D", "\n": "%0A", ":": "%3A", ",": "%2C"])
  }

  private static func escaping(_ text: String, escapes: [Unicode.Scalar: String]) -> String {
    text.unicodeScalars.reduce(into: "") { $0 += escapes[$1] ?? DisplayText.cell($1).text }
  }
}

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
        json.add("description", text: finding.lines.joined(separator: "; "))
        json.add("check_name", text: finding.reason)
        json.add("fingerprint", text: fingerprint)
        json.add("severity", text: Self.severity(of: finding.severity))
        json.add("location") { json in
          json.add("path", text: path)
          json.add("lines") { $0.add("begin", number: finding.location.line) }
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

/// JUnit XML, as Jenkins, GitLab and others read it.
///
/// It has a suite for each file and a test case for each finding, which fails unless it is a note. A file
/// without findings gets a passing case, because some readers reject empty suites.
///
/// A suite begins with its counts, so one suite at a time is kept in memory.
struct JUnitReport: FindingRenderer {
  var output = Array(#"<?xml version="1.0" encoding="UTF-8"?>\#n"#.utf8)
  private let command: CommandName
  private let project: ProjectFolder
  private let renderer = TextRenderer(style: .plain, width: 100)
  private var suite: Suite?

  private struct Suite {
    /// The path, escaped.
    let path: String
    var tests = 0
    var failures = 0
    var cases: [UInt8] = []

    /// Adds a passing case.
    mutating func add(_ name: String) { cases += "\(start(of: name))/>\n".utf8 }

    mutating func add(_ finding: LocatedDiagnostic, text: String) {
      cases +=
        "\(start(of: "\(finding.reason) at \(finding.location.line):\(finding.location.column)"))>".utf8
      let text = XMLText.escaping(text)
      switch finding.severity {
      case .error, .warning:
        failures += 1
        let message = XMLText.escaping(DisplayText.escaping(finding.message))
        cases +=
          #"<failure type="\#(finding.severity.rawValue)" message="\#(message)">\#(text)</failure>"#.utf8
      case .note: cases += "<system-out>\(text)</system-out>".utf8
      }
      cases += "</testcase>\n".utf8
    }

    private mutating func start(of name: String) -> String {
      tests += 1
      return #"<testcase name="\#(XMLText.escaping(name))" classname="\#(path)" file="\#(path)""#
    }
  }

  init(of command: CommandName, in project: ProjectFolder) {
    self.command = command
    self.project = project
    output += #"<testsuites name="sluice \#(command.rawValue)">\#n"#.utf8
  }

  mutating func begin(file: String) {
    endSuite()
    suite = Suite(path: XMLText.escaping(DisplayText.escaping(project.location(of: file).path)))
  }

  mutating func add(_ finding: LocatedDiagnostic) {
    suite?.add(finding, text: renderer.render(finding))
  }

  mutating func finish() {
    endSuite()
    output += "</testsuites>\n".utf8
  }

  private mutating func endSuite() {
    guard var suite else { return }
    if suite.tests == 0 { suite.add("no findings") }
    output +=
      #"<testsuite name="\#(suite.path)" tests="\#(suite.tests)" failures="\#(suite.failures)" errors="0" skipped="0">\#n"#
      .utf8
    output += suite.cases
    output += "</testsuite>\n".utf8
    self.suite = nil
  }
}
