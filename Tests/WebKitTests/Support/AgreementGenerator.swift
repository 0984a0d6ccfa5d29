import Foundation
import SluiceAnalysis
import SluiceRules
import TestSupport

/// Generates rule lists with every field that WebKit supports, and requests that match or nearly match them.
struct AgreementGenerator {
  private var random: SeededRandom
  /// Whether rules have conditions on the URLs of frames.
  let hasFrameURLs: Bool

  init(seed: UInt64, hasFrameURLs: Bool) {
    random = SeededRandom(seed)
    self.hasFrameURLs = hasFrameURLs
  }

  private static let hosts = [
    "ads.test", "sub.ads.test", "a_b.ads.test", "bads.test", "ads.test.evil.test", "x.github.io",
    "y.github.io", "shop.co.uk", "www.shop.co.uk", "other.co.uk", "xn--bcher-kva.test", "192.0.2.7",
  ]
  private static let pages = ["news.test", "www.news.test", "shop.co.uk", "x.github.io", "ads.test"]
  private static let words = ["ad", "Ad", "banner", "track", "x", "a-b", "a_b", "p%20q", "é", "1", "js"]
  private static let endings = ["", ".js", ".JS", ".gif", ".css", "/", "?ad=1", "?u=https://ads.test/x", "?"]
  private static let types = [
    "script", "image", "stylesheet", "xhr", "fetch", "font", "media", "subdocument", "websocket", "beacon",
    "ping", "object", "popup",
  ]
  private static let classes = (0..<6).map { ".c\($0)" }

  /// The target of webkit-probe's links for pings.
  ///
  /// Without it, a ping would change the URL of the page, which is matched with its fragment.
  static let fragment = "#probe"

  /// Returns a case whose list WebKit accepts.
  mutating func next(loads count: Int) throws -> AgreementCase {
    let isSecure = random.chance(70)
    let page = self.page(isSecure)
    let frame = random.chance(60) || hasFrameURLs ? url(isSecure ? "https" : "http") + Self.fragment : nil
    var loads: [AgreementCase.Load] = []
    var keys: Set<String> = [Self.key(page), frame.map(Self.key) ?? ""]
    while loads.count < count {
      let load = self.load(isSecure, frame)
      if keys.insert(Self.key(load.url)).inserted { loads.append(load) }
    }
    var subject = AgreementCase(
      rules: [], page: page, html: Self.classes.map { "<p class=\($0.dropFirst())>x</p>" }.joined(),
      frame: frame, hasCookies: random.chance(35), loads: loads,
      selectors: Self.classes)
    let pool = [page] + (frame.map { [$0] } ?? []) + loads.map(\.url)
    while subject.rules.count < 3 + random.below(12) {
      let rule = self.rule(pool, page, frame)
      if (try? RuleList(decodingJSON: "[\(rule)]")) != nil { subject.rules.append(rule) }
    }
    // The content of a blocked page has no results.
    let isBlocked = try AgreementForecast(subject, .wellKnown).page.isBlocked
    if isBlocked, random.chance(90) { subject.rules.append(Self.rescue) }
    return subject
  }

  private static let rescue =
    #"{"trigger":{"url-filter":".*","resource-type":["top-document"]},"action":{"type":"ignore-previous-rules"}}"#

  /// Returns the key by which webkit-probe distinguishes requests.
  static func key(_ url: String) -> String {
    let rest = url.split(separator: "#")[0].drop { $0 != "/" }
    return (rest.removingPercentEncoding ?? String(rest)).trimmingCharacters(in: ["?"]).lowercased()
  }

  private mutating func page(_ isSecure: Bool) -> String {
    let query = random.chance(20) ? "?u=https://ads.test/y" : random.chance(20) ? "?Q=Top" : ""
    let port = random.chance(10) ? ":8080" : ""
    let path = "\(random.pick(Self.words))\(query)\(Self.fragment)"
    return "\(isSecure ? "https" : "http")://\(random.pick(Self.pages))\(port)/\(path)"
  }

  private mutating func url(_ scheme: String) -> String {
    let host = random.pick(Self.hosts)
    let port = random.chance(8) ? ":8443" : ""
    let path = (0..<1 + random.below(3)).map { _ in random.pick(Self.words) }.joined(separator: "/")
    return "\(scheme)://\(host)\(port)/\(path)\(random.below(1000))\(random.pick(Self.endings))"
  }

  private mutating func load(_ isSecure: Bool, _ frame: String?) -> AgreementCase.Load {
    let type = random.pick(Self.types)
    var scheme = isSecure ? "https" : "http"
    if isSecure, random.chance(10), ["script", "image", "xhr", "stylesheet"].contains(type) {
      scheme = "http"
    }
    if type == "websocket" { scheme = isSecure ? "wss" : "ws" }
    let method = type == "xhr" || type == "fetch" ? random.pick([nil, "POST", "PUT"]) : nil
    // webkit-probe does not distinguish windows that frames open.
    let isInFrame = type != "popup" && random.chance(30)
    return AgreementCase.Load(url: url(scheme), type: type, frame: isInFrame ? frame : nil, method: method)
  }

