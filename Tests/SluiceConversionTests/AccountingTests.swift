@testable import SluiceConversion
import SluiceRules
import Testing
import TestSupport

/// Every line is accounted for, the output does not depend on the number of threads, and limits apply.
struct AccountingTests {
  private static let list = """
    [Adblock Plus 2.0]
    ! Title: Test

    ||a.com^
    /x$ping
    a.com##+js(x)
    /x$frobnicate
    not a filter
    ##.y
    !#if false
    """

  @Test func outcomesSumToFilterCount() throws {
    let report = try convert(Self.list).report
    #expect(report.lines == 10)
    #expect(report.filters == 7)
    #expect(Outcome.allCases.map(report.count) == [2, 1, 0, 1, 3])
    #expect(
      report.reasons.map(\.reason.id).sorted()
        == ["blank-in-pattern", "ping-type", "scriptlet", "unclosed-if", "unknown-option"].sorted())
  }

  /// A filter that a page script implements no longer needs one; no other filter changes.
  @Test func pageScriptsSettleAdvancedFilters() throws {
    var report = try convert(Self.list).report
    report.settleInPages {
      $0 == FilterPlace(source: 0, lineNumber: 5) || $0 == FilterPlace(source: 1, lineNumber: 6)
    }
    #expect(report.count(.inPage) == 0)
    report.settleInPages { $0 == FilterPlace(source: 0, lineNumber: 6) }
    #expect(Outcome.allCases.map(report.count) == [2, 1, 1, 0, 3])
    #expect(report.reasons.first { $0.outcome == .inPage }?.reason.id == "scriptlet")
  }

  /// WebKit treats object requests as images and frames.
  ///
  /// The report has one count of these filters for the list, and nothing else changes.
  @Test(arguments: [
    ("||a.com/diff/$image,script", 1), ("/x$subdocument", 1), ("/x$~image", 1), ("@@/x$image", 1),
    ("/x$all,~image", 1), ("/x$image\n/y$image\n/z$script", 2), ("/x$script", 0), ("/x", 0),
    ("/x$~script", 0),
    ("/x$~object", 0), ("/x$object,image", 0), ("/x$all", 0), ("/x$document,popup", 0),
    ("/x$image,frobnicate", 0),
    ("@@||a.com^$elemhide", 0), ("||a.com^$image\n||a.com^$image,badfilter", 0),
  ])
  func objectRequestsAreNotedOnce(_ filters: String, _ count: Int) throws {
    let report = try convert(filters).report
    #expect(report.notes.filter { $0.note == .objectLoads }.map(\.count) == (count == 0 ? [] : [count]))
    #expect(Outcome.allCases.reduce(0) { $0 + report.count($1) } == report.filters)
  }

  /// Filters that WebKit compares with the top page, although a frame of another site may be meant.
  @Test(arguments: [
    ("||a.com^$domain=b.com", 1), ("||a.com^$domain=~b.com", 1), ("||a.com^$image,domain=b.com|c.*", 1),
    ("@@||a.com^$domain=b.com", 1), ("||a.com^$third-party", 1), ("||a.com^$~third-party", 1),
    ("||a.com^$third-party,domain=b.com", 1), ("||a.com^$cookie,third-party", 1),
    ("@@||a.com^$document", 1), ("@@||a.com^$elemhide", 1), ("@@||a.com^$generichide,script", 1),
    ("~a.com##.x", 1), ("a.com,~b.a.com##.x", 0),
    ("a.com,~\(String(repeating: "b", count: 16)).a.com##.x", 1),
    ("a.*,~b.a.com##.x", 1), ("b.a.com,c.com,~b.c.com##.x", 0), ("a.com##.x\nb.a.com#@#.x", 1),
    ("a.com,~c.a.com##.x\nb.a.com#@#.x", 1), ("##.x\na.com#@#.x", 1), ("##.x\n##.y\na.*#@#.x", 1),
    ("||a.com^$domain=b.com\n||b.com^$3p\n~a.com##.x", 3),
    ("||a.com^", 0), ("||a.com^$script", 0), ("||a.com^$third-party,first-party", 0),
    ("||a.com^$top=b.com", 0),
    ("||a.com^$document,domain=b.com", 0), ("||a.com^$popup,third-party", 0), ("a.com##.x", 0), ("##.x", 0),
    ("##.x\n#@#.x", 0), ("b.com##.x\na.com#@#.x", 0), ("||a.com^$domain=b.com,frobnicate", 0),
    ("||a.com^$domain=b.com\n||a.com^$domain=b.com,badfilter", 0), ("a.com#@#.x", 0),
  ])
  func topPageComparisonsAreNotedOnce(_ filters: String, _ count: Int) throws {
    for split in [ListSplit.none, .action] {
      let report = try convert(filters) { $0.split = split }.report
      #expect(report.pageComparisons == count)
      #expect(
        report.notes.filter { $0.note == .framesOfOtherSites }.map(\.count) == (count == 0 ? [] : [count]))
      #expect(Outcome.allCases.reduce(0) { $0 + report.count($1) } == report.filters)
    }
  }

  /// Hiding filters of sites, which a user name in the URL of a page can claim to be.
  @Test(arguments: [
    ("a.com##.x", 1), ("a.com,b.com##.x", 1), ("a.com##.x\nb.com##.x\nc.com##.y", 3), ("a.*##.x", 1),
    ("[$path=/x]a.com##.x", 1), ("##.x\n~a.com#@#.x", 1), ("##.x", 0), ("~a.com##.x", 0),
    ("a.com,~b.a.com##.x", 0), ("[$path=/x]##.x", 0), ("a.com##.x\n#@#.x", 0), ("||a.com^", 0),
    ("||b.com^$domain=a.com", 0), ("a.com##.x:foo(y)", 0),
  ])
  func claimableSitesAreNotedOnce(_ filters: String, _ count: Int) throws {
    for split in [ListSplit.none, .action] {
      let report = try convert(filters) { $0.split = split }.report
      #expect(report.claimableSites == count)
      #expect(
        report.notes.filter { $0.note == .userNamesInURLs }.map(\.count) == (count == 0 ? [] : [count]))
    }
  }

  /// With the frame scope, fewer filters are affected: those for requests of the document itself, where
  /// WebKit can express that.
  @Test(arguments: [
    ("||a.com^$script,domain=b.com", Target.any, 0), ("||a.com^$domain=b.com", .any, 1),
    ("||a.com^$subdocument,domain=b.com", .any, 1), ("||a.com^$image,domain=~b.com", .any, 1),
    ("||a.com^$image,domain=~b.com", .webKitGTK2_50, 0), ("||a.com^$image,third-party,domain=b.com", .any, 1),
    ("@@||a.com^$image,domain=b.com", .webKitGTK2_54, 0), ("~a.com##.x", .webKitGTK2_54, 1),
  ])
  func frameScopeReducesTopPageComparisons(_ filter: String, _ target: Target, _ count: Int) throws {
    #expect(try convert(filter, target: target) { $0.domainScope = .frame }.report.pageComparisons == count)
  }

  @Test func notesDoNotDependOnChunks() throws {
    let text = (0..<3_000).map { "||h\($0).example^$image,domain=~\($0 % 7).com" }.joined(separator: "\n")
    for threads in [1, 3] {
      var options = ConversionOptions()
      options.threads = threads
      var converter = Converter(options: options)
      converter.smallestPiece = (bytes: 4096, lines: 512)
      let report = try converter.convert([Source(name: "list", bytes: Array(text.utf8))]).report
      #expect(report.notes.map(\.count) == [3_000, 3_000])
      #expect(report.converted == 3_000)
    }
  }

  /// Returns filters of every kind, enough for several pieces.
  private static func manyFilters() -> String {
    (0..<size(40_000)).map { number in
      switch number % 8 {
      case 0: "||host\(number).example^"
      case 1: "/path\(number % 100)/$domain=d\(number).example"
      case 2: "##.c\(number)"
      case 3: "d\(number % 500).example##.s\(number)"
      case 4: "d\(number % 300).example#@#.c\(number - 2)"
      case 5: "@@||host\(number - 5).example^$script"
      case 6: "||host\(number % 1000).example^$frobnicate"
      default: "! comment \(number)"
      }
    }.joined(separator: "\n")
  }

  @Test(.slow(15)) func outputDoesNotDependOnThreadCount() throws {
    let source = Source(name: "list", bytes: Array(Self.manyFilters().utf8))
    var outputs: Set<[UInt8]> = []
    var reports: Set<[Diagnostic]> = []
    for threads in [1, 2, 3, 7, 16] {
      var options = ConversionOptions()
      options.threads = threads
      var converter = Converter(options: options)
      converter.smallestPiece = (bytes: 4096, lines: 512)
      let result = try converter.convert([source])
      outputs.insert(result.lists[0].rules.encodedJSON())
      reports.insert(result.report.diagnostics)
    }
    #expect(outputs.count == 1)
    #expect(reports.count == 1)
  }

  @Test func ruleLimitStopsConversion() throws {
    let filters = "||a.com^\n||b.com^\n||c.com^\n@@||b.com^$script"
    #expect(throws: ConversionError.tooManyRules(part: .all, rules: 5, limit: 3, remedies: .truncation)) {
      try convert(filters) { $0.maximumRules = 3 }
    }
  }

  @Test func truncationKeepsExceptionsAndReportsDrops() throws {
    let filters = "||a.com^\n||b.com^\n||c.com^\n@@||a.com^$script"
    let converted = try convert(filters, target: .safari26) {
      $0.maximumRules = 3
      $0.limitPolicy = .truncate
    }
    #expect(
      converted.rules == [#"block ||a\.com[:/] case"#, #"ignore-previous ||a\.com[:/] case type=script"#])
    #expect(
      converted.diagnostics == ["unsupported rule-limit: ||b.com^", "unsupported rule-limit: ||c.com^"])
    #expect(converted.report.converted == 2)
  }

  @Test func exceptionsCannotBeTruncated() throws {
    #expect(throws: ConversionError.tooManyRules(part: .all, rules: 2, limit: 1, remedies: [])) {
      try convert("@@||a.com^$script\n@@||b.com^$script") {
        $0.maximumRules = 1
        $0.limitPolicy = .truncate
      }
    }
  }

  @Test func severalInputsActAsOneList() throws {
    let sources = ["##.x", "#@#.x", "||a.com^", "||a.com^$badfilter"].enumerated().map {
      Source(name: "\($0)", bytes: Array($1.utf8))
    }
    let result = try Converter().convert(sources)
    #expect(result.lists.flatMap(\.rules.rules).isEmpty)
    #expect(result.report.converted == 4)
  }

  @Test func filterWithHundredThousandDomainsConverts() throws {
    let domains = (0..<100_000).map { "d\($0).example" }
    let text = "/x$domain=" + domains.joined(separator: "|")
    let result = try Converter().convert([Source(name: "list", bytes: Array(text.utf8))])
    guard case .ifTopURL(let list) = result.lists[0].rules.rules[0].trigger.condition else {
      Issue.record("no condition")
      return
    }
    #expect(list.elements.count == 100_000)
    #expect(result.report.converted == 1)
  }

  /// WebKit rejects an empty list.
  @Test func listWithoutRulesHasNoOpRule() throws {
    let result = try Converter().convert([Source(name: "empty", bytes: [])])
    #expect(
      String(decoding: result.lists[0].rules.encodedJSON(), as: UTF8.self)
        == #"[{"trigger":{"url-filter":"^no-rules:$"},"action":{"type":"ignore-previous-rules"}}]"# + "\n")
  }
}
