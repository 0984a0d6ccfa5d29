import SluiceDocuments
import SluiceRules
import Foundation
import SluiceConversion
import SluicePageInspection
import Testing
import TestSupport

/// `HTMLDocument` parses pages as the real engine does, and finds the same elements as its querySelectorAll.
@Suite(
  .browser, .enabled(if: WebKitTools.isAvailable, WebKitTools.comment),
  .serialized)
struct DocumentAgreementTests {
  private static let count = 600

  @Test(.ends, .slow(20))
  func generatedDocumentsAgreeWithWebKit() async throws {
    var generator = DocumentGenerator(seed: SeededRandom.seedOfRun)
    let cases = (0..<size(Self.count)).map { _ in
      DocumentRun.Case(html: generator.page(), selectors: (0..<10).map { _ in generator.selector() })
    }
    var tally = Tally()
    for (subject, answer) in zip(cases, try await DocumentRun.answers(cases)) {
      let document = try HTMLDocument(parsing: subject.html)
      #expect(document.outlineText == answer.tree, "\(subject.html)")
      let selectors = subject.selectors ?? []
      let parsed = selectors.map { try? CSSSelector(parsing: $0) }.map {
        $0.flatMap(ParsedSelector.init)
      }
      let matcher = SelectorMatcher(document)
      let numbers = Self.numbers(document)
      let elements = answer.elements
      for (index, selector) in selectors.enumerated() {
        #expect((parsed[index] == nil) == answer.refused.contains(index), "\(selector)")
        guard let read = parsed[index] else { continue }
        let (matching, undecided) = matcher.elements(matching: read)
        tally.add(
          matching.compactMap { numbers[$0] }, undecided: undecided.compactMap { numbers[$0] },
          elements[index] ?? [],
          "\(selector) in \(subject.html)")
      }
    }
    #expect(tally.pairs > cases.count * 9 && tally.decided * 100 > tally.pairs * 95, "\(tally)")
    #expect(tally.matches > cases.count, "few elements match: \(tally)")
  }

  @Test(
    Repository.needs("lists/easylist.txt"), Repository.needs("lists/adguard"),
    .ends, .slow(4))
  func realListSelectorsAgreeWithWebKit() async throws {
    let selectors = try Self.listedSelectors()
    #expect(selectors.count > 20_000)
    let parsed = try selectors.map { try #require(ParsedSelector($0), "\($0)") }
    let set = SelectorSet(parsed)
    var generator = MatchingPages(selectors: parsed, seed: 5)
    let cases = (0..<size(Self.count / 5)).map { _ in DocumentRun.Case(html: generator.next()) }
    var tally = Tally()
    var undecided: Set<Int> = []
    for start in stride(from: 0, to: cases.count, by: 50) {
      let part = Array(cases[start..<min(start + 50, cases.count)])
      let answers = try await DocumentRun.answers(part, selectors: selectors.map(\.description))
      for (subject, answer) in zip(part, answers) {
        let document = try HTMLDocument(parsing: subject.html)
        #expect(document.outlineText == answer.tree)
        var scan = SelectorScan(set, matcher: SelectorMatcher(document))
        var found: [Int: (matching: [Int], undecided: [Int])] = [:]
        for (number, element) in document.elements.enumerated() {
          for (selector, verdict) in scan.verdicts(on: element) {
            if verdict == .matches {
              found[selector, default: ([], [])].matching.append(number)
            } else {
              found[selector, default: ([], [])].undecided.append(number)
              undecided.insert(selector)
            }
          }
        }
        #expect(answer.refused.isEmpty, "\(answer.refused.map { selectors[$0] })")
        let elements = answer.elements
        for index in Set(found.keys).union(elements.keys) {
          let mine = found[index] ?? ([], [])
          tally.add(
            mine.matching, undecided: mine.undecided, elements[index] ?? [],
            "\(selectors[index]) in \(subject.html)")
        }
      }
    }
    #expect(undecided.count * 100 <= selectors.count, "\(undecided.count) of \(selectors.count)")
    #expect(tally.matches > cases.count * 25, "few elements match: \(tally)")
  }

  /// Returns nested elements with a text in the innermost one.
  private static func nested(_ count: Int, _ inner: String, in tag: String = "div") -> String {
    "<!DOCTYPE html>" + (0..<count).map { "<\(tag) id=d\($0)>" }.joined() + inner
  }

  private static let deepPages = [
    nested(700, "<p id=p>x"), nested(700, "text"), nested(700, "<!--c--><img id=p>"),
    nested(700, "<p id=p>x", in: "b"), nested(700, "x", in: "b"), nested(520, "<p id=p>x</p>y<p>z", in: "b"),
    nested(700, "<g id=p>", in: "svg"), nested(700, "text", in: "svg"),
    nested(700, "<b id=p>x</b>y<!--c-->z", in: "section"),
    nested(505, "<table id=p><tr><td><div><div><div><div><i>x"),
    nested(509, "<table id=p><tr><td><div><div><div><div><i>x"),
    nested(509, "<p>a<p>b<ul><li>1<li>2<ul><li>3"), nested(510, "<p>a<b>b<p>c</b>d"),
    nested(511, "<p>x</p></div></div><p id=q>y"), nested(511, "<select><option>1<option>2"),
    nested(512, "<script>x</script><style>y</style>z"), nested(512, "<template><p>x</template>y"),
    nested(700, "<!--c-->x"), nested(700, "<img>x"), nested(700, "<svg><path/>x</svg>y<!--c-->z<hr>w"),
    nested(520, "<table><td><b>x<td><i>y<p>z", in: "i"), nested(600, "<a><table><a>x<p>y</table>z"),
    nested(510, String(repeating: "<table><tr>", count: 50) + "<td>x<p>y"),
    nested(515, "<p>x" + String(repeating: "</div>", count: 8) + "<p id=q>y"),
    nested(1100, "<p>x" + String(repeating: "</div>", count: 600) + "<p id=q>y"),
  ]

  @Test(.ends)
  func deepDocumentsAgreeWithWebKit() async throws {
    let cases = Self.deepPages.map { DocumentRun.Case(html: $0, selectors: []) }
    for (number, (subject, answer)) in zip(cases, try await DocumentRun.answers(cases)).enumerated() {
      let tree = try HTMLDocument(parsing: Array(subject.html.utf8)).outlineText
      #expect(tree == answer.tree, "\(number): \(subject.html.suffix(80))")
    }
  }

  /// The number of agreements.
  private struct Tally {
    var pairs = 0
    var decided = 0
    var matches = 0

    mutating func add(
      _ matching: [Int], undecided: [Int], _ result: [Int], _ comment: @autoclosure () -> String
    ) {
      pairs += 1
      if undecided.isEmpty { decided += 1 }
      matches += matching.count
      let open = Set(undecided)
      let expected = result.filter { !open.contains($0) }
      if matching != expected { Issue.record("\(matching), not \(expected): \(comment())") }
    }
  }

  private static func numbers(_ document: HTMLDocument) -> [HTMLDocument.Node: Int] {
    Dictionary(uniqueKeysWithValues: document.elements.enumerated().map { ($1, $0) })
  }

  /// Returns the distinct selectors of EasyList's and AdGuard's hiding rules.
  private static func listedSelectors() throws -> [CSSSelector] {
    let folder = Repository.shared.appending(path: "lists/adguard")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter {
      $0.hasSuffix(".txt")
    }
    let paths = ["lists/easylist.txt"] + names.sorted().map { "lists/adguard/\($0)" }
    var options = ConversionOptions()
    options.target = .webKitGTK2_50
    var known: Set<CSSSelector> = []
    var selectors: [CSSSelector] = []
    for path in paths {
      let source = Source(name: path, bytes: try Repository.sharedBytes(of: path))
      for rule in try Converter(options: options).convert([source]).lists.flatMap(\.rules.rules) {
        guard case .hide(let group) = rule.action else { continue }
        for selector in group.elements where known.insert(selector).inserted { selectors.append(selector) }
      }
    }
    return selectors
  }
}

/// Generates pages with elements for given selectors, some of them slightly changed.
private struct MatchingPages {
  let selectors: [ParsedSelector]
  var random: SeededRandom

