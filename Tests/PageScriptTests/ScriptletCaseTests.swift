import Foundation
import TestSupport
import Testing

extension InWebKit {
  /// The cases of scriptlets, surrogates and hostile pages in a real WebKit, by `Driver/run_cases.py`: with the scripts, and
  /// without them, where they must fail.
  @Suite
  struct ScriptletCaseTests {
    @Test(arguments: ["Scriptlets", "Surrogates", "Hostile"]) func cases(folder: String) async throws {
      let path = Repository.root.appending(path: "Tests/PageScriptTests/Cases/\(folder)").path
      let files = try FileManager.default.contentsOfDirectory(atPath: path).filter { $0.hasSuffix(".json") }
        .sorted()
      #expect(!files.isEmpty)
      let run = try await run(files.map { "\(path)/\($0)" })
      #expect(run.status == 0, "\(String(decoding: run.output, as: UTF8.self)) \(run.errors)")
    }

    /// Nothing is thrown into a page, whatever stands in a list.
    @Test func oddCalls() async throws {
      let run = try await run(["--fuzz", "2000"])
      #expect(run.status == 0, "\(String(decoding: run.output, as: UTF8.self)) \(run.errors)")
    }

    private func run(_ arguments: [String]) async throws -> ToolRun {
      let folder = try TemporaryFolder()
      let driver = Repository.root.appending(path: "Tests/PageScriptTests/Driver/run_cases.py")
      let scripts = Repository.root.appending(path: "Sources/PageScript/Scripts").path
      return try await ToolRun.python(driver, ["--scripts", scripts] + arguments, in: folder.url)
    }
  }
}
