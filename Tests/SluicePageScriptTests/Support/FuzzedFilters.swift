import SluiceSyntax
import TestSupport

import SluiceConversion

@testable import SluicePageScript

/// Generates malformed filters in the forms of a dialect, with text that could end a string, a script or a
/// style sheet.
struct FuzzedFilters {
  let dialect: Dialect
  var random: SeededRandom

  /// Returns a line of a list.
  mutating func line() -> [UInt8] {
    switch dialect {
    case .uBlockOrigin: uBlockOrigin()
    case .adGuard: adGuard()
    case .adblockPlus, .hosts: adblockPlus()
    }
  }

  private static let odd: [[UInt8]] =
    [
      "'", "\"", "`", "\\", "\\\\", "\\'", "\\,", ",", "\u{2028}", "\u{2029}", "</script>", "<!--", "-->",
      "*/", "/*",
      "//", "${x}", "\u{0}", "\u{1e}", "\u{1f}", "\u{7f}", "\u{feff}", "😀", "é", "ﷺ", "(", ")", "[", "]", "{",
      "}",
      ";", ":", "@", "#", "%", "&quot;", "\t", " ", "a", "ad", "x.y", "b.c.d", "/ad/", "/ad/i", "/(/", "/[/",
      "/a/zz",
      "!", "*", "^", "$", "1", "-5", "255", "1e999", "true", "noopFunc", "{}", "[]", "p", "script",
      "__proto__",
      "constructor", "toString", "Object.prototype.x", "color: red", "title", PageScript.secretToken,
      "__SLUICE_SECRET\(PageScript.secretToken)", "function(){", "=>", "?.", "\u{202e}", "\\u2028", "\\x",
      "\\u{",
    ].map { Array($0.utf8) } + [
      // A lone surrogate and two other invalid sequences.
      [0xed, 0xa0, 0x80], [0xff], [0xc3],
    ]
  private static let selectors = [
    "p", "div", ".ad", "#one", "a[href]", "*", "body > p", "p:nth-child(2)", "p\\:x", "[title=\"y", "p, a",
    "",
    "::before", "p >", "+ p", "[data-x='1']", "p:not(.b)", ":is(p", "html", "p:hover", "a:not(:has(b))",
  ]
  private static let operators = SelectorOperator.named.keys.sorted()
  /// Scriptlets that leave the page are composed but not run.
  private static let leaving = Scriptlet.all.filter {
    $0.name == "close-window" || $0.name.hasSuffix("-reload") || $0.name == "refresh-defuser"
  }

  private mutating func words(_ most: Int = 4) -> [UInt8] {
    if random.chance(1) { return Array(repeating: UInt8(ascii: "x"), count: 3_000) }
    return (0..<random.below(most + 1)).flatMap { _ in random.pick(Self.odd) }
  }

  private mutating func selector(_ depth: Int) -> [UInt8] {
    var text = Array(random.pick(Self.selectors).utf8)
    if random.chance(10) { text += words(2) }
    for _ in 0..<(depth == 0 ? random.below(2) : 1 + random.below(2)) {
      text += Array(":\(random.pick(Self.operators))(".utf8)
      text += depth > 0 && random.chance(50) ? selector(depth - 1) : words()
      if !random.chance(5) { text.append(UInt8(ascii: ")")) }
      if random.chance(15) { text += Array(random.pick([" b", "> a", "+ p", ".x", "[y]"]).utf8) }
    }
    return text
  }

  private mutating func action() -> [UInt8] {
    let name = random.pick(["style", "remove", "remove-attr", "remove-class"])
    return Array(":\(name)(".utf8) + (random.chance(60) ? words() : Array("color: red".utf8)) + [
      UInt8(ascii: ")")
    ]
  }

  private mutating func uBlockOrigin() -> [UInt8] {
    let marker = random.chance(5) ? "#@#" : "##"
    if random.chance(40) {
      let (scriptlet, host) = scriptlet()
      var text = Array("\(host)\(marker)+js(\(scriptlet)".utf8)
      for _ in 0..<random.below(5) { text += Array(", ".utf8) + words() }
      return text + [UInt8(ascii: ")")]
    }
    return Array("cases.example\(marker)".utf8) + selector(random.below(3))
      + (random.chance(40) ? action() : [])
  }

  private mutating func adGuard() -> [UInt8] {
    let prefix =
      random.chance(10)
      ? Array("[$path=/".utf8) + words(1) + Array("]cases.example".utf8) : Array("cases.example".utf8)
    switch random.below(10) {
    case 0..<4:
      let (scriptlet, host) = scriptlet()
      var text = Array("\(host)#%#//scriptlet('\(scriptlet)'".utf8)
      for _ in 0..<random.below(5) {
        let quote = random.chance(90) ? random.pick(["'", "\""]) : ""
        text += Array(", \(quote)".utf8) + words() + Array(quote.utf8)
      }
      return text + [UInt8(ascii: ")")]
    case 4..<6:
      return prefix + Array(random.pick(["#$#", "#$?#"]).utf8) + selector(random.below(2)) + Array(" { ".utf8)
        + words() + Array("color: red }".utf8)
    default:
      return prefix + Array("#?#".utf8) + selector(random.below(3)) + (random.chance(20) ? action() : [])
    }
  }

  private mutating func adblockPlus() -> [UInt8] {
    if random.chance(15) { return Array("cases.example#$#log ".utf8) + words() }
    return Array("cases.example#?#".utf8) + selector(random.below(3))
  }

  /// Returns the name of a scriptlet, with the host for its filter.
  private mutating func scriptlet() -> (name: String, host: String) {
    let scriptlet = random.pick(Scriptlet.all)
    return (scriptlet.name, Self.leaving.contains(scriptlet) ? "elsewhere.example" : "cases.example")
  }
}
