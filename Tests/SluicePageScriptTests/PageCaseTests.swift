import Foundation
import SluiceSyntax
import Testing
import TestSupport

@testable import SluicePageScript

extension InWebKit {
  /// Runs the cases of `Cases` in a real WebKit.
  ///
  /// A page must get the expected result with the script, and not without it.
  @Suite(.quickBrowser)
  struct PageCaseTests {
    static let files: [String] = {
      let folder = Repository.root.appending(path: "Tests/SluicePageScriptTests/Cases")
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
      return some(names.filter { $0.hasSuffix(".json") }.map { String($0.dropLast(5)) }.sorted(), oneIn: 5)
    }()

    /// The results of each case in each file, with and without the script.
    ///
    /// A single run of WebKit computes them, because it starts slowly.
    private static let values = Task {
      let jobs = try files.map { file in
        try PageCase.all(in: file).flatMap { one in
          let scripts = try Scripts(one.filters, dialect: try #require(Dialect(rawValue: one.dialect)))
          var job = PageProbe.Job(
            isolated: scripts.isolated, page: one.isAlone ? nil : scripts.page, html: one.html, url: one.url,
            then: one.then,
            value: one.value, expected: one.result)
          let with = job
          (job.isolated, job.page, job.patience, job.expected) = (nil, nil, 0, nil)
          return [with, job]
        }
      }
      var values = try await PageProbe.values(of: jobs.flatMap(\.self))[...]
      return Dictionary(
        uniqueKeysWithValues: zip(files, jobs).map { file, jobs in
          defer { values = values.dropFirst(jobs.count) }
          return (file, Array(values.prefix(jobs.count)))
        })
    }

    @Test(arguments: files)
    func pageScriptCasesPassInWebKit(file: String) async throws {
      let cases = try PageCase.all(in: file)
      #expect(cases.count >= 8, "each operator has at least eight cases")
      let values = try #require(try await Self.values.value[file])
      try #require(values.count == 2 * cases.count)
      for (index, one) in cases.enumerated() {
        #expect(values[2 * index] == one.result, "\(file): \(one.what)")
        #expect(values[2 * index + 1] != one.result, "\(file): \(one.what): the same without the script")
      }
    }
  }
}
