import Foundation
import PageScript
import TestSupport
import Testing

@testable import sluice

/// `--page-script NAME`, with the built executable.
@Suite struct PageScriptProcessTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("||ads.example^\na.com##+js(set, x, 1)\na.com##.y:has-text(z)\n", to: "both.txt")
    try folder.write("a.com##.y:has-text(z)\n", to: "isolated.txt")
    try folder.write("||ads.example^\n", to: "none.txt")
  }

  private let lists = ["both.txt", "isolated.txt", "none.txt"]

  private func convert(_ list: String) throws -> Shell.Result {
    try Shell.run("sluice convert \(list) -o x.json --page-script p", in: folder)
  }

  @Test func writesBothBesideTheRules() throws {
    let result = try convert("both.txt")
    #expect(result.status == 0)
    #expect(folder.names == (lists + ["p.isolated.js", "p.page.js", "x.json"]).sorted())
    for name in ["p.isolated.js", "p.page.js"] {
      #expect(folder.text(of: name)?.hasPrefix(PageScript.firstLine + "\n") == true)
    }
    let row = result.error.split(separator: "\n").first { $0.hasPrefix("done in pages ") }
    #expect(row?.contains(" 2 ") == true && row?.hasSuffix("p.page.js") == true, "\(result.error)")
  }

  @Test func replacesAndRemovesWhatItWrote() throws {
    _ = try convert("both.txt")
    #expect(try convert("isolated.txt").status == 0)
    #expect(folder.names == (lists + ["p.isolated.js", "x.json"]).sorted())
    #expect(try convert("none.txt").status == 0)
    #expect(folder.names == (lists + ["x.json"]).sorted())
  }

  @Test(arguments: ["both.txt", "isolated.txt", "none.txt"])
  func keepsFilesOfOthers(list: String) throws {
    try folder.write("alert(1)\n", to: "p.page.js")
    let result = try convert(list)
    #expect(result.status == 2)
    #expect(result.error.contains("'p.page.js' is there and is no script that Sluice wrote"))
    #expect(folder.text(of: "p.page.js") == "alert(1)\n")
    #expect(folder.names == (lists + ["p.page.js"]).sorted())
  }

  @Test func writesIntoAnEmptyFile() throws {
    try folder.write("", to: "p.page.js")
    #expect(try convert("both.txt").status == 0)
    #expect(folder.text(of: "p.page.js")?.isEmpty == false)
  }
}
