import SluiceRules
import Testing

@testable import SluiceTrackers

/// Element hiding of a privacy configuration: its format, its rules, and the pages of each selector.
@Suite struct ElementHidingTests {
  private func decode(
    _ settings: String, exceptions: String = "[]", rest: String = ""
  ) throws -> (exceptions: TrackerExceptions, ids: [String]) {
    let result = try TrackerExceptions.decodingJSON(
      #"{"features": {"elementHiding": {"state": "enabled", "exceptions": \#(exceptions), "settings": {\#(settings)}}}\#(rest)}"#
    )
    return (result.exceptions, result.problems.map(\.reason.id))
  }

  /// Each line: the effect, the selectors, then the sites, with `~` before sites without the effect.
  private func lines(_ exceptions: TrackerExceptions) -> [String] {
    exceptions.hiddenElements.map { elements in
      let sites = (elements.sites ?? []).map { String(decoding: $0, as: UTF8.self) }
      let others = elements.otherSites.map { "~" + String(decoding: $0, as: UTF8.self) }
      return "\(elements.effect) \(elements.selectors.joined(separator: " ")): "
        + (sites + others).joined(separator: " ")
    }
  }

  private static let hiddenElements: [(settings: String, expected: [String])] = [
    (
      #""rules": [{"selector": ".a", "type": "hide"}, {"selector": ".b", "type": "hide"}, {"selector": ".c", "type": "hide-empty"}]"#,
      ["hide .a .b: ~off.example", "hideEmpty .c: ~off.example"]
    ),
    (
      #""rules": [{"selector": ".a", "type": "closest-empty"}], "domains": [{"domain": "x.example", "rules": [{"type": "disable-default"}, {"selector": ".b", "type": "hide"}]}]"#,
      ["closestEmpty .a: ~off.example ~x.example", "hide .b: x.example"]
    ),
    (
      #""rules": [{"selector": ".a", "type": "hide"}, {"selector": ".b", "type": "hide"}], "domains": [{"domain": "x.example", "rules": [{"selector": ".a", "type": "override"}]}]"#,
      ["hide .a: ~off.example ~x.example", "hide .b: ~off.example"]
    ),
    // An override also ends the site's own rules, and those of sites above it there.
    (
      #""domains": [{"domain": "x.example", "rules": [{"selector": ".a", "type": "hide"}]}, {"domain": "s.x.example", "rules": [{"selector": ".a", "type": "override"}]}, {"domain": "y.example", "rules": [{"selector": ".a", "type": "override"}, {"selector": ".a", "type": "hide"}]}]"#,
      ["hide .a: x.example ~s.x.example"]
    ),
    (
      #""domains": [{"domain": ["x.example", "y.example"], "rules": [{"selector": ".a", "type": "modify-style", "values": [{"property": "padding", "value": "0px"}]}]}]"#,
      [
        #"style("padding: 0px !important;") .a: x.example"#,
        #"style("padding: 0px !important;") .a: y.example"#,
      ]
    ),
    (#""domains": [{"domain": "a.off.example", "rules": [{"selector": ".a", "type": "hide"}]}]"#, []),
    (#""hideTimeouts": [0, 1], "useStrictHideStyleTag": true"#, []),
  ]

  @Test(arguments: hiddenElements)
  func hiddenElementsHaveTheirPages(_ settings: String, _ expected: [String]) throws {
    let (exceptions, ids) = try decode(settings, exceptions: #"[{"domain": "off.example", "reason": "r"}]"#)
    #expect(lines(exceptions) == expected && ids == [])
  }

  @Test func unprotectedSitesHideNothing() throws {
    let (configured, _) = try decode(
      #""rules": [{"selector": ".a", "type": "hide"}]"#,
      rest: #", "unprotectedTemporary": [{"domain": "t.example"}]"#)
    var exceptions = configured
    exceptions.userSites = [Array("u.example".utf8)]
    #expect(lines(exceptions) == ["hide .a: ~t.example ~u.example"])
  }

  @Test(arguments: [
    (#""rules": [{"selector": "a[", "type": "hide"}]"#, ["unknown-value"]),
    (#""rules": [{"selector": "a", "type": "hide-all"}]"#, ["unknown-value"]),
    (#""rules": [{"selector": "a", "type": "modify-attr", "values": []}]"#, ["unknown-value"]),
    (#""rules": [{"selector": "a"}, 1]"#, ["missing-key", "wrong-type"]),
    (#""domains": [{"domain": "a b", "rules": []}]"#, ["not-a-host"]),
    (#""mediaAndFormSelectors": "a >> b""#, ["unknown-value"]),
  ])
  func invalidHidingRulesAreReported(_ settings: String, _ expected: [String]) throws {
    let (exceptions, ids) = try decode(settings)
    #expect(ids == expected && lines(exceptions) == [])
  }

  @Test func hidingRulesFollowExceptions() throws {
    let (configured, _) = try decode(
      #""rules": [{"selector": ".a", "type": "hide"}, {"selector": ".b", "type": "hide-empty"}]"#,
      rest: #", "unprotectedTemporary": [{"domain": "t.example"}]"#)
    let (data, _) = try TrackerData.decodingJSON(
      #"{"trackers": {"t.example": {"domain": "t.example", "default": "block"}}, "entities": {}}"#)
    let rules = TrackerRadar(data, exceptions: configured).rules().rules
    #expect(rules.count == 5)
    guard case .hide(let selectors)? = rules.last?.action else {
      Issue.record("the last rule hides")
      return
    }
    #expect(selectors.elements.map { String(decoding: $0.bytes, as: UTF8.self) } == [".a"])
    #expect(rules.last?.trigger.condition != nil && rules.last?.trigger.loadContexts.isEmpty == false)
  }

  @Test func labelsAreComparedWithoutSpaces() throws {
    let (exceptions, _) = try decode(
      #""adLabelStrings": ["Advert Isement", "ad"], "mediaAndFormSelectors": "b""#)
    #expect(exceptions.elementHiding?.labels == ["advertisement", "ad"])
    #expect(exceptions.elementHiding?.contentSelector == "b")
  }
}
