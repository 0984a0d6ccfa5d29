import Foundation
import SluiceAnalysis
import SluiceRules
import SluiceSyntax
import Testing
import TestSupport

/// The generated filters and requests as test cases for any converter: `docs/reference/conformance.md`.
///
/// The expected results come from the reference, which does not use rules. A case contains only requests that
/// a page can make and filters with a single interpretation.
@Suite struct GeneratedCasesTests {
  private struct Case: Encodable {
    var name: String
    var filters: [String]
    var page: String
    var requests: [Asked]
  }

  private struct Asked: Encodable {
    var url: String
    var type: String
    var expect: String
  }

  private static let count = 150
  private static let requestsPerCase = 10

  @Test func generatedConformanceCasesAreUpToDate() throws {
    var random = SeededRandom(part: 2000)
    var cases: [Case] = []
    while cases.count < Self.count {
      if let made = Self.example(&random, number: cases.count + 1) { cases.append(made) }
    }
    let verdicts = cases.flatMap(\.requests).map(\.expect)
    #expect(verdicts.count { $0 == "blocked" } > verdicts.count / 5)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
    let data = try encoder.encode(["cases": cases])
    try GeneratedText.checkSample(
      "Conformance/generated.json", of: "GeneratedCasesTests", is: Array(data) + [UInt8(ascii: "\n")])
  }

  /// Returns a list with requests of one page, at least one of them blocked, or nil if none is blocked.
  private static func example(_ random: inout SeededRandom, number: Int) -> Case? {
    var generator = FilterGenerator(random: SeededRandom(random.next()))
    let lines = generator.list().filter { !$0.contains("##") && !$0.contains("#@#") }
    let list = FilterList(parsing: lines.joined(separator: "\n"))
    let (most, least) = (ReferenceMatcher(list) { _ in false }, ReferenceMatcher(list, .least) { _ in false })
    func verdict(_ request: ReferenceRequest) -> Bool? {
      let isBlocked = most.blocks(request)
      return isBlocked == least.blocks(request) ? isBlocked : nil
    }
    var requests = RequestGenerator(random: generator.random, hosts: generator.hosts, filters: lines)
    let page = requests.request().reference.page
    guard verdict(ReferenceRequest(kind: .document, url: page, page: page)) == false else { return nil }
    var asked: [String: Asked] = [:]
    let pageKey = key(String(decoding: page.text, as: UTF8.self))
    for _ in 0..<200 where asked.count < requestsPerCase {
      let made = requests.request().reference
      let url = String(decoding: made.url.text, as: UTF8.self)
      guard let type = type(of: made.kind),
        url.lowercased().hasPrefix(type == "websocket" ? "wss:" : "https:"),
        key(url) != pageKey, URL(string: url)?.absoluteString == url,
        let isBlocked = verdict(ReferenceRequest(kind: made.kind, url: made.url, page: page))
      else { continue }
      // Each URL is requested once, because several requests for it would be indistinguishable.
      asked[key(url)] =
        asked[key(url)] ?? Asked(url: url, type: type, expect: isBlocked ? "blocked" : "loaded")
    }
    guard asked.values.contains(where: { $0.expect == "blocked" }) else { return nil }
    return Case(
      name: "generated \(number)", filters: lines, page: String(decoding: page.text, as: UTF8.self),
      requests: asked.values.sorted { $0.url < $1.url })
  }

  /// Returns a URL as it arrives at a proxy, which distinguishes neither WebSockets from other requests nor
  /// default ports.
  private static func key(_ url: String) -> String {
    let url = url.lowercased()
    let secure = url.hasPrefix("wss:") ? "https:" + url.dropFirst(4) : url
    return secure.replacingOccurrences(of: ":443/", with: "/")
  }

  /// Returns how a page makes a request, or nil if it cannot make it in a defined way.
  private static func type(of kind: Request.Kind) -> String? {
    switch kind {
    case .script: "script"
    case .image: "image"
    case .stylesheet: "stylesheet"
    case .font: "font"
    case .media: "media"
    case .subdocument: "subdocument"
    case .xmlhttprequest: "xhr"
    case .websocket: "websocket"
    case .ping: "ping"
    case .beacon: "beacon"
    case .document, .object, .popup, .other: nil
    }
  }
}
