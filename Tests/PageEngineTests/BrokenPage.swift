import Foundation

/// A page that filters break, with the exceptions that repair it.
struct BrokenPage: CustomStringConvertible {
  var name: String
  var page = MadePage()
  var filters: [String]
  /// The expectations: the flags of `sluice inspect` with their values.
  var visible: [String] = []
  var requests: [String] = []
  var expectsNoError = false
  /// The exact set of expected exceptions.
  var exceptions: [String]

  var description: String { name }

  /// - Parameters:
  ///   - body: The HTML of the page.
  ///   - files: Other responses, by URL.
  init(
    _ name: String, _ body: String, _ files: [String: String] = [:], filters: [String],
    visible: [String] = [],
    requests: [String] = [], expectsNoError: Bool = false, exceptions: [String]
  ) {
    (self.name, self.filters, self.exceptions) = (name, filters, exceptions)
    (self.visible, self.requests, self.expectsNoError) = (visible, requests, expectsNoError)
    page.add(page.address, "<!doctype html><meta charset=utf-8><title>\(name)</title><body>\(body)")
    for (url, text) in files { page.add(url, text) }
  }

  /// Returns a copy with a number of additional requests and elements, each with a filter that affects it but
  /// is unrelated to the breakage.
  func amid(_ count: Int) -> BrokenPage {
    var copy = self
    var noise = ""
    for number in 0..<count {
      switch number % 3 {
      case 0:
        noise += "<img width=1 height=1 src=https://t\(number).noise.example/p.svg>"
        copy.filters.insert("||t\(number).noise.example^", at: number % (copy.filters.count + 1))
      case 1:
        noise += "<script src=https://news.example/noise/\(number).js></script>"
        copy.filters.append("/noise/\(number).js$script")
      default:
        noise += "<div class=noise-\(number)>noise</div>"
        copy.filters.append("##.noise-\(number)")
      }
    }
    copy.page.answers[copy.page.address]?.body += noise
    return copy
  }

  private static func show(_ id: String) -> String {
    "document.body.insertAdjacentHTML('beforeend', '<div id=\(id)>\(id)</div>');"
  }

  private static let player = "https://cdn.example/player.js"
  private static let lib = "https://cdn.example/lib.js"
  private static let load =
    "const load = url => { const s = document.createElement('script'); s.src = url; document.body.append(s) };"

  static func script(_ url: String, _ suffix: String = "") -> String {
    "@@||\(url.dropFirst("https://".count))$script,domain=news.example\(suffix)"
  }

  private static let playerTag = "<script src=\(player)></script>"
  private static let both = "<script src=\(lib)></script><script src=\(player)></script>"
  private static let usesLib = "if (window.lib) { \(show("player")) }"
  private static let dot =
    "<svg xmlns='http://www.w3.org/2000/svg' width='20' height='20'><rect width='20' height='20'/></svg>"

  /// Insecure pages reveal less about their requests.
  private static let insecure: BrokenPage = {
    var made = BrokenPage(
      "not secure", "<script src=http://cdn.example/p></script><iframe src=http://login.example/></iframe>",
      ["http://login.example/": "<form id=login>x</form>"],
      filters: ["||cdn.example^$script", "||login.example^$subdocument"], visible: ["#player", "#login"],
      exceptions: [
        "@@||cdn.example/p$script,domain=news.example", "@@||login.example/|$subdocument,domain=news.example",
      ])
    made.page.answers["http://cdn.example/p"] = MadePage.Answer(type: "text/javascript", body: show("player"))
    made.page.answers["http://news.example/"] = made.page.answers.removeValue(forKey: made.page.address)
    made.page.address = "http://news.example/"
    return made
  }()

