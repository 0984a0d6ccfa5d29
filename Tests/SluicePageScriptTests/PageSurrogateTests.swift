import Foundation
import SluiceConversion
import SluiceTrackers
import TestSupport
import Testing

@testable import SluicePageScript

/// Page scripts with surrogates, as `sluice merge` composes them.
@Suite struct PageSurrogateTests {
  static let tds = #"""
    {"trackers": {"t.example": {"default": "block", "owner": {"name": "T"}, "rules": [
      {"rule": "t\\.example\\/ok\\.js", "action": "ignore"},
      {"rule": "t\\.example\\/other\\.js", "surrogate": "__proto__"},
      {"rule": "t\\.example\\/.*\\.js", "surrogate": "lib.js", "exceptions": {"domains": ["shop.example"]}}]}},
     "entities": {"T": {"domains": ["t.example", "own.example"]}}, "cnames": {}}
    """#

  /// Sloppy mode on purpose: surrogates need not be strict.
  static let library =
    "seen = (window.seen || 0) + 1;\nvar inner = 1;\nwindow.lib = { self: this === window };"

  static func script(
    exceptions: String? = nil, filters: [String] = [], scripts: [String: String] = ["lib.js": library]
  ) throws -> PageScript? {
    let radar = TrackerRadar(
      try TrackerData.decodingJSON(tds).data,
      exceptions: try exceptions.map { try TrackerExceptions.decodingJSON($0).exceptions }
        ?? TrackerExceptions())
    let surrogates = PageSurrogates(
      radar.surrogateRules(), scripts: try scripts.mapValues { try SurrogateScript(parsing: $0) })
    let converter = Converter()
    let parsed = converter.parse([Source(name: "a.txt", bytes: Array(filters.joined(separator: "\n").utf8))])
    let advancedFilters = try converter.convert(parsed).advancedFilters()
    var problems: [PageFilterProblem] = []
    return PageScript(
      advancedFilters, of: parsed.map { PageScript.List($0, options: converter.options) },
      surrogates: surrogates,
      problems: &problems)
  }

  private func text(_ bytes: [UInt8]?) -> String? { bytes.map { String(decoding: $0, as: UTF8.self) } }

  @Test func surrogatesNeedNoIsolatedScript() throws {
    let script = try #require(try Self.script())
    #expect(script.isolated == nil)
    let page = try #require(text(script.page))
    #expect(page.hasPrefix(PageScript.firstLine + "\n"))
    #expect(page.contains("startSurrogates(data.surrogates)") && page.contains(Self.library))
    // Requests for missing surrogates are blocked, and nothing runs.
    #expect(!page.contains("\"run\":\"__proto__\"") && page.contains("\"run\":\"lib.js\""))
  }

  @Test func scriptWithoutSurrogatesHasNoWatcher() throws {
    #expect(try Self.script(scripts: [:]) == nil)
    #expect(try Self.script(scripts: ["unused.js": ""]) == nil)
    let page = try #require(text(try Self.script(filters: ["a.com##+js(set, a, 1)"], scripts: [:])?.page))
    #expect(!page.contains("startSurrogates"))
  }

  @Test func surrogateScriptIsDeterministic() throws {
    #expect(try Self.script()?.page == (try Self.script()?.page))
  }
}

extension InWebKit {
  /// The composed scripts in a real WebKit, where the trackers' hosts do not respond.
  @Suite(.browser) struct SurrogatesInPagesTests {
    private struct Case {
      let what: String
      let html: String
      let value: String
      var url = "https://news.example/"
      var exceptions: String?
      var filters: [String] = []
      /// The result.
      ///
      /// It differs without the scripts, unless the case does nothing.
      let result: JSONValue
      var doesNothing = false
    }

    private static let source = "<script src='https://t.example/a/lib.js'"
    private static let seen = "window.seen ?? 0"

    private static let cases: [Case] = [
      Case(
        what: "the inline script behind it sees it",
        html: "\(source)></script><script>window.found = typeof lib</script>",
        value: "window.found + ' ' + window.lib?.self", result: .string("object true")),
      Case(what: "async", html: "\(source) async></script>", value: seen, result: .number(1)),
      Case(what: "defer", html: "\(source) defer></script>", value: seen, result: .number(1)),
      Case(what: "a module", html: "\(source) type=module></script>", value: seen, result: .number(1)),
      Case(
        what: "load is heard and error is not",
        html: "<script>log = ''</script>\(source) onload='log += 1' onerror='log += 2'></script>",
        value: "log",
        result: .string("1")),
      Case(
        what: "put in by a script",
        html:
          "<script>const s = document.createElement('script'); s.src = 'https://t.example/b/lib.js'; document.head.append(s)</script>",
        value: seen, result: .number(1)),
      Case(
        what: "nothing of it is global", html: "\(source)></script>", value: "typeof lib + typeof inner",
        result: .string("objectundefined")),
      Case(
        what: "a name of the prototype that has no file",
        html: "<script src='https://t.example/other.js'></script>",
        value: seen, result: .number(0), doesNothing: true),
      Case(
        what: "the tracker's rule lets it through", html: "<script src='https://t.example/ok.js'></script>",
        value: seen, result: .number(0), doesNothing: true),
      Case(
        what: "the owner's page", html: "\(source)></script>", value: seen, url: "https://a.own.example/",
        result: .number(0), doesNothing: true),
      Case(
        what: "the tracker's own page", html: "\(source)></script>", value: seen,
        url: "https://www.t.example/",
        result: .number(0), doesNothing: true),
      Case(
        what: "an exception of the rule", html: "\(source)></script>", value: seen,
        url: "https://shop.example/",
        result: .number(0), doesNothing: true),
      Case(
        what: "the user's site", html: "\(source)></script>", value: seen, exceptions: #"["news.example"]"#,
        result: .number(0), doesNothing: true),
      Case(
        what: "not the user's site", html: "\(source)></script>", value: seen, url: "https://m.news.example/",
        exceptions: #"["news.example"]"#, result: .number(1)),
      Case(
        what: "the allowlist", html: "\(source)></script>", value: seen,
        exceptions:
          #"{"features": {"trackerAllowlist": {"state": "enabled", "settings": {"allowlistedTrackers": {"t.example": {"rules": [{"rule": "t.example/a/", "domains": ["<all>"]}]}}}}}}"#,
        result: .number(0), doesNothing: true),
      Case(
        what: "with filters", html: "\(source)></script><p id=a>one</p>",
        value: "(window.seen ?? 0) + ' ' + window.set + ' ' + document.getElementById('a').checkVisibility()",
        filters: ["news.example##+js(set, set, 1)", "news.example##p:has-text(one)"],
        result: .string("1 1 false")),
    ]

    @Test func surrogatesRunWhereRulesBlock() async throws {
      let jobs = try Self.cases.flatMap { one in
        let script = try #require(
          try PageSurrogateTests.script(exceptions: one.exceptions, filters: one.filters), "\(one.what)")
        func text(_ bytes: [UInt8]?) -> String? { bytes.map { String(decoding: $0, as: UTF8.self) } }
        let with = PageProbe.Job(
          isolated: text(script.isolated), page: text(script.page), html: one.html, url: one.url,
          value: one.value,
          patience: 300, expected: one.result)
        var without = with
        (without.isolated, without.page, without.patience, without.expected) = (nil, nil, 0, nil)
        return [with, without]
      }
      let values = try await PageProbe.values(of: jobs)
      for (index, one) in Self.cases.enumerated() {
        #expect(values[2 * index] == one.result, "\(one.what)")
        #expect((values[2 * index + 1] == one.result) == one.doesNothing, "\(one.what): without the script")
      }
    }
  }
}
