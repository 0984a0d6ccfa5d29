import Foundation
import SluicePageScript
import Testing
import TestSupport

@testable import sluice

/// `--page-script NAME`, with the built executable.
@Suite struct PageScriptProcessTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("||ads.example^\na.com##+js(set, x, 1)\na.com##.y:has-text(z)\n", to: "both.txt")
    try folder.write("a.com##.y:has-text(z):remove()\n", to: "isolated.txt")
    try folder.write("||ads.example^\n", to: "none.txt")
  }

  private let lists = ["both.txt", "isolated.txt", "none.txt"]

  private func convert(_ list: String) throws -> Shell.Result {
    try Shell.run("sluice convert \(list) -o x.json --page-script p", in: folder)
  }

  @Test func pageScriptsAreWrittenNextToRules() throws {
    let result = try convert("both.txt")
    #expect(result.status == 0)
    #expect(folder.names == (lists + ["p.isolated.js", "p.page.js", "x.json"]).sorted())
    for name in ["p.isolated.js", "p.page.js"] {
      #expect(folder.text(of: name)?.hasPrefix(PageScript.firstLine + "\n") == true)
    }
    let row = result.error.split(separator: "\n").first { $0.hasPrefix("page scripts: ") }
    #expect(row?.hasPrefix("page scripts: 2 filters in p.isolated.js (") == true, "\(result.error)")
    #expect(row?.contains(", p.page.js (") == true)
  }

  /// Only a caller that trusts a list lets it use trusted scriptlets.
  @Test func trustedScriptletsNeedTrustedFlag() throws {
    try folder.write("a.com##+js(trusted-set, x, 1)\n", to: "trusted.txt")
    #expect(try convert("trusted.txt").status == 0 && folder.text(of: "p.page.js") == nil)
    let trusted = try Shell.run("sluice convert trusted.txt -o x.json --page-script p --trusted", in: folder)
    #expect(trusted.status == 0 && folder.text(of: "p.page.js")?.contains("trusted_set_constant") == true)
  }

  /// Lists, with the number of their filters that are converted, run in page scripts, need a script, or are
  /// unsupported.
  private static let accounts: [(list: String, counts: [Int])] = [
    ("a.com##.y:has-text(z)", [0, 1, 0, 0]), ("||a.com^\na.com##+js(set, x, 1)", [1, 1, 0, 0]),
    ("a.com##+js(none-of-it)\na.com##.y:has-text(z)", [0, 1, 1, 0]),
    ("a.com##+js(trusted-set, x, 1)", [0, 0, 1, 0]), ("a.com##.y:has-text(z)\n/x$frobnicate", [0, 1, 0, 1]),
    ("a.com##.y:has-text(z)\nb.com#@#.y:has-text(z)", [1, 1, 0, 0]),
    ("a.com##+js(set, x, 1)\nb.com#@#+js(set, x, 1)", [0, 2, 0, 0]),
    ("a.com##+js(set, x, 1)\nb.com#@#+js(none-of-it)", [0, 1, 1, 0]),
    ("a.com##+js(set, x, 1)\n@@||b.com^$jsinject", [0, 2, 0, 0]),
    ("a.com##+js(set, x, 1)\n@@||b.com^$jsinject,extension", [0, 1, 1, 0]),
    ("a.com##+js(set, x, 1)\n@@||b.com/x^$jsinject", [0, 1, 1, 0]),
    ("@@||b.com^$jsinject", [0, 0, 1, 0]), ("||a.com^$redirect=x", [0, 0, 1, 0]),
    ("a.com##.y:has-text(z), .w", [0, 1, 0, 0]),
  ]

  @Test(arguments: accounts)
  func convertCountsEveryFilterOnce(list: String, counts: [Int]) throws {
    try folder.write(list + "\n", to: "list.txt")
    func summary(_ flags: String) throws -> (counts: [Int], filters: Int, outcomes: [String]) {
      let result = try Shell.run(
        "sluice convert list.txt -o x.json --format jsonl \(flags)", in: folder)
      let lines = try result.error.split(separator: "\n").map { line in
        try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      }
      let outcomes = lines.compactMap { $0["outcome"] as? String }
      let summary = try #require(lines.last?["summary"] as? [String: Any])
      func count(_ key: String) -> Int { summary[key] as? Int ?? -1 }
      let needsScript = outcomes.count { $0 == "needsScript" }
      #expect(count("notConverted") == needsScript + outcomes.count { $0 == "unsupported" })
      return (
        [count("converted"), count("inPage"), needsScript, count("notConverted") - needsScript],
        count("filters"),
        outcomes
      )
    }
    let with = try summary("--page-script p")
    #expect(with.counts == counts, "\(with.outcomes)")
    #expect(with.counts.reduce(0, +) == with.filters)
    #expect(with.outcomes.count { $0 == "inPage" } == counts[1])
    let without = try summary("")
    #expect(without.counts == [counts[0], 0, counts[1] + counts[2], counts[3]])
  }

  @Test func pageScriptFiltersAreNotFindings() throws {
    let result = try convert("both.txt")
    #expect(result.error.contains(", 2 done in pages, 0 need a script, 0 unsupported\n"), "\(result.error)")
    #expect(result.error.contains(" 2 done in pages, 0 not converted, ") && !result.error.contains("-v adds"))
    let without = try Shell.run("sluice convert both.txt -o x.json", in: folder)
    #expect(without.error.contains(" 2 need a script, ") && without.error.contains("-v adds notes"))
    #expect(!without.error.contains("done in pages"))
  }

  @Test func obsoletePageScriptsAreRemoved() throws {
    _ = try convert("both.txt")
    #expect(try convert("isolated.txt").status == 0)
    #expect(folder.names == (lists + ["p.isolated.js", "x.json"]).sorted())
    #expect(try convert("none.txt").status == 0)
    #expect(folder.names == (lists + ["x.json"]).sorted())
  }

  @Test(arguments: ["both.txt", "isolated.txt", "none.txt"])
  func foreignScriptsAreNotOverwritten(list: String) throws {
    try folder.write("alert(1)\n", to: "p.page.js")
    let result = try convert(list)
    #expect(result.status == 2)
    #expect(result.error.contains("'p.page.js' exists and is not a script that Sluice wrote"))
    #expect(folder.text(of: "p.page.js") == "alert(1)\n")
    #expect(folder.names == (lists + ["p.page.js"]).sorted())
  }

  /// Page reports need no filter.
  ///
  /// Without `--page-reports`, a list without filters gets no script.
  @Test func pageReportsNeedPageScript() throws {
    let run = try Shell.run("sluice convert none.txt -o x.json --page-script p --page-reports", in: folder)
    #expect(run.status == 0 && folder.names.contains("p.page.js"))
    #expect(folder.text(of: "p.isolated.js")?.contains(PageScript.reportHandler) == true)
    #expect(try convert("both.txt").status == 0)
    #expect(folder.text(of: "p.isolated.js")?.contains(PageScript.reportHandler) == false)
    let refused = try Shell.run("sluice convert none.txt -o y.json --page-reports", in: folder)
    #expect(refused.status == 64 || refused.status == 2, "\(refused.status)")
    #expect(refused.error.contains("--page-script NAME") && !folder.names.contains("y.json"))
  }

  @Test func collapsingNeedsPageScript() throws {
    let run = try Shell.run("sluice convert none.txt -o x.json --page-script p --page-collapse", in: folder)
    #expect(run.status == 0 && !folder.names.contains("p.page.js"))
    #expect(folder.text(of: "p.isolated.js")?.contains("startCollapsing") == true)
    #expect(try convert("both.txt").status == 0)
    #expect(folder.text(of: "p.isolated.js")?.contains("startCollapsing") == false)
    let refused = try Shell.run("sluice convert none.txt -o y.json --page-collapse", in: folder)
    #expect(refused.error.contains("--page-script NAME") && !folder.names.contains("y.json"))
  }

  @Test func emptyPageScriptFileIsOverwritten() throws {
    try folder.write("", to: "p.page.js")
    #expect(try convert("both.txt").status == 0)
    #expect(folder.text(of: "p.page.js")?.isEmpty == false)
  }
}
