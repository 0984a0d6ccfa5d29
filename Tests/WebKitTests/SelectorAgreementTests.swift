import Foundation
import SluiceAnalysis
import SluiceRules
import Testing
import TestSupport

/// `RuleList.check` agrees with the real compiler on whether it drops the rule of a selector.
@Suite(.browser, .enabled(if: EngineRun.isAvailable, EngineRun.comment))
struct SelectorAgreementTests {
  @Test(.ends, .slow(100))
  func checkAgreesWithWebKitOnSelectors() throws {
    let total = size(10_000)
    var generator = SelectorGenerator(seed: SeededRandom.seedOfRun)
    var dropped = 0
    for start in stride(from: 0, to: total, by: 500) {
      let selectors = (start..<min(total, start + 500)).map { _ in generator.next() }
      let lists = try selectors.map { try Self.list($0) }
      for ((selector, list), words) in zip(zip(selectors, lists), try EngineRun.rejections(of: lists)) {
        let reasons = RuleList.check(inJSON: list).findings.map(\.reason)
        if try Self.isNewer(selector) {
          #expect(words == RuleListFinding.Reason.noRules.webKitMessage, "\(selector)")
          continue
        }
        // WebKit rejects the pattern if it parses it.
        let isDropped = words == RuleListFinding.Reason.noRules.webKitMessage
        if isDropped { dropped += 1 }
        #expect(reasons.contains(.urlFilter(.alternatives)) != isDropped, "\(selector): \(reasons)")
        #expect(reasons.contains(.noRules) == isDropped, "\(selector): \(reasons)")
      }
    }
    // If all or none were dropped, nothing would have been tested.
    #expect(dropped > total / 4 && dropped < total * 9 / 10, "\(dropped) of \(total) are left out")
  }

  /// Returns whether the selector needs a WebKit later than 2.50.
  private static func isNewer(_ selector: String) throws -> Bool {
    var options = CheckOptions()
    options.target = .webKitGTK2_50
    let check = RuleList.check(inJSON: try list(selector, filter: "a"), options: options)
    return check.findings.contains { $0.reason.id == "target-rejects-list" }
  }

  /// Returns a list of one rule with the selector.
  private static func list(_ selector: String, filter: String = "a|b") throws -> [UInt8] {
    let text = try JSONEncoder().encode(selector)
    return Array(
      #"[{"trigger":{"url-filter":"\#(filter)"},"action":{"type":"css-display-none","selector":"#.utf8)
      + text
      + Array("}}]".utf8)
  }
}
