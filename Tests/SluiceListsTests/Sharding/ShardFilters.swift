import SluiceAnalysis
import SluiceRules
import TestSupport

/// Generates filters and requests that often match: few nested hosts, few words, few pages.
struct ShardFilters {
  private var random: SeededRandom

  init(seed: UInt64) { random = SeededRandom(seed) }

  private static let words = ["ad", "banner", "track", "pixel"]

  private mutating func host() -> String {
    let host = "h\(random.below(12)).\(random.pick(["example", "test", "co.uk"]))"
    return random.chance(30) ? "\(random.pick(["a", "b", "x.a"])).\(host)" : host
  }

  private mutating func page() -> String { "page\(random.below(4)).example" }

  private mutating func pattern() -> String {
    let word = random.pick(Self.words)
    switch random.below(20) {
    case 0...10: return "||\(host())^"
    case 11: return "||\(host())/\(word)"
    case 12: return "||\(host())^*\(word)"
    case 13: return "||\(host()):8080^"
    case 14: return "||h\(random.below(12)).*^"
    case 15: return "/\(word)/*"
    case 16: return "|https://\(host())/"
    case 17: return "\(word).js"
    case 18: return random.pick(["||example^", "||uk^", "||h\(random.below(12))."])
    default: return "/h[0-4]\\.(example|test)\\/\(word)/"
    }
  }

  private mutating func options(isException: Bool) -> [String] {
    var options: [String] = []
    if random.chance(25) {
      options.append(random.pick(["script", "image", "~script", "xhr", "subdocument"]))
    }
    if random.chance(15) { options.append(random.pick(["third-party", "~third-party"])) }
    if random.chance(15) { options.append("domain=\(page())|~sub.\(page())") }
    if random.chance(5) { options.append("important") }
    if random.chance(4) { options.append("popup") }
    if random.chance(4) { options.append("document") }
    if random.chance(4) { options.append("cookie") }
    if !isException, random.chance(5) { options = ["denyallow=\(host())", "domain=\(page())"] }
    if isException, random.chance(6) { options = [random.pick(["genericblock", "urlblock", "elemhide"])] }
    return options
  }

  /// Returns a filter.
  mutating func filter() -> String {
    let isException = random.chance(25)
    let (pattern, options) = (pattern(), options(isException: isException))
    return (isException ? "@@" : "") + pattern + (options.isEmpty ? "" : "$" + options.joined(separator: ","))
  }

  /// Returns a number of filters, with hiding filters between them.
  mutating func list(_ count: Int) -> [String] {
    (0..<count).map { number in random.chance(5) ? "##.ad\(number)" : filter() }
  }

  /// Returns a number of requests.
  mutating func requests(_ count: Int) -> [Request] {
    (0..<count).map { _ in
      let kind = random.pick([
        Request.Kind.script, .image, .xmlhttprequest, .subdocument, .document, .popup, .other,
      ])
      let name = random.chance(10) ? host().uppercased() : host()
      let word = random.pick(Self.words)
      let path = random.pick(["", word, "\(word)/x", "x/\(word).js", "?\(word)"])
      let url = "\(random.pick(["http", "https"]))://\(name)\(random.pick(["", "", ":8080"]))/\(path)"
      let page = random.chance(20) ? host() : (random.chance(20) ? "sub." : "") + page()
      return Request(kind, url: Array(url.utf8), page: Array("https://\(page)/".utf8), suffixes: .wellKnown)
    }
  }
}

/// Returns the decisions of lists together on requests.
func verdicts(of lists: [RuleList], _ requests: [Request]) -> [[Bool]] {
  let evaluators = lists.map { RuleListEvaluator($0) }
  return requests.map { request in
    let decisions = evaluators.map { $0.decide(request) }
    return [
      decisions.contains(where: \.isBlocked), decisions.contains(where: \.blocksCookies),
      decisions.contains(where: \.isUpgraded),
    ]
  }
}
