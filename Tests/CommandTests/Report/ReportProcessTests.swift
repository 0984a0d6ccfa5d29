import Foundation
import TestSupport
import Testing

@testable import sluice

/// `sluice report` as a process.
@Suite struct ReportProcessTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("||a.example^\n||b.example^$nonsense\n##.ad\na.example##+js(x)\n", to: "list.txt")
    try folder.write(
      #"{lists: [{name: "ads", title: "Our </title> list", sources: ["list.txt"]}, {name: "more", sources: ["list.txt"]}]}"#,
      to: "sluice.json")
  }

  private func sh(_ script: String) throws -> Shell.Result { try Shell.run(script, in: folder) }

  @Test func reportPageOfConversionIsWritten() throws {
    let result = try sh("sluice report list.txt --target safari-26 --max-rules 1000 -o page.html")
    #expect(result.status == 0 && result.output.isEmpty, "\(result.error)")
    #expect(result.error == "page.html: coverage 50.0 %, rules 3\n")
    let page = try #require(folder.text(of: "page.html"))
    #expect(page.hasPrefix("<!doctype html>\n<html lang=\"en\">"))
    #expect(page.contains("||b.example^$nonsense") && page.contains("list.txt:2, unknown option"))
    #expect(
      page.contains("For safari-26, of list.txt, read as a filter list in the dialect of uBlock Origin.")
        && page.contains("of 1,000<"))
    #expect(!page.contains("<h3>Changes</h3>"))
    #expect(try sh("sluice report -q - < list.txt --target safari-26 --max-rules 1000").error.isEmpty)
  }

  /// The report names the detected format of each list, which decides how its lines are read.
  @Test func reportNamesDetectedListKinds() throws {
    try folder.write("0.0.0.0 a.example\n", to: "hosts.txt")
    let one = try sh("sluice report -q hosts.txt")
    #expect(one.output.contains("of hosts.txt, read as a hosts file."))
    let two = try sh("sluice report -q hosts.txt list.txt; sluice report -q list.txt list.txt --format json")
    #expect(two.output.contains("of hosts.txt (read as a hosts file), list.txt (read as a filter list in"))
    #expect(two.output.contains(#""readings":["a filter list in the dialect of uBlock Origin","#))
  }

  @Test func reportPageOfBuildHasBadges() throws {
    let result = try sh(
      "sluice build -q --cache c && mkdir badges && sluice report public -o page.html --badges badges && sluice report -q public/manifest.json"
    )
    #expect(result.status == 0, "\(result.error)")
    let page = try #require(folder.text(of: "page.html"))
    #expect(result.output == page)
    #expect(page.contains("Our &lt;/title&gt; list") && page.contains("<code>unknown-option</code>"))
    #expect(page.contains("ads.json") && page.contains("more.json"))
    #expect(page.contains("By option: 1 option"))
    let coverage = try #require(folder.text(of: "badges/coverage.svg"))
    #expect(try XMLNames(coverage).starts(of: "svg").first?["aria-label"] == "coverage: 50.0 %")
    #expect(try XMLNames(#require(folder.text(of: "badges/rules.svg"))).starts(of: "title").count == 1)
  }

  @Test func reportShowsChangesSinceEarlierReport() throws {
    let script = """
      sluice build -q --cache c && sluice report -q public -o old.html && cp -r public before
      sluice report public --format json -o first.json
      sluice report public --format json --previous first.json -o old.json
      printf '||c.example^\\n' >>list.txt; sluice build -q --cache c
      sluice report -q public --previous old.html -o one.html
      sluice report -q public --previous before -o two.html
      sluice report -q public --previous old.json -o three.html
      sluice report -q public --previous before/manifest.json
      """
    let result = try sh(script)
    #expect(result.status == 0, "\(result.error)")
    let page = try #require(folder.text(of: "one.html"))
    #expect(page == folder.text(of: "two.html") && page == result.output)
    #expect(page == folder.text(of: "three.html"))
    #expect(page.contains("<h3>Changes</h3>") && page.contains("<td>+1</td>"))
  }

  private static let failures: [(script: String, message: String)] = [
    ("sluice report nowhere.txt", "cannot read 'nowhere.txt'"),
    ("sluice report .", "'.' is not a folder of 'sluice build'"),
    ("sluice report manifest.json", "'.' is not a folder of 'sluice build'"),
    ("sluice report list.txt --previous list.txt", "'list.txt' is not a report of 'sluice report'"),
    ("sluice report list.txt -o list.txt", "'list.txt' is an input and would be overwritten"),
    (
      "sluice report list.txt -o p.html -q; ln p.html q; sluice report list.txt --previous p.html -o q",
      "'q' is an input"
    ),
    (
      "sluice build -q --cache c; sluice report public -o public/report.json",
      "'public/report.json' is an input"
    ),
    (
      "sluice build -q --cache c; echo '{' >public/report.json; sluice report public",
      "'public/report.json' is not a report"
    ),
    (
      "sluice build -q --cache c; sed -i s/converted.:2/converted\\\":-2/ public/report.json; sluice report public",
      "'public/report.json' is not a report"
    ),
    ("sluice report list.txt -o p.html --badges nowhere", "there is no folder 'nowhere'"),
    (
      "mkdir b; echo mine >b/rules.svg; sluice report list.txt -o p.html --badges b",
      "'b/rules.svg' is not a badge"
    ),
    (
      "echo mine >b; sluice report list.txt -o b", "'b' would be overwritten, and Sluice did not write it"
    ),
    ("sluice report list.txt --max-rules 1", "more than the limit of 1"),
  ]

  @Test(arguments: failures)
  func failedReportWritesNothing(script: String, message: String) throws {
    let before = folder.text(of: "list.txt")
    let result = try sh(script)
    #expect(result.status == 2)
    #expect(result.output.isEmpty)
    #expect(result.error.contains(message), "\(result.error)")
    #expect(folder.text(of: "list.txt") == before)
    #expect(folder.text(of: "b/rules.svg") == nil || folder.text(of: "b/rules.svg") == "mine\n")
  }

  @Test func badgeMustNotBeReportPage() throws {
    let result = try sh("mkdir b; sluice report list.txt -o b/../b/rules.svg --badges b; echo $?; ls b")
    #expect(result.output == "64\n")
    #expect(result.error.contains("both the page and a badge of '--badges' would be 'b/rules.svg'"))
  }

  @Test func reportReplacesOnlyOwnPages() throws {
    let result = try sh(
      """
      echo '<!doctype html><p>mine' >mine.html; : >empty.html
      for page in mine.html empty.html empty.html new.html /dev/null; do sluice report -q list.txt -o $page; echo $?; done
      cat mine.html
      """)
    #expect(result.output == "2\n0\n0\n0\n0\n<!doctype html><p>mine\n")
    #expect(result.error.contains("move it away, or choose another --output"), "\(result.error)")
  }

  @Test func badgesReplaceEarlierBadges() throws {
    let script =
      "mkdir b; for run in 1 2; do sluice report -q list.txt -o p.html --badges b || exit 9; done; ls b"
    #expect(try sh(script).output == "coverage.svg\nrules.svg\n")
  }
}
