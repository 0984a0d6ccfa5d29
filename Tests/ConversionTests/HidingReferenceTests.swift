import ContentBlocker
import Conversion
import Foundation
import Testing

/// EasyList's hiding on real hosts: the selectors that the JSON applies are those of the reference in
/// ../shared/requests, no more and no fewer.
struct HidingReferenceTests {
  private static let shared: URL = {
    if let path = ProcessInfo.processInfo.environment["SLUICE_SHARED"] { return URL(fileURLWithPath: path) }
    var root = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
    // HidingReferenceTests.swift, ConversionTests, Tests, the package itself.
    for _ in 0..<4 { root.deleteLastPathComponent() }
    return root.appendingPathComponent("shared")
  }()

  private static let isAvailable: Bool = {
    let exists = FileManager.default.fileExists(atPath: shared.path + "/lists/easylist.txt")
    if !exists { print("skipped: the comparison of hiding with the reference: \(shared.path) is absent") }
    return exists
  }()

  private struct Case: Decodable {
    var host: String
    var generic: Bool
    var except: [String]?
    var also: [String]
  }

  /// One host in ten.
  @Test(.enabled(if: isAvailable, "needs ../shared")) func sampleOfHosts() throws {
    let folder = Self.shared.appendingPathComponent("requests/easylist+easyprivacy")
    let generic = Set(try lines(folder.appendingPathComponent("generic-selectors.txt")))
    let cases = try lines(folder.appendingPathComponent("hiding.jsonl")).map {
      try JSONDecoder().decode(Case.self, from: Data($0.utf8))
    }
    let list = try Data(contentsOf: Self.shared.appendingPathComponent("lists/easylist.txt"))
    // Network filters are only wanted for the exceptions to hiding among them.
    var options = ConversionOptions()
    options.splitsByAction = true
    let result = try Converter(options: options).convert([Source(name: "easylist.txt", bytes: [UInt8](list))])
    let rules = try #require(result.lists.last?.rules)
    let evaluator = RuleListEvaluator(rules)
    for index in stride(from: 0, to: cases.count, by: 10) {
      let wanted = cases[index]
      var expected = Set(wanted.also)
      if wanted.generic { expected.formUnion(generic.subtracting(wanted.except ?? [])) }
      let url = Array("https://\(wanted.host)/".utf8)
      let decision = evaluator.decide(Request(.document, url: url, page: url, suffixes: .wellKnown))
      let hidden = Set(decision.hiddenSelectors.map(\.description))
      #expect(hidden.subtracting(expected).sorted().prefix(5) == [], "extra on \(wanted.host)")
      #expect(expected.subtracting(hidden).sorted().prefix(5) == [], "missing on \(wanted.host)")
    }
  }

  private func lines(_ file: URL) throws -> [String] {
    try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map(String.init)
  }
}
