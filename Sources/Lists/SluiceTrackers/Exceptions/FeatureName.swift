/// The supported features of a privacy configuration that allow, block or hide something.
enum FeatureName: String {
  case trackerAllowlist, contentBlocking, requestBlocklist, clickToLoad, elementHiding
  /// The old name of `clickToLoad`.
  case clickToPlay
}

/// The unsupported features of a privacy configuration that allow, block or hide something. All other
/// features are unrelated to blocking.
enum UnusedFeature: String, CaseIterable {
  case adClickAttribution, serviceworkerInitiatedRequests, blockList, adBlockingExtension
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
    case .cookie, .trackingCookies1p, .trackingCookies3p, .nonTracking3pCookies:
      "it blocks cookies, not requests"
    case .maliciousSiteProtection: "it blocks pages by data of its own"
    }
  }
}
