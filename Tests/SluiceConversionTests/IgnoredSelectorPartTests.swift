import Foundation
import SluiceConversion
import SluiceRules
import Testing
import TestSupport

/// Selectors that WebKit misreads because it ignores unknown parts of `:is()` and similar functions.
///
/// All rows were tested in WebKit 2.38, 2.44, 2.50 and 2.54 with `<div class=x><a><b>`. The converted
/// selectors hide `.x` there. The others would hide nothing, or too much in `:not()`.
@Suite struct IgnoredSelectorPartTests {
  static let misread: [(selector: String, place: String)] = [
    // Outside of a forgiving list, WebKit drops the rule.
    (".x:has(a:has(b))", ":has"), (".x:not(:has(a:has(b)))", ":has"), (".x:has(:not(a:has(b)))", ":has"),
    (".x:has(a:not(:has(i)))", ":has"), (".x:nth-child(1 of :has(a:has(b)))", ":has"),
    (".x:has(:nth-child(1 of a:has(b)))", ":has"), (".x:not(:not(:has(a:has(b))))", ":has"),
    // WebKit ignores the inner `:has()` or the part that contains it.
    (".x:is(:has(a:has(b)))", ":has"), (".x:where(:has(a:has(b)))", ":has"),
    (".x:-webkit-any(:has(a:has(b)))", ":has"), (".x:matches(:has(a:has(b)))", ":has"),
    (".x:IS(:has(a:has(b)))", ":has"), (#".x:i\73(:has(a:has(b)))"#, ":has"),
    (".x:is(:HAS(a:Has(b)))", ":Has"),
    (".x:has(:is(a:has(b)))", ":has"), (".x:has(:where(a:has(b)))", ":has"),
    (".x:has(:is(:is(a:has(b))))", ":has"), (".x:has(a:is(:not(:has(i))))", ":has"),
    (".x:is(:not(:has(a:has(b))))", ":has"), (".x:is(:nth-child(1 of :has(a:has(b))))", ":has"),
    (".x:nth-child(1 of :is(:has(a:has(b))))", ":has"), (".x:is(:has(:is(a:has(b))))", ":has"),
    (".x:is( /**/ :has(a:has(b)) )", ":has"), (".y > .x ~ :is(p :has(a:has(b)))", ":has"),
    // These would hide too many elements.
    (".x:not(:is(:has(a:has(b))))", ":has"), (".x:not(:is(.y, :has(a:has(b))))", ":has"),
    (".x:has(:not(:is(a:has(b))))", ":has"), (".x:not(:has(:is(a:has(b))))", ":has"),
    // Part of the list remains.
    (".x:is(.x, :has(a:has(b)))", ":has"), (".x:has(:where(a:has(b)), a)", ":has"),
    (".x:has(:is(a:has(b), a))", ":has"), (".x:is(:has(:is(a:has(b), a)))", ":has"),
    (".x, .y:is(:has(a:has(b)))", ":has"), (".y:is(:has(a:has(b))), .x", ":has"),
    // Nothing remains of the list.
    (".x:is(:foo)", ":foo"), (".x:not(:is(:foo))", ":foo"), (".x:has(:is(:foo))", ":foo"),
    (".x:where(::before)", "::before"), (".x:is(:foo, :bar)", ":foo"), (".x:is(:is(1a))", "1"),
    (".x:has(:foo, a)", ":foo"),
  ]

  @Test(arguments: misread.indices) func misreadSelectorsAreNotConverted(_ index: Int) throws {
    let (selector, place) = Self.misread[index]
    for (target, split) in [(Target.any, ConvertedList.Part?.none), (.safari26, nil), (.any, .cosmetic)] {
      for filter in ["##", "site.example##", "~site.example##", "[$path=/p]##"] {
        let text = "##.a\n\(filter)\(selector)\n##.b"
        let converted = try convert(text, target: target, split: split)
        #expect(converted.rules == ["hide .a | .b .*"], "\(filter)")
        #expect(converted.diagnostics == ["unsupported invalid-selector: \(place)"], "\(filter)")
      }
    }
    #expect(try Self.warnings(selector) != [])
    // Extended selectors need a script.
    let extended = try convert("site.example#?#\(selector)")
    #expect(extended.rules.isEmpty && extended.diagnostics == ["needsScript procedural-selector: \(place)"])
    let styled = try convert("site.example#$#\(selector) { display: none !important; }")
    #expect(styled.rules.isEmpty && styled.diagnostics.count == 1)
  }

  /// Selectors with operators that CSS would ignore need a script.
  @Test(arguments: [
    ".x:is(:has-text(a))", ".x:-webkit-any(:has-text(a))", ".x:matches(b, :upward(1))",
    ".x:IS(b, :matches-css(a: b))",
    ".x:not(:where(:has-text(a)))", ".x:is(:has(:is(:-abp-contains(a))))", ".x:has(:WHERE(a, :contains(b)))",
    ".x:-abp-has(:is(a:has(b)))", ".x:-abp-has(:-webkit-any(a, :has-text(b)))",
  ])
  func nestedProceduralOperatorsNeedScript(_ selector: String) throws {
    let converted = try convert("##\(selector)")
    #expect(converted.rules.isEmpty)
    #expect(converted.diagnostics.map { $0.prefix(32) } == ["needsScript procedural-selector:"])
  }

  static let exact = [
    ".x:has(a):has(b)", ".x:is(:has(a):has(b))", ".x:is(:has(a), :has(b))", ".x:is(:has(a)):has(b)",
    ".x:has(a):not(:has(i))", ".x:is(.x, .y:not(:has(i)))", ".x:has(:is(a, i))", ".x:not(:is(:has(i), .y))",
    // A name, not a pseudo-class.
    #".x:not(.\:has\(a\:has\(b\)\))"#, #".x:not([a=":has(a:has(b))"])"#, ".x:is(.x/*:has(a:has(b))*/)",
    // CSS specifies that every browser ignores the unknown part.
    ".x:is(:foo, .x)", ".x:not(:is(:foo, .y))", ".x:is(.x, ::before)", ".x:is(.x,)",
  ]

  @Test(arguments: exact) func safeNestedSelectorsAreExact(_ selector: String) throws {
    let converted = try convert("##\(selector)")
    #expect(converted.rules == ["hide \(selector) .*"])
    #expect(converted.diagnostics.isEmpty)
    #expect(try Self.warnings(selector) == [])
  }

  /// The warnings of `check` about a rule of any origin with the selector.
  static func warnings(_ selector: String) throws -> [String] {
    let quoted = String(decoding: try JSONEncoder().encode(selector), as: UTF8.self)
    let action = #"{"type":"css-display-none","selector":\#(quoted)}"#
    let check = RuleList.check(inJSON: #"[{"trigger":{"url-filter":".*"},"action":\#(action)}]"#)
    return check.findings.filter { $0.reason.severity == .warning }.map(\.reason.id)
  }

  /// Wherever `:has()` is nested in lists, functions and combinators, it is found; a selector without it is
  /// not changed.
  @Test(arguments: seeds(200, oneIn: 10)) func nestedHasIsFoundAnywhere(_ seed: UInt64) throws {
    var random = SeededRandom(seed)
    let wraps: [(String, String)] = [
      (":is(", ")"), (":where(", ")"), (":-webkit-any(p, ", ")"), (":not(", ")"),
      (":nth-child(2n+1 of ", ")"),
      ("p > ", ""), ("p:is(a, b) ", ":hover"), (":is(p ", ", i)"), ("", ":not(i)"),
    ]
    var isNested = true
    for inner in ["a:has(b)", "a"] {
      var selector = inner
      func wrap(_ count: Int) {
        for _ in 0..<count {
          let (before, after) = wraps[Int.random(in: wraps.indices, using: &random)]
          selector = before + selector + after
        }
      }
      wrap(Int.random(in: 0...3, using: &random))
      selector = ":has(\(selector))"
      wrap(Int.random(in: 0...3, using: &random))
      let converted = try convert("##\(selector)")
      #expect(converted.rules.isEmpty == isNested, "\(selector)")
      #expect(converted.diagnostics.isEmpty != isNested, "\(selector)")
      #expect(try Self.warnings(selector).isEmpty != isNested, "\(selector)")
      isNested = false
    }
  }
}
