import SluiceText
import SluiceRules
import Testing
import TestSupport

@Suite struct SelectorNormalFormTests {
  private func form(_ text: String) throws -> SelectorNormalForm? {
    SelectorNormalForm(
      try #require(ParsedSelector(try CSSSelector(parsing: Array(text.utf8).span)), "\(text)"))
  }

  @Test(
    arguments: [
      ("div > .k", "div>.k"), (".a .b", ".a   .b"), (".a.b", ".b.a"), (".a, #b", "#b,.a"), ("*.a", ".a"),
      (".a.a", ".a"),
      ("[href=\"x\"]", "[href = 'x']"), ("[href=x]", "[href='x']"), (".\\61 b", ".ab"),
      ("#\\31 2", "#\\000031 2"),
      (":not(.a.b)", ":not( .b.a )"), (":is(.a, .b)", ":is(.b,.a)"), (":nth-child(odd)", ":NTH-CHILD(2n+1)"),
      ("a[b].c#d:hover", "a#d.c:hover[b]"), (":has(> .a)", ":has(>.a)"),
      (":nth-child(2 of .a, .b)", ":nth-child(2 of .b,.a)"),
    ])
  func equalSelectorsHaveEqualNormalForms(_ left: String, _ right: String) throws {
    #expect(try form(left) == form(right))
    #expect(try form(left) != nil)
  }

  @Test(
    arguments: [
      ("div > .k", "div .k"), (".a .b", ".b .a"), (".a", "#a"), (".a", ".A"), ("a", ".a"), (".ab", ".a.b"),
      ("*", ".a"),
      ("[a=b]", "[a]"), ("[a=b]", "[a^=b]"), ("[a=b]", "[a=b i]"), (":not(.a.b)", ":not(.a, .b)"),
      (":is(.a)", ":not(.a)"),
      (":nth-child(1)", ":nth-last-child(1)"), (":nth-child(1)", ":nth-of-type(1)"),
      (":nth-child(1)", ":nth-child(1 of .a)"),
      (":has(.a)", ":has(> .a)"), (".a, .b", ".a"), (":hover", ":focus"), (":lang(a)", ":lang(b)"),
      ("a + b", "a ~ b"),
    ])
  func differentSelectorsHaveDifferentNormalForms(_ left: String, _ right: String) throws {
    #expect(try form(left) != form(right))
  }

  /// These selectors have no normal form.
  @Test(arguments: [".a::before", ":host(.a)", ":not(:host(.a))"])
  func unsupportedSelectorsHaveNoNormalForm(_ text: String) throws {
    #expect(try form(text) == nil)
  }

  /// Selectors in different notations have the same normal form.
  @Test func generatedSelectorsKeepNormalForm() throws {
    var generator = SelectorGenerator(seed: 4)
    var random = SeededRandom(4)
    var count = 0
    while count < 1000 {
      let text = generator.next()
      guard let selector = try? CSSSelector(parsing: Array(text.utf8).span),
        let parsed = ParsedSelector(selector),
        let form = SelectorNormalForm(parsed)
      else { continue }
      count += 1
      let others = parsed.alternatives.map { complex in
        complex.compounds.map { compound in
          // A type selector comes first.
          let isFirst = { (simple: ParsedSelector.Simple) in
            if case .type = simple.condition { true } else { false }
          }
          let texts =
            compound.simples.filter(isFirst)
            + compound.simples.filter { !isFirst($0) }.shuffled(using: &random)
          let combinator = compound.combinator.map { " \(Character(Unicode.Scalar($0.rawValue))) " } ?? ""
          return combinator
            + texts.map { String(decoding: selector.bytes[$0.range], as: UTF8.self) }.joined()
        }.joined()
      }
      let other = others.shuffled(using: &random).joined(separator: " ,  ")
      #expect(try self.form(other) == form, "\(text) and \(other)")
    }
  }
}
