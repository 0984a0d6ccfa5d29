import SluiceAnalysis
import SluiceRules
import SluiceSyntax
import Testing
import TestSupport

@testable import SluiceConversion

/// Hundreds of exceptions have the same effect as a few, and an exception that cannot affect a filter adds
/// nothing to its rules.
@Suite struct ManyExceptionsTests {
  private static let hosts = (0..<100).map { "s\($0).example" }
  private static let exceptions = hosts.map { "\($0)#@#.ad" }

  private static func convert(
    _ lines: [String], free: Int = 1 << 18, _ change: (inout ConversionOptions) -> Void = { _ in }
  ) throws -> ConversionResult {
    var options = ConversionOptions()
    options.target = .safari26
    change(&options)
    var converter = Converter(options: options)
    converter.freeExclusions = free
    return try converter.convert([Source(name: "list.txt", bytes: Array(lines.joined(separator: "\n").utf8))])
  }

  /// Returns the hosts that the rule with a selector excludes.
  private static func excluded(_ result: ConversionResult, _ selector: String) -> [[String]] {
    result.lists.flatMap(\.rules.rules).compactMap { rule in
      guard case .hide(let selectors) = rule.action,
        selectors.elements.contains(where: { $0.bytes == Array(selector.utf8) })
      else { return nil }
      return excludedHosts(rule)
    }
  }

