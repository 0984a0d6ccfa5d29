import Foundation
import SluiceSyntax
import Testing
import TestSupport

@testable import SluicePageScript

extension InWebKit {
  /// Compares generated exceptions for whole pages in a real WebKit with a plain interpretation of them.
  @Suite(.browser)
  struct PageExceptionTests {
    private static let hosts = ["a.com", "b.a.com", "x.org", "a.x.org", "a.co.uk", "other.net"]
    private static let options = [
      "elemhide", "ehide", "generichide", "ghide", "specifichide", "shide", "jsinject", "document", "content",
    ]

    /// Filters for the pages of some or all hosts, each with its own style or a scriptlet.
    private static let filters: [(text: String, hosts: [String])] = [
      ("a.com##p:style(--f0: 1)", ["a.com"]), ("##p:style(--f1: 1)", []), ("##p:style(--f2: 1)", []),
      ("a.com##p:style(--f2: 1)", ["a.com"]), ("a.*##p:style(--f3: 1)", ["a.*"]),
      ("x.org##p:style(--f4: 1)", ["x.org"]),
      ("a.com,x.org,a.co.uk##+js(set, b, true)", ["a.com", "x.org", "a.co.uk"]),
    ]
    private static let styles = [0: [0], 1: [1], 2: [2, 3], 3: [4], 4: [5]]
    private static let scriptlet = 6

    private struct Exception {
      var options: [String]
      /// The hosts and entities, with `~` before excluded ones.
      var pages: [String]
      /// Whether the pattern contains the pages.
      var isPattern: Bool

      var text: String {
        isPattern
          ? "@@||\(pages[0])^$\(options.joined(separator: ","))"
          : "@@*$\(options.joined(separator: ",")),domain=\(pages.joined(separator: "|"))"
      }
    }

    private static func generated(_ random: inout SeededRandom) -> Exception {
      // uBlock Origin refuses an option that is repeated, also by its alias.
      let aliases = ["ehide": "elemhide", "ghide": "generichide", "shide": "specifichide"]
      var kinds: Set<String> = []
      let options = (0...random.below(2)).map { _ in random.pick(Self.options) }
        .filter { kinds.insert(aliases[$0] ?? $0).inserted }
      let isPattern = random.chance(50)
      let names = ["a.com", "b.a.com", "x.org", "a.co.uk"]
      if isPattern { return Exception(options: options, pages: [random.pick(names)], isPattern: true) }
      var pages = (0...random.below(2)).map { _ in random.pick(names + ["a.*"]) }
      if random.chance(20) { pages.append("~" + random.pick(["b.a.com", "a.x.org"])) }
      return Exception(options: options, pages: pages, isPattern: false)
    }

    private static func means(_ name: String, _ host: String) -> Bool {
      func isBelow(_ host: String, _ name: String) -> Bool { host == name || host.hasSuffix(".\(name)") }
      guard name.hasSuffix(".*") else { return isBelow(host, name) }
      return [".com", ".co.uk", ".org", ".net"].contains { suffix in
        host.hasSuffix(suffix) && isBelow(String(host.dropLast(suffix.count)), String(name.dropLast(2)))
      }
    }

    /// Returns the effects on a page: the numbers of styles, and whether the scriptlet runs.
    private static func reading(_ exceptions: [Exception], on host: String) -> (styles: [Int], isRun: Bool) {
      var (specific, generic, scripts) = (true, true, true)
      for exception in exceptions {
        // An exception with excluded pages has conditions beyond hosts.
        guard !exception.pages.contains(where: { $0.hasPrefix("~") }),
          exception.pages.contains(where: { means($0, host) })
        else { continue }
        for option in exception.options {
          switch option {
          case "elemhide", "ehide": (specific, generic) = (false, false)
          case "generichide", "ghide": generic = false
          case "specifichide", "shide": specific = false
          case "jsinject": scripts = false
          case "document": (specific, generic, scripts) = (false, false, false)
          default: break
          }
        }
      }
      let left = styles.filter { _, numbers in
        numbers.contains { number in
          let hosts = filters[number].hosts
          return hosts.isEmpty ? generic : specific && hosts.contains { means($0, host) }
        }
      }
      return (left.keys.sorted(), scripts && filters[scriptlet].hosts.contains { means($0, host) })
    }

