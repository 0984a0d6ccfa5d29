import Foundation
import SluiceConversion
import SluiceRules
import SluiceText
import TestSupport
import Testing

@testable import sluice

/// Documents of findings built from values, independent of the command.
@Suite struct FindingFormatTests {
  // MARK: GitHub

  @Test(arguments: [
    (
      "a.txt", "unknown",
      "::warning file=a.txt,line=3,endLine=3,col=5,endColumn=8,title=some-reason::unknown\n"
    ),
    ("./b/../a.txt", "x", "::warning file=a.txt,line=3,endLine=3,col=5,endColumn=8,title=some-reason::x\n"),
    ("../a.txt", "x", "::warning file=/a.txt,line=3,endLine=3,col=5,endColumn=8,title=some-reason::x\n"),
    (
      "100%:a,b\n.txt", "100%\r\n::error::x",
      "::warning file=100%25%3Aa%2Cb%0A.txt,line=3,endLine=3,col=5,endColumn=8,title=some-reason::"
        + "100%25\\u{D}\\u{A}::error::x\n"
    ),
    ("<stdin>", "\u{1B}[2J\u{202E}", "::warning title=some-reason::\\u{1B}[2J\\u{202E}\n"),
  ])
  func githubAnnotationIsEscaped(file: String, text: String, expected: String) {
    #expect(Self.document(.github, [(file, [.printed(file: file, text: text)])]) == expected)
  }

