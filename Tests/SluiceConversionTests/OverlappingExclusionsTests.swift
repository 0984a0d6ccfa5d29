import SluiceRules
import SluiceSyntax
import Testing

@testable import SluiceConversion
@testable import SluiceAnalysis

/// Filters with exclusions of their own (`denyallow`, `to=~…`) are compared with one another up to a limit.
///
/// Those beyond the limit are reported, whether they overlap or not.
@Suite struct OverlappingExclusionsTests {
  /// Returns the lines of filters whose exclusions may override blocks of other filters.
  private static func lines(_ filters: [String]) throws -> [Int] {
    let result = try Converter().convert([
      Source(name: "list.txt", bytes: Array(filters.joined(separator: "\n").utf8))
    ])
    return result.report.diagnostics.filter { $0.reason == .conversion(.overlappingExclusions) }
      .map { $0.location.line }
  }

  static let few: [(filters: [String], lines: [Int])] = [
    // The second undoes the first on b.com.
    (["*$script,denyallow=a.com,domain=x.com", "*$script,denyallow=b.com,domain=x.com"], [2]),
    (["*$script,denyallow=a.com,domain=x.com", "*$script,denyallow=b.com,domain=b.x.com"], [2]),
    (["*$script,denyallow=a.com,domain=b.x.com", "*$script,denyallow=b.com,domain=x.com"], [2]),
    (["*$script,denyallow=a.com,domain=x.com", "*$script,denyallow=b.com,domain=/x/"], [2]),
    (["*$script,denyallow=a.com,domain=x.com", "*$script,denyallow=b.com,domain=~x.com"], [1]),
    // A filter with another reason keeps it, so the filters that it undoes are reported.
    (["://*$script,denyallow=a.com", "*$script,denyallow=b.com,domain=x.*"], [1]),
    (["*$script,denyallow=a.com,domain=x.com", "*$script,denyallow=b.com,domain=x.*", "*$script"], [1]),
    (["*$script,denyallow=a.com,domain=x.*", "*$script,denyallow=b.com,domain=x.com"], [2]),
    (["*$image,denyallow=a.com", "*$script,denyallow=b.com,domain=x.*"], []),
    (["://*$script,denyallow=b.com", "*$script,denyallow=b.com,domain=x.*"], []),
    // Other pages, other types, the same hosts.
    (["*$script,denyallow=a.com,domain=x.com", "*$script,denyallow=b.com,domain=y.com"], []),
    (["*$script,denyallow=a.com,domain=x.com", "*$image,denyallow=b.com,domain=x.com"], []),
    (["*$script,denyallow=a.com,domain=x.com", "*$script,denyallow=a.com,domain=~x.com"], []),
  ]

  @Test(arguments: few.indices) func overlappingDenyallowFiltersAreReported(_ index: Int) throws {
    let (filters, lines) = Self.few[index]
    #expect(try Self.lines(filters) == lines)
  }

  /// No filter overrides a block of another.
  ///
  /// The first 64 are compared and the others reported, unless all act on different sites.
  @Test(arguments: ["~s{i}.example", "/s{i}x/", "x.example|s{i}.example", "s{i}.example"], [63, 64, 65, 67])
  func denyallowComparisonIsLimited(_ pages: String, _ count: Int) throws {
    let filters = (0..<count).map {
      "*$script,denyallow=a.com,domain=\(pages.replacing("{i}", with: "\($0)"))"
    }
    let found = pages == "s{i}.example" ? [] : Array(filters.indices.dropFirst(64).map { $0 + 1 })
    #expect(try Self.lines(filters) == found)
  }

  /// Exceptions for pages given by a pattern are compared with the blocks of every host, up to a limit.
  @Test(arguments: [(12, []), (11, [2]), (8, [2]), (7, [1, 2]), (3, [0, 1, 2]), (0, [0, 1, 2])])
  func patternExceptionComparisonIsLimited(_ looks: Int, _ found: [Int]) throws {
    func rules(_ condition: Condition, _ line: Int) -> [OriginatedRule] {
      [Action.block, .ignorePreviousRules].map { action in
        let trigger = Trigger(urlFilter: .any, resourceTypes: .script, condition: condition)
        return OriginatedRule(
          rule: Rule(trigger: trigger, action: action),
          location: FilterPlace(source: 0, lineIndex: line))
      }
    }
    let hosts = try (0..<4).flatMap { index in
      let domain = try #require(Domain(Array("s\(index).example".utf8), includesSubdomains: true))
      return rules(.ifDomain(NonEmpty(domain)), 10 + index)
    }
    let patterns = try (0..<3).flatMap { index in
      let name = PageName.entity(Array("e\(index)".utf8))
      let filter = try #require(PagePattern.pages(of: name, .included))
      return rules(.ifTopURL(NonEmpty(filter)), index)
    }
    let locations = OverlappingExclusions.find(
      in: hosts + patterns, OverlappingExclusions.Limits(comparisons: 64, looks: looks))
    #expect(locations.map { $0.lineIndex }.sorted() == found)
  }
}
