import Foundation
import Testing
import TestSupport

@testable import SluicePageScript

extension InWebKit {
  /// Runs the cases of scriptlets, surrogates, blocked requests, reports and hostile pages in a real WebKit, with
  /// `Driver/run_cases.py`.
  ///
  /// Each case runs with the scripts, and without them, where it must fail.
  @Suite(.quickBrowser)
  struct ScriptletCaseTests {
    @Test(arguments: ["Scriptlets", "Surrogates", "BlockedRequests", "Hostile", "Reports"])
    func scriptletCasesPassInWebKit(folder: String)
      async throws
    {
      let scratch = try TemporaryFolder()
      var number = 0
      let files = try Self.files(of: folder).map { file in
        let cases = try JSONDecoder().decode([EngineCase].self, from: Data(contentsOf: file)).map { one in
          number += 1
          return try one.withScripts(number: number)
        }
        return try Self.write(cases, to: scratch.url.appending(path: file.lastPathComponent))
      }
      if files.isEmpty, Self.wanted != nil { return }
      #expect(!files.isEmpty)
      try await run(files, in: scratch)
    }

    /// No content of a list makes a script throw an exception into a page.
    @Test func unusualScriptletCallsDoNotThrow() async throws {
      let scratch = try TemporaryFolder()
      let names = Scriptlet.all.map(\.name).sorted()
      let odd = try await ToolRun.python(Self.driver("odd_calls.py"), ["2000", "1"] + names, in: scratch.url)
      try #require(odd.status == 0, "\(odd.errors)")
      let cases = try JSONDecoder().decode([EngineCase].self, from: odd.output).enumerated().map {
        try $1.withScripts(number: $0)
      }
      #expect(!cases.isEmpty)
      try await run([Self.write(cases, to: scratch.url.appending(path: "odd.json"))], in: scratch)
    }

    /// Scriptlets' replacements of browser functions look and behave the same to a page, however it calls
    /// them.
    @Test func replacedFunctionsLookNative() async throws {
      let scratch = try TemporaryFolder()
      let alike = try await ToolRun.python(Self.driver("alike.py"), [], in: scratch.url)
      try #require(alike.status == 0, "\(alike.errors)")
      let cases = try JSONDecoder().decode([EngineCase].self, from: alike.output).enumerated().map {
        try $1.withScripts(number: $0)
      }
      #expect(!cases.isEmpty)
      try await run([Self.write(cases, to: scratch.url.appending(path: "alike.json"))], in: scratch)
    }

    /// `SLUICE_CASES="set-cookie json-"` selects the files whose names have one of these prefixes.
    private static let wanted = ProcessInfo.processInfo.environment["SLUICE_CASES"]?.split(separator: " ")

    private static func files(of folder: String) throws -> [URL] {
      let url = Repository.root.appending(path: "Tests/SluicePageScriptTests/Cases/\(folder)")
      let names = try FileManager.default.contentsOfDirectory(atPath: url.path).filter { name in
        name.hasSuffix(".json") && wanted?.contains { name.hasPrefix($0) } ?? true
      }
      .sorted()
      return (wanted == nil ? some(names, oneIn: 5) : names).map { url.appending(path: $0) }
    }

    private static func write(_ cases: [EngineCase], to file: URL) throws -> String {
      try JSONEncoder().encode(cases).write(to: file)
      return file.path
    }

    private static func driver(_ name: String) -> URL {
      Repository.root.appending(path: "Tests/SluicePageScriptTests/Driver/\(name)")
    }

    private func run(_ files: [String], in folder: TemporaryFolder) async throws {
      let run = try await ToolRun.python(Self.driver("run_cases.py"), files, in: folder.url)
      #expect(run.status == 0, "\(String(decoding: run.output, as: UTF8.self)) \(run.errors)")
    }
  }
}