  private mutating func rule(_ pool: [String], _ page: String, _ frame: String?) -> String {
    var parts = [#""url-filter":\#(Self.quoted(filter(of: random.pick(pool))))"#]
    if random.chance(25) { parts.append(#""url-filter-is-case-sensitive":true"#) }
    if random.chance(30) {
      let names = ResourceTypes.names.map { "\($0)" }
      parts.append(list("resource-type", (0..<1 + random.below(8)).map { _ in random.pick(names) }))
    }
    if random.chance(20) { parts.append(list("load-type", [random.pick(["first-party", "third-party"])])) }
    if random.chance(20) { parts.append(list("load-context", [random.pick(["top-frame", "child-frame"])])) }
    if random.chance(8) { parts.append(#""request-method":"\#(random.pick(["get", "post", "put"]))""#) }
    parts += condition(page, frame)
    return #"{"trigger":{\#(parts.joined(separator: ","))},"action":{\#(action())}}"#
  }

  private mutating func action() -> String {
    switch random.below(100) {
    case ..<40: #""type":"block""#
    case ..<55: #""type":"css-display-none","selector":"\#(random.pick(Self.classes))""#
    case ..<65: #""type":"block-cookies""#
    case ..<70: #""type":"make-https""#
    case ..<88: #""type":"ignore-previous-rules""#
    default: #""type":"ignore-following-rules""#
    }
  }

  private mutating func condition(_ page: String, _ frame: String?) -> [String] {
    guard random.chance(hasFrameURLs ? 70 : 30) else { return [] }
    let isNegated = random.chance(45)
    let flag = random.chance(25)
    if hasFrameURLs, let frame, random.chance(70) {
      let filters = [filter(of: random.pick([frame, page])), filter(of: random.pick([frame, page]))]
      return [
        list(isNegated ? "unless-frame-url" : "if-frame-url", Array(filters.prefix(1 + random.below(2))))
      ]
        + (flag ? [#""frame-url-filter-is-case-sensitive":true"#] : [])
    }
    let sensitive = flag ? [#""top-url-filter-is-case-sensitive":true"#] : []
    if random.chance(35) {
      return [list(isNegated ? "unless-top-url" : "if-top-url", [filter(of: page)])] + sensitive
    }
    var domains: [String] = []
    for _ in 0..<1 + random.below(3) {
      let host = random.pick(Self.pages + Self.hosts)
      // Some domains match the page, so that conditions are not always false.
      let name = random.chance(50) ? String(page.split(separator: "/")[1].prefix { $0 != ":" }) : host
      let form = random.pick(["", "*", "*", "*", "*.", "."]) + name
      domains.append(random.chance(8) ? host + ":8080" : form)
    }
    return [list(isNegated ? "unless-domain" : "if-domain", domains)] + sensitive
  }

  /// Returns a pattern derived from a URL, which it usually matches.
  private mutating func filter(of url: String) -> String {
    // In WebKit's serialization, because the pattern must be ASCII.
    let url = String(decoding: SerializedURL(Array(url.utf8)).bytes, as: UTF8.self)
    let host = String(url.split(separator: "/", maxSplits: 3)[1])
    switch random.below(10) {
    case 0: return ".*"
    case 6: return random.pick(["test", "ad", "AD", "/x", "js", "[0-9]", "https?:", "s:", "a[-_]b", "%20"])
    case 7:
      return random.pick(["^[a-z]+://", "[5-9]", "[a-m][.]", "[^a-z]1", "(ads?|x)".replacing("|", with: "")])
    case 1: return #"^[^:]+://([^/]+\.)?"# + Self.escaped(host) + "[:/]"
    case 2: return #"^[^:]+://+([^/]+\.)?"# + Self.escaped(host)
    case 3: return "^" + mutated(String(url.prefix(8 + random.below(20))))
    case 4: return mutated(String(url.suffix(2 + random.below(8)))) + "$"
    case 5: return "/(ad|b)*".replacing("|", with: "") + mutated(String(url.suffix(3)))
    default:
      let start = random.below(max(1, url.count - 3))
      return mutated(String(url.dropFirst(start).prefix(2 + random.below(8))))
    }
  }

  /// Returns the text with some characters in another notation.
  private mutating func mutated(_ text: String) -> String {
    text.map { character in
      let literal = Self.escaped(String(character))
      guard character.isASCII else { return literal }
      switch random.below(40) {
      case 0: return "."
      case 1: return ".*"
      case 2: return character.isLetter ? "[a-z]" : "[^a-z]"
      case 3: return character.isLetter ? "[A-M]" : "[/.?=-]"
      case 4: return "(\(literal))?"
      case 5: return "\(literal)+"
      case 6: return "(\(literal)x)*" + literal
      case 7: return character.isLetter ? character.uppercased() : literal
      case 8:
        return "[^\(character == "]" || character == "^" || character == "\\" ? "x" : character)]?" + literal
      default: return literal
      }
    }.joined()
  }

  private static func escaped(_ text: String) -> String {
    text.map { #".?*+()[]{}^$\|/"#.contains($0) && $0 != "/" ? "\\\($0)" : String($0) }.joined()
  }

  private func list(_ key: String, _ items: [String]) -> String {
    #""\#(key)":[\#(items.map(Self.quoted).joined(separator: ","))]"#
  }

  private static func quoted(_ text: String) -> String {
    "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }
}
