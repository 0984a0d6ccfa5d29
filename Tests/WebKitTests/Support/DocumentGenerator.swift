import TestSupport

/// Generates unusual pages, with tags in any order, and selectors that match some of their elements.
struct DocumentGenerator {
  var random: SeededRandom

  init(seed: UInt64) { random = SeededRandom(seed) }

  /// Returns the next page.
  mutating func page() -> String {
    let doctype = random.chance(70) ? random.pick(Self.doctypes) : ""
    return doctype + (0..<random.pick([3, 8, 20, 40])).map { _ in piece() }.joined()
  }

  private mutating func piece() -> String {
    switch random.below(20) {
    case 0..<10:
      let tag = tag()
      if tag == "script" {
        return "<script type=x>\(random.pick(["a<b", "<!--<script>", "<!-- x -->", ""]))</script>"
      }
      let attributes = (0..<random.pick([0, 0, 1, 1, 2, 3])).map { _ in " " + random.pick(Self.attributes) }
      return "<\(random.chance(10) ? tag.uppercased() : tag)\(attributes.joined())"
        + random.pick([">", ">", ">", ">", "/>", " >"])
    case 10..<15: return "</\(tag())>"
    default: return random.pick(Self.texts)
    }
  }

  private mutating func tag() -> String {
    let tag = random.pick(Self.tags)
    // Few elements can follow these.
    if Self.rareTags.contains(tag), random.chance(80) { return "div" }
    return tag
  }

  /// Returns the next selector or selector list.
  mutating func selector() -> String { list(0) }

  private mutating func list(_ depth: Int) -> String {
    (0..<random.pick([1, 1, 1, 2])).map { _ in complex(depth) }.joined(separator: ", ")
  }

  private mutating func complex(_ depth: Int) -> String {
    let count = random.pick([1, 1, 2, 2, 3])
    return (0..<count).map { index in
      compound(depth) + (index + 1 < count ? random.pick([" ", " > ", " + ", " ~ "]) : "")
    }.joined()
  }

  private mutating func compound(_ depth: Int) -> String {
    var text = random.chance(40) ? random.pick(Self.names) : ""
    for _ in 0..<random.pick(text.isEmpty ? [1, 1, 2] : [0, 1, 1, 2]) {
      switch random.below(20) {
      case 0..<7: text += random.pick([".a", ".b", ".A", ".c"])
      case 7..<9: text += random.pick(["#x", "#y", "#X"])
      case 9..<13: text += attribute()
      default: text += pseudoClass(depth)
      }
    }
    return text
  }

  private mutating func attribute() -> String {
    let name = random.pick(Self.attributeNames)
    if random.chance(30) { return "[\(name)]" }
    return "[\(name)\(random.pick(["=", "~=", "|=", "^=", "$=", "*="]))\(random.pick(Self.values))"
      + random.pick(["]", "]", " i]"])
  }

  private mutating func pseudoClass(_ depth: Int) -> String {
    switch random.below(20) {
    case 0..<9: return ":" + random.pick(Self.states)
    case 9: return random.pick([":lang(de)", ":lang('*-CH')", ":dir(ltr)", ":dir(rtl)", ":lang(en)"])
    case 10..<14: return nth(depth)
    default: return depth > 2 ? nth(depth) : function(depth)
    }
  }

  private mutating func nth(_ depth: Int) -> String {
    let name = random.pick(["nth-child", "nth-last-child", "nth-of-type", "nth-last-of-type"])
    var argument = random.pick(Self.positions)
    if depth <= 2, name.hasSuffix("child"), random.chance(40) { argument += " of " + list(depth + 1) }
    return ":\(name)(\(argument))"
  }

  private mutating func function(_ depth: Int) -> String {
    let name = random.pick(["is", "where", "not", "not", "has", "has", "-webkit-any"])
    if name == "has" {
      let parts = (0..<random.pick([1, 1, 2])).map { _ in
        random.pick(["", "", "> ", "+ ", "~ "]) + complex(depth + 1)
      }
      return ":has(\(parts.joined(separator: ", ")))"
    }
    var argument = list(depth + 1)
    if name != "not", random.chance(20) {
      argument += random.pick([", :foo", ", ::before", ",", ", a b:bar"])
    }
    return ":\(name)(\(argument))"
  }

