import Foundation
import SluiceAnalysis
import SluiceConversion
import SluiceRules
import Testing
import TestSupport

/// EasyList's hiding on real hosts.
///
/// The JSON must apply exactly the selectors of the reference in the `requests` folder of the shared data.
struct HidingReferenceTests {
  private struct Case: Decodable {
    var host: String
    var generic: Bool
    var except: [String]?
    var also: [String]
  }

  /// One in ten hosts.
  @Test(.slow, Repository.needs("lists/easylist.txt")) func easyListHidingMatchesReferenceHosts() throws {
    let folder = Repository.shared.appending(path: "requests/easylist+easyprivacy")
    let generic = Set(try lines(folder.appendingPathComponent("generic-selectors.txt")))
    let cases = try lines(folder.appendingPathComponent("hiding.jsonl")).map {
      try JSONDecoder().decode(Case.self, from: Data($0.utf8))
    }
    let list = try Repository.sharedBytes(of: "lists/easylist.txt")
    // Network filters are needed only for their hiding exceptions.
    var options = ConversionOptions()
    options.split = .action
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
