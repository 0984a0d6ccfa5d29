import SluiceAnalysis
import SluiceConversion
import SluiceSyntax
import TestSupport
import Testing

/// Random filters that block, redirect and change requests, compared with their meaning in uBlock Origin.
@Suite struct RandomChangeTests {
  private enum Effect: Hashable {
    case block
    case redirect(String, priority: Int)
    case removeParameter(String)
    case exception
    /// Nil for all resources.
    case redirectException(String?)
    /// Nil for all parameters.
    case parameterException(String?)
  }

  private struct Filter: Hashable {
    var effect: Effect
    /// A text of URLs, or a host with a path after `||`; empty for all URLs.
    var pattern: String
    /// Nil for all types apart from pages.
    var type: Request.Kind?
    /// `~` excludes the site, and `.*` stands for all suffixes.
    var site: String?
    var isThirdParty = false
    var isImportant = false

    var text: String {
      var options: [String] = []
      switch effect {
      case .block, .exception: break
      case .redirect(let name, let priority):
        options.append("redirect=\(name)" + (priority == 0 ? "" : ":\(priority)"))
      case .removeParameter(let name): options.append("removeparam=\(name)")
      case .redirectException(let name): options.append("redirect-rule" + (name.map { "=\($0)" } ?? ""))
      case .parameterException(let name): options.append("removeparam" + (name.map { "=\($0)" } ?? ""))
      }
      if let type { options.append(type == .script ? "script" : "image") }
      if let site { options.append("domain=\(site)") }
      if isThirdParty { options.append("3p") }
      if isImportant { options.append("important") }
      let start = pattern.isEmpty ? "*" : pattern
      return (isException ? "@@" : "") + start + (options.isEmpty ? "" : "$" + options.joined(separator: ","))
    }

    private var isException: Bool {
      switch effect {
      case .exception, .redirectException, .parameterException: true
      case .block, .redirect, .removeParameter: false
      }
    }

    func matches(_ kind: Request.Kind, _ host: String, _ path: String, page: String) -> Bool {
      if let type, type != kind { return false }
      if isThirdParty, host == page || host.hasSuffix(".\(page)") { return false }
      if let site {
        let name = site.trimmingPrefix("~")
        let isOn = name.hasSuffix(".*") ? page.hasPrefix(name.dropLast()) : page == name
        if isOn == site.hasPrefix("~") { return false }
      }
      if pattern.isEmpty { return true }
      guard pattern.hasPrefix("||") else {
        return "https://\(host)\(path)".contains(pattern.filter { $0 != "*" })
      }
      let parts = pattern.dropFirst(2).split(
        separator: /[\/^]/, maxSplits: 1, omittingEmptySubsequences: false)
      return (host == parts[0] || host.hasSuffix(".\(parts[0])"))
        && path.hasPrefix("/\(parts.count > 1 ? parts[1] : "")")
    }
  }

  private static let hosts = ["ads.example", "cdn.ads.example", "x.example", "a.js.x.example"]
  private static let pages = ["news.com", "old.com", "x.example"]
  private static let resources = ["noopjs": "noop.js", "nooptext": "noop.txt"]

  private static func filter(_ random: inout SeededRandom) -> Filter {
    let names = resources.keys.sorted()
    let effects: [Effect] = [
      .block, .redirect(random.pick(names), priority: random.pick([0, 0, 10])),
      .redirect(random.pick(names), priority: 0), .removeParameter(random.pick(["u", "v"])), .exception,
      .exception, .redirectException(random.pick([nil, random.pick(names)])),
      .parameterException(random.pick([nil, "u"])),
    ]
    var filter = Filter(
      effect: random.pick(effects),
      pattern: random.pick(
        [
          "", "/a.js", "/b.js", "/c/*", "||ads.example^", "||x.example^", "||cdn.ads.example/a.js",
          "||ads.example/c/",
        ]),
      type: random.pick([nil, .script, .script, .image]),
      site: random.pick([nil, nil, nil, "news.com", "~old.com", "news.*", "x.example"]))
    filter.isThirdParty = random.chance(15)
    // Filters for everything are ignored.
    if filter.pattern.isEmpty { filter.type = .script }
    switch filter.effect {
    case .block, .redirect: filter.isImportant = random.chance(15)
    case .removeParameter, .exception, .redirectException, .parameterException: break
    }
    return filter
  }

