import Testing

@testable import SluicePageInspection

/// The references in style sheets.
@Suite struct StyleReferencesTests {
  private static let styles: [(css: String, expected: String)] = [
    ("a{background:url(a.png)}", "image a.png"),
    ("a{background:url( 'a b.png' ) no-repeat}", "image a b.png"),
    ("a{background:URL(\"a.png\"),url(b.png)}", "image a.png, image b.png"),
    ("a{background:u\\72l(a.png)}", "image a.png"), ("a{b:url(a\\)b.png)}", "image a)b.png"),
    ("/* url(a.png) */ a{}", ""), ("a::before{content:'url(a.png)'}", ""), ("a{mask:url(#m)}", ""),
    ("@import 'a.css';@import url(b.css) screen;", "stylesheet a.css, stylesheet b.css"),
    ("@import \"a.css\" layer(\"x\");", "stylesheet a.css"), ("a{@import 'no.css'}", ""),
    ("@namespace url(http://www.w3.org/1999/xhtml);a{b:url(c)}", "image c"),
    (
      "@font-face{src:url(a.eot);src:url('a.eot?#x') format('embedded-opentype'),url(a.woff2) format('woff2'),url(a.woff)}",
      "font a.woff2"
    ),
    (
      "@font-face{src:url(a.woff)}@font-face{src:url(b.woff)}a{b:url(c.png)}",
      "font a.woff, font b.woff, image c.png"
    ),
    ("@media screen{a{background:url(a.png)}}", "image a.png"),
    // A truncated value extends to the end of the text.
    ("a{b:url(a.png", "image a.png"), ("a{b:url('a.png", "image a.png"), ("a{b:url(", ""), ("@import", ""),
    ("/*", ""),
    ("a{b:url(\\", "image \\"), ("'\\", ""), ("@", ""), ("\\", ""), ("@import 'a\nb'", "stylesheet a"),
    ("}}}a{b:url(a.png)}", "image a.png"), ("a{b:notaurl(a.png)}", ""),
  ]

  @Test(arguments: styles)
  func styleReferencesAreFound(_ css: String, _ expected: String) {
    let found = StyleReferences.references(in: Array(css.utf8)).map {
      "\($0.kind.rawValue) \(String(decoding: $0.url, as: UTF8.self))"
    }
    #expect(found.joined(separator: ", ") == expected)
  }
}