  /// Returns the sorted hosts of a rule's exclusions.
  private static func excludedHosts(_ rule: Rule) -> [String] {
    switch rule.trigger.condition {
    case .unlessDomain(let domains):
      domains.elements.map { String(decoding: $0.host, as: UTF8.self) }.sorted()
    case .unlessTopURL(let filters):
      filters.elements.map { filter in
        String(decoding: filter.bytes, as: UTF8.self)
          .replacing(#"^[^:]+://([^/]+\.)?"#, with: "").replacing("(:[0-9]+)?/", with: "")
          .replacing(#"\."#, with: ".")
      }.sorted()
    case .ifDomain, .ifTopURL, .ifFrameURL, .unlessFrameURL, nil: []
    }
  }

  static let tables: [(lines: [String], excluded: [[String]])] = [
    (["##.ad"] + exceptions, [hosts.sorted()]),
    (["other.example##.ad"] + exceptions, [[]]),
    (["s7.example##.ad"] + exceptions, []),
    (["a.s7.example##.ad"] + exceptions, []),
    (["example##.ad"] + exceptions, [hosts.sorted()]),
    (["example,~x.example##.ad"] + exceptions, [(hosts + ["x.example"]).sorted()]),
    (["~x.test,~s1.example##.ad"] + exceptions, [(hosts + ["x.test"]).sorted()]),
    (["[$path=/p]##.ad"] + exceptions, [hosts.sorted()]),
    (["[$path=/p]other.example##.ad"] + exceptions, [[]]),
    (["[$path=/p]other.example,example##.ad"] + exceptions, [[], hosts.sorted()]),
    (["[$path=/p]s1.example,other.example##.ad"] + exceptions, [[]]),
    (["##.ad", "##.ad2"] + exceptions + hosts.map { "\($0)#@#.ad2" }, [hosts.sorted()]),
  ]

  @Test(arguments: tables.indices) func hidingExclusionsAreCombined(_ index: Int) throws {
    let (lines, expected) = Self.tables[index]
    let result = try Self.convert(lines)
    // A path takes several rules.
    #expect(Set(Self.excluded(result, ".ad")) == Set(expected), "\(lines[0])")
    #expect(result.report.diagnostics.isEmpty)
  }

  /// Selectors with equal exceptions share a rule, however the exceptions are written.
  @Test func equalExclusionsShareOneRule() throws {
    let own = "\(Self.hosts.map { "~\($0)" }.joined(separator: ","))##.b"
    let result = try Self.convert(["##.ad", own] + Self.exceptions)
    #expect(result.lists.flatMap(\.rules.rules).count == 1)
  }

  /// Filters beyond the budget are dropped and reported; exceptions are kept.
  @Test func disproportionateFiltersAreReported() throws {
    let filters = (0..<400).map { "[$path=/p\($0)]##.ad" }
    let lines = filters + (0..<400).map { "s\($0).example#@#.ad" }
    let result = try Self.convert(lines, free: 0)
    let left = result.report.diagnostics.filter { $0.reason == .conversion(.outOfProportion) }
    #expect(!left.isEmpty && left.allSatisfy { $0.outcome == .unsupported })
    // All other filters keep their rules, each with all 400 exceptions.
    let missing = Set(left.map { $0.location.line - 1 })
    let kept = filters.indices.filter { !missing.contains($0) }
    #expect(missing.count == left.count && missing.allSatisfy(filters.indices.contains))
    let rules = Self.hidingRules(result)
    let alone = Self.hidingRules(try Self.convert(kept.map { filters[$0] }))
    #expect(kept.count > 0 && rules.map(\.trigger.urlFilter) == alone.map(\.trigger.urlFilter))
    for rule in rules { #expect(Self.excludedHosts(rule).count == 400) }
    #expect(result.report.filters == lines.count)
    #expect(result.report.converted == lines.count - left.count)
  }

  /// Filters for many pages, which repeat their selector in a rule for each.
  static let repeated: [@Sendable (String) -> String] = [
    { "\(hosts.joined(separator: ","))##\($0)" },
    { "\(hosts.map { $0.replacing(".example", with: ".*") }.joined(separator: ","))##\($0)" },
    { "\(hosts.map { "\($0),~a.\($0)" }.joined(separator: ","))##\($0)" },
    { "[$domain=\(hosts.joined(separator: "|"))]##\($0)" },
    { "[$path=/p]\(hosts.joined(separator: ","))##\($0)" },
    { "/(ab|cd|ef|gh|ij|kl)x(mn|op|qr|st)/##\($0)" },
  ]

  /// The copies of long selectors count toward the budget.
  @Test(arguments: repeated.indices) func longSelectorsOfManyPagesAreReported(_ index: Int) throws {
    let lines = (0..<4).map { Self.repeated[index](".a\($0)" + String(repeating: "x", count: 8_000)) }
    let result = try Self.convert(lines, free: 0)
    // Entities are reported for another reason.
    #expect(Set(result.report.diagnostics.map(\.location.line)) == [1, 2, 3, 4])
    let size = result.lists.reduce(0) { $0 + $1.rules.encodedJSON().count }
    #expect(size < 4 * lines.reduce(0) { $0 + $1.utf8.count })
    let whole = try Self.convert(lines, free: 1 << 24)
    #expect(!whole.report.diagnostics.contains { $0.reason == .conversion(.outOfProportion) })
    #expect(Self.hidingRules(whole).count > 2 * Self.hidingRules(result).count)
  }

  /// The pattern of each site repeats the path.
  @Test func longPathsOfManySitesAreReported() throws {
    let path = "[$path=/\(String(repeating: "x", count: 4_000))]"
    let sites = Self.hosts.joined(separator: ",")
    #expect(
      try Self.convert(["\(path)\(sites)##.ad"]).report.diagnostics.map(\.reason)
        == [.conversion(.outOfProportion)])
    // The exception applies to all pages of the sites.
    let excepted = try Self.convert(["##.ad", "s1.example,other.example##.ad", "\(path)\(sites)#@#.ad"])
    #expect(excepted.report.diagnostics.map(\.location.line) == [3])
    #expect(excepted.report.diagnostics.map(\.outcome) == [.approximated])
    #expect(Self.excluded(excepted, ".ad").map(\.count).sorted() == [0, 100])
    #expect(try Self.convert(["\(path)s1.example##.ad"]).report.diagnostics.isEmpty)
  }

  private static func hidingRules(_ result: ConversionResult) -> [Rule] {
    result.lists.flatMap(\.rules.rules).filter { if case .hide = $0.action { true } else { false } }
  }

  /// Filters with patterns for their pages, so that their rules contain every page with `$specifichide`.
  static let patterned: [(@Sendable (Int) -> String, @Sendable (Int) -> String)] = [
    ({ "/s\($0)/##.ad" }, { "@@||s\($0).example^$specifichide" }),
    ({ "[$path=/p\($0)]site.example##.ad" }, { "@@||x\($0).site.example^$specifichide" }),
    ({ "site.example,~y\($0).site.example##.ad" }, { "@@||x\($0).site.example^$specifichide" }),
    ({ "s\($0).*##.ad" }, { "@@||t\($0)^$specifichide" }),
  ]

  /// Pages that `$specifichide` excludes from filters also count toward the budget.
  @Test(arguments: patterned.indices) func specifichideCountsTowardBudget(_ index: Int) throws {
    let (filter, exception) = Self.patterned[index]
    let lines = (0..<60).map(filter) + (0..<60).map(exception)
    let result = try Self.convert(lines, free: 0)
    let left = result.report.diagnostics.filter { $0.reason == .conversion(.outOfProportion) }
    #expect(!left.isEmpty && left.allSatisfy { $0.outcome == .unsupported && $0.location.line <= 60 })
    let missing = Set(left.map { $0.location.line - 1 })
    #expect(missing.count == left.count)
    // The other filters have the same rules as in a small list.
    let kept = (0..<60).filter { !missing.contains($0) }
    #expect(!kept.isEmpty)
    let alone = Self.hidingRules(try Self.convert(kept.map(filter) + (0..<60).map(exception), free: 1 << 24))
    #expect(Self.hidingRules(result) == alone && alone.count >= kept.count)
    for rule in alone { #expect(Self.excludedHosts(rule).count >= 60) }
    let bytes = result.lists.reduce(0) { $0 + $1.rules.encodedJSON().count }
    #expect(bytes < 16 * lines.reduce(0) { $0 + $1.utf8.count + 1 })
  }

  /// Exceptions without effect exclude nothing and do not count toward the budget.
  @Test(arguments: ["", "other"]) func inactiveSpecifichideCostsNothing(_ prefix: String) throws {
    let filters = (0..<60).map { "[$path=/p\($0)]site.example##.ad" }
    let exceptions = (0..<60).flatMap { index -> [String] in
      let exception = "@@||x\(index).\(prefix)site.example^$specifichide"
      return prefix.isEmpty ? [exception, "\(exception),badfilter"] : [exception]
    }
    let result = try Self.convert(filters + exceptions, free: 1 << 14)
    #expect(result.report.diagnostics.isEmpty)
    #expect(Self.hidingRules(result).allSatisfy { $0.trigger.condition == nil })
  }

  /// Exceptions for the same pages do not double the remaining pages each time.
  @Test func overlappingExceptionsAreNotMultiplied() throws {
    let exceptions = (0..<16).map { "a\($0).*,~com#@#.ad" }
    let rules = Self.hidingRules(try Self.convert(["##.ad"] + exceptions, free: 1 << 22))
    // The filter acts on all pages except those of the names, and on com.
    #expect(rules.count <= 17)
    let bytes = rules.reduce(0) { $0 + ($1.trigger.condition?.size ?? 0) }
    #expect(bytes < 16 * 16 * 100)
  }

  /// Exceptions with excluded domains, of one site or several.
  ///
  /// The filter acts where no exception overrides it.
  static let partial: [(filter: String, exceptions: [String], pages: [String: Bool])] = [
    (
      "##.ad", (0..<12).map { "s\($0).example,~b.s\($0).example#@#.ad" },
      ["s3.example": false, "a.s3.example": false, "b.s3.example": true, "c.b.s3.example": true]
    ),
    (
      "##.ad", (0..<12).map { "site.example,~b\($0).site.example#@#.ad" },
      ["site.example": false, "b3.site.example": false, "x.site.example": false, "x.example": true]
    ),
    (
      "[$domain=/s[0-9]/]##.ad", (0..<12).map { "s\($0).example,~b.s\($0).example#@#.ad" },
      ["s3.example": false, "b.s3.example": true, "b.s3.test": true, "a.s3.example": false]
    ),
    (
      "##.ad", (0..<12).map { "a\($0).*,~com#@#.ad" },
      ["a3.com": true, "a3.test": false, "x.com": true, "x.test": true]
    ),
    (
      "com##.ad", (0..<12).map { "a\($0).*,~com#@#.ad" },
      ["a3.com": true, "a3.test": false, "x.com": true, "x.test": false]
    ),
    (
      "[$path=/p]b.s1.example,s2.example,other.example##.ad",
      (0..<12).map { "s\($0).example,~b.s\($0).example#@#.ad" },
      ["b.s1.example": true, "s2.example": false, "b.s2.example": true, "other.example": true]
    ),
    (
      "/s[0-9]/##.ad", ["~s1.example#@#.ad"] + (0..<12).map { "s\($0).example,~b.s\($0).example#@#.ad" },
      ["s1.example": false, "b.s1.example": true, "s2.example": false, "b.s2.example": false]
    ),
  ]

  @Test(arguments: partial.indices) func partialExceptionsExcludeExpectedPages(_ index: Int) throws {
    let (filter, exceptions, pages) = Self.partial[index]
    for exceptions in [exceptions, exceptions.reversed()] {
      let result = try Self.convert([filter] + exceptions)
      #expect(result.report.diagnostics.allSatisfy { $0.reason == .conversion(.entitySuffixes) })
      let evaluator = RuleListEvaluator(try #require(result.lists.first).rules)
      for (host, isHidden) in pages.sorted(by: { $0.key < $1.key }) {
        let url = Array("https://\(host)/p".utf8)
        let decision = evaluator.decide(Request(.document, url: url, page: url, suffixes: .wellKnown))
        #expect(decision.hiddenSelectors.isEmpty != isHidden, "\(filter) on \(host)")
      }
    }
  }

  /// The number of threads does not change the output.
  @Test func manyExceptionsDoNotDependOnThreadCount() throws {
    let lines =
      (0..<300).map { "[$path=/p\($0)]##.ad" } + (0..<300).map { "s\($0).example#@#.ad" }
      + (0..<300).map { "||ad\($0).example^$domain=a\($0).*|~a\($0).de" }
    var texts: Set<[UInt8]> = []
    for threads in [1, 3] {
      var options = ConversionOptions()
      options.threads = threads
      var converter = Converter(options: options)
      converter.freeExclusions = 1 << 12
      converter.smallestPiece = (bytes: 1 << 10, lines: 100)
      let result = try converter.convert([
        Source(name: "list.txt", bytes: Array(lines.joined(separator: "\n").utf8))
      ])
      texts.insert(
        result.lists.flatMap { $0.rules.encodedJSON() } + Array("\(result.report.diagnostics)".utf8))
    }
    #expect(texts.count == 1)
  }

  /// Network filters count too: each pattern of a regex has all domains.
  @Test func networkPatternsCountTowardBudget() throws {
    let domains = (0..<40).map { "d\($0).example" }.joined(separator: "|")
    let lines =
      (0..<40).map { "/(aa|bb|cc|dd)\($0)x(ee|ff|gg|hh)/$domain=\(domains)" }
      + (0..<40).map { "@@/(aa|bb|cc|dd)\($0)x(ee|ff|gg|hh)/$domain=\(domains)" }
    let result = try Self.convert(lines, free: 0)
    let left = result.report.diagnostics.filter { $0.reason == .conversion(.outOfProportion) }
    #expect(!left.isEmpty)
    // Exceptions are dropped first.
    #expect(left.contains { $0.location.line <= 40 })
    #expect(
      left.filter { $0.location.line > 40 }.isEmpty || left.filter { $0.location.line <= 40 }.count == 40)
    let bytes = result.lists.reduce(0) { $0 + $1.rules.encodedJSON().count }
    #expect(bytes < 8 * lines.reduce(0) { $0 + $1.utf8.count + 1 } + 1 << 20)
  }

  /// A source map names only the exceptions that affect a rule.
  @Test func sourceMapNamesOnlyRelevantExceptions() throws {
    let lines = Self.hosts.flatMap { ["\($0)##.ad", "x.\($0)#@#.ad"] }
    let result = try Self.convert(lines) { $0.makesSourceMap = true }
    let map = try #require(result.sourceMap)
    for list in map.lists {
      #expect(list.limitedRules.count == Self.hosts.count)
      for rule in list.limitedRules {
        let origin = map.origin(ofRule: rule, in: list)
        #expect(
          origin.limits.map(\.text) == origin.filters.map { "x.\($0.text.replacing("##", with: "#@#"))" })
      }
    }
  }

  static let longHosts = [
    ("\(String(repeating: "a", count: 63)).example##.ad", true),
    ("\(String(repeating: "a", count: 64)).example##.ad", false),
    ("||x.example^$domain=\(String(repeating: "a", count: 64)).example", false),
    ("\(String(repeating: "ab.", count: 90))example##.ad", false),
  ]

  @Test(arguments: longHosts)
  func hostsLongerThanURLAllowsAreUnusable(filter: String, isPossible: Bool) throws {
    let result = try Self.convert([filter])
    #expect(result.report.diagnostics.map(\.reason) == (isPossible ? [] : [.conversion(.unusableDomain)]))
  }
}
