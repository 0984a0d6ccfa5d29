import SluiceText
import SluiceRules
import Testing
import TestSupport

@testable import SluiceDocuments

@Suite
struct SelectorMatcherTests {
  /// Selectors, with the ids of the elements of ``page`` that they match; `?` marks undecided elements.
  @Test(
    "Elements",
    arguments: [
      (".ad", "a c"), (".AD", ""), ("div.ad", "a"), ("DIV.ad", "a"), ("#b", "b"), ("#B", ""),
      ("[data-x]", "b"), ("[DATA-X=\"1 2\"]", "b"),
      ("[data-x~='2']", "b"), ("[data-x='1 2' i]", "b"), ("[title=Text]", ""), ("[title=Text i]", "d"),
      ("[type=HIDDEN]", "e"),
      ("[lang|=de]", "f"), ("[href^='https']", "g"), ("[href$=x i]", "g"), ("[href*='']", ""),
      ("[href^='']", ""),
      ("[href$='']", ""),
      ("[href*=example]", "g"),
      ("#a > span", "b"), ("#a span", "b"), ("#a ~ p", "c d"), ("#a + p", "c"), ("p + p", "d"),
      ("body span.no", ""), ("p:first-of-type", "c"),
      ("p:nth-child(2n)", "c"), ("p:nth-child(odd)", "d"), ("p:nth-last-of-type(1)", "d"),
      (":nth-child(1 of p)", "c"), (":nth-child(-n+1 of .ad)", "a"),
      ("div:has(> span)", "a"), ("div:has(+ .ad)", "a"), (":has(~ #d):not(#c)", "a"), ("div:not(.ad)", ""),
      ("p:not(.ad, :foo)", ""),
      (":is(#c, :foo, #d)", "c d"), ("p:is(:hover)", "? c d"), ("p:not(:hover)", "? c d"),
      ("#nosuch:hover", ""), ("p.ad:is(:hover, .ad)", "c"),
      ("#a:has(:hover)", "? a"), ("a:link", "g"), ("a:visited", ""),
      (":lang(de)", "? html head body a b c d e g h i j"), ("input:enabled", "e"),
      (":empty:not(head)", "b e i"),
      (".ad::before", ""), ("path", "i"), ("[viewBox]", "h"), ("[viewbox]", ""), ("linearGradient", "j"),
      ("lineargradient", ""), ("*|path", "i"), ("|path", ""),
      (":root > body > #a", "a"), ("input:checked", ""), ("#f:lang(de)", "f"), ("#f:lang('*-ch')", "f"),
      ("p:dir(ltr)", "c d"), ("#g:target", "? g"),
    ])
  func selectorsMatchElements(_ selector: String, _ expected: String) throws {
    let document = try HTMLDocument(parsing: Self.page)
    guard let parsed = (try? CSSSelector(parsing: selector)).flatMap(ParsedSelector.init) else {
      #expect(expected == "", "\(selector)")
      return
    }
    let (matching, undecided) = SelectorMatcher(document).elements(matching: parsed)
    func names(_ elements: [HTMLDocument.Node]) -> [String] {
      elements.map {
        String(decoding: document.attribute("id", of: $0) ?? document.name(of: $0), as: UTF8.self)
      }
    }
    let words = names(matching) + (undecided.isEmpty ? [] : ["?"]) + names(undecided)
    let isLanguage = selector == ":lang(de)"
    #expect(words.filter { !isLanguage || $0 != "f" }.joined(separator: " ") == expected)
  }

  @Test(
    "Without a doctype classes and ids have no case", arguments: [(".AD", 1), ("#X", 1), ("[class=AD]", 0)])
  func quirksModeIgnoresCaseOfClassesAndIDs(_ selector: String, _ count: Int) throws {
    let parsed = try #require(ParsedSelector(try CSSSelector(parsing: selector)))
    let document = try HTMLDocument(parsing: "<p class=ad id=x>")
    #expect(SelectorMatcher(document).elements(matching: parsed).matching.count == count)
  }

  /// If an ancestor matches except for its siblings, the search continues with further ancestors.
  @Test(
    "Ancestors of which another has the siblings",
    arguments: [
      (".a ~ .b .c", 1), (".a + .b .c", 1), (".a ~ .b > .c", 0), ("i ~ div u", 1), (".a ~ .b .b .c", 1),
      (".a ~ .a ~ .b .c", 0),
    ])
  func ancestorsAreSearchedFurther(_ selector: String, _ count: Int) throws {
    let parsed = try #require(ParsedSelector(try CSSSelector(parsing: selector)))
    let document = try HTMLDocument(
      parsing: "<!doctype html><i class=a></i><div class=b><div class=b><u class=c>")
    #expect(SelectorMatcher(document).elements(matching: parsed).matching.count == count)
  }

