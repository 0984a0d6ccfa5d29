import SluiceConversion
import SluiceRules
import Testing

@testable import SluicePageInspection

/// The totals of requests.
@Suite struct TotalsTests {
  /// The result is independent of how many filters of a rule are named.
  @Test(arguments: [1, 10, Int.max]) func totalsCountEveryListOfRule(_ limit: Int) throws {
    let hosts = (0..<12).map { "||ads.example/x.js$domain=p.example|p\($0).example\n" }.joined()
    let sources = [("a.txt", hosts), ("b.txt", "||ads.example/x.js$domain=p.example|q.example\n")].map {
      Source(name: $0.0, bytes: Array($0.1.utf8))
    }
    var lists = Blocklists()
    try lists.append(converting: sources, named: "both", ConversionOptions())
    let har =
      #"{"log":{"entries":[{"request":{"url":"https://ads.example/x.js","headers":[{"name":"Referer","value":"https://p.example/"}]},"#
      + #""_resourceType":"script"}]}}"#
    let inspection = PageInspection(
      try PageArchive(decodingJSON: har), lists: lists, suffixes: .wellKnown, filterLimit: limit)
    #expect(inspection.totals.lists.map { "\($0.name) \($0.blocked)" } == ["a.txt 1", "b.txt 1"])
  }
}
