import Foundation
import SluiceSyntax
import Testing
import TestSupport

@testable import SluicePageScript

extension InWebKit {
  /// Compares the filters that the script applies to pages in a real WebKit with a plain interpretation of
  /// generated filters.
  @Suite(.browser)
  struct PageLookUpTests {
    @Test(arguments: [Dialect.uBlockOrigin, .adGuard])
    func generatedFiltersActInWebKit(dialect: Dialect) async throws {
      var random = SeededRandom(dialect == .adGuard ? 7 : 5)
      var jobs: [PageProbe.Job] = []
      var expected: [[Int]] = []
      for _ in 0..<12 {
        let filters = GeneratedFilters(&random)
        let scripts = try Scripts(filters.texts, dialect: dialect)
        for host in GeneratedFilters.hosts {
          expected.append(filters.acting(on: host, dialect))
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
      // The comparison is meaningful: each filter acts on some pages and not on others.
      let all = Set(expected)
      #expect(all.count > 20 && all.contains { $0.count > 3 })
    }

    /// So many hosts and filters that each kind of text occurs many times in the data, with reference lists
    /// of several lengths.
    @Test(arguments: [Dialect.uBlockOrigin, .adGuard])
    func manyFiltersAreFoundInWebKit(dialect: Dialect) async throws {
      let count = 6_000
      // Each filter names the host of its number and every 97th multiple after it, so that several filters
      // name some of the hosts.
      let filters = (0..<count).map { number in
        let hosts = stride(from: number, to: count, by: max(1, number) * 97).map { "h\($0).com" }
        let style = "p:style(--f\(number): 1)"
        return dialect == .adGuard
          ? "\(hosts.joined(separator: ","))#$#p { --f\(number): 1 }"
          : "\(hosts.joined(separator: ","))##\(style)"
      }
      let scripts = try Scripts(filters, dialect: dialect)
      let numbers = [
        0, 1, 2, 15, 16, 17, 96, 97, 98, 194, 255, 256, 257, 582, 1_164, 3_000, 5_820, 5_998, 5_999, 6_000,
        9_999,
      ]
      let jobs = numbers.map { number in
        PageProbe.Job(
          isolated: scripts.isolated, page: scripts.page, html: "<p id=a>a</p>",
          url: "https://www.h\(number).com/",
          value: "[...Array(\(count)).keys()].filter((n) => getComputedStyle(a).getPropertyValue('--f' + n))",
          patience: 0)
      }
      let values = try await PageProbe.values(of: jobs)
      for (number, value) in zip(numbers, values) {
        let acting = (0..<count).filter { filter in
          number < count && number >= filter && (number - filter) % (max(1, filter) * 97) == 0
        }
        #expect(value == .array(acting.map { .number(Double($0)) }), "\(number)")
      }
      #expect(scripts.isolated?.components(separatedBy: "()=>{// ").count ?? 0 > 50)
    }

    static let exceptedFilters = [
      "a.com##p:style(--f0: 1)", "##p:style(--f1: 1)", "##p:style(--f2: 1)", "a.com##p:style(--f2: 1)",
    ]

    /// Exceptions for whole pages, with the styles of three filters that remain on each page.
    static let pageExceptions: [(exceptions: [String], left: [Int])] = [
      ([], [0, 1, 2]), (["@@||a.com^$elemhide"], []), (["@@||a.com^$generichide"], [0, 2]),
      (["@@||a.com^$ghide"], [0, 2]), (["@@||a.com^$specifichide"], [1, 2]), (["@@||a.com^$document"], []),
      (["@@||a.com^$jsinject"], [0, 1, 2]), (["@@||a.com^$content"], [0, 1, 2]),
      (["@@||b.com^$elemhide"], [0, 1, 2]), (["@@||x.a.com^$elemhide"], [0, 1, 2]),
      (["@@$elemhide,domain=a.com"], []), (["@@$elemhide,domain=b.com|a.com"], []),
      (["@@*$ghide,domain=b.com|a.*"], [0, 2]), (["@@*$ghide,domain=a.*|~y.a.com"], [0, 1, 2]),
      (["@@||a.com^$elemhide", "@@||a.com^$elemhide,badfilter"], [0, 1, 2]),
      (["||a.com^$document"], [0, 1, 2]), (["@@||a.com/x^$elemhide"], [0, 1, 2]),
    ]

    @Test func pageExceptionsApplyInWebKit() async throws {
      // Starts WebKit once for all pages.
      let jobs = try Self.pageExceptions.flatMap { row in
        let scripts = try Scripts(Self.exceptedFilters + row.exceptions)
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

    @Test func scriptletExceptionsApplyInWebKit() async throws {
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
