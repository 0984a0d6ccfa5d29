extension Capability {
  /// The releases of WebKitGTK (WPE for 2.38 and 2.48) in which `.ci/engines` tests each capability.
  public static let measuredReleases = [38, 44, 46, 48, 50, 52, 54].map { Version(2, $0) }

  /// The support for the capability in both engines, and the source of this information.
  ///
  /// "jfx" is the WebCore in OpenJFX, which states its WebKit release. MDN's browser-compat-data maps Safari
  /// releases to WebKit releases. "Measured" means that `.ci/engines` tests the capability in each of
  /// ``measuredReleases`` and compares the results with this table. For results from other systems, see
  /// docs/targets.md.
  public var support: Support {
    switch self {
    case .largeLists:
      Support(
        safari: .fact(14, 1), webKitGTK: .fact(2, 32),
        source: "Apple's published WebCore by release: 50,000 in 14.0.3, 150,000 in 14.1")
    case .requestTypesAndContexts:
      Support(
        safari: .fact(15, 0), webKitGTK: .fact(2, 34), source: "source of WebKitGTK 2.34.1")
    case .cspReport:
      Support(safari: .fact(16, 0), webKitGTK: .fact(2, 38), source: "jfx 614.1")
    case .ifFrameURL:
      Support(safari: .fact(16, 0), webKitGTK: .fact(2, 38), source: "jfx 614.1")
    case .mixedConditions:
      Support(
        safari: .fact(16, 0), webKitGTK: .fact(2, 38), source: "jfx 614.1; 14.1 and 2.34 reject the list")
    case .hasSelector:
      Support(safari: .fact(16, 4), webKitGTK: .measured(2, 38), source: "WebKit pull request 8649")
    case .pseudoSpellings:
      Support(
        safari: .inferred(17, 4), webKitGTK: .measured(2, 44), source: "the date of WebKitGTK 2.44")
    case .userValiditySelectors:
      Support(
        safari: .inferred(17, 4), webKitGTK: .measured(2, 44), source: "the date of WebKitGTK 2.44")
    case .focusVisibleSelector:
      Support(safari: .inferred(18, 0), webKitGTK: .measured(2, 46), source: "the date of WebKitGTK 2.46")
    case .stateSelectors:
      Support(safari: .inferred(18, 4), webKitGTK: .measured(2, 48), source: "the date of WebKitGTK 2.48")
    case .detailsPartSelectors:
      Support(safari: .inferred(26, 4), webKitGTK: .measured(2, 52), source: "the date of WebKitGTK 2.52")
    case .transitionSelectors:
      Support(safari: .inferred(27, 0), webKitGTK: .measured(2, 54), source: "the date of WebKitGTK 2.54")
    case .unlessFrameURL:
      Support(
        safari: .inferred(18, 4), webKitGTK: .measured(2, 48), source: "WebKit pull request 36341")
    case .blankFrames:
      Support(
        safari: .inferred(18, 4), webKitGTK: .measured(2, 48),
        source: "WebKit pull request 36200")
    case .documentTypes:
      Support(
        safari: .fact(18, 6), webKitGTK: .measured(2, 50),
        source: "WebKit pull request 42722; strings of iOS 18.6")
    case .requestMethod:
      Support(
        safari: .fact(26, 0), webKitGTK: .measured(2, 50),
        source: "WebKit pull request 43503, MDN; it reads the document's method (WebKit bug 305476)")
    case .ignoreFollowingRules:
      Support(
        safari: .fact(26, 1).probably(26, 0), webKitGTK: .measured(2, 50),
        source: "WebKit pull requests 46334 and 46566; strings of iOS 26.1")
    }
  }
}
