import TestSupport

/// Generates pages with requests of all types, frames and popups, and lists that affect them.
struct PageGenerator {
  var random: SeededRandom
  private var count = 0

  init(seed: UInt64) { random = SeededRandom(seed) }

  struct Generated {
    var page = MadePage()
    /// The filters of each separate rule list.
    var lists: [[String]] = []
    /// The classes of visible elements.
    var classes: [String] = []
  }

  private static let hosts = [
    "news.example", "static.news.example", "ads.example", "cdn.example", "a.track.example", "track.example",
  ]
  private static let words = ["banner", "player", "pixel", "lib", "promo"]
  private static let types = [
    "script", "image", "stylesheet", "xmlhttprequest", "subdocument", "websocket", "ping", "font", "object",
    "popup",
    "other",
  ]

  mutating func generate() -> Generated {
    var generated = Generated()
    var urls: [String] = []
    var body = addLoads(6 + random.below(6), to: &generated, &urls)
    for _ in 0..<random.below(3) {
      let url = address(["f.example", "ads.example", "news.example"], ".html", &urls)
      let inner = addLoads(2 + random.below(3), to: &generated, &urls) + addElements(to: &generated)
      generated.page.add(url, "<!doctype html><body>\(inner)")
      body += "<iframe src=\(url)></iframe>"
    }
    body += addElements(to: &generated)
    generated.page.add(generated.page.address, "<!doctype html><title>generated</title><body>\(body)")
    for _ in 0..<(1 + random.below(3)) {
      generated.lists.append((0..<(3 + random.below(8))).map { _ in filter(urls, generated.classes) })
    }
    return generated
  }

  private mutating func address(_ hosts: [String], _ ending: String, _ urls: inout [String]) -> String {
    count += 1
    let query = random.chance(20) ? "?v=\(random.below(9))" : ""
    let url = "https://\(random.pick(hosts))/\(random.pick(Self.words))/\(count)\(ending)\(query)"
    urls.append(url)
    return url
  }

  private mutating func addLoads(_ number: Int, to generated: inout Generated, _ urls: inout [String])
    -> String
  {
    var html = ""
    for _ in 0..<number {
      func url(_ ending: String) -> String { address(Self.hosts, ending, &urls) }
      switch random.below(11) {
      case 0:
        let url = url(".js")
        generated.page.add(url, "window.x = 1")
        html += "<script src='\(url)'></script>"
      case 1:
        let url = url(".svg")
        generated.page.add(url, "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>")
        html += "<img src='\(url)'>"
      case 2:
        let url = url(".css")
        generated.page.add(url, "b { color: red }")
        html += "<link rel=stylesheet href='\(url)'>"
      case 3: html += "<script>fetch('\(url(".json"))').catch(() => 0)</script>"
      case 4:
        html +=
          "<script>{ const r = new XMLHttpRequest(); r.open('GET', '\(url(".json"))'); r.send() }</script>"
      case 5:
        let socket = "wss" + url("").dropFirst("https".count)
        urls[urls.count - 1] = socket
        html += "<script>new WebSocket('\(socket)')</script>"
      case 6: html += "<script>navigator.sendBeacon('\(url(""))', 'x')</script>"
      case 7:
        html +=
          "<a id=a\(count) href='#' ping='\(url(""))'></a><script>document.querySelector('a[ping]:last-of-type').click()</script>"
      case 8:
        html +=
          "<style>@font-face { font-family: f\(count + 1); src: url('\(url(".woff2"))') } i.f\(count) { font-family: f\(count) }</style><i class=f\(count)>x</i>"
      case 9:
        let url = url(".html")
        generated.page.add(url, "<p>popup</p>")
        html += "<script>window.open('\(url)')</script>"
      default: html += "<script>new EventSource('\(url(""))')</script>"
      }
    }
    return html
  }

  private mutating func addElements(to generated: inout Generated) -> String {
    (0..<3).map { _ in
      count += 1
      let name = "\(random.pick(Self.words))-\(count)"
      generated.classes.append(name)
      return "<div class='\(name) any'>\(name)</div>"
    }.joined()
  }

  private mutating func filter(_ urls: [String], _ classes: [String]) -> String {
    if random.chance(25), !classes.isEmpty { return hiding(random.pick(classes)) }
    let url = random.pick(urls)
    let rest = url.split(separator: "://")[1]
    let host = rest.prefix { $0 != "/" }
    let path = rest.dropFirst(host.count)
    var pattern: String
    switch random.below(6) {
    case 0: pattern = "||\(host)^"
    case 1: pattern = "||\(rest)"
    case 2: pattern = "/\(random.pick(Self.words))/"
    case 3: pattern = "|\(url)|"
    case 4: pattern = "\(path.prefix { $0 != "?" })"
    default:
      pattern =
        "||\(host.split(separator: ".").suffix(2).joined(separator: "."))^*/\(random.pick(Self.words))/"
    }
    var options: [String] = []
    if random.chance(40) { options.append((random.chance(25) ? "~" : "") + random.pick(Self.types)) }
    if random.chance(20) { options.append(random.pick(["third-party", "~third-party"])) }
    if random.chance(20) {
      options.append(
        "domain=" + random.pick(["news.example", "f.example", "~news.example", "other.example|news.example"]))
    }
    if random.chance(8) { options.append("important") }
    return (random.chance(25) ? "@@" : "") + pattern
      + (options.isEmpty ? "" : "$" + options.joined(separator: ","))
  }

  private mutating func hiding(_ name: String) -> String {
    switch random.below(7) {
    case 0: "news.example##.\(name)"
    case 1: "~news.example##.\(name)"
    case 2: "f.example,news.example##div.\(name)"
    case 3: "news.example#@#.\(name)"
    case 4: "@@||news.example^$generichide"
    default: "##.\(name)"
    }
  }
}