  @Test func notesBecomeLinesOfAnnotation() {
    let finding = LocatedDiagnostic.printed(text: "x", notes: [.init(label: "help", text: "50% less\nof it")])
    #expect(
      Self.document(.github, [("a.txt", [finding])]).hasSuffix("::x%0Ahelp: 50%25 less\\u{A}of it\n"))
  }

  @Test func githubAnnotationsAreLimitedWorstFirst() {
    let notes = (0..<3).map { LocatedDiagnostic.printed(severity: .note, text: "note \($0)") }
    let warnings = (0..<1234).map { LocatedDiagnostic.printed(severity: .warning, text: "warning \($0)") }
    let errors = (0..<10).map { LocatedDiagnostic.printed(severity: .error, text: "error \($0)") }
    let lines = Self.document(.github, [("a.txt", notes + warnings + errors)]).split(separator: "\n")
    #expect(lines.count == 24)
    let numbers = lines.prefix(10).compactMap { $0.split(separator: " ").last }
    #expect(numbers == (0..<10).map { "\($0)" })
    let kinds: [(String, Int)] = [("::er", 10), ("::wa", 10), ("::no", 3), ("slui", 1)]
    let expected = kinds.map { String(repeating: $0.0, count: $0.1) }.joined()
    #expect(lines.map { $0.prefix(4) }.joined() == expected)
    #expect(
      lines.last == "sluice: 10 errors; 1,234 warnings, 10 of them shown; 3 notes (GitHub shows 10 of a kind)"
    )
    #expect(!Self.document(.github, [("a.txt", errors)]).contains("sluice:"))
    #expect(Self.document(.github, [("a.txt", [])]).isEmpty)
  }

  // MARK: SARIF

  @Test func sarifHasRulesResultsAndLocations() throws {
    let log = try Self.object(
      .sarif,
      [
        ("a b%.txt", [.printed(file: "a b%.txt", reason: "unknown-option"), .printed(file: "a b%.txt")]),
        ("/else/é:.txt", [.printed(file: "/else/é:.txt", severity: .error, reason: "unknown-option")]),
      ])
    #expect(log["version"] as? String == "2.1.0")
    let run = try #require((log["runs"] as? [[String: Any]])?.first)
    #expect(run["columnKind"] as? String == "unicodeCodePoints")
    let driver = try #require((run["tool"] as? [String: Any])?["driver"] as? [String: Any])
    #expect(driver["name"] as? String == "sluice convert")
    #expect(driver["version"] as? String == Program.version)
    let rules = try #require(driver["rules"] as? [[String: Any]])
    #expect(rules.map { $0["id"] as? String } == ["unknown-option", "some-reason"])
    #expect(
      rules.map { ($0["defaultConfiguration"] as? [String: String])?["level"] } == ["error", "warning"])
    #expect((rules[0]["shortDescription"] as? [String: String])?["text"] == "No dialect has this option.")
    let help = try #require(rules[0]["help"] as? [String: String])
    #expect(help["markdown"]?.contains("```\n||ads.example^$scirpt\n```") == true)
    #expect(help["text"]?.contains("Instead: check the spelling") == true)

    let results = try #require(run["results"] as? [[String: Any]])
    #expect(results.map { $0["ruleIndex"] as? Int } == [0, 1, 0])
    #expect(results.map { $0["level"] as? String } == ["warning", "warning", "error"])
    let places = results.compactMap {
      ($0["locations"] as? [[String: [String: [String: Any]]]])?.first?["physicalLocation"]
    }
    #expect(
      places.map { $0["artifactLocation"] as? [String: String] } == [
        ["uri": "a%20b%25.txt", "uriBaseId": "%SRCROOT%"], ["uri": "a%20b%25.txt", "uriBaseId": "%SRCROOT%"],
        ["uri": "file:///else/%C3%A9%3A.txt"],
      ])
    let region = try #require(places.first?["region"])
    let numbers: [Int?] = ["startLine", "startColumn", "endColumn"].map { region[$0] as? Int }
    #expect(numbers == [3, 5, 8])
    #expect(region["snippet"] as? [String: String] == ["text": "bad"])
  }

  @Test func sarifWithoutFindingsIsComplete() throws {
    let log = try Self.object(.sarif, [("a.txt", [])])
    let run = try #require((log["runs"] as? [[String: Any]])?.first)
    #expect((run["results"] as? [Any])?.isEmpty == true)
    #expect(((run["tool"] as? [String: [String: Any]])?["driver"]?["rules"] as? [Any])?.isEmpty == true)
  }

  // MARK: JUnit

  @Test func junitSuiteHasCountsAndCases() throws {
    let text = Self.document(
      .junit,
      [
        ("a.txt", [.printed(), .printed(severity: .note), .printed(severity: .error)]), ("empty.txt", []),
      ])
    let report = try XMLNames(text)
    #expect(report.starts(of: "testsuites") == [["name": "sluice convert"]])
    #expect(
      report.starts(of: "testsuite") == [
        ["name": "a.txt", "tests": "3", "failures": "2", "errors": "0", "skipped": "0"],
        ["name": "empty.txt", "tests": "1", "failures": "0", "errors": "0", "skipped": "0"],
      ])
    #expect(
      report.starts(of: "testcase").map { $0["name"] } == [
        "some-reason at 3:5", "some-reason at 3:5", "some-reason at 3:5", "no findings",
      ])
    #expect(report.starts(of: "failure").map { $0["type"] } == ["warning", "error"])
    #expect(report.starts(of: "system-out").count == 1)
    #expect(report.text.contains("a.txt:3:5: warning: a message [some-reason]\n  xxx=bad\n      ^^^\n"))
  }

  /// Names and texts with all characters that XML treats specially or cannot represent.
  @Test(arguments: [
    "a]]>b", "<!--", "\"'&<>", "&#0;", "\u{0}\u{8}\u{B}\u{1F}\u{7F}", "\u{FFFE}\u{FFFF}", "\r\n\t",
    "\u{202E}x", "%0A::",
  ])
  func documentFormatsEscapeAnyText(text: String) throws {
    let bytes = Array("xxx=\(text)".utf8) + [0xFF, 0xC3]
    let finding = LocatedDiagnostic.printed(file: text, text: text, source: bytes)
    let name = text.replacing("/", with: "")
    let report = try XMLNames(Self.document(.junit, [(name, [finding])]))
    #expect(report.starts(of: "failure").count == 1)
    let results = try #require(
      (Self.object(.sarif, [(name, [finding])])["runs"] as? [[String: Any]])?.first?["results"] as? [Any])
    #expect(results.count == 1)
    #expect(try Self.array(.gitlab, [(name, [finding])]).count == 1)
    let lines = Self.document(.github, [(name, [finding])]).split(
      separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count == 2)
    for scalar in lines.joined().unicodeScalars { #expect(!scalar.isHidden) }
  }

  // MARK: GitLab

  @Test func gitLabHasPathSeverityAndFingerprint() throws {
    let objects = try Self.array(
      .gitlab,
      [("./l/a.txt", RuleListFinding.Severity.allCases.map { .printed(file: "./l/a.txt", severity: $0) })])
    #expect(objects.map { $0["severity"] as? String } == ["info", "minor", "critical"])
    #expect(objects.map { $0["check_name"] as? String } == ["some-reason", "some-reason", "some-reason"])
    let location = try #require(objects[0]["location"] as? [String: Any])
    #expect(location["path"] as? String == "l/a.txt")
    #expect((location["lines"] as? [String: Int]) == ["begin": 3])
  }

  // MARK: Fingerprints

  @Test func fingerprintIgnoresLineNumbers() {
    func prints(_ findings: [LocatedDiagnostic]) -> [String] {
      var fingerprints = FindingFingerprints()
      return findings.map { fingerprints.next(of: $0, at: $0.file) }
    }
    let first = LocatedDiagnostic.printed(subject: "||a.example^$x")
    #expect(prints([first]) == prints([.printed(line: 99, text: "other words", subject: "||a.example^$x")]))
    let all = prints([
      first, first, .printed(subject: "||b.example^$x"), .printed(file: "b.txt", subject: "||a.example^$x"),
      .printed(reason: "other", subject: "||a.example^$x"), first,
    ])
    #expect(Set(all).count == all.count)
    let numbers = all.compactMap { $0.split(separator: ":").last }
    #expect(numbers == ["1", "2", "1", "1", "1", "3"])
    for print in all { #expect(print.split(separator: ":").first?.count == 16) }
  }

  // MARK: Paths

  @Test(arguments: [
    ("a.txt", ProjectFolder.Location.inside("sub/a.txt")), ("./x/../a.txt", .inside("sub/a.txt")),
    ("../a.txt", .inside("a.txt")), ("../../a.txt", .outside("/home/a.txt")),
    ("/home/project/b/a.txt", .inside("b/a.txt")), ("/home/projects/a.txt", .outside("/home/projects/a.txt")),
    ("/home/project/../x", .outside("/home/x")), ("../../../../..", .outside("/")),
    ("<stdin>", .nowhere("<stdin>")),
    ("<stdin>.txt", .inside("sub/<stdin>.txt")),
  ])
  func pathsAreRelativeToProjectFolder(file: String, place: ProjectFolder.Location) {
    let project = ProjectFolder(
      current: "/home/project/sub", candidates: ["relative", "/other", "/home/project/"])
    #expect(project.location(of: file) == place)
  }

  @Test func unrelatedFolderIsNotProject() {
    let project = ProjectFolder(current: "/home/me/", candidates: ["/home/m", "/home/me/below"])
    #expect(project.location(of: "a.txt") == .inside("a.txt"))
    #expect(project.location(of: "/home/m/a.txt") == .outside("/home/m/a.txt"))
  }

  @Test func everyReasonHasFormatRule() {
    for id in ["unknown-option", "scriptlet", "empty-body"] {
      #expect(FindingSource.conversion.rule(id)?.summary.isEmpty == false, "\(id)")
    }
    #expect(FindingSource.check.rule("empty-flags")?.meaning.contains("an empty array means") == true)
    #expect(FindingSource.conversion.rule("empty-flags") == nil)
  }
}

