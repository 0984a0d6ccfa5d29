import SluiceAnalysis
import SluiceConversion
import SluiceRules
import Testing

/// Patterns whose text can match in the host of a URL, in filters that are restricted to hosts.
struct TextInHostTests {
  /// URLs that a filter blocks and URLs that it does not block, without `https://`.
  struct Case: Sendable, CustomTestStringConvertible {
    var filter: String
    var blocked: String
    var others: String
    var testDescription: String { filter }
  }

  static let cases = [
    Case(
      filter: "-ads.com^$to=com",
      blocked: "x-ads.com/ w.x-ads.com:8080/a -ads.com/ b.com/-ads.com b.com/-ads.com/x",
      others: "ads.com/ x-ads.com.au/ x-ads.community/ b.net/-ads.com x.ads.com/"),
    Case(
      filter: "ads.com^x$to=s.ads.com", blocked: "s.ads.com/x t.s.ads.com/x s.ads.com/ads.com/x",
      others: "ads.com/x t.ads.com/x s.ads.com/y b.com/ads.com/x"),
    Case(
      filter: "com/x$to=a.com|b.net", blocked: "a.com/x c.a.com/x b.net/com/x",
      others: "b.net/x a.com/y c.com/x"),
    Case(
      filter: "a.com/x$to=a.com", blocked: "a.com/x w.a.com/x wa.a.com/x a.com/a.com/x",
      others: "a.com/y wa.com/x b.com/a.com/x"),
    Case(filter: "a.c$to=a.com", blocked: "a.com/ b.a.com/x", others: "b.com/a.c c.com/"),
    Case(
      filter: "^b.a.com^$to=a.com", blocked: "b.a.com/ b.a.com:8080/x a.com/b.a.com/",
      others: "c.b.a.com/ a.com/ b.a.com.au/"),
    Case(
      filter: "/ad/*$script,to=a.com|ad", blocked: "ad/ad/ a.com/ad/ a.com/x/ad/",
      others: "a.com/ad b.com/ad/"
    ),
    Case(filter: "/ad/*$script,to=ad", blocked: "ad/ ad/x ad/ad/", others: "x.ad/x a.com/ad/"),
    Case(
      filter: "^ad^$important,denyallow=b.com", blocked: "ad/ ad:8080/x a.com/ad/ a.com/x?ad",
      others: "b.com/ad/ ad.com/ x.ad/"),
    Case(filter: "^ad^$important,denyallow=ad", blocked: "a.com/ad/", others: "ad/ ad/ad/ x.ad/ad/"),
    Case(filter: "|https://a.com/x$to=a.com|b.com", blocked: "a.com/x", others: "b.com/x w.a.com/x a.com/y"),
    Case(
      filter: "|https://w.a.com/x$important,to=a.com|~b.a.com", blocked: "w.a.com/x",
      others: "b.a.com/x a.com/x"),
  ]

  /// Matches that begin in the scheme are omitted, and this is reported.
  @Test(arguments: [
    "s://ads.com^$to=ads.com", "ttps://ads.com/x$to=ads.com", "tps:$to=ads.com", "s:/$to=ads.com",
    "HTTPS:$to=ads.com", "s^$to=ads.com", "https^^ads.com$to=ads.com", "ws:$to=ads.com|b.com",
  ])
  func textInSchemesIsReported(_ filter: String) throws {
    let result = try Converter().convert([Source(name: "list.txt", bytes: Array((filter + "\n").utf8))])
    #expect(result.report.diagnostics.map(\.reason) == [.conversion(.requestDomains)])
    #expect(result.report.converted == 0)
  }

  @Test(arguments: cases) func textInHostsIsConverted(_ test: Case) throws {
    for target in [Target.any, .webKitGTK2_50] {
      var options = ConversionOptions()
      options.target = target
      let result = try Converter(options: options).convert([
        Source(name: "list.txt", bytes: Array((test.filter + "\n").utf8))
      ])
      #expect(result.report.diagnostics.isEmpty)
      let evaluator = RuleListEvaluator(result.lists[0].rules)
      func blocked(_ urls: String) -> [Substring] {
        urls.split(separator: " ").filter { url in
          let request = Request(
            .script, url: Array("https://\(url)".utf8), page: Array("https://page.example/".utf8),
            suffixes: .wellKnown)
          return evaluator.decide(request).isBlocked
        }
      }
      #expect(blocked(test.blocked) == test.blocked.split(separator: " "))
      #expect(blocked(test.others) == [])
    }
  }
}
