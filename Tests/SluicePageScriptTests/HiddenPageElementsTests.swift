import SluiceConversion
import SluiceTrackers
import TestSupport
import Testing

@testable import SluicePageScript

extension InWebKit {
  /// Elements that DuckDuckGo's configuration hides while they are empty, in a real WebKit.
  @Suite(.quickBrowser)
  struct HiddenPageElementsTests {
    private static let pixel =
      "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"

    /// Each row: the body, the ids of visible elements, and a script that changes the page later.
    private static let cases: [(body: String, visible: String, then: String)] = [
      ("<p id=a class=e></p>", "", ""),
      ("<p id=a class=e>Adver tisement</p><p id=b class=e>news</p>", "b", ""),
      ("<div id=a class=e><script>1</script><style>p{}</style> Ad</div>", "", ""),
      ("<div id=a class=e><img id=i src='\(pixel)' width=1 height=1></div>", "", ""),
      ("<div id=a class=e><img id=i src='\(pixel)' width=25 height=25></div>", "a i", ""),
      ("<div id=a class=e><svg id=i></svg></div>", "a i", ""),
      ("<input id=a class=e><div id=b class=e><canvas></canvas></div>", "a b", ""),
      (
        "<div id=a class=e><iframe></iframe></div><div id=b class=e><iframe src=about:blank></iframe></div>",
        "a", ""
      ),
      ("<div id=a class=e></div>", "a", "a.textContent = 'news'"),
      ("<div id=a class=e></div>", "a i", "a.innerHTML = \"<img id=i width=30 height=30 src='\(pixel)'>\""),
      (
        "<div id=a class=e><iframe src=about:blank></iframe></div>", "a",
        "a.firstChild.src = 'data:text/html,x'"
      ),
      ("<div id=a>x<div id=b><p id=c class=c></p><span>ad</span></div></div>", "a", ""),
      ("<div id=a>x<div id=b><p id=c class=c>x</p></div></div>", "a b c", ""),
      ("<div id=a>x<div id=b><p id=c class=c></p><p id=d>x</p></div></div>", "a b d", ""),
      ("<div id=a>x<div id=b></div></div>", "a", "b.innerHTML = '<p id=c class=c></p>'"),
      ("<p id=a class=s>x</p>", "", ""),
    ]

    @Test func emptyElementsAreHiddenInWebKit() async throws {
      let exceptions = try TrackerExceptions.decodingJSON(
        """
        {"features": {"elementHiding": {"state": "enabled", "settings": {"adLabelStrings": ["ad", "advertisement"],
          "rules": [{"selector": ".e", "type": "hide-empty"}, {"selector": ".c", "type": "closest-empty"}],
          "domains": [{"domain": "a.com", "rules": [{"selector": ".s", "type": "modify-style",
            "values": [{"property": "display", "value": "none"}]}]}]}}}}
        """
      ).exceptions
      let elements = try #require(HiddenPageElements(exceptions))
      #expect(elements.count == 3)
      var problems: [PageFilterProblem] = []
      let script = try #require(
        PageScript(AdvancedFilters(), of: [], elements: elements, problems: &problems))
      let isolated = script.isolated.map { String(decoding: $0, as: UTF8.self) }
      let page = script.page.map { String(decoding: $0, as: UTF8.self) }
      let values = try await PageProbe.values(
        of: Self.cases.map { one in
          PageProbe.Job(
            isolated: isolated, page: page, html: one.body, url: "https://a.com/",
            then: one.then.isEmpty ? [] : [one.then], value: PageCase.visible, expected: .string(one.visible))
        })
      for (one, value) in zip(Self.cases, values) {
        #expect(value == .string(one.visible), "\(one.body) \(one.then)")
      }
    }
  }
}