  init(selectors: [ParsedSelector], seed: UInt64) {
    self.selectors = selectors
    random = SeededRandom(seed)
  }

  mutating func next() -> String {
    var html = random.chance(80) ? "<!DOCTYPE html>" : ""
    html += "<html><head><title>x</title></head><body>"
    for _ in 0..<60 {
      guard let selector = random.pick(selectors).alternatives.first else { continue }
      html += tree(selector.compounds)
    }
    return html + "</body></html>"
  }

  /// Returns elements that match the compound selectors, nested or as siblings.
  private mutating func tree(_ compounds: [ParsedSelector.Compound]) -> String {
    var html = ""
    var open: [String] = []
    for (index, compound) in compounds.enumerated() {
      var name = random.chance(90) ? "div" : "span"
      var attributes = ""
      var classes: [String] = []
      for simple in compound.simples {
        switch simple.condition {
        case .type(let type, _): if let type { name = String(decoding: type, as: UTF8.self) }
        case .class(let text): if !random.chance(3) { classes.append(String(decoding: text, as: UTF8.self)) }
        case .id(let text): attributes += attribute("id", String(decoding: text, as: UTF8.self))
        case .attribute(let asked):
          let value = String(decoding: asked.value, as: UTF8.self)
          let more = random.chance(50) ? random.pick(["x", "-x", " x", "X"]) : ""
          let text =
            switch asked.comparison {
            case nil, .equals, .word, .language: value
            case .prefix: value + more
            case .suffix: more + value
            case .substring: more + value + more
            }
          attributes += attribute(String(decoding: asked.name, as: UTF8.self), text)
        case .any, .not, .has, .nth, .languages, .direction, .pseudoClass, .pseudoElement, .nesting: break
        }
      }
      // A running script would delay the rest.
      if name == "script" { attributes = " type=x" + attributes }
      if !classes.isEmpty { attributes += attribute("class", classes.joined(separator: " ")) }
      html += "<\(name)\(attributes)>"
      let next = index + 1 < compounds.count ? compounds[index + 1].combinator : nil
      if next == .nextSibling || next == .laterSibling { html += "</\(name)>" } else { open.append(name) }
    }
    // Content for conditions on an element's descendants or following siblings.
    if random.chance(50) { html += "<a href='https://ad.example/'><img src='data:,'></a>" }
    if random.chance(30) { html += "text" }
    return html + open.reversed().map { "</\($0)>" }.joined()
  }

  private func attribute(_ name: String, _ value: String) -> String {
    let text = value.replacing("&", with: "&amp;").replacing("\"", with: "&quot;")
    return " \(name)=\"\(text)\""
  }
}
