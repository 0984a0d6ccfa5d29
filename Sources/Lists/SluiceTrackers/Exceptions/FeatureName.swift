/// The supported features of a privacy configuration that affect blocking.
enum FeatureName: String {
  case trackerAllowlist, contentBlocking, requestBlocklist, clickToLoad
  /// The old name of `clickToLoad`.
  case clickToPlay
}

/// The unsupported features of a privacy configuration that allow, block or hide something. All other
/// features are unrelated to blocking.
enum UnusedFeature: String, CaseIterable {
  case adClickAttribution, serviceworkerInitiatedRequests, blockList, adBlockingExtension
  case elementHiding
  case cookie, trackingCookies1p, trackingCookies3p, nonTracking3pCookies
  case maliciousSiteProtection

  /// The effect of the feature in an app.
  var effect: String {
    switch self {
    case .adClickAttribution:
      "it allows some requests after a click on an ad, which a content blocker cannot detect"
    case .serviceworkerInitiatedRequests: "it lists sites where requests of service workers are not blocked"
    case .blockList: "it tries other blocklists"
    case .adBlockingExtension: "it blocks with lists of its own"
    case .elementHiding: "it hides elements"
    case .cookie, .trackingCookies1p, .trackingCookies3p, .nonTracking3pCookies:
      "it blocks cookies, not requests"
    case .maliciousSiteProtection: "it blocks pages by data of its own"
    }
  }
}
