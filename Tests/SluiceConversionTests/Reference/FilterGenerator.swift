import TestSupport

/// Generates small lists from few hosts and paths, so that filters often match requests.
struct FilterGenerator {
  var random: SeededRandom
  /// The hosts that this list uses.
  private(set) var hosts: [String]
  /// Features that many filters of this list have, so that they affect one another.
  private var emphases: [String] = []
  private var favouriteType = ""
  /// Whether to generate what the dialects read differently.
  private let isOfAllDialects: Bool

  static let allHosts = [
    "ads.com", "a.ads.com", "b.a.ads.com", "ads.net", "ads.co.uk", "a.ads.co.uk", "news.com", "m.news.com",
    "ads.news.com", "news.co.uk", "b.com", "x.b.com", "ä.com", "a.ä.com",
  ]
  /// An IP address in some of its notations.
  static let addresses = ["[::1]", "[0:0::1]", "[::0:1]"]
  static let paths = ["/ad", "/ads/x.js", "/x/ad.gif", "/Ad", "/ad_1", "?ad=1", "/x?u=ad&v"]
  static let types = [
    "script", "image", "subdocument", "xhr", "css", "font", "media", "websocket", "ping,other", "popup",
    "document",
  ]

  init(random: SeededRandom, isOfAllDialects: Bool = false) {
    (self.random, self.isOfAllDialects) = (random, isOfAllDialects)
    hosts = []
    hosts = self.random.some(Self.allHosts, upTo: 3)
    let domain = self.random.pick(hosts)
    if self.random.oneIn(2) { hosts.append("m." + domain) }
    let features = ["type", "party", "domain", "denyallow", "to", "important", "page", "cookie"]
    if !self.random.oneIn(3) { emphases = self.random.some(features, upTo: 3) }
    favouriteType = self.random.pick(Self.types)
  }

  /// Returns a list of 1 to 6 filters: network filters, hiding filters, or both.
  mutating func list() -> [String] {
    let hidingShare = random.pick([0, 0, 2, 4])
    var lines: [String] = []
    for _ in 0...random.below(6) {
      if random.below(5) < hidingShare {
        lines.append(hiding())
      } else if random.oneIn(8), let line = lines.last(where: { !$0.contains("#") }) {
        lines.append(badfilter(of: line))
      } else {
        lines.append(network(excepting: hidingShare > 0))
      }
    }
    // A list of exceptions alone would have no effect.
    if !lines.contains(where: { !$0.hasPrefix("@@") && !$0.contains("#@#") }) {
      lines.append(random.oneIn(2) ? random.pick(["##.x", "~b.com##.x"]) : "||\(random.pick(hosts))^")
    }
    return lines
  }

  // MARK: Network filters

  private mutating func network(excepting hiding: Bool) -> String {
    if random.oneIn(30) { return "0.0.0.0 " + random.pick(hosts) }
    if random.oneIn(hiding || emphases.contains("page") ? 3 : 8) { return "@@" + pageException() }
    let isException = random.oneIn(4)
    let pattern = pattern()
    var options = options(of: pattern, isException: isException)
    if pattern.isEmpty, options.isEmpty { options = ["script"] }
    // Filters that `$badfilter` can disable for some domains.
    if emphases.contains("domain"), random.oneIn(4) {
      let some = random.some(hosts, upTo: 3).joined(separator: "|")
      let patterns = ["*", "", "|https://"] + (isOfAllDialects ? ["|http*://", "|https:", "*://"] : [])
      let more = isOfAllDialects && random.oneIn(4) ? random.pick(["~image", "important", "3p"]) + "," : ""
      return (isException ? "@@" : "") + random.pick(patterns) + "$\(more)script,domain=" + some
    }
    return (isException ? "@@" : "") + pattern + (options.isEmpty ? "" : "$" + options.joined(separator: ","))
  }

  private mutating func pattern() -> String {
    let host = random.pick(hosts)
    let path = random.pick(Self.paths)
    switch random.below(24) {
    case 0...3, 18...20: return "||\(host)^"
    case 4: return "||\(host)"
    case 5, 6: return "||\(host)\(path)"
    case 7: return "||\(host)^*\(path.dropFirst())"
    case 8: return "||\(host)\(path)^" + (random.oneIn(2) ? "|" : "")
    case 9: return "||" + host.prefix { $0 != "." } + random.pick([".", "", ".*" + path, "^"])
    case 10: return random.pick(["|https://", "|http://", "|wss://"]) + host + random.pick(["^", "/", path])
    case 11: return "||\(host.uppercased())^" + random.pick(["|", "*", ""])
    case 12: return path + random.pick(["", "|", "^", "*"])
    case 13: return random.pick(["-ad-", "^ad^", "ad^", "/ads/*", "/ads/", ".gif|", "^ad^|", "ad*js", "_1^"])
    case 14: return host
    case 15: return "^" + host + "^"
    case 16: return "*" + path
    case 17, 21: return ""
    default: return random.pick(["", "*", "||com^", "||co.uk/ad", "https://"])
    }
  }

