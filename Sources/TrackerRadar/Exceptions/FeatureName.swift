/// The features of a privacy configuration that decide which requests are blocked, and are read here.
enum FeatureName: String {
  case trackerAllowlist, contentBlocking, requestBlocklist, clickToLoad
  /// The former name of `clickToLoad`.
  case clickToPlay
}

/// The features of a privacy configuration that let through, block or hide something, and are not used here.
/// All others are about something else.
enum UnusedFeature: String, CaseIterable {
  case adClickAttribution, serviceworkerInitiatedRequests, blockList, adBlockingExtension
  case elementHiding
  case cookie, trackingCookies1p, trackingCookies3p, nonTracking3pCookies
  case maliciousSiteProtection

  /// What it does in an app.
  var effect: String {
    switch self {
    case .adClickAttribution:
      "it lets some requests through behind a click on an ad, which a content blocker knows nothing of"
    case .serviceworkerInitiatedRequests: "it says where requests of service workers are not blocked"
    case .blockList: "it tries other blocklists"
    case .adBlockingExtension: "it blocks with lists of its own"
    case .elementHiding: "it hides elements"
    case .cookie, .trackingCookies1p, .trackingCookies3p, .nonTracking3pCookies:
      "it blocks cookies, not requests"
    case .maliciousSiteProtection: "it blocks pages by data of its own"
    }
  }
}
