import SluiceSyntax
import Testing
import TestSupport

@testable import SluicePageScript

extension InWebKit {
  /// Effects that the scripts must not have, in a real WebKit.
  @Suite(.browser)
  struct PageScriptRestraintTests {
    private let filters = [
      "a.com##p:has-text(one)", "a.com##+js(set, b, true)", "c.com##p:style(color: red)",
    ]
    private let html = "<p id=a>one</p>"

    private func value(
      _ scripts: Scripts, url: String, before prefix: String = "", replacing token: String? = nil,
      _ value: String
    ) async throws -> JSONValue? {
      func text(_ script: String?) -> String? {
        script.map {
          prefix + (token.map { $0 } == nil ? $0 : $0.replacing(PageScript.secretToken, with: token ?? ""))
        }
      }
      let job = PageProbe.Job(
        isolated: text(scripts.isolated),
        page: scripts.page.map {
          token == nil ? $0 : $0.replacing(PageScript.secretToken, with: token ?? "")
        },
        html: html, url: url, value: value)
      return try await PageProbe.values(of: [job]).first
    }

    @Test func scriptsNeedSecret() async throws {
      let scripts = try Scripts(filters)
      let shown = "a.checkVisibility() + ' ' + typeof b"
      #expect(try await value(scripts, url: "https://a.com/", shown) == .string("false boolean"))
      // An invalid secret from the host counts as none.
      for token in ["__SLUICE_" + "\" + \"SECRET__", "short", ""] {
        #expect(
          try await value(scripts, url: "https://a.com/", replacing: token, shown)
            == .string("true undefined"),
          "\(token)")
      }
    }

    /// The test counts listeners and observers in the isolated world, in a script that runs first.
    @Test func pageWithoutFiltersHasNoObservers() async throws {
      let count = """
        let listening = 0;
        const { addEventListener, removeEventListener } = EventTarget.prototype;
        const { observe } = MutationObserver.prototype;
        const tell = () => { document.documentElement.dataset.listening = listening; };
        EventTarget.prototype.addEventListener = function (...all) { listening += 1; tell(); return addEventListener.apply(this, all); };
        EventTarget.prototype.removeEventListener = function (...all) { listening -= 1; tell(); return removeEventListener.apply(this, all); };
        MutationObserver.prototype.observe = function (...all) { listening += 100; tell(); return observe.apply(this, all); };
        tell();

        """
      let scripts = try Scripts(filters)
      let listening = "document.documentElement.dataset.listening"
      #expect(try await value(scripts, url: "https://b.com/", before: count, listening) == .string("0"))
      // A style has two listeners, which restore it if the page removes it while loading, and no observer.
      #expect(try await value(scripts, url: "https://c.com/", before: count, listening) == .string("2"))
      // The control has two observers, of the document and of the hidden element's style. Its three listeners
      // are for the ends of document and window, and for messages from the page's world.
      let control = try await value(scripts, url: "https://a.com/", before: count, listening)
      #expect(control == .string("203"))
    }
  }
}
