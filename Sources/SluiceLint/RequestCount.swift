import SluiceAnalysis
import SluiceConversion
import SluiceText

/// The number of requests that a filter blocks.
enum RequestCount {
  /// The maximum number of filters to count in a run, for lists in which nearly all filters match too much.
  private static let maximumFilters = 1000

  static func add(
    to findings: inout [LintFinding], of sources: [ParsedSource], in requests: () -> [Request]
  ) {
    let indices = findings.indices.filter { index in
      if case .own(let rule) = findings[index].rule { rule.rule.check.isBreadth } else { false }
    }.prefix(maximumFilters)
    guard !indices.isEmpty else { return }
    var lines: [UInt8] = []
    for index in indices {
      let list = sources[findings[index].source].list
      let line = list.lines[findings[index].place.lineIndex]
      guard case .network(let filter) = line.content else {
        // Each finding gets one line. It is empty for a finding about another kind of line.
        lines.append(0x0A)
        continue
      }
      // Begins at the pattern, so that an exception counts the requests that it allows.
      let text = ByteRange(filter.pattern.range.lowerBound, line.range.upperBound)
      lines += list.bytes.span.array(text) + [0x0A]
    }
    var options = ConversionOptions()
    options.makesSourceMap = true
    options.ignoresLimit = true
    // The conversion only throws if there is a limit.
    guard
      let result = try? Converter(options: options).convert([
        Source(name: "", bytes: lines, dialect: .adblockPlus, accepts: .anything)
      ]), let map = result.sourceMap, let list = result.lists.first?.rules, let origins = map.lists.first
    else { return }
    let requests = requests()
    let evaluator = RuleListEvaluator(list)
    var stopped = [Int](repeating: 0, count: indices.count)
    let filters = list.rules.indices.map { map.origin(ofRule: $0, in: origins).filters.map(\.line) }
    for request in requests {
      for line in Set(evaluator.matching(request).flatMap { filters[$0] }) { stopped[line - 1] += 1 }
    }
    for (index, count) in zip(indices, stopped) {
      findings[index].detail = .requests(
        stopped: UInt32(clamping: count), of: UInt32(clamping: requests.count))
    }
  }
}

