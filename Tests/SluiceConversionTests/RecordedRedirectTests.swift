import Foundation
import SluiceAnalysis
import SluiceConversion
import SluiceSyntax
import TestSupport
import Testing

/// Recorded addresses are redirected if a filter asks for it, and never escape both the block and the redirect.
@Suite(Repository.needs("requests/ublock")) struct RecordedRedirectTests {
  /// A filter of the form `||host/path$type,domain=page`, with an effect.
  private struct Filter {
    enum Effect: CaseIterable {
      case block, redirect, exception, redirectException
    }

    var effect: Effect
    var host: String
    /// The beginning of the path, with its slash; empty for all paths.
    var path: String
    var type: Request.Kind?
    var page: String?

    var text: String {
      let options: [String?] = [
        type?.rawValue, effect == .redirect ? "redirect=noopjs" : nil,
        effect == .redirectException ? "redirect-rule" : nil, page.map { "domain=\($0)" },
      ]
      let text = options.compactMap { $0 }.joined(separator: ",")
      let start = effect == .exception || effect == .redirectException ? "@@||" : "||"
      return "\(start)\(host)\(path.isEmpty ? "^" : path)\(text.isEmpty ? "" : "$\(text)")"
    }

    func applies(_ host: String, _ path: String, _ type: Request.Kind, _ page: String) -> Bool {
      (host == self.host || host.hasSuffix(".\(self.host)")) && path.hasPrefix(self.path)
        && (self.type ?? type) == type
        && (self.page.map { page == $0 || $0 == "\(page.split(separator: ".")[0]).*" } ?? true)
    }
  }

  private struct Recorded: Decodable { var url: String }

  @Test(.slow(10)) func requestsAreBlockedOrRedirected() throws {
    let recorded = try Repository.sharedBytes(of: "requests/ublock/recorded.jsonl")
      .split(separator: UInt8(ascii: "\n"))
      .compactMap { try URL(string: JSONDecoder().decode(Recorded.self, from: Data($0)).url) }
      .compactMap { url in url.host().map { ($0.lowercased(), url.path().lowercased()) } }
      .filter { host, path in
        host.contains(".") && path.utf8.allSatisfy { $0.isNameByte || "/.-".utf8.contains($0) }
      }
    try #require(recorded.count > 200)
    let kinds: [Request.Kind] = [.script, .image, .xmlhttprequest]
    let pages = ["news.example", "shop.example"]
    var random = SeededRandom(SeededRandom.seedOfRun)
    var counts: [String: Int] = [:]
    for _ in 0..<size(100) {
      let asked = (0..<10).map { _ in random.pick(recorded) }
      let filters = (0..<12).map { _ in
        let (host, path) = random.pick(asked)
        let cut = path.prefix(random.below(path.count + 1))
        return Filter(
          effect: random.chance(60) ? .redirect : random.pick(Filter.Effect.allCases), host: host,
          path: random.chance(50) ? "" : String(cut), type: random.chance(30) ? nil : random.pick(kinds),
          page: random.chance(60) ? nil : random.pick(pages + ["news.*", "old.*"]))
      }
      let list = filters.map(\.text).joined(separator: "\n")
      var options = ConversionOptions()
      (options.dialect, options.redirectRuleset) = (.uBlockOrigin, "changes")
      options.target = random.chance(50) ? .any : .safari26
      var result = try Converter(options: options).convert(list)
      let changes = result.requestChanges()
      result.settle(in: changes)
      let reported = Set(
        result.report.diagnostics.filter {
          $0.reason == .conversion(.changeExceptions) || $0.reason == .conversion(.changeConditions)
        }
        .map { $0.place.lineIndex })
      let evaluator = RuleListEvaluator(
        Ruleset.translation(of: [Ruleset(decodingJSON: changes.rules.encodedJSON())]).list)
      for (host, path) in asked {
        let (kind, page) = (random.pick(kinds), random.pick(pages))
        let request = Request(
          kind, url: "https://\(host)\(path)", page: "https://\(page)/", suffixes: .wellKnown)
        func has(_ effects: Filter.Effect...) -> Bool {
          filters.contains { effects.contains($0.effect) && $0.applies(host, path, kind, page) }
        }
        let mayAllow = !has(.block, .redirect) || has(.exception)
        let mayRedirect = has(.redirect) && !has(.exception) && !has(.redirectException)
        let isBlocked = RuleListEvaluator(result.lists[0].rules).decide(request).isBlocked
        let isRedirected = !isBlocked && !evaluator.decide(request).redirects.isEmpty
        let context = "\(options.target) \(kind) https://\(host)\(path) on \(page):\n\(list)"
        #expect(isBlocked || isRedirected == !mayAllow, "\(context)")
        #expect(!isRedirected || mayRedirect, "\(context)")
        #expect(!isBlocked || !mayAllow, "\(context)")
        // A request stays blocked only if each filter that would redirect it is reported.
        let redirecting = filters.indices.filter {
          filters[$0].effect == .redirect && filters[$0].applies(host, path, kind, page)
        }
        #expect(!mayRedirect || isRedirected || reported.isSuperset(of: redirecting), "\(context)")
        counts[isBlocked ? "blocked" : isRedirected ? "redirected" : "allowed", default: 0] += 1
      }
    }
    for outcome in ["blocked", "redirected", "allowed"] { #expect(counts[outcome] ?? 0 > 0, "\(counts)") }
  }
}
