import ContentBlocker
import FilterSyntax
import TestSupport
import Testing

@testable import Conversion

/// Exceptions by hundreds mean what few of them mean, and those that cannot concern a filter cost it nothing.
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

  /// The hosts that rules with a selector exclude, those of each rule, equal ones once.
  private static func excluded(_ result: ConversionResult, _ selector: String) -> Set<[String]> {
    Set(
      result.lists.flatMap(\.rules.rules).compactMap { rule in
        guard case .hide(let selectors) = rule.action,
          selectors.elements.contains(where: { $0.bytes == Array(selector.utf8) })
        else { return nil }
        return hosts(of: rule)
      })
  }

  /// The hosts that a rule excludes: a condition on domains is spelled as one on the URL.
  private static func hosts(of rule: Rule) -> [String] {
    guard case .unlessTopURL(let filters) = rule.trigger.condition else { return [] }
    return filters.elements.map { filter in
      filter.description.replacing("^[^:]+://([^/]+\\.)?", with: "").replacing("(:[0-9]+)?/", with: "")
        .replacing("\\.", with: ".")
    }
  }

  static let tables: [(lines: [String], excluded: Set<[String]>)] = [
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

  @Test(arguments: tables.indices) func whatIsExcluded(_ index: Int) throws {
    let (lines, expected) = Self.tables[index]
    let result = try Self.convert(lines)
    #expect(Self.excluded(result, ".ad") == expected, "\(lines[0])")
    #expect(result.report.diagnostics.isEmpty)
  }

  /// Selectors with equal exceptions share a rule, however these are told.
  @Test func equalExclusionsAreOneRule() throws {
    let own = "\(Self.hosts.map { "~\($0)" }.joined(separator: ","))##.b"
    let result = try Self.convert(["##.ad", own] + Self.exceptions)
    #expect(result.lists.flatMap(\.rules.rules).count == 1)
  }

  /// The filters beyond the budget are left out and named; exceptions are kept.
  @Test func whatIsOutOfProportionIsSaid() throws {
    let filters = (0..<400).map { "[$path=/p\($0)]##.ad" }
    let lines = filters + (0..<400).map { "s\($0).example#@#.ad" }
    let result = try Self.convert(lines, free: 0)
    let left = result.report.diagnostics.filter { $0.reason == .conversion(.outOfProportion) }
    #expect(!left.isEmpty && left.allSatisfy { $0.outcome == .dropped })
    // Each filter is two rules: the path may begin with its text, or have it later.
    let rules = result.lists.flatMap(\.rules.rules)
    #expect(rules.count == 2 * (filters.count - left.count))
    #expect(rules.allSatisfy { Self.hosts(of: $0).count == 400 })
    #expect(result.report.filters == lines.count)
    #expect(result.report.exact == lines.count - left.count)
  }

  /// Whatever the number of threads.
  @Test func threadsChangeNothing() throws {
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

  /// Of network filters too: each of a regex's patterns has all domains.
  @Test func patternsWithConditionsAreCounted() throws {
    let domains = (0..<40).map { "d\($0).example" }.joined(separator: "|")
    let lines =
      (0..<40).map { "/(ab|cd|ef|gh)\($0)x(ij|kl|mn|op)/$domain=\(domains)" }
      + (0..<40).map { "@@/(ab|cd|ef|gh)\($0)x(ij|kl|mn|op)/$domain=\(domains)" }
    let result = try Self.convert(lines, free: 0)
    let left = result.report.diagnostics.filter { $0.reason == .conversion(.outOfProportion) }
    #expect(!left.isEmpty)
    // Exceptions come first.
    #expect(left.contains { $0.location.line <= 40 })
    #expect(
      left.filter { $0.location.line > 40 }.isEmpty || left.filter { $0.location.line <= 40 }.count == 40)
    let bytes = result.lists.reduce(0) { $0 + $1.rules.encodedJSON().count }
    #expect(bytes < 8 * lines.reduce(0) { $0 + $1.utf8.count + 1 } + 1 << 20)
  }

  /// A source map names the exceptions that concern a rule, and no others.
  @Test func aSourceMapNamesWhatConcerns() throws {
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

  @Test(arguments: longHosts) func hostsThatNoURLHas(filter: String, isPossible: Bool) throws {
    let result = try Self.convert([filter])
    #expect(result.report.diagnostics.map(\.reason) == (isPossible ? [] : [.conversion(.unusableDomain)]))
  }
}