/// Generated requests with generated names, like those of real pages, to estimate how much a filter blocks
/// without recorded requests. The requests are the same in every run.
package enum RequestSample {
  /// The number of requests.
  package static let count = 60_000

  /// The requests. They are built from the words below and use no list and no recording.
  package static let requests: [Request] = {
    var random = Sequence64(state: 20_261_123)
    let services = (0..<600).map { _ in host(&random, of: serviceWords, tops: serviceTops) }
    var requests: [Request] = []
    requests.reserveCapacity(count)
    while requests.count < count {
      let site = host(&random, of: siteWords, tops: siteTops)
      let page = "https://\(random.next(2) == 0 ? "www." : "")\(site)/\(random.pick(sections))/"
      let pageURL = Array(page.utf8)
      for _ in 0..<min(40, count - requests.count) {
        let isOwn = random.next(100) < 45
        let name =
          isOwn
          ? "\(random.pick(ownHosts))\(site)"
          : random.next(3) == 0
            ? "\(random.pick(sharedLabels))\(random.next(900)).\(random.pick(sharedHosts))"
            : "\(random.pick(serviceHosts))\(random.pick(services))"
        let (path, kind) = file(&random)
        requests.append(
          request(
            kind, url: "https://\(name)\(path)", page: pageURL,
            isOfSite: name == site || name.hasSuffix(".\(site)")))
      }
    }
    return requests
  }()

  /// Returns the request that WebKit makes for a URL. The URLs here are already in WebKit's form, and parsing all
  /// of them would take longer than anything else.
  private static func request(_ kind: Request.Kind, url: String, page: [UInt8], isOfSite: Bool) -> Request {
    let isFrame = kind == .subdocument
    return Request(
      url: Array(url.utf8), topURL: page, frameURL: isFrame ? Array("about:blank".utf8) : page,
      types: kind.types, context: isFrame ? .childFrame : .topFrame,
      party: isOfSite ? .firstParty : .thirdParty)
  }

  private static func host(_ random: inout Sequence64, of words: [String], tops: [String]) -> String {
    let joint = random.next(4) == 0 ? "-" : ""
    return "\(random.pick(words))\(joint)\(random.pick(words)).\(random.pick(tops))"
  }

  /// Returns a path with a query, and the kind of the request.
  private static func file(_ random: inout Sequence64) -> (String, Request.Kind) {
    let (kind, folders, ends) = random.pick(files)
    var path = "/\(random.pick(folders))/\(random.pick(names))"
    if random.next(2) == 0 { path += "-\(random.pick(names))" }
    if random.next(3) == 0 { path += ".\(String(random.next(1 << 32), radix: 16))" }
    path += random.pick(ends)
    if random.next(3) == 0 { path += "?\(random.pick(keys))=\(random.next(1 << 20))" }
    if random.next(6) == 0 {
      path += (path.contains("?") ? "&" : "?") + "\(random.pick(keys))=\(random.pick(names))"
    }
    return (path, kind)
  }

  private static let siteWords = words(
    """
    acorn alpine amber anchor atlas autumn bakery beacon berry bicycle birch blue bridge camera candle canyon castle
    cedar chess cinema city cloud coast cook copper coral craft daily delta desert dream early echo family farm field
    film fire forest fresh game garden glass globe gold green guide harbor health hill home house island ivory journal
    kitchen lake lemon library light local lotus lunar maple market meadow metro mint modern moon morning motor
    mountain music nature news night north ocean office open orbit paper park pearl pixel planet poem power puzzle
    quiet radio rain red retro river road rocket rose run sail school science shop silver sky small smart snow social
    solar south space sport spring star stone story street summer sun table tech tiger time today town trail travel
    tree urban valley velvet video village voice water wave west wild wind winter wolf wonder world yellow young
    """)
  private static let siteTops = words(
    "com com com com org net de co.uk fr nl it es pl com.br co.jp io info ch se eu")
  private static let ownHosts = ["", "www.", "static.", "img.", "cdn.", "api.", "assets.", "media.", "s1."]
  private static let serviceWords = words(
    """
    ad analytic audience banner beacon bid chat click consent data event exchange feed form frame insight join link
    loop map measure media metric nexus optimize page pay pixel play push query rank reach score script search share
    sight signal social stat stream sync tag target team track trend user video view visit widget
    """)
  private static let serviceTops = words("com com com net net io co cloud org tv")
  private static let serviceHosts = [
    "", "cdn.", "js.", "api.", "static.", "t.", "pixel.", "embed.", "ads.", "stats.",
  ]
  private static let sharedLabels = ["d", "a", "e", "s", "cdn", "assets", "static"]
  private static let sharedHosts = words(
    "cloudfront.net akamaihd.net azureedge.net fastly.net b-cdn.net s3.amazonaws.com googleapis.com gstatic.com jsdelivr.net"
  )
  private static let sections = words(
    "news sport article shop about en de blog 2026/11 category product user search")
  private static let names = words(
    """
    main app index common bundle vendor core ui theme style layout font icon logo hero photo banner thumb cover slide
    video player playlist comments share login user profile cart price list menu header footer sidebar widget modal form
    search results map chart data config event track pixel tag ads advert sponsor popup consent cookie stats beacon
    collect log error ping update version locale en de polyfill jquery react loader lazy init utils helper worker frame
    """)
  private static let keys = words(
    "v ver id t ts cb w h q url ref page lang uid sid utm_source token size format callback")
  private static let files: [(Request.Kind, folders: [String], ends: [String])] = [
    (
      .script, words("js static/js assets dist scripts lib wp-content/plugins _next/static"),
      [".js", ".min.js", ".js"]
    ),
    (
      .image, words("images img assets/img media uploads/2026/11 thumbs wp-content/uploads"),
      [".jpg", ".png", ".webp", ".gif", ".svg"]
    ),
    (.image, words("images photos i"), [".jpg", ".webp", ".png"]),
    (.stylesheet, words("css assets static styles wp-content/themes"), [".css", ".min.css"]),
    (.font, words("fonts assets/fonts static"), [".woff2", ".woff"]),
    (.xmlhttprequest, words("api/v1 api v2 graphql wp-json ajax rest"), ["", ".json", "/", ".php"]),
    (.subdocument, words("embed frame widgets e player"), ["", ".html", "/"]),
    (.media, words("video media hls"), [".mp4", ".m3u8", ".ts", ".mp3"]),
    (.ping, words("collect event t log"), ["", ".gif", "/"]),
  ]

  private static func words(_ text: String) -> [String] {
    text.split(whereSeparator: \.isWhitespace).map(String.init)
  }
}

/// A pseudorandom sequence that is the same on every platform (SplitMix64).
private struct Sequence64 {
  var state: UInt64

  mutating func next(_ bound: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((z ^ (z >> 31)) % UInt64(bound))
  }

  mutating func pick<Element>(_ elements: [Element]) -> Element { elements[next(elements.count)] }
}
