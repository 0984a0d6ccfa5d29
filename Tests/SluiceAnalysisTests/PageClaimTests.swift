import SluiceAnalysis
import SluiceRules
import Testing

/// The conditions on pages that `RuleList.check` reports as claimable by pages of other sites.
///
/// ClaimProbeTests checks them in a real WebKit.
@Suite struct PageClaimTests {
  /// Returns the finding for a rule with this action and trigger and the filter ".*": the id and the claiming
  /// page.
  private func claim(_ trigger: String, _ action: String) -> String? {
    let selector = action == "css-display-none" ? #","selector":".x""# : ""
    let filter = trigger.contains("url-filter\"") ? "" : #""url-filter":".*","#
    let json = #"[{"trigger":{\#(filter)\#(trigger)},"action":{"type":"\#(action)"\#(selector)}}]"#
    let check = RuleList.check(inJSON: json)
    #expect(check.isAcceptedByWebKit, "\(json)")
    for finding in check.findings {
      switch finding.reason {
      case .claimableException(let claim): return "exception \(claim.url) \(claim.host)"
      case .claimableExclusion(let claim): return "exclusion \(claim.url) \(claim.host)"
      default: continue
      }
    }
    return nil
  }

  @Test(
    arguments: [
      ("good.example", "https://other.example/?u=https://good.example/ good.example"),
      ("*good.example", "https://other.example/?u=https://good.example/ good.example"),
      ("other.example", "https://elsewhere.example/?u=https://other.example/ other.example"),
      ("localhost", "https://other.example/?u=https://localhost/ localhost"),
    ])
  func pagesCanClaimDomainConditions(_ domain: String, _ expected: String) {
    for action in ["ignore-previous-rules", "ignore-following-rules"] {
      #expect(claim("\"if-domain\":[\"\(domain)\"]", action) == "exception \(expected)")
      #expect(claim("\"unless-domain\":[\"\(domain)\"]", action) == nil)
    }
    for action in ["block", "block-cookies", "css-display-none", "make-https"] {
      #expect(claim("\"unless-domain\":[\"\(domain)\"]", action) == "exclusion \(expected)")
      #expect(claim("\"if-domain\":[\"\(domain)\"]", action) == nil)
    }
  }

  @Test(
    arguments: [
      (#"good\.example"#, "https://other.example/?u=https://good.example/ good.example"),
      (#"//good\.example"#, "https://other.example/?u=https://good.example/ good.example"),
      (#"https://good\.example/shop/"#, "https://other.example/?u=https://good.example/shop/ good.example"),
      (#"^.*good\.example/"#, "https://other.example/?u=https://good.example/ good.example"),
      (#"good\.example[:/]"#, "https://other.example/?u=https://good.example/ good.example"),
      (#"\.good\.example/"#, nil),
      (#"[./]good\.example/"#, "https://other.example/?u=https://good.example/ good.example"),
      (#"^https?://good\.example[:/]"#, "https://good.example:x@other.example/ good.example"),
      (#"^[^:]+://([^/]+\.)?good\.example[:/]"#, "https://good.example:x@other.example/ good.example"),
      (#"^http://good\.example[:/]"#, "http://good.example:x@other.example/ good.example"),
      (#"^https?://good\.example"#, "https://good.example@other.example/ good.example"),
      (#"^https?://good\.[a-z]"#, "https://good.x@other.example/ good.x"),
      (#"^https?://good\.example[.:/]"#, "https://good.example:x@other.example/ good.example"),
      (#"^https?://good\.example\."#, nil),
      (#"^https?://[^/]*good\.example/"#, "https://notgood.example/ good.example"),
      (#"^https?://[^/]+\.good\.example[:/]"#, "https://x.good.example:x@other.example/ x.good.example"),
      (#"^https?://good\.[^./:]+(\.[^./:]+)?(:[0-9]+)?/"#, "https://good.x@other.example/ good.x"),
      (#"^https?://good\.[^./:@]+(\.[^./:@]+)?(:[0-9]+)?/"#, nil),
      // Pages of the same owner, and patterns with arbitrary labels.
      (#"^https?://[^/]+\.good\.example(:[0-9]+)?/"#, nil), (#"^https?://[^/]*www\.good\.example/"#, nil),
      (#"^https?://[a-z]+good\.example/"#, nil),
      (#"^https?://[^/]*good\.co\.uk/"#, "https://notgood.co.uk/ good.co.uk"),
      // Patterns that name a site correctly, and patterns without a site.
      (#"^[^:]+://([^/]+\.)?good\.example(:[0-9]+)?/"#, nil),
      (#"^[^:]+://good\.example(:[0-9]+)?/"#, nil),
      (#"^[^:]+://([^/]+\.)?good\.example(:[0-9]+)?/shop/"#, nil),
      (#"^https?://good\.example/"#, nil),
      (".*", nil), ("^https?://", nil), ("/shop/", nil), (#"/index\.html"#, nil), (#"index\.php"#, nil),
      (#"[?&]u=https://good\.example/"#, nil), ("good", nil), (#"^about:blank"#, nil),
      (#"[0-9]\.[0-9]"#, nil),
    ] as [(String, String?)])
  func pagesCanClaimURLConditions(_ pattern: String, _ expected: String?) {
    let value = "\":[\"\(pattern.replacing("\\", with: "\\\\"))\"]"
    #expect(claim("\"if-top-url\(value)", "ignore-previous-rules") == expected.map { "exception \($0)" })
    #expect(claim("\"unless-top-url\(value)", "block") == expected.map { "exclusion \($0)" })
    #expect(claim("\"unless-top-url\(value)", "ignore-previous-rules") == nil)
    #expect(claim("\"if-top-url\(value)", "block") == nil)
    #expect(claim("\"if-frame-url\(value)", "ignore-previous-rules") == nil)
  }

  @Test(
    arguments: [
      // Every pattern of a condition is checked. There is no finding if one of them matches every page.
      (#""if-top-url":["^https://a\\.example/","^https://b\\.example"]"#, true),
      (#""if-top-url":["^https://","^https://b\\.example"]"#, false),
      // WebKit's serialization of a URL has no capitals in the host.
      (#""if-top-url":["Good\\.example"],"top-url-filter-is-case-sensitive":true"#, false),
      // A rule for the page's own request also matches its url-filter against the page's URL.
      (#""if-domain":["good.example"],"resource-type":["top-document"]"#, true),
      (
        #""url-filter":"^https://good\\.example/","if-domain":["good.example"],"resource-type":["top-document"]"#,
        false
      ),
      (
        #""url-filter":"^https://good\\.example/","if-domain":["good.example"],"resource-type":["image"]"#,
        true
      ),
      // With a request method, no condition applies.
      (#""if-domain":["good.example"],"request-method":"get""#, false),
    ])
  func claimsConsiderAllConditionPatterns(_ trigger: String, _ isClaimable: Bool) {
    #expect((claim(trigger, "ignore-previous-rules") != nil) == isClaimable, "\(trigger)")
  }
}
