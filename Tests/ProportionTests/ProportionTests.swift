import SluiceSyntax
import Testing
import TestSupport

/// For every pair of line kinds, the output grows with the list and not with the product of the line
/// counts.
///
/// The test counts bytes of output and allocated bytes, never time, and disables the free allowance for
/// small lists. `.ci/hostile` tries pairs with hundreds of lines in all commands of a release build.
@Suite struct ProportionTests {
  static let kinds = HostileLine.all

  private static func work(_ first: HostileLine, _ second: HostileLine, _ count: Int) throws -> ListWork {
    try ListWork(lines: zip(first.lines(count), second.lines(count)).flatMap { [$0, $1] })
  }

  /// All pairs of kinds, including each kind with itself.
  ///
  /// Everyday runs try a fixed sample.
  static let pairs = kinds.indices.flatMap { first in kinds[first...].map { (kinds[first], $0) } }

  @Test(arguments: some(Array(pairs.indices), oneIn: 601))
  func conversionTimeGrowsLinearlyForAllPairs(_ pair: Int) throws {
    try Self.check(Self.pairs[pair].0, Self.pairs[pair].1)
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
  ]

  @Test(arguments: some(known, oneIn: 5))
  func conversionTimeGrowsLinearlyForKnownPairs(_ first: String, _ second: String) throws {
    let kinds = try [first, second].map { name in try #require(Self.kinds.first { $0.name == name }) }
    for count in [24, 64] { try Self.check(kinds[0], kinds[1], count) }
  }

  /// Checks that four times as many lines of each kind cost four times as much.
  ///
  /// Fewer lines would not reach the limits of single filters.
  private static func check(_ first: HostileLine, _ second: HostileLine, _ count: Int = 24) throws {
    let (small, large) = (try work(first, second, count), try work(first, second, 4 * count))
    let excess = large.excess(over: small)
    if excess <= 1 { return }
    let largest = try work(first, second, 16 * count)
    #expect(
      excess <= 2 && largest.excess(over: large) <= 1,
      "\(first) with \(second): \(small) of \(count) each, \(large) of \(4 * count), \(largest) of \(16 * count)"
    )
  }

  // MARK: - Kinds of lines

  /// Every kind of filter in the language is in the table.
  @Test func growthTestsCoverAllFilterKinds() throws {
    var options: Set<OptionKind> = []
    var cosmetics: Set<CosmeticFilter.Kind> = []
    var modifiers: Set<CosmeticModifier.Kind> = []
    var domains: Set<DomainEntry.Kind> = []
    let list = FilterList(parsing: Array(Self.kinds.map { $0.line(1) }.joined(separator: "\n").utf8))
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
