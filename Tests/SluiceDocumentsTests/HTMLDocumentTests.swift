import SluiceRules
import SluiceDocuments
import Testing
import TestSupport

@Suite struct HTMLDocumentTests {
  /// Pages, with the content of their body (or all of it without a body) as tags in brackets.
  @Test(
    arguments: [
      ("<p>a<p>b", "p(\"a\") p(\"b\")"), ("<ul><li>a<li>b</ul>", "ul(li(\"a\") li(\"b\"))"),
      ("<dl><dt>a<dd>b<dt>c", "dl(dt(\"a\") dd(\"b\") dt(\"c\"))"), ("<div/>a", "div(\"a\")"),
      ("a<br>b</br>", "\"a\" br \"b\" br"),
      ("<b><p>a</b>b</p>", "b p(b(\"a\") \"b\")"), ("<b>a<i>b</b>c</i>", "b(\"a\" i(\"b\")) i(\"c\")"),
      ("<a>x<a>y", "a(\"x\") a(\"y\")"), ("<b><b><b><b><p>x", "b(b(b(b(p(\"x\")))))"),
      ("<p><b><b><b><b>x</p>y", "p(b(b(b(b(\"x\"))))) b(b(b(\"y\")))"),
      ("<table>a<tr><td>b", "\"a\" table(tbody(tr(td(\"b\"))))"),
      ("<table><div>a</div><td>b", "div(\"a\") table(tbody(tr(td(\"b\"))))"),
      ("<table> <caption>x<tr><th>y</table>", "table(\" \" caption(\"x\") tbody(tr(th(\"y\"))))"),
      ("<select><option>a<option>b<p>c</select>d", "select(option(\"a\") option(\"bc\")) \"d\""),
      ("<template><p>a</template>b", "template \"b\""), ("<noscript><p>a</noscript>", "noscript(\"<p>a\")"),
      ("<svg><path/><foreignObject><p>a</svg>b", "svg(path foreignObject(p(\"ab\")))"),
      ("<svg><p>a", "svg p(\"a\")"),
      ("<textarea>\n<p></textarea>a", "textarea(\"<p>\") \"a\""), ("<p><!--a--!>b<!-- c", "p(!-- \"b\" !--)"),
      ("a</p>b", "\"a\" p \"b\""),
      ("<script><!--<script></script>--></script>a", "\"a\""),
      ("&lt;&amp;&notit;&#65;&#x1F600;&#0;&nosuch;", "\"<&¬it;A😀\u{FFFD}&nosuch;\""),
      ("<form><form>a</form>b", "form(\"a\") \"b\""), ("<h1>a<h2>b", "h1(\"a\") h2(\"b\")"),
      ("<image>", "img"), ("</div></x>a", "\"a\""),
      ("<button>a<button>b", "button(\"a\") button(\"b\")"), ("<x-ad>a</X-AD>b", "x-ad(\"a\") \"b\""),
      ("<p", ""), ("a<p x='", "\"a\""),
    ])
  func htmlTreesAreBuilt(_ html: String, _ expected: String) throws {
    let document = try HTMLDocument(parsing: "<!doctype html><body>\(html)")
    let root = try #require(document.root)
    let body = try #require(document.children(of: root).first { document.name(of: $0) == Array("body".utf8) })
    #expect(Self.text(of: body, document) == expected)
  }

  /// Tags and their parsed attributes.
  @Test(
    arguments: [
      ("<a b=c D='e\"f' g>", "b=c d=e\"f g="), ("<a b=1 b=2>", "b=1"), ("<a/b/c>", "b= c="),
      ("<a =b>", "=b="), ("<a b = 'c'>", "b=c"),
      ("<a href=?a&copy=1&copy;>", "href=?a&copy=1©"), ("<a b='&lt&#x3c;&amp'>", "b=<<&"),
      ("<a b=c/>", "b=c/"), ("<a b=\"\r\n\">", "b=\n"),
      ("<svg viewBox=0 XLINK:HREF=#a>", "viewBox=0 href=#a"),
    ])
  func htmlAttributesAreParsed(_ html: String, _ expected: String) throws {
    let document = try HTMLDocument(parsing: html)
    let element = try #require(document.elements.map { $0 }.last)
    let words = document.attributes(of: element)
      .map { "\(String(decoding: $0.name, as: UTF8.self))=\(String(decoding: $0.value, as: UTF8.self))" }
    #expect(words.joined(separator: " ") == expected)
  }

