import Foundation
import SluiceAnalysis
import SluiceConversion
import SluiceSyntax
import TestSupport
import Testing

/// Recorded addresses with tracking parameters lose those that the filters of a real list name, and no others.
@Suite(Repository.needs("lists/ublock/privacy-removeparam.txt"), Repository.needs("requests/ublock"))
struct RecordedParameterTests {
  /// A filter of the form `||host^$removeparam=name`, with or without a host, or an exception to it.
  private struct Filter {
    var isException: Bool
    var host: String?
    /// Nil for all names, in an exception.
    var name: String?

    func applies(to host: String) -> Bool {
      self.host.map { host == $0 || host.hasSuffix(".\($0)") } ?? true
    }
  }

  private static func filter(_ line: Substring) -> Filter? {
    guard
      let match = line.wholeMatch(
        of: /(@@)?(?:\|\|([a-z0-9.-]+\.[a-z]+)\^)?\$removeparam(?:=([A-Za-z0-9_.-]+))?/)
    else { return nil }
    let isException = match.1 != nil
    guard isException || match.3 != nil else { return nil }
    return Filter(
      isException: isException, host: match.2.map { String($0) }, name: match.3.map { String($0) })
  }

  private struct Recorded: Decodable { var url: String }

  @Test(.slow(10)) func onlyNamedParametersAreRemoved() throws {
    let text = String(
      decoding: try Repository.sharedBytes(of: "lists/ublock/privacy-removeparam.txt"), as: UTF8.self)
    let lines = text.split(separator: "\n").filter { Self.filter($0) != nil }
    let filters = lines.compactMap { Self.filter($0) }
    try #require(filters.count > 1000)
    var options = ConversionOptions()
    options.dialect = .uBlockOrigin
    var result = try Converter(options: options).convert(lines.joined(separator: "\n"))
    let changes = result.requestChanges()
    result.settle(in: changes)
    #expect(result.report.diagnostics.isEmpty)
    let evaluator = RuleListEvaluator(
      Ruleset.translation(of: [Ruleset(decodingJSON: changes.rules.encodedJSON())]).list)
    let recorded = try Repository.sharedBytes(of: "requests/ublock/recorded.jsonl")
      .split(separator: UInt8(ascii: "\n")).map {
        try JSONDecoder().decode(Recorded.self, from: Data($0)).url
      }
      .compactMap { URL(string: $0)?.host() }
    let hosts = recorded + filters.compactMap { $0.host }.flatMap { [$0, "www.\($0)"] }
    let names = filters.compactMap { $0.name } + ["q", "id2", "page"]
    var random = SeededRandom(SeededRandom.seedOfRun)
    for _ in 0..<size(1000) {
      let host = random.pick(hosts).lowercased()
      let own = filters.filter { $0.applies(to: host) && $0.host != nil }.compactMap { $0.name }
      let used =
        ["keep"]
        + (0..<3).map { _ in own.isEmpty || random.chance(40) ? random.pick(names) : random.pick(own) }
      let kept = used.filter { name in
        let applying = filters.filter { ($0.name ?? name) == name && $0.applies(to: host) }
        return !applying.contains { !$0.isException } || applying.contains { $0.isException }
      }
      func url(_ names: [String]) -> String {
        "https://\(host)/a?" + names.map { "\($0)=1" }.joined(separator: "&")
      }
      let request = Request(.document, url: url(used), page: url(used), suffixes: .wellKnown)
      let changed = evaluator.decide(request).redirectedURL(of: Array(url(used).utf8), extensionURL: [])
      #expect(changed.map { String(decoding: $0, as: UTF8.self) } == url(kept), "\(url(used))")
    }
  }
}