    @Test func generatedScriptExceptionsApplyInWebKit() async throws {
      var random = SeededRandom(16)
      var jobs: [PageProbe.Job] = []
      var expected: [(value: JSONValue, what: String)] = []
      for _ in 0..<16 {
        let exceptions = (0..<random.below(4)).map { _ in Self.generated(&random) }
        let scripts = try Scripts(Self.filters.map(\.text) + exceptions.map(\.text))
        for host in Self.hosts {
          let (styles, isRun) = Self.reading(exceptions, on: host)
          expected.append(
            (
              .array([.array(styles.map { .number(Double($0)) }), .string(isRun ? "boolean" : "undefined")]),
              "\(exceptions.map(\.text)) on \(host)"
            ))
          jobs.append(
            PageProbe.Job(
              isolated: scripts.isolated, page: scripts.page, html: "<p id=a>a</p>", url: "https://\(host)/",
              value:
                "[[...Array(5).keys()].filter((n) => getComputedStyle(a).getPropertyValue('--f' + n)), typeof b]",
              patience: 0))
        }
      }
      let values = try await PageProbe.values(of: jobs)
      for (value, (wanted, what)) in zip(values, expected) { #expect(value == wanted, "\(what)") }
      #expect(values.count == expected.count && Set(expected.map { "\($0.value)" }).count > 8)
    }
  }
}

/// Exceptions to scriptlets without their arguments.
@Suite struct ScriptletExceptionTests {
  @Test(
    arguments: [
      (.adGuard, "a.com#@%#//scriptlet('set-cookie')", ["json-prune"]),
      (.adGuard, "#@%#//scriptlet('set-cookie')", ["json-prune"]),
      (.adGuard, "b.com#@%#//scriptlet('set-cookie')", ["json-prune", "set-cookie", "set-cookie"]),
      (.adGuard, "#@%#//scriptlet('set-cookie', 'a', '1')", ["json-prune", "set-cookie"]),
      (.adGuard, "a.com#@%#//scriptlet('ubo-set-cookie.js')", ["json-prune"]),
      (.adGuard, "a.com#@%#//scriptlet()", []),
      (.adGuard, "a.com#@%#//scriptlet('no-such')", ["json-prune", "set-cookie", "set-cookie"]),
      (.uBlockOrigin, "a.com#@#+js(set-cookie)", ["json-prune", "set-cookie", "set-cookie"]),
      (.uBlockOrigin, "a.com#@#+js(set-cookie, a, 1)", ["json-prune", "set-cookie"]),
      (.uBlockOrigin, "a.com#@#+js()", []),
      (.uBlockOrigin, "*,~a.com##+js(noeval)", ["json-prune", "set-cookie", "set-cookie"]),
      (.uBlockOrigin, "~a.com##+js(set-cookie, a, 1)", ["json-prune", "set-cookie"]),
      (.uBlockOrigin, "~a.com#@#+js(noeval)", ["json-prune", "noeval", "set-cookie", "set-cookie"]),
      (.uBlockOrigin, "~b.com#@#+js(noeval)", ["json-prune", "set-cookie", "set-cookie"]),
      (.uBlockOrigin, "b.com,~a.com#@#+js(noeval)", ["json-prune", "noeval", "set-cookie", "set-cookie"]),
      (.uBlockOrigin, "a.com,~b.com#@#+js(set-cookie, a, 1)", ["json-prune", "set-cookie"]),
      (.uBlockOrigin, "~a.com#@#+js()", ["json-prune", "set-cookie", "set-cookie"]),
      (.adGuard, "~a.com#@%#//scriptlet('noeval')", ["json-prune", "set-cookie", "set-cookie"]),
      (.uBlockOrigin, "*,~b.com##+js(noeval)", ["json-prune", "noeval", "set-cookie", "set-cookie"]),
    ] as [(Dialect, String, [String])])
  func scriptletExceptionsRemoveCalls(dialect: Dialect, exception: String, names: [String]) throws {
    let calls = [["set-cookie", "a", "1"], ["set-cookie", "b", "2"], ["json-prune", "x"]]
    let filters = calls.map { call in
      dialect == .adGuard
        ? "a.com#%#//scriptlet(\(call.map { "'\($0)'" }.joined(separator: ", ")))"
        : "a.com##+js(\(call.joined(separator: ", ")))"
    }
    let lookUp = try Scripts(filters + [exception], dialect: dialect).lookUp
    let page = ScriptedPage(url: Array("https://a.com/".utf8))
    let done = lookUp.effects(on: page).compactMap { effect -> String? in
      if case .scriptlet(let name, _, _) = effect.kind { name } else { nil }
    }
    #expect(done.sorted() == names)
  }
}