  static let all: [BrokenPage] = [
    insecure,
    BrokenPage(
      "blocked itself", "<p id=content>x</p><script src=\(lib)></script>", [lib: ""],
      filters: ["||news.example^$document", "||cdn.example^"], visible: ["#content"],
      exceptions: ["@@||news.example/|$all"]),
    BrokenPage(
      "player", playerTag, [player: show("player")], filters: ["||cdn.example/player.js"],
      visible: ["#player"],
      exceptions: [script(player)]),
    BrokenPage(
      "player and a filter for its host",
      "<link rel=stylesheet href=https://cdn.example/a.css><img src=https://cdn.example/a.svg>" + playerTag,
      [player: show("player")], filters: ["||cdn.example^"], visible: ["#player"],
      exceptions: [script(player)]),
    BrokenPage(
      "two scripts", both, [lib: "lib = 1", player: usesLib], filters: ["/lib.js", "||cdn.example/player"],
      visible: ["#player"], exceptions: [script(lib), script(player)]),
    BrokenPage(
      "two scripts, one filter", both, [lib: "lib = 1", player: usesLib], filters: ["||cdn.example^$script"],
      visible: ["#player"], exceptions: [script(lib), script(player)]),
    BrokenPage(
      "one after another", "<script src=\(lib)></script>",
      [lib: "\(load) load('\(player)')", player: show("player")],
      filters: ["/lib.js$script", "/player.js$script"], visible: ["#player"],
      exceptions: [script(lib), script(player)]),
    BrokenPage(
      "three in a row", "<script src=https://a.example/1.js></script>",
      [
        "https://a.example/1.js": "\(load) load('https://b.example/2.js')",
        "https://b.example/2.js": "load('https://c.example/3.js')", "https://c.example/3.js": show("player"),
      ], filters: ["||a.example^", "||b.example^", "||c.example^"], visible: ["#player"],
      exceptions: [
        script("https://a.example/1.js"), script("https://b.example/2.js"), script("https://c.example/3.js"),
      ]),
    BrokenPage(
      "consent", "<div class=consent id=consent>May we?</div>", filters: ["##.consent"],
      visible: ["#consent"],
      exceptions: ["news.example#@#.consent"]),
    BrokenPage(
      "consent by a script, and hidden", "<script src=https://cmp.example/c.js></script>",
      [
        "https://cmp.example/c.js":
          "document.body.insertAdjacentHTML('beforeend', '<div class=cookie-banner id=c>x</div>')"
      ],
      filters: ["||cmp.example^$third-party", "##.cookie-banner"], visible: ["#c"],
      exceptions: ["@@||cmp.example/c.js$script,domain=news.example", "news.example#@#.cookie-banner"]),
    BrokenPage(
      "what is around it is hidden", "<div class=ad-wrap><p><b id=player>player</b></div>",
      filters: ["##.ad-wrap"],
      visible: ["#player"], exceptions: ["news.example#@#.ad-wrap"]),
    BrokenPage(
      "two filters hide it", "<div class=promo id=player>player</div>", filters: ["##.promo", "##div.promo"],
      visible: ["#player"], exceptions: ["news.example#@#.promo", "news.example#@#div.promo"]),
    BrokenPage(
      "lazy images",
      "<img class=lazy data-src=https://img.example/p.svg><script src=https://cdn.example/lazy.js></script>",
      [
        "https://cdn.example/lazy.js":
          "for (const i of document.images) if (i.dataset.src) i.src = i.dataset.src",
        "https://img.example/p.svg": dot,
      ], filters: ["||cdn.example/lazy"], visible: ["img.lazy"],
      exceptions: [script("https://cdn.example/lazy.js")]),
    BrokenPage(
      "lazy images of a blocked host",
      "<img class=lazy data-src=https://img.example/p.svg><script src=https://cdn.example/lazy.js></script>",
      [
        "https://cdn.example/lazy.js":
          "for (const i of document.images) if (i.dataset.src) i.src = i.dataset.src",
        "https://img.example/p.svg": dot,
      ], filters: ["||cdn.example/lazy", "||img.example^"], requests: ["https://img.example/p.svg"],
      exceptions: [script("https://cdn.example/lazy.js"), "@@||img.example/p.svg$image,domain=news.example"]),
    BrokenPage(
      "login frame", "<iframe src=https://login.example/></iframe>",
      ["https://login.example/": "<form id=login>x</form>"],
      filters: ["||login.example^$third-party"], visible: ["#login"],
      exceptions: ["@@||login.example/|$subdocument,domain=news.example"]),
    BrokenPage(
      "login frame with a script", "<iframe src=https://login.example/form></iframe>",
      [
        "https://login.example/form": "<body><script src=/l.js></script>",
        "https://login.example/l.js": show("login"),
      ],
      filters: ["||login.example/form", "/l.js$script"], visible: ["#login"],
      exceptions: [
        "@@||login.example/form$subdocument,domain=news.example",
        "@@||login.example/l.js$script,domain=news.example",
      ]),
    BrokenPage(
      "login frame that is hidden", "<iframe src=https://login.example/></iframe>",
      ["https://login.example/": "<form id=login>x</form>"], filters: ["##iframe[src*=\"login\"]"],
      visible: ["#login"], exceptions: ["news.example#@#iframe[src*=\"login\"]"]),
    BrokenPage(
      "hidden in a frame", "<iframe src=https://login.example/></iframe>",
      ["https://login.example/": "<form class=form id=login>x</form>"], filters: ["login.example##.form"],
      visible: ["#login"], exceptions: ["login.example#@#.form"]),
    BrokenPage(
      "bait",
      "<div class=ad-bait>x</div><main id=content>text</main><script>\(wall("!document.querySelector('.ad-bait').offsetHeight"))</script>",
      filters: ["##.ad-bait"], visible: ["#content"], exceptions: ["news.example#@#.ad-bait"]),
    BrokenPage(
      "bait script",
      "<script src=/ads.js></script><main id=content>text</main><script>\(wall("!window.canRunAds"))</script>",
      ["https://news.example/ads.js": "canRunAds = true"], filters: ["/ads.js"], visible: ["#content"],
      exceptions: [script("https://news.example/ads.js")]),
    BrokenPage(
      "two baits",
      "<script src=/ads.js></script><div class=ad-bait>x</div><main id=content>text</main><script>\(wall("!window.canRunAds || !document.querySelector('.ad-bait').offsetHeight"))</script>",
      ["https://news.example/ads.js": "canRunAds = true"], filters: ["/ads.js", "##.ad-bait"],
      visible: ["#content"],
      exceptions: [script("https://news.example/ads.js"), "news.example#@#.ad-bait"]),
    BrokenPage(
      "style sheet",
      "<style>#player { display: none }</style><link rel=stylesheet href=https://cdn.example/p.css><p id=player>x",
      ["https://cdn.example/p.css": "#player { display: block !important }"],
      filters: ["||cdn.example^$stylesheet"],
      visible: ["#player"], exceptions: ["@@||cdn.example/p.css$stylesheet,domain=news.example"]),
    BrokenPage(
      "fetched",
      "<script>fetch('https://api.example/config.json').then(r => r.json()).then(() => { \(show("player")) })</script>",
      ["https://api.example/config.json": "{}"], filters: ["||api.example^"], visible: ["#player"],
      exceptions: ["@@||api.example/config.json$xmlhttprequest,domain=news.example"]),
    BrokenPage(
      "an error", "<script src=\(lib)></script><script>lib.start()</script>", [lib: "lib = { start() {} }"],
      filters: ["||cdn.example/lib.js"], expectsNoError: true, exceptions: [script(lib)]),
    BrokenPage(
      "a load with a query", "<img src='https://img.example/photo.svg?size=1'>",
      ["https://img.example/photo.svg?size=1": dot],
      filters: ["||img.example^"], requests: ["https://img.example/photo.svg?size=1"],
      exceptions: ["@@||img.example/photo.svg?$image,domain=news.example"]),
    BrokenPage(
      "important", playerTag, [player: show("player")], filters: ["||cdn.example/player.js$important"],
      visible: ["#player"], exceptions: [script(player, ",important")]),
    BrokenPage(
      "socket",
      "<script>new WebSocket('wss://live.example/feed').onopen = () => { \(show("live")) }</script>",
      filters: ["||live.example^$websocket"], visible: ["#live"],
      exceptions: ["@@||live.example/feed$websocket,domain=news.example"]),
    BrokenPage(
      "module", "<script type=module src=/main.js></script>",
      [
        "https://news.example/main.js": "import 'https://cdn.example/dep.js'; \(show("player"))",
        "https://cdn.example/dep.js": "",
      ],
      filters: ["||cdn.example^"], visible: ["#player"], exceptions: [script("https://cdn.example/dep.js")]),
    BrokenPage(
      "imported later",
      "<script type=module>await import('https://cdn.example/dep.js'); \(show("player"))</script>",
      ["https://cdn.example/dep.js": ""], filters: ["||cdn.example^"], visible: ["#player"],
      exceptions: [script("https://cdn.example/dep.js")]),
    BrokenPage(
      "imported style",
      "<style>@import url(https://cdn.example/p.css); #player { display: none }</style><p id=player>x",
      ["https://cdn.example/p.css": "#player { display: block !important }"], filters: ["||cdn.example^"],
      visible: ["#player"], exceptions: ["@@||cdn.example/p.css$stylesheet,domain=news.example"]),
    BrokenPage(
      "more of the same name",
      "<script src=https://cdn.example/play></script><script src=https://cdn.example/play-ads.js></script>",
      ["https://cdn.example/play": show("player"), "https://cdn.example/play-ads.js": ""],
      filters: ["||cdn.example/play"],
      visible: ["#player"], exceptions: ["@@||cdn.example/play|$script,domain=news.example"]),
    BrokenPage(
      "regex", playerTag, [player: show("player")], filters: [#"/\/player\.js/$script"#],
      visible: ["#player"],
      exceptions: [script(player)]),
    BrokenPage(
      "filter for the page", playerTag, [player: show("player")],
      filters: ["||cdn.example/player.js$domain=news.example|other.example"], visible: ["#player"],
      exceptions: [script(player)]),
    BrokenPage(
      "beside an exception", both, [lib: "lib = 1", player: usesLib],
      filters: ["||cdn.example^", "@@||cdn.example/lib.js"],
      visible: ["#player"], exceptions: [script(player)]),
    BrokenPage(
      "what holds an advertisement", "<div><p class=sponsor>ad</p><b id=player>player</b></div>",
      filters: ["##div:has(> .sponsor)"], visible: ["#player"],
      exceptions: ["news.example#@#div:has(> .sponsor)"]),
    BrokenPage(
      "by id", "<b id=player>player</b>", filters: ["###player"], visible: ["#player"],
      exceptions: ["news.example#@##player"]),
    BrokenPage(
      "three of three kinds", "<script src=\(lib)></script>",
      [
        lib:
          "fetch('https://api.example/c.json').then(() => document.body.insertAdjacentHTML('beforeend', '<b id=player class=adv>x</b>'))",
        "https://api.example/c.json": "{}",
      ], filters: ["/lib.js", "||api.example^", "##.adv"], visible: ["#player"],
      exceptions: [
        script(lib), "@@||api.example/c.json$xmlhttprequest,domain=news.example", "news.example#@#.adv",
      ]),
    BrokenPage(
      "late", "<script>\(load) setTimeout(() => load('\(player)'), 250)</script>", [player: show("player")],
      filters: ["/player.js"], visible: ["#player"], exceptions: [script(player)]),
    BrokenPage(
      "after an image", "<img src=https://img.example/p.svg onload=\"\(show("player"))\">",
      ["https://img.example/p.svg": dot], filters: ["||img.example^$image"], visible: ["#player"],
      exceptions: ["@@||img.example/p.svg$image,domain=news.example"]),
    BrokenPage(
      "written", "<script>document.write('<script src=\(player)><\\/script>')</script>",
      [player: show("player")],
      filters: ["/player.js"], visible: ["#player"], exceptions: [script(player)]),
    BrokenPage(
      "by its style", "<div style=\"width: 300px\" id=player>x</div>",
      filters: ["##[style*=\"width: 300px\"]"],
      visible: ["#player"], exceptions: ["news.example#@#[style*=\"width: 300px\"]"]),
    BrokenPage(
      "gone where a script fails",
      "<main id=content>x</main><script src=\(player) onerror=\"document.querySelector('main').remove()\"></script>",
      [player: ""], filters: ["||cdn.example^$script"], visible: ["#content"], exceptions: [script(player)]),
    redirected,
    BrokenPage(
      "two of many of one host",
      (0..<6).map { "<script src=https://cdn.example/\($0).js></script>" }.joined()
        + "<script>if (window.a && window.b) { \(show("player")) }</script>",
      Dictionary(
        uniqueKeysWithValues: (0..<6).map {
          ("https://cdn.example/\($0).js", $0 == 1 ? "a = 1" : $0 == 4 ? "b = 1" : "")
        }),
      filters: ["||cdn.example^"], visible: ["#player"],
      exceptions: [script("https://cdn.example/1.js"), script("https://cdn.example/4.js")]),
  ]

  /// A script on the page's own site that redirects elsewhere.
  private static var redirected: BrokenPage {
    var made = BrokenPage(
      "redirected", "<script src=/go.js></script>", [player: show("player")], filters: ["||cdn.example^"],
      visible: ["#player"], exceptions: [script(player)])
    made.page.answers["https://news.example/go.js"] = MadePage.Answer(
      type: "text/html", body: "", status: 302, location: player)
    return made
  }

  /// Returns a script that replaces the page with a wall if an expression is true.
  private static func wall(_ test: String) -> String {
    "setTimeout(() => { if (\(test)) document.body.innerHTML = '<h1>Turn it off!</h1>' }, 50)"
  }
}
