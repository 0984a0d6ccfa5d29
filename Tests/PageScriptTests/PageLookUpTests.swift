import FilterSyntax
import Foundation
import TestSupport
import Testing

@testable import PageScript

extension InWebKit {
  /// Which filters act on which page: the script in a real WebKit, compared with a plain reading of generated filters.
  @Suite
  struct PageLookUpTests {
    private static let hosts = [
      "a.com", "b.a.com", "c.b.a.com", "aa.com", "a.co.uk", "x.a.co.uk", "a.org", "b.org", "com", "b.a.net",
    ]
    private static let names = [
      "a.com", "b.a.com", "c.b.a.com", "a.*", "b.a.*", "b.org", "a.co.uk", "*", "/^b\\./",
    ]

    /// A filter as it is generated: a style of its own, by which it is seen.
    private struct Generated {
      var style: Int
      var included: [String]
      var excluded: [String]
      var isException: Bool

      var text: String {
        let domains = (included + excluded.map { "~\($0)" }).joined(separator: ",")
        return "\(domains)\(isException ? "#@#" : "##")p:style(--f\(style): 1)"
      }
    }

    /// Whether an entry of a list of domains means the host.
    private func means(_ entry: String, _ host: String) -> Bool {
      func isBelow(_ host: String, _ name: String) -> Bool { host == name || host.hasSuffix(".\(name)") }
      if entry == "*" { return true }
      if entry == "/^b\\./" { return host.hasPrefix("b.") }
      guard entry.hasSuffix(".*") else { return isBelow(host, entry) }
      return [".com", ".co.uk", ".org", ".net"].contains { suffix in
        host.hasSuffix(suffix) && isBelow(String(host.dropLast(suffix.count)), String(entry.dropLast(2)))
      }
    }

    private func acting(_ filters: [Generated], on host: String, _ dialect: Dialect) -> [Int] {
      func isMeant(_ names: [String]) -> Bool { names.contains { means($0, host) } }
      var styles: Set<Int> = []
      for filter in filters where !filter.isException {
        if (filter.included.isEmpty || isMeant(filter.included)) && !isMeant(filter.excluded) {
          styles.insert(filter.style)
        }
      }
      for filter in filters {
        if filter.isException, filter.included.isEmpty || isMeant(filter.included),
          !isMeant(filter.excluded)
        {
          styles.remove(filter.style)
        }
        // In uBlock Origin what one filter excludes is so for all of the same text.
        if !filter.isException, dialect == .uBlockOrigin, isMeant(filter.excluded) {
          styles.remove(filter.style)
        }
      }
      return styles.sorted()
    }

    @Test(arguments: [Dialect.uBlockOrigin, .adGuard])
    func generatedFilters(dialect: Dialect) async throws {
      var random = SeededRandom(dialect == .adGuard ? 7 : 5)
      var jobs: [PageProbe.Job] = []
      var expected: [[Int]] = []
      for _ in 0..<12 {
        let filters = (0..<40).map { _ in generated(&random) }
        let scripts = try Scripts(filters.map(\.text), dialect: dialect)
        for host in Self.hosts {
          expected.append(acting(filters, on: host, dialect))
          jobs.append(
            PageProbe.Job(
              isolated: scripts.isolated, page: scripts.page, html: "<p id=a>a</p>", url: "https://\(host)/",
              value: "[...Array(12).keys()].filter((n) => getComputedStyle(a).getPropertyValue('--f' + n))",
              patience: 0))
        }
      }
      let values = try await PageProbe.values(of: jobs)
      for (index, value) in values.enumerated() {
        #expect(
          value == .array(expected[index].map { .number(Double($0)) }),
          "\(jobs[index].url), list \(index / 10)"
        )
      }
      // What is compared says something: there are pages with and without each.
      let all = Set(expected)
      #expect(all.count > 20 && all.contains { $0.count > 3 })
    }

    private func generated(_ random: inout SeededRandom) -> Generated {
      func some(_ most: Int) -> [String] {
        let count = Int.random(in: 0...most, using: &random)
        return (0..<count).map { _ in Self.names.randomElement(using: &random) ?? "*" }
      }
      let isException = Int.random(in: 0..<4, using: &random) == 0
      return Generated(
        style: Int.random(in: 0..<12, using: &random), included: some(3),
        excluded: some(1).filter { $0 != "*" }, isException: isException)
    }

    /// Exceptions for whole pages, each with the styles that are left of the same three filters on each page.
    private static let pageExceptions: [(exceptions: [String], left: [Int])] = [
      ([], [0, 1, 2]), (["@@||a.com^$elemhide"], []), (["@@||a.com^$generichide"], [0, 2]),
      (["@@||a.com^$ghide"], [0, 2]), (["@@||a.com^$specifichide"], [1, 2]), (["@@||a.com^$document"], []),
      (["@@||a.com^$jsinject"], [0, 1, 2]), (["@@||a.com^$content"], [0, 1, 2]),
      (["@@||b.com^$elemhide"], [0, 1, 2]), (["@@||x.a.com^$elemhide"], [0, 1, 2]),
      (["@@$elemhide,domain=a.com"], []), (["@@$elemhide,domain=b.com|a.com"], []),
      (["@@*$ghide,domain=b.com|a.*"], [0, 2]), (["@@*$ghide,domain=a.*|~y.a.com"], [0, 1, 2]),
      (["@@||a.com^$elemhide", "@@||a.com^$elemhide,badfilter"], [0, 1, 2]),
      (["||a.com^$document"], [0, 1, 2]), (["@@||a.com/x^$elemhide"], [0, 1, 2]),
    ]

    @Test func exceptionsForWholePages() async throws {
      let filters = [
        "a.com##p:style(--f0: 1)", "##p:style(--f1: 1)", "##p:style(--f2: 1)", "a.com##p:style(--f2: 1)",
      ]
      // One start of WebKit for all.
      let jobs = try Self.pageExceptions.flatMap { row in
        let scripts = try Scripts(filters + row.exceptions)
        return ["a.com", "y.a.com"].map { host in
          PageProbe.Job(
            isolated: scripts.isolated, page: scripts.page, html: "<p id=a>a</p>", url: "https://\(host)/",
            value: "[0, 1, 2].filter((n) => getComputedStyle(a).getPropertyValue('--f' + n))", patience: 0)
        }
      }
      let values = try await PageProbe.values(of: jobs)
      for (index, value) in values.enumerated() {
        let row = Self.pageExceptions[index / 2]
        let left = JSONValue.array(row.left.map { .number(Double($0)) })
        #expect(value == left, "\(row.exceptions) on \(jobs[index].url)")
      }
    }

    private static let scriptletExceptions = [
      ("@@||a.com^$elemhide", true), ("@@||a.com^$generichide,specifichide", true),
      ("@@||a.com^$jsinject", false), ("@@||a.com^$document", false), ("@@||a.com^$content,jsinject", false),
    ]

    @Test func exceptionsToScriptlets() async throws {
      let jobs = try Self.scriptletExceptions.map { exception, _ in
        let scripts = try Scripts(["a.com##+js(set, b, true)", exception])
        return PageProbe.Job(
          isolated: scripts.isolated, page: scripts.page, html: "", url: "https://a.com/", value: "typeof b")
      }
      let values = try await PageProbe.values(of: jobs)
      for (value, (exception, isRun)) in zip(values, Self.scriptletExceptions) {
        #expect(value == .string(isRun ? "boolean" : "undefined"), "\(exception)")
      }
    }
  }
}
