import AllocationCounter
import SluiceListFiles
import SluiceLists
import SluiceSyntax
import SluiceWebInterface
import TestSupport
import Testing

/// For every pair of kinds, the output and the allocations grow with the list and not with the product of the
/// numbers of lines or names.
///
/// The tests count bytes of output and allocated bytes, never time, and disable the free allowance for
/// small lists. `Tests/hostile` tries pairs with hundreds of lines in all commands of a release build, and can count
/// instructions. `TrackerProportionTests` has the pairs of Tracker Radar's data.
@Suite struct ProportionTests {
  static let kinds = HostileLine.all

  /// All pairs of kinds, including each kind with itself.
  static let pairs = kinds.indices.flatMap { first in kinds[first...].map { (kinds[first], $0) } }

  /// Full runs use each pair in each fast mode, and some in a slow one. An everyday run has one of a hundred pairs, each in one mode.
  @Test(arguments: some(Array(pairs.indices), oneIn: 101))
  func costGrowsLinearlyForAllPairs(_ pair: Int) throws {
    let modes = CostMode.fast + CostMode.slow(ofPair: pair)
    try Self.check(
      [Self.pairs[pair].0, Self.pairs[pair].1],
      SlowTrait.runsWhole ? modes : [modes[(pair / 101 + pair + round) % modes.count]])
  }

  /// Full runs use 4,000 triples of kinds, each in one mode, and others with each seed.
  @Test(arguments: some(Array(0..<4_000), oneIn: 2_000)) func costGrowsLinearlyForTriples(_ number: Int)
    throws
  {
    var random = SeededRandom(SeededRandom.seedOfRun &+ UInt64(number))
    let kinds = (0..<3).map { _ in random.pick(Self.kinds) }
    // The slow modes take as long as all others together.
    let mode = random.chance(85) ? random.pick(CostMode.fast) : random.pick([.merged, .shards, .elements])
    try Self.check(kinds, [mode])
  }

  /// Pairs that did not scale in an earlier version.
  static let known = [
    ("hide-path", "show"), ("hide-outside", "show"), ("hide-domain-regex", "show"),
    ("hide-regex", "pass-specifichide"), ("hide-entity", "show"), ("hide-site", "show-below"),
    ("page-text-path", "page-text-shown"), ("page-text-path", "page-text-shown-path"),
    ("page-text-path", "page-text-shown-outside"), ("hide-one-site", "show-below-one"),
    ("show-but", "hide-site"), ("hide-path", "hide-path"), ("page-text-other", "page-text-other"),
    ("page-text", "page-text"), ("hide-outside", "show-outside"), ("hide-domain-regex", "show-but"),
    ("hide", "show-but-one"), ("hide-regex", "show-but-one"), ("hide-top", "show-entity"),
    ("hide-site", "show-regex"), ("hide-below", "show-path-site"), ("hide", "hide"),
    ("block-domain-but", "block-domain-but"), ("hide-chain", "show-but-one"),
    ("hide-but", "pass-specifichide-below"), ("hide-path-site", "pass-specifichide-below"),
    ("hide-entity", "pass-specifichide-top"), ("hide-path-many", "show-path-many"),
    ("pass-denyallow", "pass-denyallow"), ("block-to-domains", "pass-denyallow"),
    ("block-to-many", "block-to-many"), ("block-hosts-many", "block-hosts-many"),
    ("pass-denyallow-names", "pass-denyallow-names"), ("block-types-to-names", "block-types-to-names"),
    ("hide-path-names", "show-path-names"), ("block-cookie-names", "pass-cookie-to-names"),
    ("block-to-denyallow-names", "block-to-denyallow-entities"), ("change-parameter", "pass-parameter"),
    ("change-policy", "pass-policy"), ("change-host", "pass-parameters"), ("hide-selectors", "page-text"),
    ("hide-extended-everywhere", "show-other"), ("block-open", "pass-open-document"),
    ("pass", "important-to-but-entities"), ("hide-entity-names", "page-text-regex-names"),
    ("hide-regex-outside", "show-path-site"), ("hide-long-names", "hide-selectors-names"),
    ("hide-path-long-names", "hide-path-long-names"), ("page-header-same", "page-header-shown"),
    ("block-default-names", "block-default-names"),
    ("hide-long-path-names", "show-long-path-names"),
  ]

  /// Selectors × pages × exceptions, each the root of the number of lines: the product is visible in long lists only.
  @Test(.slow(2)) func costGrowsLinearlyForGrids() throws {
    let kinds = try ["hide-grid", "show-grid"].map { name in
      try #require(Self.kinds.first { $0.name == name })
    }
    try Self.check(kinds, [.rules], size(1_024))
  }