// MARK: - Helpers

extension FindingFormatTests {
  private static func document(_ format: FindingFormat, _ files: [(String, [LocatedDiagnostic])]) -> String {
    let project = ProjectFolder(current: "/work", candidates: [])
    guard case .document(var renderer) = format.form(of: .conversion, in: project) else { return "" }
    var bytes: [UInt8] = []
    for (file, findings) in files {
      renderer.begin(file: file)
      for finding in findings {
        renderer.add(finding)
        // Output taken in pieces is the same.
        bytes += renderer.take()
      }
    }
    renderer.finish()
    return String(decoding: bytes + renderer.take(), as: UTF8.self)
  }

  private static func object(_ format: FindingFormat, _ files: [(String, [LocatedDiagnostic])]) throws
    -> [String: Any]
  {
    try #require(
      try JSONSerialization.jsonObject(with: Data(document(format, files).utf8)) as? [String: Any])
  }

  private static func array(_ format: FindingFormat, _ files: [(String, [LocatedDiagnostic])]) throws
    -> [[String: Any]]
  {
    try #require(
      try JSONSerialization.jsonObject(with: Data(document(format, files).utf8)) as? [[String: Any]])
  }
}

extension LocatedDiagnostic {
  /// Returns a finding at the end of `xxx=bad`.
  static func printed(
    file: String = "a.txt", line: Int = 3, severity: RuleListFinding.Severity = .warning,
    text: String = "a message",
    reason: String = "some-reason", subject: String = "xxx=bad", source: [UInt8] = Array("xxx=bad".utf8),
    notes: [Note] = []
  ) -> LocatedDiagnostic {
    LocatedDiagnostic(
      file: file, location: TextLocation(file: file, line: line, column: 5, endColumn: 5 + source.count - 4),
      severity: severity, reason: reason, message: text, notes: notes, subject: Array(subject.utf8)[...],
      excerpt: source[...], span: 4..<source.count)
  }
}
