import FilterSyntax
import Foundation
import TestSupport
import Testing

@testable import PageScript

/// The cases of `Cases` in a real WebKit: what a page becomes, which it does not without the script.
@Suite(.serialized, .enabled(if: PageProbe.isAvailable, PageProbe.comment), .ends)
struct PageCaseTests {
  static let files: [String] = {
    let folder = Repository.root.appending(path: "Tests/PageScriptTests/Cases")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { $0.hasSuffix(".json") }.map { String($0.dropLast(5)) }.sorted()
  }()

  @Test(arguments: files)
  func cases(file: String) throws {
    let cases = try PageCase.all(in: file)
    #expect(cases.count >= 8, "each operator has at least eight cases")
    var jobs: [PageProbe.Job] = []
    for one in cases {
      let scripts = try Scripts(one.filters, dialect: try #require(Dialect(rawValue: one.dialect)))
      var job = PageProbe.Job(
        isolated: scripts.isolated, page: scripts.page, html: one.html, url: one.url, then: one.then,
        value: one.value, expected: one.result)
      jobs.append(job)
      (job.isolated, job.page, job.patience, job.expected) = (nil, nil, 0, nil)
      jobs.append(job)
    }
    let values = try PageProbe.values(of: jobs)
    for (index, one) in cases.enumerated() {
      #expect(values[2 * index] == one.result, "\(file): \(one.what)")
      #expect(values[2 * index + 1] != one.result, "\(file): \(one.what): the same without the script")
    }
  }
}
