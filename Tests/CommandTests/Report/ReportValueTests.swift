import Testing

@testable import sluice

/// The numbers in reports.
@Suite struct ReportValueTests {
  @Test(arguments: [
    (0, 10, "0.0 %"), (10, 10, "100 %"), (1, 3, "33.3 %"), (2, 3, "66.7 %"), (99_999, 100_000, "> 99.9 %"),
    (1, 100_000, "< 0.1 %"), (1, 1000, "0.1 %"), (999, 1000, "99.9 %"), (0, 0, "100 %"), (12, 10, "100 %"),
    (1 << 36, 1 << 36, "100 %"),
  ])
  func shareIsNeverRoundedToZeroOrFull(part: Int, whole: Int, text: String) {
    #expect(Percentage(of: part, in: whole).text == text)
  }

  @Test(arguments: [
    (144, 100, "144.0 %", "100.0%"), (100, 100, "100 %", "100.0%"), (100_001, 100_000, "100.1 %", "100.0%"),
    (99_999, 100_000, "> 99.9 %", "99.9%"), (7, 150_000, "< 0.1 %", "0.1%"), (1, 3, "33.3 %", "33.3%"),
    (5, 0, "100 %", "100.0%"),
    (1000, 100, "1000.0 %", "100.0%"),
  ])
  func shareBeyondLimitIsShown(number: Int, limit: Int, text: String, css: String) {
    let share = Percentage(of: number, inLimit: limit)
    #expect(share.text == text && share.css == css)
  }

  @Test func reportChangesCoverCountsAndReasons() {
    let before = ReportContent.List(
      name: "a", targets: [], inputs: [],
      conversion: .init(
        filters: 10, converted: 8, unsupported: 2,
        reasons: [
          .init(outcome: "unsupported", reason: "gone", filters: 1),
          .init(outcome: "unsupported", reason: "same", filters: 1),
          .init(outcome: "unsupported", reason: "two", filters: 1),
          .init(outcome: "approximated", reason: "two", filters: 2),
        ]), files: [.init(name: "x", rules: 5, bytes: 100)])
    var now = before
    now.filters = 15
    now.converted = 6
    now.reasons = [
      .init(outcome: "unsupported", reason: "same", filters: 1),
      .init(outcome: "unsupported", reason: "new", filters: 7),
      .init(outcome: "unsupported", reason: "two", filters: 5),
    ]
    now.files.append(.init(name: "y", rules: 1, bytes: 10))
    let changes = ReportChanges(from: before, to: now)
    let numbers = Dictionary(uniqueKeysWithValues: changes.numbers.map { ($0.label, $0.difference) })
    #expect(numbers["filters"] == 5 && numbers["converted"] == -2 && numbers["unsupported"] == 0)
    #expect(numbers["rules"] == 1 && numbers["size"] == 10)
    #expect(
      changes.reasons.map { "\($0.label) \($0.before) \($0.now)" } == ["new 0 7", "two 3 5", "gone 1 0"])
  }

  @Test func reportListIsComparedByNameOrAlone() {
    func content(_ names: [String]) -> ReportContent {
      ReportContent(version: "", lists: names.map { .init(name: $0, targets: [], inputs: []) })
    }
    let now = content(["a", "b"])
    #expect(content(["b", "a"]).list(before: now.lists[0], of: now)?.name == "a")
    #expect(content(["c"]).list(before: now.lists[0], of: now) == nil)
    let one = content(["new"])
    #expect(content(["old"]).list(before: one.lists[0], of: one)?.name == "old")
    #expect(content(["old", "older"]).list(before: one.lists[0], of: one) == nil)
  }

  @Test(arguments: [
    (0, 0, "good"), (95, 100, "good"), (94, 100, "middling"), (80, 100, "middling"), (79, 100, "poor"),
  ])
  func badgeColorFollowsShare(converted: Int, filters: Int, color: String) {
    let content = ReportContent(
      version: "",
      lists: [
        .init(name: "", targets: [], inputs: [], conversion: .init(filters: filters, converted: converted))
      ])
    let colors = [
      "good": ReportBadge.colors.good, "middling": ReportBadge.colors.middling,
      "poor": ReportBadge.colors.poor,
    ]
    let svg = ReportBadge.coverage.svg(of: content)
    #expect(svg.contains("fill=\"\(colors[color] ?? "")\""))
    #expect(svg.contains("<title>coverage: \(Percentage(of: converted, in: filters).text)</title>"))
  }

  @Test func badgeEscapesShare() {
    let content = ReportContent(
      version: "",
      lists: [
        .init(name: "", targets: [], inputs: [], conversion: .init(filters: 100_000, converted: 99_999))
      ])
    #expect(ReportBadge.coverage.svg(of: content).contains("<title>coverage: &gt; 99.9 %</title>"))
  }
}
