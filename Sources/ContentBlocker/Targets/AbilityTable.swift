extension Ability {
  /// The table of abilities: since when each line of WebKit has one, and where that is known from.
  ///
  /// "jfx" is WebCore as OpenJFX ships it, which names the release of WebKit that it was taken from; Safari's
  /// releases are matched with WebKit's by MDN's browser-compat-data. Measured is what was tried in WebKitGTK
  /// 2.50.6. Results from other systems: see docs/targets.md.
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
      Support(safari: .fact(16, 4), webKitGTK: .fact(2, 40), source: "WebKit pull request 8649")
    case .unlessFrameURL:
      Support(
        safari: .inferred(18, 4), webKitGTK: .fact(2, 48),
        source: "WebKit pull request 36341; not in the source of WebKitGTK 2.46, in that of 2.48")
    case .blankFrames:
      Support(
        safari: .inferred(18, 4), webKitGTK: .measured(2, 50).probably(2, 48),
        source: "WebKit pull request 36200")
    case .documentTypes:
      Support(
        safari: .fact(18, 6), webKitGTK: .measured(2, 50),
        source: "WebKit pull request 42722; strings of iOS 18.6; not in the source of WebKitGTK 2.48")
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