  private mutating func options(of pattern: String, isException: Bool) -> [String] {
    var options: [String] = []
    switch random.below(emphases.contains("type") ? 16 : 8) {
    case 0, 1: options += random.some(Self.types, upTo: 3)
    case 2:
      options += random.some(Self.types.dropLast(3).map { "~" + $0 } + ["~ping,~other"], upTo: 3)
    case 3:
      options.append(isException ? "popup" : random.pick(["all", "document", "popup", "ping", "object"]))
    case 8...: options.append(favouriteType)
    default: break
    }
    if has("party", 5) { options.append(random.pick(["third-party", "~third-party", "3p", "1p"])) }
    if has("domain", 3) { options.append(random.pick(["domain=", "from="]) + domains("|")) }
    if has("denyallow", 9) {
      options.append("denyallow=" + random.some(hosts, upTo: 2).joined(separator: "|"))
    }
    if has("to", 9) { options.append("to=" + targets()) }
    let leavesOutHosts = options.contains { $0.hasPrefix("to=") || $0.hasPrefix("denyallow=") }
    if has("important", leavesOutHosts ? 3 : 6) { options.append("important") }
    if has("cookie", 20) {
      // Other options would define another action for the request, and a popup has no cookies.
      options.removeAll { $0.hasPrefix("popup") || $0 == "document" || $0 == "all" || $0 == "object" }
      options.append("cookie")
    }
    // Host names ignore case, whatever the option says.
    if random.oneIn(10), !pattern.contains(".COM"), !pattern.contains(".UK"), !pattern.contains(".NET") {
      options.append("match-case")
    }
    return options.shuffled(using: &random)
  }

  /// Returns whether a filter gets a feature: with probability 1/2 if the list emphasizes it, otherwise with
  /// probability 1/`count`.
  private mutating func has(_ feature: String, _ count: Int) -> Bool {
    random.oneIn(emphases.contains(feature) ? 2 : count)
  }

  /// Returns hosts of requests: included ones, excluded ones, or excluded ones below an included one.
  private mutating func targets() -> String {
    let host = random.pick(hosts)
    if isOfAllDialects, random.oneIn(4) { return nested(host) }
    switch random.below(5) {
    case 0: return "~" + (random.oneIn(6) ? random.pick(Self.addresses) : host)
    case 1 where random.oneIn(6): return "\(host)|\(random.pick(Self.addresses))"
    case 1: return "\(host)|~a.\(host)"
    case 2 where random.oneIn(2): return entity(host) + (random.oneIn(3) ? "|~" + host : "")
    case 2: return "\(host)|~a.\(host)|\(random.pick(["b.", "~b."]))a.\(host)"
    default: return random.some(hosts, upTo: 2).joined(separator: "|")
    }
  }

  /// Returns hosts, entities and regexes, some of them excluded.
  private mutating func domains(_ separator: String) -> String {
    if isOfAllDialects, separator == "|", random.oneIn(4) { return nested(random.pick(hosts)) }
    var entries: [String] = []
    for _ in 0...random.below(3) {
      let host = random.pick(hosts)
      let entry =
        switch random.below(10) {
        case 0, 1: entity(host)
        case 2: "m." + host
        case 3: random.pick(Self.hostRegexes)
        case 4: String(host.drop { $0 != "." }.dropFirst())
        case 5 where separator == "|": random.pick(Self.addresses)
        default: host
        }
      entries.append((random.oneIn(3) ? "~" : "") + entry)
    }
    return entries.joined(separator: separator)
  }

  /// Returns a host and an excluded name above or below it, in any order.
  private mutating func nested(_ host: String) -> String {
    let parent = String(host.drop { $0 != "." }.dropFirst())
    let entries = [host, "~" + random.pick([parent, "m." + host]), random.pick(hosts)]
    return entries.prefix(2 + random.below(2)).shuffled(using: &random).joined(separator: "|")
  }

  /// Returns an entity with the host's name, or with the name of a subdomain.
  private mutating func entity(_ host: String) -> String {
    var labels = host.split(separator: ".").dropLast()
    if host.hasSuffix(".co.uk") { labels.removeLast() }
    return random.pick(["", "", "m."]) + labels.suffix(random.pick([1, 3])).joined(separator: ".") + ".*"
  }

  /// Regexes with optional parts at their ends, which can be trimmed for URLs but not where an end is
  /// anchored.
  static let hostRegexes = [
    #"/^[a-z]+\.com$/"#, #"/^ads\.[a-z.]+$/"#, #"/^(?:[a-z]+\.)?ads\.(?:com|net)$/"#, #"/^a?d?s?\.com/"#,
    #"/^[am]{0,2}\.?news/"#, "/s./", #"/^m|\.net$/"#, #"/\bads\b/"#, #"/^(?!m\.)[^.]+\.news/"#,
    #"/\.?com+$/"#, #"/^x*b\.com|^.{3}\.co/"#,
  ]

