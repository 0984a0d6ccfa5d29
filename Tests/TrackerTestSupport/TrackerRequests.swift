import Foundation
import SluiceRules
import SluiceTrackers
import TestSupport

/// Requests generated from a tds.json: matches, near misses, owners' pages, other names, ports, types and
/// exceptions.
package struct TrackerRequests {
  package struct Made: Hashable, Codable {
    package var url: String
    package var page: String
    package var type: String
  }

  private let data: TrackerData
  private let exceptions: TrackerExceptions
  private let owners: [String: [String]]
  private var random: SeededRandom

  package init(_ data: TrackerData, _ exceptions: TrackerExceptions, seed: UInt64) {
    self.data = data
    self.exceptions = exceptions
    owners = Dictionary(data.entities.map { ($0.name, $0.domains.map { $0.text }) }) { $0 + $1 }
    random = SeededRandom(seed)
  }

  /// Returns a number of requests.
  package mutating func make(_ count: Int) -> [Made] { (0..<count).map { _ in one() } }

  private mutating func one() -> Made {
    let tracker = pick(data.trackers)
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<14 where !data.cnames.isEmpty: return cloaked()
    case 14..<30 where !exceptions.allowlist.isEmpty: return allowlisted()
    case 30..<45 where !exceptions.requestBlocklist.isEmpty: return blocklisted()
    default: return request(to: tracker, rule: tracker.rules.randomElement(using: &random))
    }
  }

  private mutating func request(to tracker: Tracker, rule: TrackerRule?) -> Made {
    let domain = tracker.domain.text
    var (host, path) = (domain, "/")
    if let rule, chance(85) {
      (host, path) = split(sample(of: rule.regex.text))
      if !TrackerReference.isHost(host, within: domain) {
        path = "/" + host + path
        host = domain
      }
    } else {
      path = pick(["/", "/a.js", "/b/c.gif?x=1", "/login", "/\(domain)/x"])
    }
    switch Int.random(in: 0..<20, using: &random) {
    case 0: host = "x" + host
    case 1: host += ".evil.example"
    case 2:
      path = "/?u=https://" + host + path
      host = pick(["other.example", domain, "a." + domain])
    case 3: path = String(path.dropLast())
    case 4: path = path.uppercased()
    case 5: path += pick(["x", "/", "?q=1", "2"])
    case 6...9: host = pick(["www.", "a.b.", "cdn-1."]) + host
    case 10: path = "/x" + path
    case 11: path = "/" + domain + path
    default: break
    }
    return Made(url: url(host, path), page: page(tracker, rule), type: type(rule))
  }

  private mutating func cloaked() -> Made {
    let cname = pick(data.cnames)
    let tracker = data.trackers.filter { TrackerReference.isHost(cname.target.text, within: $0.domain.text) }
      .max { $0.domain.count < $1.domain.count }
    guard let tracker else {
      return Made(url: url(cname.host.text, "/"), page: "https://news.example/", type: "script")
    }
    var made = request(to: tracker, rule: tracker.rules.randomElement(using: &random))
    guard var parts = URLComponents(string: made.url) else { return made }
    parts.host = chance(90) ? cname.host.text : "x." + cname.host.text
    made.url = parts.string ?? made.url
    if chance(40) {
      let labels = cname.host.text.split(separator: ".")
      made.page = "https://\(labels.suffix(2).joined(separator: "."))/"
    }
    return made
  }

  private mutating func allowlisted() -> Made {
    let entry = pick(exceptions.allowlist)
    let rule = pick(entry.rules)
    var host = rule.host.text
    var path = rule.path.text.replacing(".*", with: pick(["a", "b/c", ""]))
    switch Int.random(in: 0..<10, using: &random) {
    case 0: host = "s." + host
    case 1: path += "more"
    case 2: path += "?a=1"
    case 3: path = String(path.dropLast(2))
    case 4: path = "/" + path
    case 5: host = entry.tracker.text
    case 6: path = path.uppercased()
    default: break
    }
    if !path.hasPrefix("/") { path = "/" + path }
    let site = (rule.domains?.randomElement(using: &random)).map(\.text) ?? "any.example"
    let tracker = data.trackers.first { $0.domain == entry.tracker }
    let page =
      chance(70) ? "https://\(chance(50) ? "" : "www.")\(site)/p" : tracker.map { self.page($0, nil) }
    return Made(url: url(host, path), page: page ?? "https://other.example/", type: type(nil))
  }

  private mutating func blocklisted() -> Made {
    let rule = pick(exceptions.requestBlocklist)
    var host = rule.host.text
    var path = rule.path.text.replacing("*", with: pick(["a", "b/c", "", "x?y=1&z"]))
    switch Int.random(in: 0..<12, using: &random) {
    case 0: host = "s." + host
    case 1: path += "more"
    case 2: path += pick(["?a=1", "&a=1", "/x"])
    case 3: path = String(path.dropLast(2))
    case 4: path = "/" + path
    case 5: host = "x" + host
    case 6: path = path.uppercased()
    case 7: path = "/?u=https://" + host + path
    case 8: host += ".evil.example"
    default: break
    }
    if !path.hasPrefix("/") { path = "/" + path }
    var site = (rule.domains?.randomElement(using: &random)).map(\.text) ?? "any.example"
    switch Int.random(in: 0..<12, using: &random) {
    case 0: site = rule.host.text
    case 1: site = rule.excludedDomains.randomElement(using: &random)?.text ?? site
    case 2: site = "x" + site
    case 3: site = "a.www." + site
    case 4: site = "other.example"
    case 5:
      let sites = exceptions.temporary + exceptions.contentBlocking + exceptions.userSites
      site = sites.randomElement(using: &random)?.text ?? site
    default: break
    }
    return Made(url: url(host, path), page: "https://\(site)/p", type: type(nil))
  }

  private mutating func page(_ tracker: Tracker, _ rule: TrackerRule?) -> String {
    var host = pick(["news.example", "www.shop.example", "site.co.uk", "blog.example.org"])
    if case .clickToLoad? = rule?.action, let clickToLoad = exceptions.clickToLoad, chance(60) {
      let owned = clickToLoad.entities.flatMap { owners[$0.name] ?? [] }
      host = (clickToLoad.exceptions.map(\.text) + owned).randomElement(using: &random) ?? host
      return "https://\(chance(30) ? pick(["www.", "a."]) : "")\(host)/page"
    }
    switch Int.random(in: 0..<10, using: &random) {
    case 0, 1: host = tracker.owner.flatMap { owners[$0]?.randomElement(using: &random) } ?? host
    case 2: host = "x" + (tracker.owner.flatMap { owners[$0]?.randomElement(using: &random) } ?? host)
    case 3: host = tracker.domain.text
    case 4, 5: host = rule?.exceptions?.domains?.randomElement(using: &random)?.text ?? host
    case 6: host = rule?.options?.domains?.randomElement(using: &random)?.text ?? host
    case 7:
      let sites = exceptions.temporary + exceptions.contentBlocking + exceptions.userSites
      host = chance(30) ? sites.randomElement(using: &random)?.text ?? host : host
    default: break
    }
    if chance(30) { host = pick(["www.", "a."]) + host }
    return "https://\(host)/page?a=1"
  }

  private mutating func type(_ rule: TrackerRule?) -> String {
    let own = (rule?.exceptions?.types ?? []) + (rule?.options?.types ?? [])
    if chance(50), let type = own.randomElement(using: &random) { return type }
    return pick(["script", "image", "xmlhttprequest", "stylesheet", "subdocument", "font"])
  }

  private mutating func url(_ host: String, _ path: String) -> String {
    pick(["https", "https", "https", "http"]) + "://" + host + (chance(12) ? ":8443" : "") + path
  }

  /// Returns a text that the regex matches.
  ///
  /// It handles the regexes of real files.
  private mutating func sample(of regex: String) -> String {
    var text = regex
    for (part, replacement) in [
      (#"\[[^\]]*\][+*]?"#, "a1"), (#"\.\*\??"#, "zz"), (#"\([^)|]*\|?[^)]*\)"#, "a"),
    ] {
      if let regex = try? Regex(part) { text = text.replacing(regex, with: replacement) }
    }
    text = text.replacing("\\.", with: "\u{1}").replacing(".", with: chance(50) ? "." : "-")
    return text.replacing("\u{1}", with: ".").replacing("\\", with: "").replacing("+", with: "")
      .replacing("?", with: "").replacing("*", with: "")
  }

  private func split(_ text: String) -> (String, String) {
    guard let slash = text.firstIndex(of: "/") else { return (text, "/") }
    return (String(text[..<slash]), String(text[slash...]))
  }

  private mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: elements.indices, using: &random)]
  }

  private mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }
}

extension [UInt8] {
  package var text: String { String(decoding: self, as: UTF8.self) }
}
