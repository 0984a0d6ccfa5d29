import SluiceLint
import SluicePageScript
import SluiceRules
import SluiceTrackers
import Testing
import TestSupport

@testable import sluice

/// `sluice explain`, with the built executable.
@Suite struct ExplainProcessTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func explain(_ word: String) throws -> Shell.Result {
    try Shell.run("sluice explain \(word)", in: folder)
  }

  @Test func explainShowsPartsOfNetworkFilter() throws {
    let result = try explain("'||ads.example^*.js|$script,~third-party'")
    #expect(
      result.output == #"""
        kind       a network filter: blocks requests
        begins     ||  where the host, or one of its labels, begins
        text       ads.example
        separator  ^  one character other than letters, digits and _ - . %, or the end
        wildcard   *  any characters, also none
        text       .js
        ends       |  where the URL ends
        option     script  scripts
        option     ~third-party  not: requests to another site than the page's

        converted: 1 rule for WebKit
        note: in frames of other sites WebKit compares the top page, not the frame: this affects this filter [frames-of-other-sites]
          = 'sluice explain frames-of-other-sites' explains it
        {"trigger":{"url-filter":"^[^:]+://+(([^/:]+[/:]\\x01)*[^/:]+\\.)?ads\\.example[/:][^\\x01]*\\.js$","resource-type":["script"],"load-type":["first-party"]},"action":{"type":"block"}}

        """#)
    #expect(result.status == 0)
  }

  @Test(arguments: [
    (#"/Ad\d/"#, "in either case"), (#"/Ad\d/$match-case"#, "its letters as they are written"),
    (#"/Ad\d/$script,match-case,3p"#, "its letters as they are written"),
    (#"/Ad\d/$~match-case"#, "in either case"),
  ])
  func explainShowsCaseSensitivity(filter: String, letters: String) throws {
    #expect(
      try explain("'\(filter)'").output.contains(#"Ad\d  found anywhere in the URL, "# + letters + "\n"))
  }

  @Test(arguments: [
    (
      "||a.example^$removeparam=b",
      [
        ": changes requests or responses\n", "\nneeds a web extension\n", "removes from the query: b\n",
        #""removeParams":["b"]"#,
      ]
    ),
    (
      "||a.example^$script,redirect=noopjs",
      [
        ": blocks requests\n", "\nneeds a web extension, in part\n", "redirects to /changes.noop.js\n",
        #""extensionPath":"#,
      ]
    ),
    (
      "||a.example^$csp=img-src *",
      ["response content-security-policy append img-src *\n", "[merged-policy]", #""operation":"append""#]
    ),
    ("||a.example^$removeparam=/^b/", [" not done\n", "[parameter-pattern]"]),
    (
      "@@||a.example^$removeparam", [": ends changes of requests or responses\n", " acts on other filters\n"]
    ),
    ("||a.example^", []),
  ])
  func explainShowsChangesOfRequests(filter: String, texts: [String]) throws {
    let result = try explain("'\(filter)'")
    #expect(result.status == 0 && result.output.contains("by a web extension") == !texts.isEmpty)
    for text in texts { #expect(result.output.contains(text), "\(result.output)") }
  }

  @Test func explainCoversLintRules() throws {
    #expect(Set(LintRule.allCases.map(\.id)).isSubset(of: KnownReason.ids))
    #expect(Set(KnownReason.ids).count == KnownReason.ids.count)
    let result = try explain("covered-filter")
    #expect(result.status == 0)
    #expect(result.output.hasPrefix("covered-filter\n  Another filter does everything that this one does:"))
    #expect(result.output.hasSuffix("  found by sluice lint: warning, of the group not-needed\n"))
    #expect(try explain("format").output.hasSuffix("note, of the group style, off by default\n"))
    #expect(
      try explain("--format json covered-filter").output.contains(#""reason":"covered-filter","of":"lint","#))
    #expect(try explain("").output.contains("\nof sluice lint alone:\n\n"))
    #expect(try explain("coverd-filter").error.contains("covered-filter"))
  }

  @Test func explainShowsListNotes() throws {
    let output = try explain("'||ads.example^$image'").output
    #expect(
      output.contains(
        "\nconverted: 1 rule for WebKit\nnote: WebKit treats requests of"
          + " <object> and <embed> as images"))
    #expect(
      output.contains(
        "this affects this filter [object-loads]\n  = 'sluice explain object-loads' explains it"))
    #expect(
      try explain("object-loads").output.hasPrefix(
        "object-loads\n  WebKit has no resource type"
          + " for plugins."))
    #expect(try !explain("'||ads.example^$script'").output.contains("note:"))
  }

  @Test func explainShowsPartsOfCosmeticFilter() throws {
    let output = try explain("'a.*,~b.a.com##.x:has-text(y)'").output
    #expect(output.contains("\npages     a.* (any public suffix)\nnot on    b.a.com\nmarker    ##\n"))
    #expect(output.contains("\nneeds a script or a style sheet in the page\n"))
    #expect(output.contains("[procedural-selector]"))
    #expect(output.contains("'sluice explain procedural-selector' explains it"))
  }

  @Test(
    arguments: [
      ("a.com##.x:has-text(y):upward(1)", "hides elements by has-text, upward"),
      ("a.com##+js(aopr, b, c)", "runs abort-on-property-read(b, c) in the page's world"),
      ("a.com##+js(cookie-remover, b)", "runs remove-cookie(b) in the isolated world"),
      ("a.com#@#+js(aopr, b)", "disables abort-on-property-read(b)"),
      ("a.com#@#+js()", "disables all scriptlets"),
      ("@@||a.com^$jsinject", "disables scriptlets on whole pages"),
      (
        "@@||a.com/x^$jsinject",
        "unsupported: page scripts support exceptions for whole pages only if they name hosts without paths"
          + " [page-exception]"
      ),
      ("a.com##+js(none-of-it)", "unsupported: unknown scriptlet: 'none-of-it' [page-scriptlet]"),
      (
        "a.com##+js(trusted-set, a, 1)",
        "unsupported: only trusted lists may use this scriptlet: 'trusted-set' [page-trust]"
      ),
      (
        "##+js(aopr, b)", "unsupported: a scriptlet needs the hosts on which to run: 'aopr' [page-generic]"
      ),
      (
        "a.com##.x:has-text(y):upward(0)",
        "unsupported: the operator does not take this argument: '(0)' [page-argument]"
      ),
      ("a.com##.x", nil), ("||a.com^", nil), ("||a.com^$redirect=x", nil), ("a.com#@#+js(none-of-it)", nil),
    ] as [(String, String?)])
  func explainShowsPageScriptActions(filter: String, words: String?) throws {
    let output = try explain("'\(filter)'").output
    let start = "in pages, by page scripts (convert --page-script): "
    let lines = output.split(separator: "\n").filter { $0.hasPrefix(start) }
    let actions = lines.map { String($0.dropFirst(start.count)) }
    #expect(actions == (words.map { [$0] } ?? []), "\(output)")
  }

  /// The reason ids of unsupported page filters are explained and documented.
  @Test func explainCoversPageFilterReasons() throws {
    let ids = PageFilterProblem.Reason.examples.map(\.id)
    #expect(Set(ids).count == ids.count && ids.count == 17)
    let list = try explain("").output
    let document = try String(decoding: Repository.bytes(of: "docs/reference/page-script.md"), as: UTF8.self)
    for id in ids { #expect(list.contains("\n\(id) ") && document.contains("`\(id)`"), "\(id)") }
    #expect(
      try explain("page-scriptlet").output
        == "page-scriptlet\n  unsupported by page scripts (sluice convert --page-script): unknown scriptlet\n"
    )
  }

  @Test(arguments: [
    ("'! text'", "a comment"), ("'[Adblock Plus 2.0]'", "the header of a list for Adblock Plus 2.0"),
    ("'!#if env_safari'", "the directive if"), ("' '", "a blank line"),
  ])
  func explainDescribesLinesThatAreNotFilters(word: String, kind: String) throws {
    let output = try explain(word).output
    #expect(output.hasPrefix("kind") && output.contains(kind), "\(output)")
    #expect(output.hasSuffix("\nIt is not a filter, so it has no rules.\n"))
  }

  @Test func explainJoinsContinuedLines() throws {
    let result = try explain("'||ads.example^$script, \\\n    3p'")
    #expect(result.status == 0 && result.output.contains("option     3p  requests"), "\(result.output)")
    #expect(result.output == (try explain("'||ads.example^$script,3p'").output))
    let wrong = try explain("'||ads.example^$script, \\\n    frob'").output
    #expect(wrong.contains("<filter>:2:5: warning:") && wrong.contains("\n  frob\n  ^^^^\n"), "\(wrong)")
    #expect(try explain("'||ads.example^\n    3p'").status == 64)
  }

  @Test func explainReadsHostByDialect() throws {
    #expect(try explain("--dialect hosts ads.example").output.contains("the host ads.example and all below"))
    #expect(try explain("--dialect abp ads.example").output.contains("text    ads.example"))
  }

  @Test func explainShowsReason() throws {
    let output = try explain("method-option").output
    #expect(
      output == """
        method-option
          WebKit tests the method with which the document was loaded, so requests of a page count as GET.

          for example
            ||ads.example^$method=post

          instead: remove the option if the filter is right for every method

        """)
  }

  @Test func explainListsAllReasons() throws {
    let lines = try explain("").output.split(separator: "\n")
    #expect(lines.count > 60)
    #expect(lines.contains { $0.hasPrefix("rule-limit ") })
  }

  @Test func explainSuggestsReason() throws {
    let result = try explain("procedural-selectr")
    #expect(result.status == 64)
    #expect(
      result.error.contains(
        "unknown reason 'procedural-selectr'\n  = help: did you mean 'procedural-selector'?"))
    // A word that resembles no reason is treated as a filter.
    #expect(try explain("ad-banner-top").status == 0)
    #expect(try explain("'*procedural-selectr'").output.contains("text    procedural-selectr"))
  }

  @Test func explainTakesOneFilter() throws {
    #expect(try explain("'||a^\n||b^'").error.contains("explain one filter at a time"))
  }

  /// Every id in a diagnostic is explained, including those of `check`.
  @Test func explainCoversCheckReasons() throws {
    let folder = try TemporaryFolder()
    let result = try Shell.run(
      "sluice explain url-filter-alternatives; sluice explain url-filter-alternative; sluice explain",
      in: folder)
    #expect(result.output.hasPrefix("url-filter-alternatives\n  sluice check, error: alternatives (|)"))
    #expect(result.error.contains("did you mean 'url-filter-alternatives'?"))
    for reason in RuleListFinding.Reason.examples {
      #expect(result.output.contains("\n\(reason.id) "), "\(reason.id)")
    }
  }

  @Test(arguments: TrackerDataProblem.Reason.examples) func explainCoversTrackerRadarReasons(
    _ reason: TrackerDataProblem.Reason
  ) throws {
    let text = "\(reason.id)\n  sluice merge, warning: \(reason.message)\n"
    #expect(
      KnownReason.all.filter { $0.id == reason.id }.map(ReasonText(style: .plain).render).contains(text))
    #expect(ReasonText(style: .plain).list.contains("\n\(reason.id) "))
  }

  @Test func explainCoversRemarks() throws {
    #expect(
      try explain("license-conflict").output.hasPrefix("license-conflict\n  The licenses of two inputs"))
    #expect(try explain("").output.contains("\nlicense-conflict "))
    #expect(try explain("license-conflct").error.contains("did you mean 'license-conflict'?"))
  }
}