  /// For a single element, conditions on its surroundings are undecided.
  @Test(
    "An element without its surroundings",
    arguments: [
      (".ad", "yes"), (".x .ad", "maybe"), (".x > .ad", "maybe"), (".x + .no", "no"),
      (".ad:first-child", "maybe"), (".ad:has(b)", "yes"),
      (".ad:has(i)", "no"), (".ad:has(+ p)", "maybe"), (".ad:not(.x .ad)", "maybe"), (":root .ad", "maybe"),
      (".ad:nth-child(2)", "maybe"), ("p:nth-child(2)", "no"),
    ])
  func singleElementLeavesSurroundingsUndecided(_ selector: String, _ expected: String) throws {
    let parsed = try #require(ParsedSelector(try CSSSelector(parsing: selector)))
    let document = try HTMLDocument(parsing: "<!doctype html><body><div class=ad><b>")
    let element = try #require(document.elements.first { document.attribute("class", of: $0) != nil })
    switch SelectorMatcher(document, openElement: element).verdict(of: parsed, on: element) {
    case .matches: #expect(expected == "yes")
    case .fails: #expect(expected == "no")
    case .undecided(let doubts):
      #expect(expected == "maybe")
      #expect(doubts.all == [.surroundings])
    }
  }

  @Test(
    "One element or several",
    arguments: [
      ("<p>", true), ("<p>x</p>", true), ("<p></p>\n", true), ("<div><p></p><b></div>", true), ("<td>", true),
      ("<table><td>", true), ("<tr><td></tr>", true), ("<html>", true), ("<body><p>", true), ("<col>", true),
      ("<svg><g/></svg>", true), ("<head>", true), ("<frameset>", true), ("<html-ad>", true),
      ("<td-ad>", true),
      ("<p></p><p>", false), ("<p><p>", false), ("<img><img>", false), ("<td></td><td>", false),
      ("<tr><td></tr><p>", false),
      ("<div></div></div><i>", false), ("<td></table><b>", false),
    ])
  func singleElementIsRecognized(_ text: String, _ isAlone: Bool) throws {
    let read = try #require(try HTMLDocument.element(parsing: Array(text.utf8)))
    #expect(read.isAlone == isAlone)
    #expect(text.hasPrefix("<" + String(decoding: read.document.name(of: read.element), as: UTF8.self)))
  }

  /// The set finds the same selectors as trying each of them.
  @Test(.slow(10))
  func selectorSetAgreesWithSingleSelectors() throws {
    var generator = SelectorGenerator(seed: 11)
    var selectors: [ParsedSelector] = []
    while selectors.count < size(2000) {
      if let selector = (try? CSSSelector(parsing: generator.next())).flatMap(ParsedSelector.init) {
        selectors.append(selector)
      }
    }
    let set = SelectorSet(selectors)
    for doctype in ["", "<!doctype html>"] {
      let document = try HTMLDocument(
        parsing: doctype + "<a class=B d=e id=C><b class='b c'></b><p class=x>" + Self.page)
      let matcher = SelectorMatcher(document)
      var scan = SelectorScan(set, matcher: matcher)
      // In tree order and in another order.
      for element in Array(document.elements) + document.elements.reversed() {
        let found = scan.verdicts(on: element)
        let expected = selectors.indices.map { ($0, matcher.verdict(of: selectors[$0], on: element)) }.filter
        { $0.1 != .fails }
        #expect(found.map(\.selector) == expected.map(\.0))
        #expect(found.map(\.verdict) == expected.map(\.1))
      }
    }
  }

  /// Whatever the nesting, there is a result, even if it is only that the question is too expensive.
  @Test(.ends, .slow(8))
  func expensiveSelectorsEnd() throws {
    let document = try HTMLDocument(
      parsing: "<!doctype html>" + String(repeating: "<div><p>x</p>", count: size(400)))
    let matcher = SelectorMatcher(document)
    for text in [
      "div div div div div div div .x", ":has(:has(a))", ":has(div ~ div p + p div p):has(p p p p)",
      ":nth-child(2n of :not(:has(p ~ x)))",
    ] {
      guard let parsed = (try? CSSSelector(parsing: text)).flatMap(ParsedSelector.init) else { continue }
      _ = matcher.elements(matching: parsed)
    }
  }