  private static func words(_ text: String) -> [String] {
    text.split(whereSeparator: \.isWhitespace).map(String.init)
  }

  private static let doctypes = [
    "<!DOCTYPE html>", "<!doctype HTML>", "<!DOCTYPE html SYSTEM 'about:legacy-compat'>",
    "<!DOCTYPE html PUBLIC \"-//W3C//DTD XHTML 1.0 Transitional//EN\" \"x\">",
    "<!DOCTYPE html PUBLIC \"-//W3C//DTD HTML 4.01//EN\">",
    "<!DOCTYPE html PUBLIC \"-//W3C//DTD HTML 4.01 Transitional//EN\">",
  ]
  private static let rareTags: Set = ["plaintext", "frameset", "frame", "html", "body", "head"]
  private static let tags = words(
    """
    div div div span p p a b i em nobr code font table tr td th tbody thead caption col colgroup ul ol li dl dt dd
    select option optgroup form input button textarea h1 h2 svg math path foreignObject desc title mi mtext
    annotation-xml template style xmp iframe noscript noembed object applet marquee br hr img area pre listing
    center section article main header ruby rt rp rb rtc fieldset legend label html head body frameset frame link
    meta base script plaintext image x-ad video audio details summary dialog linearGradient malignmark mglyph td
    tr table hr select
    """)
  private static let attributes = [
    "class=a", "class='b a'", "class=\"A  b\tc\"", "id=x", "id=X", "id=y", "href=/a",
    "href='http://ad.example/?a=1&amp;b&copy=2&lt;&notit;&#x41;&#128;&#0;'", "type=hidden", "type=TEXT",
    "type=checkbox checked", "disabled", "required", "lang=de", "lang=de-CH", "dir=rtl", "data-ad",
    "data-Ad=Foo", "style='width: 10px'", "title=été", "color=red", "viewBox='0 0'", "xlink:href=#a",
    "xml:lang=en", "a=1 a=2", "/", "=x", "\"=y", "encoding=text/html", "name=n", "rel='NoFollow x'", "hidden",
    "contenteditable", "selected",
  ]
  private static let texts = [
    "x", " ", "\n", "&amp;", "&lt", "&nbsp;", "text", "&notin;", "&#xD800;", "<", "</", "<!", "<?x>",
    "<!--c-->",
    "<!-->", "<!--->x-->", "<!--a--!>", "<![CDATA[x]]>", "\r\n", "</>", "</ x>", "<!DOCTYPE html>",
    "<!doctype>",
    "é", "&CounterClockwiseContourIntegral;", "&ampx", "&#65x",
  ]
  private static let names = words(
    """
    div span p a li td tr svg path linearGradient LINEARGRADIENT DIV input b * option button html body title
    template
    """)
  private static let attributeNames = words(
    """
    class id href type disabled data-ad DATA-AD viewBox viewbox *|href |href title style rel lang color dir a name
    """)
  private static let values = [
    "a", "A", "b", "\"x\"", "'http:'", "\"\"", "\"a b\"", "\"/a\"", "text", "hidden", "de", "TEXT", "foo",
    "nofollow", "\"10px\"", "\\e9 t\\e9", "été", "red", "RED", "RTL", "'?a=1&b©=2'",
  ]
  private static let states = words(
    """
    first-child last-child only-child first-of-type last-of-type only-of-type empty root link any-link visited
    hover checked enabled disabled required optional read-only read-write target scope defined valid default
    indeterminate fullscreen modal placeholder-shown -webkit-any-link past playing
    """)
  private static let positions = [
    "odd", "even", "1", "2", "3", "n", "2n+1", "-n+2", "n+2", "3n-1", "0n+1", "-2n+5",
  ]
}
