import SluiceRules
import Testing
import TestSupport

/// In a real WebKit, pages can claim exactly what `sluice check` says they can; other known ways to claim do
/// not work.
@Suite(.browser, .enabled(if: WebKitTools.isAvailable, WebKitTools.comment))
struct ClaimProbeTests {
  private static let blocker =
    #"{"trigger":{"url-filter":"^https?://ads\\.test/"},"action":{"type":"block"}}"#

  /// Returns a list that blocks images of ads.test except on pages for which the condition holds.
  private static func rules(_ condition: String, isNegated: Bool) -> [String] {
    isNegated
      ? [
        #"{"trigger":{"url-filter":"^https?://ads\\.test/","unless-\#(condition)},"action":{"type":"block"}}"#
      ]
      : [
        blocker,
        #"{"trigger":{"url-filter":".*","if-\#(condition)},"action":{"type":"ignore-previous-rules"}}"#,
      ]
  }

  private static let claimable = [
    #"domain":["good.example"]"#, #"domain":["*good.example"]"#, #"top-url":["good\\.example"]"#,
    #"top-url":["^https?://good\\.example[:/]"]"#, #"top-url":["^https?://good\\.example"]"#,
    #"top-url":["^https?://[^/]*good\\.example/"]"#,
    #"top-url":["^https?://([^/]+\\.)?good\\.example[.:/]"]"#,
    #"top-url":["^[^:]+://([^/]+\\.)?good\\.[^./:]+(\\.[^./:]+)?(:[0-9]+)?/"]"#,
  ]

  private static let safe = [
    #"top-url":["^[^:]+://([^/]+\\.)?good\\.[^./:@]+(\\.[^./:@]+)?(:[0-9]+)?/"]"#,
    #"top-url":["^[^:]+://([^/]+\\.)?good\\.example(:[0-9]+)?/"]"#,
    #"top-url":["^https?://good\\.example/"]"#,
  ]

  private static let claims = [
    "https://other.example/?u=https://good.example/", "https://other.example/#https://good.example/",
    "https://good.x@other.example/", "https://good.example@other.example/",
    "https://good.example:x@other.example/",
    "https://good.example.other.example/", "https://notgood.example/",
  ]

  @Test(.ends) func claimsAgreeWithWebKit() async throws {
    var cases: [AgreementCase] = []
    for isNegated in [false, true] {
      for condition in Self.claimable {
        let rules = Self.rules(condition, isNegated: isNegated)
        cases.append(Self.page(try #require(Self.claim(rules), "\(condition)"), rules))
      }
      for condition in Self.safe {
        let rules = Self.rules(condition, isNegated: isNegated)
        #expect(Self.claim(rules) == nil, "\(condition)")
        cases += Self.claims.map { Self.page($0, rules) }
      }
    }
    for (index, subject) in cases.enumerated() {
      // For a claimable condition, the evaluator expects that the image loads.
      let isClaim = index % (cases.count / 2) < Self.claimable.count
      let decision = try AgreementForecast(subject, .wellKnown).decision(subject.loads[0])
      #expect(decision.isBlocked != isClaim, "\(subject.page) \(subject.rules)")
    }
    let result = try await AgreementRun().compare(cases, with: WebKitTools.probe)
    print("claims: \(result.compared) verdicts compared, \(result.differences.count) different")
    for difference in result.differences { Issue.record("\(difference)") }
    #expect(result.compared == 2 * cases.count)
    #expect(result.blocked == cases.count - 2 * Self.claimable.count)
  }

  /// Returns the page that `check` names.
  private static func claim(_ rules: [String]) -> String? {
    let check = RuleList.check(inJSON: "[\(rules.joined(separator: ","))]")
    for finding in check.findings {
      switch finding.reason {
      case .claimableException(let claim), .claimableExclusion(let claim): return claim.url
      default: continue
      }
    }
    return nil
  }

  private static func page(_ url: String, _ rules: [String]) -> AgreementCase {
    AgreementCase(
      rules: rules, page: url, html: "", frame: nil, hasCookies: false,
      loads: [.init(url: "https://ads.test/x.png", type: "image")], selectors: [])
  }
}
