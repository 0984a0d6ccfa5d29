import SluiceConversion
import Testing
import TestSupport

/// A line with many names in several options costs as much as its names, and not as much as their product.
@Suite struct NameProportionTests {
  /// Kinds of lines: `{a}` and `{b}` stand for lists of names, `{i}` for the number of the line.
  static let kinds = [
    "@@*$script,denyallow={a},domain={b}", "*$script,denyallow={a},domain={b}",
    "*$script,to={a},domain={b}", "*$important,script,to={a},domain={b}",
    "/ad{i}^^^/$to={a}", "-x-$~script,third-party,to={a},match-case", "/ad{i}/$to={a},denyallow={b}",
    "||x{i}.example^$domain={a}", "||x{i}.example^$~script,domain={a}",
    "/(aa|bb|cc|dd){i}x(ee|ff|gg|hh)/$domain={a}", "/^https:\\/\\/(a|b|c)0\\.t\\.example\\/{i}/$to={a}",
    "@@$document,elemhide,generichide,urlblock,genericblock,domain={a}",
    "@@$specifichide,script,denyallow={a},domain={b}", "@@/x{i}/$cookie,to={a},domain={b}",
    "{a}##.ad{i}", "[$path=/p{i}]{a}##.ad", "[$path=/q{i}]{a}#@#.ad", "[$path=/[pq]{i}/]{a}#@#.ad",
    "0.0.0.0 {a}", "[$domain={a}]##.ad{i}",
  ]

  private static func lines(_ kind: String, _ count: Int, names: Int) -> [String] {
    // The lists of some options have another separator.
    let separator = kind.hasPrefix("0.0.0.0") ? " " : kind.contains("}#") ? "," : "|"
    func list(_ letter: String) -> String {
      (0..<names).map { "\(letter)\($0).t.example" }.joined(separator: separator)
    }
    return (0..<count).map {
      kind.replacing("{a}", with: list("a")).replacing("{b}", with: list("b")).replacing("{i}", with: "\($0)")
    }
  }

  /// Each kind alone, and together with filters and exceptions for the same pages.
  static let pairs = kinds.indices.flatMap { first in
    [first, 14, 15, 16].filter { $0 != first || first == 14 }.map { (first, $0) } + [(first, first)]
  }

  @Test(arguments: some(Array(pairs.indices), oneIn: 11), [DomainScope.page, .frame])
  func costGrowsWithNamesAndNotTheirProduct(pair: Int, scope: DomainScope) throws {
    let (first, second) = (Self.kinds[Self.pairs[pair].0], Self.kinds[Self.pairs[pair].1])
    func work(_ names: Int) throws -> ListWork {
      let others = first == second ? [] : Self.lines(second, 4, names: names)
      return try ListWork(lines: Self.lines(first, 4, names: names) + others, scope: scope)
    }
    let works = [try work(24), try work(96)]
    var excess = works[1].excess(over: works[0])
    var all = works
    if excess > 1 {
      // Fewer names would not reach the limits of single filters.
      all.append(try work(384))
      excess = all[2].excess(over: all[1])
    }
    #expect(excess <= 1, "\(first) with \(second), \(scope): \(all)")
    for work in all { #expect(work.rules <= 8 * Self.weight(of: work, first, second) + 1 << 15, "\(work)") }
  }

  /// Returns the size of a list in the units of SECURITY.md: nearly all of these lines consist of names of up to 13
  /// bytes, which count as 48.
  private static func weight(of work: ListWork, _ first: String, _ second: String) -> Int {
    work.input * 48 / 14 + 16 * 128
  }
}