  private mutating func pageException() -> String {
    let scopes = ["document", "elemhide", "generichide", "ghide", "specifichide", "urlblock", "genericblock"]
    let scope = random.pick(scopes)
    if isOfAllDialects, random.oneIn(3) {
      let page = "||\(random.pick(hosts))^$\(scope)"
      switch random.below(3) {
      case 0: return page + ",important"
      case 1: return page + ",\(favouriteType),domain=\(random.pick(hosts))"
      default:
        return page + ",\(favouriteType)," + random.pick(["important", "3p", "domain=\(domains("|"))"])
      }
    }
    switch random.below(6) {
    case 0: return "$\(scope),domain=\(domains("|"))"
    case 1: return "||\(random.pick(hosts))/ad$\(scope)"
    case 2: return "||\(random.pick(hosts))^$\(scope),domain=\(random.pick(hosts))"
    case 3: return "||\(random.pick(hosts))^$\(scope),\(random.pick(["script", "image", "popup"]))"
    default: return "||\(random.pick(hosts))^$\(scope)"
    }
  }

  /// Returns a `$badfilter` that disables the filter in another notation, or nearly does.
  private mutating func badfilter(of line: String) -> String {
    let parts = line.split(separator: "$", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    var options = parts.count > 1 ? parts[1].split(separator: ",").map(String.init) : []
    if random.oneIn(4), !options.isEmpty { options.removeLast() }
    if random.oneIn(8) { options.append(random.pick(["script", "3p", "domain=b.com"])) }
    // For some of the domains.
    if let index = options.firstIndex(where: { $0.hasPrefix("domain=") || $0.hasPrefix("from=") }),
      random.oneIn(2)
    {
      let parts = options[index].split(separator: "=", maxSplits: 1)
      var values = random.some(parts[1].split(separator: "|").map(String.init), upTo: 2)
      if isOfAllDialects, random.oneIn(3) { values[0] = entity(random.pick(hosts)) }
      options[index] = "\(parts[0])=\(values.joined(separator: "|"))"
    }
    let pattern = parts[0].hasPrefix("0.0.0.0 ") ? "||" + parts[0].dropFirst(8) + "^" : parts[0]
    let isCaseSensitive = options.contains("match-case")
    options = options.flatMap { rewritten($0) } + ["badfilter"]
    if random.oneIn(3) { options.append("_") }
    if random.oneIn(3) { options.append(random.pick(options)) }
    return (isCaseSensitive || pattern.contains("ä") ? pattern : inSomeCase(pattern)) + "$"
      + options.shuffled(using: &random).joined(separator: ",")
  }

  private static let synonyms: [[String]] = [
    ["third-party", "3p", "~first-party", "~1p"], ["~third-party", "~3p", "first-party", "1p"],
    ["xhr", "xmlhttprequest"], ["css", "stylesheet"], ["subdocument", "frame"], ["document", "doc"],
    ["domain", "from"], ["generichide", "ghide"], ["elemhide", "ehide"], ["specifichide", "shide"],
  ]

  /// Returns an option under another name, with its values in another order and case, possibly as two
  /// options.
  private mutating func rewritten(_ option: String) -> [String] {
    let parts = option.split(separator: "=", maxSplits: 1).map(String.init)
    let name = Self.synonyms.first { $0.contains(parts[0]) }.map { random.pick($0) } ?? parts[0]
    guard parts.count > 1 else { return [inSomeCase(name)] }
    var values = parts[1].split(separator: "|").map { inSomeCase(String($0)) }.shuffled(using: &random)
    if random.oneIn(4) { values.append(random.pick(values)) }
    if random.oneIn(4), values.count > 1 {
      let last = values.removeLast()
      return ["\(inSomeCase(name))=\(values.joined(separator: "|"))", "\(name)=\(last)"]
    }
    return ["\(inSomeCase(name))=\(values.joined(separator: "|"))"]
  }

  private mutating func inSomeCase(_ text: String) -> String {
    switch random.below(4) {
    case 0: text.uppercased()
    case 1: String(text.map { random.oneIn(2) ? Character($0.uppercased()) : $0 })
    default: text
    }
  }

  // MARK: Hiding filters

  private mutating func hiding() -> String {
    let marker = random.oneIn(3) ? "#@#" : "##"
    let path = random.oneIn(8) ? "[$path=\(random.pick(Self.pagePaths))]" : ""
    return path + (random.oneIn(3) ? "" : domains(",")) + marker + random.pick([".x", ".y", "div > a"])
  }

  static let pagePaths = [
    "/ad", "|/ad", "ad/x", "/ad|", "^ad^", "8", "/", #"/^\/a/"#, #"/[\/.]ad/"#, "/d$/", #"/^\/[^x]*$/"#,
    "/80/",
  ]
}
