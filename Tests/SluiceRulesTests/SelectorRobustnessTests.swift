import SluiceRules
import Testing
import TestSupport

/// Hostile input, and properties that hold for all input.
@Suite struct SelectorRobustnessTests {
  @Test(arguments: [":not(", ":is(", ":has(", ":host(", ":nth-child(2 of ", "::slotted(", ":is((", ":is([{"])
  func deeplyNestedSelectorsAreRejected(_ open: String) {
    let found = selectorProblem(String(repeating: open, count: 100_000))
    #expect(
      found?.reason == .tooDeep || found?.reason == .nestedHas || found?.reason == .pseudoElementNotAllowed)
  }

  @Test func selectorNestingLimitIs64() {
    func nested(_ depth: Int) -> String {
      String(repeating: ":not(", count: depth) + "a" + String(repeating: ")", count: depth)
    }
    #expect(selectorProblem(nested(64)) == nil)
    #expect(selectorProblem(nested(65)) == SelectorProblem(.tooDeep, offset: 64 * 5 + 4, length: 1))
    let brackets = ":is(" + String(repeating: "(", count: 63) + String(repeating: ")", count: 64)
    #expect(selectorProblem(brackets) == nil)
  }

  @Test(
    .ends,
    arguments: [".a", "a>", "[a]", "a,", "/**/", "\\", "é", ":not(a)", "/*", "\"", " ", "\\41 "])
  func longSelectorsAreParsedInTime(_ part: String) {
    _ = selectorProblem(String(repeating: part, count: 100_000))
  }

  /// Joining selectors is safe: after the comma, the next selector parses as it does on its own.
  @Test(arguments: 0..<8) func validSelectorsCanBeGrouped(_ seed: UInt64) {
    var random = SeededRandom(seed)
    var generator = SelectorGenerator(seed: seed)
    var accepted = 0
    for _ in 0..<4_000 {
      var css = Array(generator.next().utf8)
      if random.below(4) == 0 { css[random.below(css.count)] = UInt8(truncatingIfNeeded: random.next()) }
      guard let found = CSSSelector.problem(in: css) else {
        accepted += 1
        let inGroup = CSSSelector.problem(in: css + Array(",:bad".utf8))
        #expect(inGroup == SelectorProblem(.unknownPseudoClass, offset: css.count + 1, length: 4), "\(css)")
        let afterAnother = CSSSelector.problem(in: Array("b,".utf8) + css + Array(",b".utf8))
        #expect(afterAnother == nil, "\(css)")
        let trimmed = try? CSSSelector(parsing: css)
        #expect(trimmed.map { CSSSelector.problem(in: $0.bytes) == nil } == true, "\(css)")
        continue
      }
      #expect(found.offset >= 0 && found.length >= 0 && found.offset + found.length <= css.count, "\(css)")
    }
    #expect(accepted > 100)
  }
}
