import SluiceAnalysis
import SluiceConversion
import SluiceRules
import Testing
import TestSupport

/// A conversion leaves out rules that another rule with the same pattern makes redundant: `check` reports no rule of its output
/// that could have been left out.
@Suite struct CoveredRuleTests {
  private static let host = #"block ||ads\.example[:/] case"#

  /// Two filters in either order, and their rules.
  static let rows: [(filters: [String], rules: [String])] = [
    // Page loads and popups.
    (["||ads.example^$document,popup", "||ads.example^$popup"], [host + " type=popup,top-document"]),
    (["||ads.example^$document", "||ads.example^$document,domain=a.example"], [host + " type=top-document"]),
    (
      ["||ads.example^$document,popup", "||ads.example^$popup,domain=a.example"],
      [host + " type=popup,top-document"]
    ),
    (["||ads.example^$popup", "||ads.example^$popup,3p,domain=a.example"], [host + " type=popup"]),
    // Types, parties, pages and priorities of the same pattern.
    (["||ads.example^", "||ads.example^$script"], [host]),
    (["||ads.example^", "||ads.example^$3p"], [host]),
    (["||ads.example^", "||ads.example^$important"], [host]),
    (["||ads.example^$script", "||ads.example^$script,1p,domain=a.example"], [host + " type=script"]),
    (["||ads.example^$script,image", "||ads.example^$image"], [host + " type=image,script"]),
    (
      ["||ads.example^$domain=a.example", "||ads.example^$image,domain=b.a.example"],
      [host + " if-top-url=*a.example"]
    ),
    (
      ["||ads.example^$domain=~a.example", "||ads.example^$image,domain=~a.example"],
      [host + " unless-top-url=*a.example"]
    ),
    (["/ads/x$script", "/ads/x$script,match-case"], ["block /ads/x type=script"]),
    (
      ["||ads.example^$cookie", "||ads.example^$cookie,3p"],
      ["block-cookies" + host.dropFirst(5), "block-cookies" + host.dropFirst(5) + " type=top-document"]
    ),
    // Neither covers the other.
    (
      ["||ads.example^$script,domain=a.example", "||ads.example^$image,domain=b.example"],
      [host + " type=script if-top-url=*a.example", host + " type=image if-top-url=*b.example"]
    ),
    (
      ["||ads.example^$3p,image", "||ads.example^$script"],
      [host + " type=image load=third-party", host + " type=script"]
    ),
    // A page is not its frames, and a longer pattern is another one.
    (
      ["||ads.example^$document", "||ads.example^$subdocument"],
      [host + " type=top-document", host + " type=child-document"]
    ),
    (["||ads.example^", "||ads.example/x"], [host, #"block ||ads\.example/x"#]),
    (["||ads.example^", "||b.ads.example^"], [host, #"block ||b\.ads\.example[:/] case"#]),
    // An exception stands between them: it applies to one of them alone.
    (
      ["||ads.example^", "||ads.example^$important", "@@||ads.example^$script"],
      [#"ignore-following ||ads\.example[:/] case type=script"#, host]
    ),
  ]

  @Test(arguments: rows.indices) func coveredRulesAreLeftOut(_ index: Int) throws {
    let (filters, rules) = Self.rows[index]
    for filters in [filters, filters.reversed()] {
      let converted = try convert(filters.joined(separator: "\n"))
      #expect(Set(converted.rules) == Set(rules), "\(filters)")
      #expect(converted.diagnostics.isEmpty && converted.report.converted == filters.count, "\(filters)")
    }
  }

  private static let options = [
    "", "popup", "document", "document,popup", "all", "script", "script,image", "~script", "subdocument",
    "document,subdocument", "xhr", "xhr,other", "ping,websocket", "third-party", "first-party",
    "popup,third-party",
    "important", "match-case", "popup,~script", "cookie", "method=post",
  ]
  private static let pages = [
    "", "", "domain=a.example", "domain=a.example|b.example", "domain=b.example", "domain=x.a.example",
    "domain=~a.example", "domain=~a.example|~b.example", "domain=a.*",
  ]

  private static func filter(_ random: inout SeededRandom, withExceptions: Bool) -> String {
    let pattern = random.pick(["||ads.example^", "||ads.example^", "/ads/*", "||ads.example/ads/", "*"])
    let all = [random.pick(options), random.pick(pages)].filter { !$0.isEmpty }
    let options = (random.chance(50) ? all : all.reversed()).joined(separator: ",")
    let text = options.isEmpty ? pattern : "\(pattern)$\(options)"
    return withExceptions && random.chance(25) ? "@@" + text : text
  }

  /// Returns the lists of a conversion.
  private static func lists(
    _ filters: [String], _ target: Target, split: Bool = false, limit: Int? = nil
  ) throws -> ConversionResult {
    var options = ConversionOptions()
    options.target = target
    options.split = split ? .action : .none
    options.dialect = .uBlockOrigin
    options.makesSourceMap = true
    if let limit { (options.maximumRules, options.limitPolicy) = (limit, .truncate) }
    let bytes = Array(filters.joined(separator: "\n").utf8)
    return try Converter(options: options).convert([Source(name: "list", bytes: bytes)])
  }

  /// `check` finds no rule that another with its pattern makes redundant, and each converted filter is one of a rule's.
  @Test(arguments: seeds(200, oneIn: 10)) func checkFindsNoCoveredRules(_ seed: UInt64) throws {
    var random = SeededRandom(seed)
    for _ in 0..<20 {
      let count = random.pick([2, 2, 2, 3, 6])
      let filters = (0..<count).map { _ in Self.filter(&random, withExceptions: true) }
      let target = random.pick(Target.allCases)
      let result = try Self.lists(filters, target, split: random.chance(30))
      for (number, list) in result.lists.enumerated() where !list.rules.rules.isEmpty {
        let rules = list.rules.rules
        for finding in RuleList.check(inJSON: list.rules.encodedJSON()).findings {
          let other: Int
          switch finding.reason {
          case .duplicateRule(let of): other = of
          case .coveredRule(let by): other = by
          default: continue
          }
          let rule = try #require(finding.ruleIndex)
          // Exceptions are not compared, and one between two rules may undo one of their filters alone. Different
          // patterns are not compared either.
          let span = min(rule, other)...max(rule, other)
          let isApart = rules[span].contains(where: \.action.overridesOthers)
          let isOther = rules[rule].trigger.urlFilter != rules[other].trigger.urlFilter
          #expect(
            isApart || isOther,
            "\(filters) \(target): \(describe(rules[rule])) by \(describe(rules[other]))")
        }
        let map = try #require(result.sourceMap)
        #expect(map.lists[number].ruleCount == rules.count)
      }
      try Self.expectAccounted(result, filters)
    }
  }

  private static func expectAccounted(_ result: ConversionResult, _ filters: [String]) throws {
    let map = try #require(result.sourceMap)
    let used = Set(
      map.lists.flatMap { list in
        (0..<list.ruleCount).flatMap { map.origin(ofRule: $0, in: list, limit: .max).filters.map(\.line) }
      })
    // A filter that is not needed for another reason has a diagnostic, or its exceptions have nothing to undo.
    let told = Set(result.report.diagnostics.map(\.location.line))
    for (index, filter) in filters.enumerated() where !filter.hasPrefix("@@") && !told.contains(index + 1) {
      #expect(used.contains(index + 1), "\(filters): no rule is of \(filter)")
    }
  }

  /// Filters that only block do together what each of them does alone.
  @Test(arguments: seeds(100, oneIn: 10)) func verdictsStayWithoutCoveredRules(_ seed: UInt64) throws {
    var random = SeededRandom(seed)
    for _ in 0..<6 {
      let filters = (0..<random.pick([2, 3])).map { _ in Self.filter(&random, withExceptions: false) }
      let target = random.pick([Target.safari26, .webKitGTK2_50, .any])
      let together = try Self.lists(filters, target).lists.map { RuleListEvaluator($0.rules) }
      let alone = try filters.map { try Self.lists([$0], target).lists.map { RuleListEvaluator($0.rules) } }
      for kind in Request.Kind.allCases {
        for url in ["https://ads.example/ads/x", "https://x.ads.example/Ads/", "https://b.example/ads/"] {
          for page in [
            "https://a.example/", "https://x.a.example/p", "https://b.example/", "https://c.example/",
          ] {
            let isDocument = kind == .document
            let request = Request(
              kind, url: Array(url.utf8), page: Array((isDocument ? url : page).utf8), suffixes: .wellKnown)
            let (found, expected) = (
              together.map { $0.decide(request) }, alone.joined().map { $0.decide(request) }
            )
            #expect(
              found.contains(where: \.isBlocked) == expected.contains(where: \.isBlocked),
              "\(filters) \(target) \(kind) \(url) \(page)")
            #expect(
              found.contains(where: \.blocksCookies) == expected.contains(where: \.blocksCookies),
              "\(filters) \(target) \(kind) \(url) \(page)")
          }
        }
      }
    }
  }

  /// A rule that is truncated takes all of its filters along.
  @Test(arguments: [
    "||ads.example^$script\n||ads.example^", "||ads.example^\n||ads.example^$script",
    "||ads.example^\n||ads.example^",
    "||ads.example^$domain=a.example\n||ads.example^$domain=b.example",
  ])
  func truncationNamesAllFiltersOfRule(_ text: String) throws {
    let filters = ["||first.example^"] + text.split(separator: "\n").map(String.init)
    for target in [Target.safari26, .any] {
      let full = try Self.lists(filters, target)
      let count = full.lists[0].rules.rules.count
      let short = try Self.lists(filters, target, limit: count - 1)
      #expect(short.report.diagnostics.map(\.location.line) == [2, 3], "\(target)")
      #expect(short.report.converted == 1)
    }
  }

  /// Each of many rules with the same pattern is compared with a few others.
  @Test(.slow(10)) func manyRulesWithOnePatternAreCompared() throws {
    let pages = (0..<size(20_000)).map { "domain=~d\($0).example" }
    let filters = pages.map { "||ads.example^$script,\($0)" } + pages.map { "||ads.example^$image,\($0)" }
    let rules = try Self.lists(filters, .webKitGTK2_50).lists[0].rules.rules
    #expect(rules.count > 2 * pages.count)
  }
}
