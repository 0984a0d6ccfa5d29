import Foundation
import SluiceSyntax
import Testing
import TestSupport

@testable import SluicePageScript

extension InWebKit {
  /// Ten thousand generated filters: JavaScriptCore parses their scripts, which run to the end without an
  /// exception in either world.
  @Suite(.browser)
  struct ScriptFuzzTests {
    private static let dialects: [Dialect] = [.uBlockOrigin, .adGuard, .adblockPlus]

    @Test func generatedListsRunInWebKit() async throws {
      var cases: [JSONValue] = []
      var done = 0
      for number in 0..<40 {
        let dialect = Self.dialects[number % Self.dialects.count]
        var filters = FuzzedFilters(dialect: dialect, random: SeededRandom(UInt64(number)))
        let list = (0..<250).flatMap { _ in filters.line().filter { $0 != 0x0a && $0 != 0x0d } + [0x0a] }
        let scripts = try Scripts(list, dialect: dialect, isTrusted: true)
        let isolated = try #require(scripts.isolated)
        done += scripts.script?.filters ?? 0
        for text in [isolated, scripts.page].compactMap(\.self) {
          #expect(
            text.split(separator: PageScript.secretToken).count == 2,
            "list \(number): one place for the secret")
        }
        cases.append(Self.page("list \(number), \(dialect)", number, isolated, scripts.page))
      }
      #expect(done > 2_000, "\(done) are done in pages: the generator makes nothing but faults")
      // The control: exceptions in both worlds are detected.
      let fault = "setTimeout(() => { throw new Error(); }, 5);\n"
      var control = Self.page("control", cases.count, fault, nil)
      if case .object(var fields) = control {
        fields["reported"] = Self.reported(["fault", "ran"])
        fields["value"] = .array([.array([.string("Script error.")]), .number(0)])
        control = .object(fields)
      }
      cases.append(control)

      let folder = try TemporaryFolder()
      let file = folder.url.appending(path: "fuzz.json")
      try JSONEncoder().encode(cases).write(to: file)
      let driver = Repository.root.appending(path: "Tests/SluicePageScriptTests/Driver/run_cases.py")
      let run = try await ToolRun.python(driver, [file.path], in: folder.url)
      #expect(run.status == 0, "\(String(decoding: run.output, as: UTF8.self)) \(run.errors)")
    }

    /// Returns a page that runs the scripts and collects exceptions.
    private static func page(
      _ name: String, _ number: Int, _ isolated: String, _ page: String?
    ) -> JSONValue {
      func script(_ text: String) -> JSONValue {
        .string(text.replacing(PageScript.secretToken, with: "Secret-for-these-cases-0123456789"))
      }
      var scripts: [JSONValue] = [
        .array([
          .string("sluice"),
          script(
            "{ \(listening) }\ntry {\n\(isolated)\ntellSluice('ran');\n} catch (error) { tellSluice(error + error.stack); }"
          ),
        ])
      ]
      if let page {
        scripts.append(.array([.string("page"), script("\(page)\nglobalThis.pageHasRun = 1;\n")]))
      }
      return .object([
        "name": .string(name), "number": .number(Double(number)), "scripts": .array(scripts),
        "body": .string(body),
        "expect": .string("later(60).then(() => [globalThis.thrown ?? [], globalThis.pageHasRun ?? 0])"),
        "value": .array([.array([]), .number(page == nil ? 0 : 1)]), "reported": reported(["ran"]),
      ])
    }

    private static func reported(_ words: [String]) -> JSONValue {
      .array(words.map { .array([.string($0), .string(""), .null]) })
    }

    /// Sends errors of the host's world as reports.
    private static let listening = """
      const handler = webkit.messageHandlers.sluiceReports;
      globalThis.tellSluice = (type) => handler.postMessage(JSON.stringify({ frame: null, requests: [{ type, url: "" }] }));
      addEventListener("error", (event) => { if (event.target === window) tellSluice("fault"); });
      addEventListener("unhandledrejection", () => tellSluice("rejection"));
      """

    private static let body = """
      <script>
      var thrown = [];
      onerror = (message) => { thrown.push(message); };
      onunhandledrejection = (event) => { thrown.push(String(event.reason)); };
      </script>
      <p id=one class="ad b" title=x data-x=1>ad</p><a href="#go?u=x" title=y>x</a><div id=host><b>ad</b></div>
      <template><p>ad</p></template>
      <script>
      for (const act of [
        () => { window.x = { y: 1 }; window.b = { c: { d: 1 } }; return b.c.d; },
        () => { setTimeout(() => {}, 1); requestAnimationFrame(() => {}); },
        () => { fetch("/echo").then((answer) => answer.text()).catch(() => {}); },
        () => { const x = new XMLHttpRequest(); x.open("POST", "/echo"); x.onload = () => { void x.response; }; x.send("a"); },
        () => { JSON.parse('{"a":[1,{"b":null}]}'); },
        () => { eval("1"); },
        () => { host.attachShadow({ mode: "open" }).innerHTML = "<p>ad</p>"; },
        () => { getComputedStyle(one).display; },
        () => { document.body.append(Object.assign(document.createElement("p"), { textContent: "ad" })); },
        () => { document.cookie = "a=1"; localStorage.setItem("b", "1"); },
      ]) { try { act(); } catch {} }
      </script>
      """
  }
}