  @Test(
    arguments: [
      ("<!DOCTYPE html>", HTMLDocument.Mode.standards), ("<!doctype HTML >", .standards), ("", .quirks),
      ("<p>", .quirks),
      ("<!DOCTYPE>", .quirks), ("<!DOCTYPE html", .quirks), ("<!DOCTYPE svg>", .quirks),
      ("<!DOCTYPE html x>", .quirks),
      ("<!DOCTYPE html PUBLIC \"-//W3C//DTD HTML 4.01//EN\">", .standards),
      ("<!DOCTYPE html PUBLIC \"-//W3C//DTD HTML 4.01 Transitional//EN\">", .quirks),
      ("<!DOCTYPE html PUBLIC '-//W3C//DTD HTML 4.01 Transitional//EN' 'x'>", .limitedQuirks),
      ("<!DOCTYPE html PUBLIC '-//W3C//DTD XHTML 1.0 Frameset//EN'>", .limitedQuirks),
      ("<!DOCTYPE html SYSTEM 'about:legacy-compat'>", .standards), ("<!--a--> <!DOCTYPE html>", .standards),
    ])
  func doctypeDecidesQuirksMode(_ html: String, _ mode: HTMLDocument.Mode) throws {
    #expect(try HTMLDocument(parsing: html).mode == mode)
  }