  /// The meaning of filters for a request.
  private struct Meaning {
    var isBlocked = false
    /// The files that the request may be redirected to; empty if it is not.
    private(set) var files: [(priority: Int, name: String)] = []
    var removed: Set<String> = []

    /// Finds the meaning. The redirect with the highest priority wins, unless it is one of `reported`, which do not act on
    /// all of their requests.
    init(_ filters: [Filter], reported: Set<String> = []) {
      var best = Int.min
      let blocks = filters.filter {
        switch $0.effect {
        case .block, .redirect: true
        case .removeParameter, .exception, .redirectException, .parameterException: false
        }
      }
      let isExcepted = filters.contains { $0.effect == .exception }
      isBlocked = blocks.contains { $0.isImportant || !isExcepted }
      for filter in filters {
        switch filter.effect {
        case .redirect(let name, let priority) where isBlocked:
          let isKept = filters.contains {
            $0.effect == .redirectException(nil) || $0.effect == .redirectException(name)
          }
          if isKept { continue }
          files.append((priority, RandomChangeTests.resources[name] ?? ""))
          if !reported.contains(filter.text) { best = max(best, priority) }
        case .removeParameter(let name):
          let isKept = filters.contains {
            $0.effect == .parameterException(nil) || $0.effect == .parameterException(name)
          }
          if !isKept { removed.insert(name) }
        case .block, .redirect, .exception, .redirectException, .parameterException: break
        }
      }
      files.removeAll { $0.priority < best }
    }
  }

  @Test(.slow(10)) func changesAreThoseOfFilters() throws {
    var random = SeededRandom(SeededRandom.seedOfRun)
    for _ in 0..<size(1000) {
      var filters = (0..<(2 + random.below(6))).map { _ in Self.filter(&random) }
      var lines = filters.map(\.text)
      if random.chance(10) {
        let disabled = random.pick(filters)
        lines.append(disabled.text + (disabled.text.contains("$") ? ",badfilter" : "$badfilter"))
        filters.removeAll { $0.text == disabled.text }
      }
      try Self.compare(filters, lines.joined(separator: "\n"))
    }
  }

  private static func compare(_ filters: [Filter], _ list: String) throws {
    var options = ConversionOptions()
    (options.dialect, options.redirectRuleset, options.target) = (.uBlockOrigin, "s", .safari26)
    var result = try Converter(options: options).convert(list)
    let changes = result.requestChanges()
    result.settle(in: changes)
    let isExact = !result.report.diagnostics.contains {
      [.changeExceptions, .changeConditions, .redirectOfImportant].map { .conversion($0) }.contains($0.reason)
    }
    // Where a redirect does not act, the next one does.
    let reported = Set(
      result.report.diagnostics.map {
        String(decoding: Array(list.utf8)[$0.line.lowerBound..<$0.line.upperBound], as: UTF8.self)
      })
    let ruleset = RuleListEvaluator(
      Ruleset.translation(of: [Ruleset(decodingJSON: changes.rules.encodedJSON())]).list)
    let blocker = RuleListEvaluator(result.lists[0].rules)
    for host in hosts {
      for path in ["/a.js", "/b.js", "/c/a.js", "/d"] {
        for (kind, page) in pages.flatMap({ page in [(Request.Kind.script, page), (.image, page)] }) {
          let url = "https://\(host)\(path)?u=1&v=2&w=3"
          let request = Request(kind, url: url, page: "https://\(page)/", suffixes: .wellKnown)
          let meaning = Meaning(filters.filter { $0.matches(kind, host, path, page: page) })
          let decision = ruleset.decide(request)
          let changed = decision.redirectedURL(of: Array(url.utf8), extensionURL: Array("ext://id".utf8))
            .map { String(decoding: $0, as: UTF8.self) }
          let place: Comment = "\(kind) \(url) on \(page):\n\(list)"
          guard let changed, !blocker.decide(request).isBlocked else {
            #expect(meaning.isBlocked && (!isExact || meaning.files.isEmpty), place)
            continue
          }
          if changed.hasPrefix("ext:") {
            let meaning = Meaning(
              filters.filter { $0.matches(kind, host, path, page: page) }, reported: reported)
            let name = String(changed.dropFirst("ext://id/s.".count))
            #expect(meaning.files.contains { $0.name == name }, place)
            continue
          }
          let removed = Set(["u", "v"].filter { !changed.contains("\($0)=") })
          #expect(!meaning.isBlocked, place)
          #expect(isExact ? removed == meaning.removed : removed.isSubset(of: meaning.removed), place)
        }
      }
    }
  }
}
