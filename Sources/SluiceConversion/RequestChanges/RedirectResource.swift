import SluiceText

/// A harmless file that a web extension returns in place of a blocked one. The raw value is the end of its name.
@frozen public enum RedirectResource: String, CaseIterable, Hashable, Sendable {
  /// A script that does nothing.
  case script = "noop.js"
  /// An empty text.
  case text = "noop.txt"
  /// An empty JSON object.
  case json = "noop.json"
  /// A style sheet without rules.
  case style = "noop.css"
  /// An empty page.
  case page = "noop.html"
  /// A transparent image with 1 × 1 pixels.
  case pixel = "1x1.gif"
  /// A transparent image with 2 × 2 pixels.
  case pixels2 = "2x2.png"
  /// A transparent image with 3 × 2 pixels.
  case pixels3 = "3x2.png"
  /// A transparent image with 32 × 32 pixels.
  case pixels32 = "32x32.png"
  /// A tenth of a second of silence.
  case sound = "noop.mp3"
  /// A second of a gray picture.
  case video = "noop.mp4"
  /// A video advertising template without ads, version 2.
  case vast2 = "vast2.xml"
  /// A video advertising template without ads, version 3.
  case vast3 = "vast3.xml"
  /// A video advertising template without ads, version 4.
  case vast4 = "vast4.xml"
  /// A playlist of video ads without ads.
  case vmap = "vmap.xml"
  /// Amazon's ads.
  case amazonAds = "amazon-ads.js"
  /// Amazon's header bidding.
  case amazonBids = "amazon-apstag.js"
  /// A library that recognizes browsers.
  case fingerprint2 = "fingerprint2.js"
  /// A library that recognizes browsers, version 3.
  case fingerprint3 = "fingerprintjs2.js"
  /// Google Analytics.
  case analytics = "google-analytics.js"
  /// Google Analytics, the version before `analytics.js`.
  case formerAnalytics = "google-analytics-ga.js"
  /// The experiments of Google Analytics.
  case experiments = "google-analytics-cx.js"
  /// Google's publisher tags.
  case publisherTags = "googletagservices-gpt.js"
  /// Google's SDK for ads in videos.
  case videoAds = "google-ima3.js"
  /// A script that detects content blockers.
  case adblockDetector = "nofab.js"
  /// A script that detects content blockers.
  case blockAdblock = "nobab.js"
  /// Google's tag manager.
  case tagManager = "google-tag-manager.js"
  /// Google's ads.
  case googleAds = "google-ads.js"
  /// A script that says that no ads are blocked.
  case adsAllowed = "ads-allowed.js"
  /// A script that says that ads in videos are shown.
  case videoAdsAllowed = "instream-ad-status.js"
  /// Comscore's measurements.
  case comscore = "comscore-beacon.js"
  /// Outbrain's recommendations.
  case outbrain = "outbrain-widget.js"
  /// A script that opens windows.
  case popads = "popads-dummy.js"

  /// Returns the name of the file, which the extension has at its root.
  ///
  /// - Parameter ruleset: The name of the ruleset without `.json`.
  public func fileName(of ruleset: String) -> String { "\(ruleset).\(rawValue)" }

  func path(of ruleset: String) -> [UInt8] {
    fileName(of: ruleset).utf8.reduce(into: [ASCII.slash]) { path, byte in
      if byte.isNameByte || byte == ASCII.dot || byte == ASCII.dash {
        path.append(byte)
      } else {
        path += byte.percentEncoded
      }
    }
  }

  init?(named name: String) {
    // Adblock Plus writes names as URLs.
    let text = name.utf8.starts(with: "abp-resource:".utf8) ? name.utf8.dropFirst(13) : name.utf8[...]
    guard let resource = Self.byName[Array(text)] else { return nil }
    self = resource
  }

  /// The names in the filters of uBlock Origin, AdGuard and Adblock Plus.
  private var names: String {
    switch self {
    case .script: "noopjs noop.js blank-js"
    case .text: "nooptext noop.txt blank-text empty"
    case .json: "noopjson noop.json"
    case .style: "noopcss noop.css blank-css"
    case .page: "noopframe noop.html blank-html"
    case .pixel: "1x1.gif 1x1-transparent.gif 1x1-transparent-gif"
    case .pixels2: "2x2.png 2x2-transparent.png 2x2-transparent-png"
    case .pixels3: "3x2.png 3x2-transparent.png 3x2-transparent-png"
    case .pixels32: "32x32.png 32x32-transparent.png 32x32-transparent-png"
    case .sound: "noopmp3-0.1s noop-0.1s.mp3 blank-mp3"
    case .video: "noopmp4-1s noop-1s.mp4 blank-mp4"
    case .vast2: "noopvast-2.0 noop-vast2.xml"
    case .vast3: "noopvast-3.0 noop-vast3.xml"
    case .vast4: "noopvast-4.0 noop-vast4.xml"
    case .vmap: "noopvmap-1.0 noop-vmap1.xml noop-vmap1.0.xml"
    case .amazonAds: "amazon_ads.js amazon-adsystem.com/aax2/amzn_ads.js"
    case .amazonBids: "amazon-apstag amazon_apstag.js"
    case .fingerprint2: "fingerprintjs2 fingerprint2.js"
    case .fingerprint3: "fingerprintjs3 fingerprint3.js"
    case .analytics:
      "google-analytics google-analytics_analytics.js google-analytics.com/analytics.js"
    case .formerAnalytics: "google-analytics-ga google-analytics_ga.js google-analytics.com/ga.js"
    case .experiments: "google-analytics_cx_api.js google-analytics.com/cx/api.js"
    case .publisherTags: "googletagservices-gpt googletagservices_gpt.js googletagservices.com/gpt.js"
    case .videoAds: "google-ima3 google-ima.js"
    case .adblockDetector: "prevent-fab-3.2.0 nofab.js fuckadblock.js-3.2.0"
    case .blockAdblock: "prevent-bab nobab.js bab-defuser.js"
    case .tagManager: "googletagmanager_gtm.js googletagmanager.com/gtm.js googletagmanager-gtm"
    case .googleAds:
      "googlesyndication_adsbygoogle.js googlesyndication.com/adsbygoogle.js googlesyndication-adsbygoogle"
    case .adsAllowed: "prebid-ads.js prebid-ads"
    case .videoAdsAllowed: "doubleclick_instream_ad_status.js doubleclick.net/instream/ad_status.js"
    case .comscore:
      "scorecardresearch_beacon.js scorecardresearch.com/beacon.js scorecardresearch-beacon"
    case .outbrain: "outbrain-widget outbrain-widget.js widgets.outbrain.com/outbrain.js"
    case .popads: "prevent-popads-net popads-dummy popads-dummy.js popads.js popads.net.js"
    }
  }

  private static let byName: [[UInt8]: Self] = {
    var table: [[UInt8]: Self] = [:]
    for resource in allCases {
      for name in resource.names.utf8.split(separator: ASCII.space) { table[Array(name)] = resource }
    }
    return table
  }()
}