  /// The depth limit is that of WebKitGTK 2.50.6, including `html` and `body`.
  ///
  /// Further elements become siblings.
  @Test func treeDepthLimitMatchesWebKit() throws {
    let divs = (0..<700).map { "<div id=d\($0)>" }.joined()
    let document = try HTMLDocument(parsing: "<!doctype html><body>\(divs)<p id=p>")
    func matches(_ text: String) throws -> Bool {
      let selector = try #require(ParsedSelector(try CSSSelector(parsing: text)))
      return !SelectorMatcher(document).elements(matching: selector).matching.isEmpty
    }
    for child in ["d509", "d510", "d699", "p"] { #expect(try matches("#d508 > #\(child)"), "\(child)") }
    #expect(try matches("#d507 > #d508"))
    #expect(try !matches("#d509 > *"))
  }

  /// Elements created by one token, here `tbody`, `tr` and `td`, are still nested in one another.
  @Test func impliedElementsStayNestedAtDepthLimit() throws {
    let divs = (0..<511).map { "<div id=d\($0)>" }.joined()
    let document = try HTMLDocument(parsing: "<!doctype html><body>\(divs)<table><td id=c>")
    let selector = try #require(ParsedSelector(try CSSSelector(parsing: "#d508 > tbody > tr > #c")))
    #expect(SelectorMatcher(document).elements(matching: selector).matching.count == 1)
  }

  /// Repeated input of any kind is read completely, and no tree exceeds the depth limit.
  @Test(
    .ends, .slow(10),
    arguments: [
      "<div>", "<b>", "<p><b x>", "<table>", "<table><tr><td>", "<svg>", "<math><mi>", "<template>",
      "<select>", "<a href=x>",
      "</p>", "</b>", "<p><a><b></p>", "<button>", "<font color=a><div>", "<svg><foreignObject>", "<li>",
      "<frameset>", "<!--", "<![CDATA[",
      "&", "<a b", "\0", "<ruby><rt>", "<nobr><div></nobr>", "<h1>", "</x><x>", "<script><!--<script>",
      "\u{FFFD}<",
    ])
  func hostileHTMLIsParsed(_ piece: String) throws {
    let bytes = Array(String(repeating: piece, count: size(20_000)).utf8)
    let document: HTMLDocument
    do throws(HTMLProblem) {
      document = try HTMLDocument(parsing: bytes)
    } catch {
      return
    }
    let deepest = document.elements.reduce(into: 0) { deepest, element in
      var depth = 0
      var next = document.parent(of: element)
      while let parent = next {
        depth += 1
        next = document.parent(of: parent)
        if depth > 2000 { break }
      }
      deepest = max(deepest, depth)
    }
    #expect(deepest <= 1024)
  }

  @Test func randomHTMLIsParsed() throws {
    var random = SeededRandom(7)
    let pieces = [
      "<", ">", "</", "a", "table", " ", "=", "\"", "&", "#", "x", ";", "!", "--", "svg", "\0", "\u{E9}",
    ]
    for _ in 0..<2000 {
      var bytes: [UInt8] = []
      for _ in 0..<random.below(60) {
        if random.chance(20) {
          bytes.append(UInt8(random.below(256)))
        } else {
          bytes += Array(random.pick(pieces).utf8)
        }
      }
      let document = try HTMLDocument(parsing: bytes)
      #expect(document.root != nil)
    }
  }

  @Test(
    arguments: [
      (
        "<p class=\"a\">\n<b>x</b><u>made</u></p><p class=\"a\">\n<i id=\"x\"></i></p>",
        ["p 3", "b 5", "u 5", "p 6", "i 7"]
      ),
      (
        "<p class=\"a\"></p><p class=\"a\"><b>x</b></p><p class=\"a\"><i id=\"x\"></i></p><i></i>",
        ["p 3", "p 3", "b 5", "p 6", "i 7", "i 7"]
      ),
      ("<p class=\"b\"><b>x</b></p><p class=\"a\"><i id=\"x\"></i></p>", ["p 3", "b 5", "p 6", "i 7"]),
      ("<i id=\"x\"></i><b>x</b>", ["i 7", "b 5"]),
    ])
  func scriptedElementsAreLocatedInSource(body: String, expected: [String]) throws {
    let text = "<!doctype html>\n<html>\n<p\n class=a>\n<b>x</b>\n<p class=a>\n<i id=x>"
    let source = try HTMLDocument(parsing: text)
    let later = try HTMLDocument(
      parsing: "<!doctype html><html><head></head><body>\(body)</body></html>"
    ).placed(like: source)
    let lines = later.elements.map { element in
      let line = text.utf8.prefix(later.offset(of: element)).count { $0 == 0x0A } + 1
      return "\(String(decoding: later.name(of: element), as: UTF8.self)) \(line)"
    }
    #expect(Array(lines) == ["html 2", "head 3", "body 3"] + expected)
  }

  @Test(.slow)
  func tooManyHTMLNodesAreRejected() {
    let bytes = Array(String(repeating: "<b>", count: HTMLDocument.maximumSize + 1).utf8)
    #expect(throws: HTMLProblem.self) { try HTMLDocument(parsing: bytes) }
  }

  private static func text(of node: HTMLDocument.Node, _ document: HTMLDocument) -> String {
    var words: [String] = []
    for child in document.children(of: node) {
      switch document.kind(of: child) {
      case .text:
        let text = String(decoding: document.text(of: child), as: UTF8.self)
        if let last = words.last, last.hasSuffix("\"") {
          words[words.count - 1] = last.dropLast() + text + "\""
        } else {
          words.append("\"\(text)\"")
        }
      case .comment: words.append("!--")
      case .element where document.name(of: child) == Array("script".utf8): break
      case .element:
        let name = String(decoding: document.name(of: child), as: UTF8.self)
        let inner = Self.text(of: child, document)
        words.append(inner.isEmpty ? name : "\(name)(\(inner))")
      case .doctype, .document: break
      }
    }
    return words.joined(separator: " ")
  }
}
