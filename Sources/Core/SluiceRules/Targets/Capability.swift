/// A capability of WebKit that a rule list can need and that not every version has.
///
/// A capability consists of its case and its row, both in this file. docs/reference/targets.md is generated from the
/// rows.
@nonexhaustive public enum Capability: String, CaseIterable, Hashable, Sendable {
  /// 150,000 rules in a list.
  case largeLists = "150,000 rules in a list"
  /// The resource types `fetch`, `websocket`, `other` and `ping`, and `load-context`.
  case requestTypesAndContexts = "fetch, websocket, other, ping; load-context"
  /// The resource type `csp-report`.
  case cspReport = "csp-report"
  /// `if-frame-url`.
  case ifFrameURL = "if-frame-url"
  /// Conditions by domain and conditions by URL in the same list.
  case mixedConditions = "if-domain and if-top-url in one list"
  /// `:has()` in selectors.
  case hasSelector = ":has() in selectors"
  /// `:fullscreen`, and pseudo-elements in uppercase.
  case pseudoSpellings = ":fullscreen, uppercase pseudo-elements"
  /// `:user-valid` and `:user-invalid`.
  case userValiditySelectors = ":user-valid, :user-invalid"
  /// `:focus-visible`.
  case focusVisibleSelector = ":focus-visible"
  /// Selectors that WebKit added together with `:state()`.
  case stateSelectors =
    ":state(), ::details-content, ::highlight(), ::grammar-error, ::spelling-error, &"
  /// Pseudo-elements after `::details-content`.
  case detailsPartSelectors = "pseudo-elements after ::details-content"
  /// Selectors that WebKit added together with `::view-transition`.
  case transitionSelectors = "::view-transition and related selectors, :heading, [name=value s]"
  /// `unless-frame-url`.
  case unlessFrameURL = "unless-frame-url"
  /// Hiding in `about:blank` and `srcdoc` frames.
  case blankFrames = "hiding in about:blank and srcdoc frames"
  /// The resource types `child-document` and `top-document`.
  case documentTypes = "child-document, top-document"
  /// `request-method`.
  case requestMethod = "request-method"
  /// The action `ignore-following-rules`.
  case ignoreFollowingRules = "ignore-following-rules"
}

extension Capability {
  /// The releases of WebKitGTK (WPE for 2.38 and 2.48) in which `.ci/engines` tests each capability.
  public static let measuredReleases = [38, 44, 46, 48, 50, 52, 54].map { Version(2, $0) }

  /// The effect of a missing capability on a list that needs it.
  public var absence: Absence { row.absence }

  /// The support for the capability in both engines, and the source of this information.
  public var support: Support { row.support }

  /// The facts about the capability.
  ///
  /// "jfx" is the WebCore in OpenJFX, which states its WebKit release. MDN's browser-compat-data maps Safari
  /// releases to WebKit releases. "Measured" means that `.ci/engines` tests the capability in each of
  /// ``measuredReleases`` and compares the results with this table. For results from other systems, see
  /// docs/reference/targets.md.
  private var row: Row {
    switch self {
    case .largeLists:
      Row(
        .listIsRejected, safari: .fact(14, 1), webKitGTK: .fact(2, 32),
        source: "Apple's published WebCore by release: 50,000 in 14.0.3, 150,000 in 14.1")
    case .requestTypesAndContexts:
      Row(
        .listIsRejected, safari: .fact(15, 0), webKitGTK: .fact(2, 34),
        source: "source of WebKitGTK 2.34.1")
    case .cspReport:
      Row(
        .listIsRejected, safari: .fact(16, 0), webKitGTK: .fact(2, 38),
        source: "jfx 614.1")
    case .ifFrameURL:
      Row(
        .ruleIsWider, safari: .fact(16, 0), webKitGTK: .fact(2, 38),
        source: "jfx 614.1")
    case .mixedConditions:
      Row(
        .listIsRejected, safari: .fact(16, 0), webKitGTK: .fact(2, 38),
        source: "jfx 614.1; 14.1 and 2.34 reject the list")
    case .hasSelector:
      Row(
        .ruleIsSkipped, safari: .fact(16, 4), webKitGTK: .measured(2, 38),
        source: "WebKit pull request 8649")
    case .pseudoSpellings:
      Row(
        .ruleIsSkipped, safari: .inferred(17, 4), webKitGTK: .measured(2, 44),
        source: "the date of WebKitGTK 2.44")
    case .userValiditySelectors:
      Row(
        .ruleIsSkipped, safari: .inferred(17, 4), webKitGTK: .measured(2, 44),
        source: "the date of WebKitGTK 2.44")
    case .focusVisibleSelector:
      Row(
        .ruleIsSkipped, safari: .inferred(18, 0), webKitGTK: .measured(2, 46),
        source: "the date of WebKitGTK 2.46")
    case .stateSelectors:
      Row(
        .ruleIsSkipped, safari: .inferred(18, 4), webKitGTK: .measured(2, 48),
        source: "the date of WebKitGTK 2.48")
    case .detailsPartSelectors:
      Row(
        .ruleIsSkipped, safari: .inferred(26, 4), webKitGTK: .measured(2, 52),
        source: "the date of WebKitGTK 2.52")
    case .transitionSelectors:
      Row(
        .ruleIsSkipped, safari: .inferred(27, 0), webKitGTK: .measured(2, 54),
        source: "the date of WebKitGTK 2.54")
    case .unlessFrameURL:
      Row(
        .ruleIsWider, safari: .inferred(18, 4), webKitGTK: .measured(2, 48),
        source: "WebKit pull request 36341")
    case .blankFrames:
      Row(
        .ruleIsNarrower, safari: .inferred(18, 4), webKitGTK: .measured(2, 48),
        source: "WebKit pull request 36200")
    case .documentTypes:
      Row(
        .listIsRejected, safari: .fact(18, 6), webKitGTK: .measured(2, 50),
        source: "WebKit pull request 42722; strings of iOS 18.6")
    case .requestMethod:
      Row(
        .ruleIsWider, safari: .fact(26, 0), webKitGTK: .measured(2, 50),
        source: "WebKit pull request 43503, MDN; it reads the document's method (WebKit bug 305476)")
    case .ignoreFollowingRules:
      Row(
        .listIsRejected, safari: .fact(26, 1).probably(26, 0), webKitGTK: .measured(2, 50),
        source: "WebKit pull requests 46334 and 46566; strings of iOS 26.1")
    }
  }

  /// The row of a capability: the effect of its absence, and the first releases that have it.
  fileprivate struct Row {
    let absence: Absence
    let support: Support

    init(_ absence: Absence, safari: Since, webKitGTK: Since, source: String) {
      self.absence = absence
      support = Support(safari: safari, webKitGTK: webKitGTK, source: source)
    }
  }
}
