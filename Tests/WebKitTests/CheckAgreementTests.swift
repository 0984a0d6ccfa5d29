import Foundation
import SluiceRules
import Testing
import TestSupport

/// For mutated rules, `RuleList.check` agrees with the real compiler: whether it accepts the list, the error
/// message, and the faulty rule.
@Suite(.browser, .enabled(if: EngineRun.isAvailable, EngineRun.comment))
struct CheckAgreementTests {
  @Test(.ends, .slow(60))
  func checkAgreesWithWebKitOnMutatedRules() throws {
    let total = size(6_000)
    var mutator = RuleMutator(seed: SeededRandom.seedOfRun)
    var rejected = 0
    for start in stride(from: 0, to: total, by: 500) {
      let lists = (start..<min(total, start + 500)).map { _ in mutator.next() }
      for (list, words) in zip(lists, try EngineRun.rejections(of: lists.map(\.json))) {
        if words != nil { rejected += 1 }
        if let difference = difference(list, words) {
          Issue.record("\(difference)\n  \(String(decoding: list.json[list.place], as: UTF8.self))")
        }
      }
    }
    // If all or none were rejected, nothing would have been tested.
    #expect(rejected > total / 4 && rejected < total * 9 / 10, "\(rejected) of \(total) are rejected")
  }

  /// Returns the difference, or nil.
  private func difference(_ list: RuleMutator.List, _ words: String?) -> String? {
    let check = RuleList.check(inJSON: list.json)
    let errors = check.findings.filter { $0.reason.severity == .error }
    guard let words else {
      return errors.first.map { "WebKit takes the list, check has \($0.reason.id)" }
    }
    guard !errors.isEmpty else { return "check takes the list, WebKit says: \(words)" }
    guard errors.contains(where: { $0.reason.webKitMessage == words }) else {
      return "WebKit says \(words); check has \(errors.map(\.reason.id))"
    }
    for error in errors {
      // A syntax error in the JSON can be located after the rule, or at the comma before it. A list whose
      // only rule is dropped has no location.
      let isRight =
        error.ruleIndex.map { $0 == list.index }
        ?? (error.offset + 1 >= list.place.lowerBound || error.reason == .noRules)
      if !isRight { return "\(error.reason.id) is at rule \(error.ruleIndex ?? -1), not \(list.index)" }
    }
    return nil
  }
}
