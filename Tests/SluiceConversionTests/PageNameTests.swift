import SluiceRules
import SluiceText
import TestSupport
import Testing

@testable import SluiceConversion

/// Compares the overlap of page names with testing hosts one by one.
@Suite struct PageNameTests {
  private static let pairs: [(included: String, excluded: String, expected: Bool)] = [
    ("a.com", "b.a.com", true), ("a.com", "a.com", true), ("b.a.com", "a.com", true),
    ("a.com", "xa.com", false),
    ("www.a.*", "a.com", true), ("www.a.*", "www.a.com", true), ("www.a.*", "b.www.a.com", true),
    ("www.a.*", "a.co.uk", true), ("www.a.*", "com", true), ("www.a.*", "co.uk", true),
    ("www.a.*", "b.com", false), ("www.a.*", "a.b.com", false), ("www.a.*", "org.uk", false),
    ("a.com", "www.a.*", true), ("a.com", "a.*", true), ("a.b.com", "a.*", true), ("com", "a.*", true),
    ("co.uk", "a.*", true), ("gov.uk", "a.*", true), ("github.io", "a.*", true), ("b.com", "a.*", false),
    ("b.com", "www.a.*", false), ("www.a.*", "a.*", true), ("a.*", "www.a.*", true), ("a.*", "b.*", false),
    ("a.co.*", "a.*", true), ("a.*", "a.co.*", true), ("a.*", "a.b.*", false),
  ]

  @Test(arguments: pairs)
  func pageNamesOverlap(_ included: String, _ excluded: String, _ expected: Bool) {
    let (included, excluded) = (PageName(included), PageName(excluded))
    #expect(included.overlaps(excluded) == expected)
    // Large sets use a different lookup than small ones.
    let many = PageNameSet([excluded] + (0..<300).map { PageName("x\($0).y.z") })
    #expect(many.overlaps(included) == expected)
  }

  @Test(.slow(4)) func largePageNameSetsAgreeWithSmall() {
    var random = SeededRandom(20_260_822)
    for _ in 0..<size(200) {
      let names = (0..<24).map { _ in PageName.random(&random) }
      let others = (0..<300).map { PageName("x\($0).y.z") }
      let many = PageNameSet(names + others)
      for _ in 0..<20 {
        let name = PageName.random(&random)
        #expect(
          Set(many.members(overlapping: name)) == Set(names.filter { name.overlaps($0) }), "\(name) \(names)")
        #expect(many.covers(name) == names.contains { name.isWithin($0) }, "\(name) \(names)")
      }
    }
  }

  /// A host that one name includes and another excludes is always found.
  @Test func namesOfSameHostOverlap() {
    var random = SeededRandom(20_260_823)
    var shared = 0
    for _ in 0..<5_000 {
      let host = PageName.randomHost(&random)
      let (included, excluded) = (PageName.of(host, &random), PageName.of(host, &random))
      let page = PageName.host(host)
      guard page.isWithin(included, form: .included), page.isWithin(excluded, form: .included) else {
        continue
      }
      shared += 1
      #expect(included.overlaps(excluded), "\(host) is in \(included) and \(excluded)")
    }
    #expect(shared > 1_000)
  }

  /// Differences and intersections contain the expected hosts.
  @Test(.slow(25), arguments: [false, true])
  func pagePatternsAreIntersectedAndSubtracted(isDifference: Bool) throws {
    var random = SeededRandom(isDifference ? 20_260_824 : 20_260_825)
    var (refused, hits) = (0, 0)
    for _ in 0..<size(300) {
      let name = PageName.random(&random)
      let others = (0...(random.next() % 3)).map { _ in PageName.random(&random) }
      let form = isDifference ? SuffixForm.excluded : .included
      let whole = HostPattern.included(name)
      var steps = 0
      let cut =
        isDifference
        ? whole.without(others.map { .excluded($0) })
        : whole.inside(others.map { .included($0) }, steps: &steps)
      guard let cut, let filters = HostPattern.pages(cut) else {
        // The result takes too many patterns.
        refused += 1
        continue
      }
      for _ in 0..<40 {
        let host = PageName.randomHost(&random)
        let page = PageName.host(host)
        let isInOthers = others.contains { page.isWithin($0, form: form) }
        let expected = page.isWithin(name, form: .included) && isInOthers != isDifference
        let url = "https://\(String(decoding: host, as: UTF8.self)):80/"
        let actual = filters.contains { PatternMatcher(url, isCaseSensitive: false).matches($0.pattern) }
        #expect(actual == expected, "\(url): \(name), \(others), \(filters)")
        if expected { hits += 1 }
      }
    }
    #expect(refused < 10)
    // A small number of patterns matches few hosts.
    #expect(hits > (SlowTrait.runsWhole ? 100 : 0))
  }
}

extension PageName {
  fileprivate init(_ text: String) {
    self = text.hasSuffix(".*") ? .entity(Array(text.dropLast(2).utf8)) : .host(Array(text.utf8))
  }

  /// Returns a host made from few distinct labels.
  fileprivate static func randomHost(_ random: inout SeededRandom) -> [UInt8] {
    let labels = ["a", "b", "com", "co", "uk"]
    return Array(
      (0...(random.next() % 4)).map { _ in labels[Int(random.next() % 5)] }.joined(separator: ".").utf8)
  }

  /// Returns a name that may include the host.
  fileprivate static func of(_ host: [UInt8], _ random: inout SeededRandom) -> PageName {
    let names = [host] + HostNames.parents(of: host)
    let name = names[Int(random.next() % UInt64(names.count))]
    let stem = HostSuffix.dropping(random.next() % 2 == 0 ? 1 : 2, from: name)
    return random.next() % 2 == 0 || stem.isEmpty ? .host(name) : .entity(stem)
  }

  fileprivate static func random(_ random: inout SeededRandom) -> PageName {
    let host = randomHost(&random)
    return random.next() % 2 == 0 ? .host(host) : .entity(host)
  }
}
