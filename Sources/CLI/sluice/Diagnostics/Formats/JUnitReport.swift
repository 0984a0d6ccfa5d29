import SluiceConversion
import SluiceLists

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

  /// A file and its cases so far.
  private struct Suite {
    /// The path, escaped.
    let path: String
    var tests = 0
    var failures = 0
    var cases: [UInt8] = []

    /// Adds a passing case.
    mutating func add(_ name: String) { cases += "\(start(of: name))/>\n".utf8 }

    /// Adds a case for a finding with its full text.
    mutating func add(_ finding: LocatedDiagnostic, _ text: String) {
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
    suite?.add(finding, renderer.render(finding))
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