  @Test
  func nthChildOfSelectorCountsMatchingSiblings() throws {
    var random = SeededRandom(3)
    let isMatch = (0..<300).map { _ in random.chance(40) }
    let text = "<!doctype html><body>" + isMatch.map { $0 ? "<i class=a></i>" : "<i></i>" }.joined()
    let matcher = SelectorMatcher(try HTMLDocument(parsing: Array(text.utf8)))
    let siblings = matcher.document.elements.filter { matcher.document.name(of: $0) == Array("i".utf8) }
    let meant = siblings.indices.filter { isMatch[$0] }
    for (number, place) in meant.enumerated() {
      for text in ["nth-child(\(number + 1)", "nth-last-child(\(meant.count - number)"] {
        let selector = try #require(
          ParsedSelector(try CSSSelector(parsing: Array("i:\(text) of .a)".utf8).span)))
        #expect(matcher.elements(matching: selector).matching == [siblings[place]], "\(text)")
      }
    }
  }

  /// Each list visits each sibling only once; otherwise the result would be that the question is too
  /// expensive.
  @Test(.ends, .slow(20))
  func manySiblingSelectorsVisitEachSiblingOnce() throws {
    let texts = (0..<110).map { "i:nth-last-child(1 of .a:not(.b\($0)))" }
    let set = SelectorSet(
      try texts.map { try #require(ParsedSelector(try CSSSelector(parsing: Array($0.utf8).span))) })
    let page = "<!doctype html><body>" + String(repeating: "<i class=a></i>", count: size(10_000))
    let matcher = SelectorMatcher(try HTMLDocument(parsing: Array(page.utf8)))
    var scan = SelectorScan(set, matcher: matcher)
    let found = matcher.document.elements.flatMap { scan.verdicts(on: $0) }
    #expect(found.count == texts.count && found.allSatisfy { $0.verdict == .matches })
  }

  /// Conditions that many elements share are evaluated once.
  @Test(.ends, .slow(10), arguments: [false, true])
  func manySelectorsOnManyElementsAreFast(isNested: Bool) throws {
    let divs = String(repeating: "<div class=a>" + (isNested ? "" : "</div>"), count: size(20_000))
    let texts =
      (0..<size(5_000)).flatMap {
        ["#x\($0) .a", ".b\($0) > .a", "div[class]:has(.c\($0))", "a[href^='x\($0)']"]
      }
      + [".a:nth-child(1 of .a)", ".a:nth-last-child(1 of div)", "div:last-of-type", "body div:not(.a)"]
    let set = SelectorSet(
      try texts.map { try #require(ParsedSelector(try CSSSelector(parsing: $0))) })
    let matcher = SelectorMatcher(try HTMLDocument(parsing: "<!doctype html><body>" + divs))
    var scan = SelectorScan(set, matcher: matcher)
    let clock = ContinuousClock()
    var matches = 0
    let time = clock.measure {
      for element in matcher.document.elements { matches += scan.verdicts(on: element).count }
    }
    #expect(matches >= 3)
    #expect(time < .seconds(20), "\(time)")
  }

  /// After the maximum number of comparisons, elements that a selector may match are undecided, and the others fail.
  @Test(arguments: ["i", ":not(b)"]) func expensivePagesStayUndecided(selector: String) throws {
    let set = SelectorSet(
      try ["\(selector):not(.x)", "\(selector).y"].map {
        try #require(ParsedSelector(try CSSSelector(parsing: $0)))
      })
    let page = "<!doctype html><body>" + String(repeating: "<i class=a></i><b></b>", count: 20)
    let matcher = SelectorMatcher(try HTMLDocument(parsing: page))
    var scan = SelectorScan(set, matcher: matcher, work: 6)
    let found = matcher.document.elements.map { scan.verdicts(on: $0) }
    #expect(found.allSatisfy { $0.count <= 1 })
    let verdicts = found.joined().map(\.verdict)
    #expect(verdicts.contains(.undecided(.work)) && verdicts.last == .undecided(.work))
  }

  private static let page = """
    <!DOCTYPE html><html><head></head><body><div id=a class="x ad">t<span id=b data-x="1 2"></span></div><p id=c class=ad>t</p><p id=d title=text>t</p>
    <input id=e type=hidden><i lang=de-CH id=f>t</i><a id=g href="https://ad.example/X">t</a><svg id=h viewBox="0"><path id=i /><linearGradient id=j> </linearGradient></svg></body></html>
    """
}
