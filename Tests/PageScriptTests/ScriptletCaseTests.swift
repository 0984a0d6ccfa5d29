import FilterSyntax
import Foundation
import TestSupport
import Testing

@testable import PageScript

extension InWebKit {
  /// The cases of scriptlets, surrogates, gaps, reports and hostile pages in a real WebKit, by `Driver/run_cases.py`: with the
  /// scripts, and without them, where they must fail.
  @Suite
  struct ScriptletCaseTests {
    @Test(arguments: ["Scriptlets", "Surrogates", "Gaps", "Hostile", "Reports"]) func cases(folder: String)
      async throws
    {
      let scratch = try TemporaryFolder()
      let files = try Self.files(of: folder).map { file in
        let cases = try Self.withScripts(JSONDecoder().decode([Case].self, from: Data(contentsOf: file)))
        let copy = scratch.url.appending(path: file.lastPathComponent)
        try JSONEncoder().encode(cases).write(to: copy)
        return copy.path
      }
      #expect(!files.isEmpty)
      let run = try await run(files, in: scratch)
      #expect(run.status == 0, "\(String(decoding: run.output, as: UTF8.self)) \(run.errors)")
    }

    /// Nothing is thrown into a page, whatever stands in a list.
    @Test func oddCalls() async throws {
      let run = try await run(["--fuzz", "2000"], in: TemporaryFolder())
      #expect(run.status == 0, "\(String(decoding: run.output, as: UTF8.self)) \(run.errors)")
    }

    private typealias Case = [String: JSONValue]

    private static func files(of folder: String) throws -> [URL] {
      let url = Repository.root.appending(path: "Tests/PageScriptTests/Cases/\(folder)")
      return try FileManager.default.contentsOfDirectory(atPath: url.path).filter { $0.hasSuffix(".json") }
        .sorted().map { url.appending(path: $0) }
    }

    /// Cases of whole lists with the scripts that Sluice makes of them; those of single calls as they are.
    private static func withScripts(_ cases: [Case]) throws -> [Case] {
      try cases.map { one in
        guard case .array(let lines)? = one["filters"] else { return one }
        let filters = lines.compactMap { if case .string(let text) = $0 { text } else { nil } }
        let scripts = try Scripts(filters, reports: one["reported"] != nil)
        var whole = one
        whole["scripts"] = .array(
          [("page", scripts.page), ("sluice", scripts.isolated)].compactMap { world, script in
            script.map { text in
              let text = text.replacing(PageScript.secretToken, with: "Secret-for-these-cases-0123456789")
              return .array([.string(world), .string(text)])
            }
          })
        return whole
      }
    }

    private func run(_ arguments: [String], in folder: TemporaryFolder) async throws -> ToolRun {
      let driver = Repository.root.appending(path: "Tests/PageScriptTests/Driver/run_cases.py")
      let scripts = Repository.root.appending(path: "Sources/PageScript/Scripts").path
      return try await ToolRun.python(driver, ["--scripts", scripts] + arguments, in: folder.url)
    }
  }
}