  @Test(arguments: some(known, oneIn: 5))
  func costGrowsLinearlyForKnownPairs(_ first: String, _ second: String) throws {
    let kinds = try [first, second].map { name in try #require(Self.kinds.first { $0.name == name }) }
    try Self.check(kinds, CostMode.allCases)
  }

  /// Checks that twice as many of each kind cost at most 2.3 times as much.
  ///
  /// Some limits of single filters are reached by more lines only, so that the cost may grow faster before.
  private static func check(_ kinds: [HostileLine], _ modes: [CostMode], _ count: Int = 48) throws {
    var lists = [HostileList(kinds, count), HostileList(kinds, 2 * count)]
    for mode in modes {
      var works = try [lists[0].work(mode), lists[1].work(mode)]
      var excess = works[1].excess(over: works[0])
      while excess > 1, works.count < 6 {
        if lists.count == works.count { lists.append(HostileList(kinds, count << works.count)) }
        works.append(try lists[works.count].work(mode))
        excess = works[works.count - 1].excess(over: works[works.count - 2])
      }
      #expect(excess <= 1, "\(kinds), \(mode): \(works)")
      for work in works { #expect(work.isInProportion, "\(kinds), \(mode): \(work)") }
    }
  }

  /// The definitions of a build file are not applied again for each list.
  @Test func buildFilesCostAsMuchAsTheirSize() throws {
    let works = try [200, 400].map { count in
      let lists = (0..<count).map { #"{"name":"l\#($0)","sources":["a.txt"]}"# }.joined(separator: ",")
      let defines = (0..<count).map { #""d\#($0)""# }.joined(separator: ",")
      let text = #"{"defines":[\#(defines)],"lists":[\#(lists)]}"#
      var work = ListWork(input: text.utf8.count)
      let begin = allocated_bytes()
      _ = try BuildFile(parsing: Array(text.utf8), name: "sluice.json")
      work.allocated = allocated_bytes() - begin
      return work
    }
    #expect(works[1].excess(over: works[0]) <= 1, "\(works)")
  }

  /// The answers of the JavaScript module, with all diagnostics and outputs, for each kind alone.
  @Test(arguments: some(Array(kinds.indices), oneIn: 8)) func answersOfModuleStayInProportion(_ kind: Int)
    throws
  {
    let list = HostileList([Self.kinds[kind]], 400)
    var interface = WebInterface()
    func call(_ function: WebInterface.Function, _ parts: [[UInt8]]) -> [[UInt8]] {
      interface.call(function.rawValue, parts: parts)
    }
    let options = Array(#"{"sourceMap":true,"requestChanges":true,"costs":10,"onLimit":"truncate"}"#.utf8)
    let answers = call(.convert, [options, list.bytes])
    #expect(answers.reduce(0) { $0 + $1.count } <= 16 * list.weight + 1 << 20, "\(Self.kinds[kind])")
    guard answers.count > 1 else { return }
    let findings = call(.check, [Array("{}".utf8), answers[1]])
    #expect(findings[0].count <= 16 * list.weight + 1 << 20, "\(Self.kinds[kind])")
    let request =
      #"{"requests":[{"url":"https://ads.example/ad1.js","page":"https://s1.example/","type":"script"}]}"#
    let verdict = call(.match, [Array(request.utf8), list.bytes])
    #expect(verdict[0].count <= 1 << 21, "\(Self.kinds[kind])")
  }

  // MARK: - Kinds of lines

  /// Every kind of filter in the language is in the table.
  @Test func growthTestsCoverAllFilterKinds() throws {
    var options: Set<OptionKind> = []
    var cosmetics: Set<CosmeticFilter.Kind> = []
    var modifiers: Set<CosmeticModifier.Kind> = []
    var domains: Set<DomainEntry.Kind> = []
    let list = FilterList(parsing: Array(Self.kinds.flatMap { $0.lines(2) }.joined(separator: "\n").utf8))
    for line in list.lines {
      switch line.content {
      case .network(let filter): options.formUnion(filter.options.map(\.kind))
      case .cosmetic(let filter):
        cosmetics.insert(filter.kind)
        modifiers.formUnion(filter.modifiers.map(\.kind))
        domains.formUnion(filter.domains.map(\.kind))
      case .blank, .comment, .header, .metadata, .directive, .hint, .hosts, .continuation, .rejected: break
      }
    }
    #expect(Set(OptionKind.allCases).subtracting(options).isEmpty)
    #expect(Set(CosmeticFilter.Kind.allCases).subtracting(cosmetics).isEmpty)
    #expect(Set([CosmeticModifier.Kind.path, .url, .app]).subtracting(modifiers).isEmpty)
    #expect(domains.count == 4)
    #expect(Set(Self.kinds.map(\.name)).count == Self.kinds.count)
  }
}
