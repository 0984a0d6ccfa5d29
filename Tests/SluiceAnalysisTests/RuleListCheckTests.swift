import SluiceAnalysis
import SluiceRules
import TestSupport
import Testing

/// Findings of `RuleList.check` other than errors in single values.
@Suite struct RuleListCheckTests {
  /// Returns a rule from its pattern, further members of the trigger, and action type.
  private func rule(_ filter: String, _ trigger: String = "", _ action: String = "block") -> String {
    #"{"trigger":{"url-filter":"\#(filter)"\#(trigger)},"action":{"type":"\#(action)"}}"#
  }

  private func check(_ rules: [String], _ options: CheckOptions = CheckOptions()) -> RuleListCheck {
    RuleList.check(inJSON: "[\(rules.joined(separator: ","))]", options: options)
  }

  // MARK: - Redundant rules

  @Test(
    arguments: [
      // Equal and different patterns.
      (["a", "a"], [1: 0]),
      (["a", "b"], [:]),
      // Prefixes of patterns, including patterns that can match anywhere.
      ([#"^https://x\\.example/a"#, #"^https://x\\.example/ab"#], [1: 0]),
      (["/ads", "/ads/banner"], [1: 0]),
      (["/ads", "x/ads"], [:]),
      (["/ads", "/ads+"], [:]), (["/adss", "/ads+"], [:]),
      (["/ads", "/ads?x"], [:]), (["/ads", "/ads*x"], [:]), (["/ads", "/ads{0,}x"], [:]),
      (["/ads$", "/ads$"], [1: 0]), (["/ads", "/ads$"], [1: 0]),
      ([".*", "/ads"], [1: 0]),
      // Hosts.
      ([#"^[^:]+://([^/]+\\.)?a\\.example[:/]"#, #"^[^:]+://([^/]+\\.)?b\\.a\\.example[:/]"#], [1: 0]),
      ([#"^[^:]+://([^/]+\\.)?a\\.example[:/]"#, #"^[^:]+://+([^:/]+\\.)?a\\.example/x"#], [1: 0]),
      ([#"^[^:]+://([^/]+\\.)?a\\.example[:/]"#, #"^https?://a\\.example/x"#], [1: 0]),
      ([#"^[^:]+://([^/]+\\.)?a\\.example[:/]"#, #"^[^:]+://([^/]+\\.)?ba\\.example[:/]"#], [:]),
      ([#"^[^:]+://([^/]+\\.)?a\\.example[:/]"#, #"^[^:]+://([^/]+\\.)?a\\.example\\.net[:/]"#], [:]),
      ([#"^[^:]+://([^/]+\\.)?a\\.example[:/]"#, #"^[^:]+://([^/]+\\.)?a\\.example/?x"#], [:]),
      // Only the left pattern allows a slash or colon in the user name.
      ([#"^[^:]+://+([^:/]+\\.)?a\\.example[:/]"#, #"^[^:]+://([^/]+\\.)?b\\.a\\.example[:/]"#], [:]),
    ] as [([String], [Int: Int])])
  func coveringPatternsAreFound(_ filters: [String], _ expected: [Int: Int]) {
    #expect(check(filters.map { rule($0) }).covered == expected, "\(filters)")
  }

  @Test func onlyNarrowerRulesAreCovered() {
    let image = #","resource-type":["image"]"#
    let both = #","resource-type":["image","script"]"#
    let third = #","load-type":["third-party"]"#
    let site = #","if-domain":["*news.example"]"#
    let page = #","if-domain":["a.news.example"]"#
    for (first, second) in [("", image), (both, image), ("", third), ("", site), (site, page)] {
      #expect(check([rule("a", first), rule("a", second)]).covered == [1: 0], "\(first) \(second)")
      #expect(check([rule("a", second), rule("a", first)]).covered == [0: 1], "\(second) \(first)")
    }
    for (first, second) in [(image, third), (site, image), (page, site.replacing("*news", with: "*old"))] {
      #expect(check([rule("a", first), rule("a", second)]).covered.isEmpty, "\(first) \(second)")
    }
    let notSite = site.replacing("if", with: "unless")
    let notPage = page.replacing("if", with: "unless")
    #expect(check([rule("a", notPage), rule("a", notSite)]).covered == [1: 0])
  }

  @Test func exceptionsBetweenKeepRulesNeeded() {
    let except = rule("x", "", "ignore-previous-rules")
    let stop = rule("x", "", "ignore-following-rules")
    // The later rule acts where the exception does not override it.
    #expect(check([rule("a"), except, rule("a")]).covered == [0: 2])
    #expect(check([rule("a"), except, rule("a", #","resource-type":["image"]"#)]).covered == [:])
    #expect(check([rule("a"), stop, rule("a")]).covered == [2: 0])
    #expect(check([rule("a"), except, stop, rule("a")]).covered == [:])
    // An exception overrides the rules between it and another exception.
    #expect(check([except, rule("a"), except]).covered == [0: 2])
    #expect(check([stop, rule("a"), stop]).covered == [2: 0])
    #expect(check([rule("a"), rule("a", "", "block-cookies")]).covered == [:])
  }

  @Test func listsWithErrorsHaveNoCoverage() {
    #expect(check([rule("a"), rule("a"), rule("(")]).covered.isEmpty)
  }

  /// Removing all rules reported as redundant changes no decision.
  @Test(.slow(6)) func removingCoveredRulesChangesNoDecision() throws {
    var count = 0
    for seed in 0..<UInt64(size(60)) { count += try tryWithoutThem(seed) }
    #expect(count > size(200))
  }

  /// Returns the number of removed rules.
  private func tryWithoutThem(_ seed: UInt64) throws -> Int {
    var random = SeededRandom(seed)
    let hosts = ["a.example", "b.a.example", "c.b.a.example", "ba.example"]
    let starts = [
      #"^[^:]+://([^/]+\\.)?"#, #"^[^:]+://+([^/]+\\.)?"#, #"^[^:]+://+([^:/]+\\.)?"#, "^https?://",
      "^https://",
    ]
    var rules: [String] = []
    for _ in 0..<40 {
      let host = random.pick(hosts).replacing(".", with: #"\\."#)
      let filter = random.pick([
        random.pick(starts) + host
          + random.pick(["[:/]", "[:/]", "/", "/ads", "/ads/x", ":", "[/:]a", "/?a"]),
        random.pick(["/ads", "/ads/", "/ads/x", "ads", ".*", "/ADS", "x$", "/ads[^a]", "/ads+"]),
      ])
      var trigger = random.chance(30) ? #","url-filter-is-case-sensitive":true"# : ""
      if random.chance(30) {
        trigger += #","resource-type":\#(random.pick([#"["image"]"#, #"["image","script"]"#]))"#
      }
      if random.chance(20) { trigger += #","load-type":["third-party"]"# }
      if random.chance(30) {
        let domains = random.pick([#"["*a.example"]"#, #"["b.a.example"]"#, #"["*a.example","x.example"]"#])
        trigger += ",\"\(random.pick(["if-domain", "unless-domain"]))\":\(domains)"
      }
      let action = random.pick([
        "block", "block", "block", "block", "block", "block", "block", "block-cookies",
        "ignore-previous-rules", "ignore-following-rules",
      ])
      rules.append(rule(filter, trigger, action))
    }
    let covered = check(rules).covered
    let kept = rules.indices.filter { covered[$0] == nil }.map { rules[$0] }
    let suffixes = PublicSuffixList(parsing: "example\n")
    let whole = try evaluator(rules)
    let rest = try evaluator(kept)
    for host in hosts + ["u.A.EXAMPLE:p@x.example", "x@b.a.example:80", "y.example"] {
      for path in ["/", "/ads", "/ads/x", "/ADS/", "/adssx", "/?https://a.example/"] {
        for (type, page) in [
          (Request.Kind.image, "https://a.example/"), (.script, "https://b.a.example/"),
          (.font, "https://y.example/"),
        ] {
          let request = Request(
            type, url: Array("https://\(host)\(path)".utf8), page: Array(page.utf8), suffixes: suffixes)
          let (before, after) = (whole.decide(request), rest.decide(request))
          #expect(before.isBlocked == after.isBlocked, "\(host)\(path) \(covered)")
          #expect(before.blocksCookies == after.blocksCookies, "\(host)\(path) \(covered)")
        }
      }
    }
    return covered.count
  }

  private func evaluator(_ rules: [String]) throws -> RuleListEvaluator {
    RuleListEvaluator(try RuleList(decodingJSON: "[\(rules.joined(separator: ","))]"))
  }

  // MARK: - Patterns

  @Test(arguments: [
    (#"^ads\\.example"#, false), ("^/ads", false), ("^https?:/ads", false), (#"^https?://[^/]+/ads"#, true),
    (#"^HTTPS://"#, true), ("^about:blank", true), ("^https://a b", false), ("a#b", false), ("a<b", false),
    (#"a\\x01"#, false), ("a[]b", false), ("a[]?b", true), ("(a[])*b", true), ("a[ b]", true),
    ("a[ #]", false),
    ("^wss?://x", true), ("^[a-z]+://", true), ("^.*://x", true), (".*", true), ("a$", true), ("^1", false),
    (#"^[^:]+://+([^:/]+\\.)?A\\.example/"#, true), ("[^a]$", true),
    (#"^https?://u:p@host\\.example/"#, true),
  ])
  func patternsThatMatchNoURLAreFound(_ filter: String, _ canMatch: Bool) {
    #expect(!check([rule(filter)]).ids.contains("matches-no-url") == canMatch, "\(filter)")
  }

  @Test(arguments: [
    (#"^HTTPS://"#, false), (#"^[^:]+://+([^:/]+\\.)?A\\.example/"#, false), ("A", true),
    (#"^https?://A@b"#, true),
    (#"^https?://[^/]+/A"#, true), (#"^https?://([^/]+\\.)?Ads\\.example/"#, false),
  ])
  func caseSensitiveCapitalsMatchNoURL(_ filter: String, _ canMatch: Bool) {
    let rule = rule(filter, #","url-filter-is-case-sensitive":true"#)
    #expect(!check([rule]).ids.contains("matches-no-url") == canMatch, "\(filter)")
  }

  @Test func expensivePatternsAreReported() {
    let open = "[ab]x" + String(repeating: "[a-z]", count: 14)
    #expect(check([rule("a" + String(repeating: "[ab]", count: 13) + "c")]).ids == ["expensive-pattern"])
    #expect(check([rule("^https://" + open)]).ids.isEmpty)
  }

  @Test func mostExpensivePatternsComeFirst() {
    var options = CheckOptions()
    options.costCount = 3
    let hosts = ["a", "b"].map { #"^[^:]+://([^/]+\\.)?\#($0)\\.example[:/]"# }
    let filters = ["/banner", "/b.*c.*d", "x[0-9]+y", "/banners"] + hosts
    let costs = check(filters.map { rule($0) }, options).costs
    #expect(costs.count == 3)
    #expect(costs.prefix(2).map(\.ruleIndex) == [1, 2])
    #expect(check(filters.map { rule($0) }).costs.isEmpty)
  }

  // MARK: - Limits

  @Test func ruleSizeAndFindingLimitsApply() {
    var options = CheckOptions()
    options.maximumRules = 2
    options.maximumBytes = 10
    #expect(check([rule("a"), rule("b"), rule("c")], options).ids == ["rule-limit", "size-limit"])
    options.maximumFindings = 1
    let check = check([rule("("), rule("("), rule("(")], options)
    #expect(check.findings.count == 1)
    #expect(check.omitted == 4)
    #expect(check.counts[.error] == 5)
  }
}

extension RuleListCheck {
  /// The redundant rules, with the rules that cover them.
  fileprivate var covered: [Int: Int] {
    var pairs: [Int: Int] = [:]
    for finding in findings {
      switch finding.reason {
      case .duplicateRule(let other), .coveredRule(let other): pairs[finding.ruleIndex ?? -1] = other
      default: break
      }
    }
    return pairs
  }

  fileprivate var ids: [String] { findings.map(\.reason.id) }
}
