import SluiceText
import Testing
import TestSupport

@testable import SluiceRules

@Suite struct ParsedSelectorTests {
  /// Selectors with their parsed parts.
  ///
  /// Angle brackets mark names, to show that escapes are resolved.
  private static let selectors: [(selector: String, expected: String)] = [
    (".ad", "class<ad>"), ("#a\\:b", "id<a:b>"), ("#--", "id<-->"), ("DIV", "type<DIV>"), ("*", "*"),
    ("\\*", "*"), ("*|a", "type<a>"), ("|a", "|type<a>"), ("a/**/.b", "type<a>class<b>"),
    ("#\\31 23", "id<123>"), (".\\e9 t\\E9", "class<été>"), (".é", "class<é>"), (".\\é", "class<é>"),
    (".\\0 ", "class<\u{FFFD}>"), (".\\D800 x", "class<\u{FFFD}x>"), (".a\\000062c", "class<abc>"),
    ("[a]", "[a]"), ("[*|a]", "[*|a]"), ("[|A]", "[A]"), ("[a=b]", "[a=<b>]"),
    ("[a~=\"b\\\"c\" i]", "[a~=<b\"c>i]"), ("[a|='b\\\nc']", "[a|=<bc>]"),
    ("[a^=b][c$=d][e*=f]", "[a^=<b>][c$=<d>][e*=<f>]"),
    ("a b>c+d~e, f", "type<a> type<b>>type<c>+type<d>~type<e>,type<f>"),
    (":is(a, :foo, b:bar(,) c, [d=\",\"] e)", "any(type<a>,[d=<,>] type<e>)"),
    (":where()", "any()"), (":is(:is(a,:x),)", "any(any(type<a>))"), (":is(::before)", "any()"),
    (":is(a)b", "nil"), (":is(:has(a))", "any(has(type<a>))"),
    (":has(:is(:has(a),b))", "has(any(type<b>))"),
    (":not(a, b c)", "not(type<a>,type<b> type<c>)"),
    (":has(> a, + b c)", "has(>type<a>,+type<b> type<c>)"),
    (":nth-child(odd)", "nth(2n+1)"), (":nth-child(EVEN)", "nth(2n+0)"), (":nth-child(5)", "nth(0n+5)"),
    (":nth-child(-n+3)", "nth(-1n+3)"), (":nth-child(+3n - 2)", "nth(3n+-2)"),
    (":nth-child(n-7)", "nth(1n+-7)"),
    (":nth-child(-2n- 1)", "nth(-2n+-1)"), (":nth-child(99999999999999)", "nth(0n+2147483647)"),
    (":nth-last-child(2n of a, .b)", "nth(end 2n+0 of type<a>,class<b>)"),
    (":nth-last-of-type(n)", "nth(end type 1n+0)"), (":lang(de, \"*-CH\")", "lang<de><*-CH>"),
    (":dir(LTR)", "dir<LTR>"),
    (":HOVER", "hover"), (":h\\6fver", "hover"), (":host(a b)", "nil"), (":host(.a)", "host"),
    (":state(x)", "state"),
    ("a::before", "type<a>::"), ("a:after", "type<a>::"), ("::slotted(a)", "::"), ("::cue(a, b)", "::"),
    ("&.a", "&class<a>"),
  ]

  @Test(arguments: selectors)
  func selectorsAreParsedIntoParts(_ selector: String, _ expected: String) {
    #expect(Self.text(of: selector) == expected)
  }

  /// Parsing `:is()` in any nesting stops at a limit.
  @Test func deeplyNestedSelectorIsNotParsed() {
    for count in [60, 70, 5000] {
      let selector = String(repeating: ":is(", count: count) + "a" + String(repeating: ")", count: count)
      #expect((ParsedSelector(of: Array(selector.utf8).span) != nil) == (count < 64))
    }
  }

  /// Valid selectors, and only these, can be parsed: parsing the parts changes no result.
  @Test func exactlyValidSelectorsAreParsed() {
    var generator = SelectorGenerator(seed: 3)
    for _ in 0..<20_000 {
      let selector = generator.next()
      let bytes = Array(selector.utf8)
      var parser = SelectorParser()
      let isValid = (try? parser.wholeSelector(bytes.span)) != nil
      #expect((ParsedSelector(of: bytes.span) != nil) == isValid, "\(selector)")
    }
  }

  private static func text(of selector: String) -> String {
    guard let parsed = ParsedSelector(of: Array(selector.utf8).span) else { return "nil" }
    return text(parsed.alternatives)
  }

  private static func text(_ list: [ParsedSelector.Complex]) -> String {
    list.map { selector in
      selector.compounds.map { compound in
        let combinator = compound.combinator.map { String(decoding: [$0.rawValue], as: UTF8.self) } ?? ""
        return combinator + compound.simples.map { text($0.condition) }.joined()
      }.joined()
    }.joined(separator: ",")
  }

  private static func text(_ condition: ParsedSelector.Condition) -> String {
    func string(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
    switch condition {
    case .type(let name, let namespace):
      return (namespace == .none ? "|" : "") + (name.map { "type<\(string($0))>" } ?? "*")
    case .class(let name): return "class<\(string(name))>"
    case .id(let name): return "id<\(string(name))>"
    case .attribute(let attribute):
      let sign =
        switch attribute.comparison {
        case nil: ""
        case .equals: "="
        case .word: "~="
        case .language: "|="
        case .prefix: "^="
        case .suffix: "$="
        case .substring: "*="
        }
      let value = sign.isEmpty ? "" : "\(sign)<\(string(attribute.value))>"
      return "[\(attribute.namespace == .any ? "*|" : "")\(string(attribute.name))\(value)"
        + (attribute.ignoresCase ? "i]" : "]")
    case .any(let list): return "any(\(text(list)))"
    case .not(let list): return "not(\(text(list)))"
    case .has(let list): return "has(\(text(list)))"
    case .nth(let position):
      return "nth(\(position.isFromEnd ? "end " : "")\(position.isOfType ? "type " : "")"
        + "\(position.step)n+\(position.offset)\(position.of.map { " of \(text($0))" } ?? ""))"
    case .languages(let languages): return "lang" + languages.map { "<\(string($0))>" }.joined()
    case .direction(let direction): return "dir<\(string(direction))>"
    case .pseudoClass(let name): return name.rawValue
    case .pseudoElement: return "::"
    case .nesting: return "&"
    }
  }
}
