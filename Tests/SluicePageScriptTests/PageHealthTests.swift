import Foundation
import SluiceConversion
import SluiceSyntax
import TestSupport
import Testing

@testable import SluicePageScript

extension InWebKit {
  /// Page scripts change pages like those of real sites only where filters apply.
  ///
  /// `.ci/steps/real health` checks the same with real lists.
  @Suite(.browser)
  struct PageHealthTests {
    private struct PageScripts: Encodable {
      let isolated: String?
      let page: String?
    }

    /// The lists in `Health` have filters of all kinds, but none applies to its pages.
    @Test func unrelatedFiltersLeavePagesUnchanged() async throws {
      let folder = Repository.root.appending(path: "Tests/SluicePageScriptTests/Health")
      let sources = try [("ublock.txt", Dialect.uBlockOrigin), ("adguard.txt", .adGuard)].map {
        name, dialect in
        let bytes = try [UInt8](Data(contentsOf: folder.appending(path: name)))
        return Source(name: name, bytes: bytes, dialect: dialect)
      }
      let options = ConversionOptions()
      let converter = Converter(options: options)
      let parsed = converter.parse(sources)
      let advancedFilters = try converter.convert(parsed).advancedFilters()
      var problems: [PageFilterProblem] = []
      let lists = parsed.map { PageScript.List($0, options: options, isTrusted: true) }
      let script = try #require(PageScript(advancedFilters, of: lists, problems: &problems))
      #expect(problems.isEmpty, "each filter of the lists is done")
      let scripts = [
        "generated": PageScripts(
          isolated: script.isolated.map { String(decoding: $0, as: UTF8.self) },
          page: script.page.map { String(decoding: $0, as: UTF8.self) })
      ]
      let scratch = try TemporaryFolder()
      let file = scratch.url.appending(path: "scripts.json")
      try JSONEncoder().encode(scripts).write(to: file)
      let driver = Repository.root.appending(path: "Tests/SluicePageScriptTests/Driver/page_health.py")
      let run = try await ToolRun.python(driver, [file.path], in: scratch.url)
      #expect(run.status == 0, "\(String(decoding: run.output, as: UTF8.self)) \(run.errors)")
    }
  }
}
