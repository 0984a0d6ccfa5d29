import SluiceConversion
import SluicePageScript

extension OwnRule {
  static let unknownScriptlet = OwnRule(
    .syntax, .warning, "unknown scriptlet '\(.text)'",
    meaning:
      "The filter names a scriptlet that neither uBlock Origin nor AdGuard documents for this syntax. It does nothing.",
    example: "news.example##+js(set-constnat, ads, false)", instead: "write `set-constant`",
    advice: "check the spelling",
    check: .cosmetic { filter, line, found in
      let bytes = line.bytes.span
      guard filter.kind == .scriptlet, case let (name, syntax)? = filter.scriptletName(in: bytes),
        !KnownScriptlets.has(name, syntax)
      else { return }
      let nearest = Suggestion.nearest(to: name, among: KnownScriptlets.names(syntax))
      // A name can be written with escapes.
      let place = bytes.range(of: name, in: filter.body) ?? filter.body
      found.add(.unknownScriptlet, at: line.location, place, .words(nearest ?? ""))
    },
    nearest: { _, detail in
      if case .words(let nearest) = detail, !nearest.isEmpty { nearest } else { nil }
    })
}

/// The names of scriptlets and redirect resources. Sluice's own scriptlets define the names that they have in each
/// content blocker. All others, which need no definition, are here, from the documentation of uBlock Origin and
/// AdGuard.
enum KnownScriptlets {
  /// Returns whether a content blocker has a scriptlet of this name, with or without `.js`.
  static func has(_ name: String, _ syntax: AdvancedAction.Syntax) -> Bool {
    let plain = plain(name)
    switch syntax {
    case .uBlockOrigin: return uBlockOrigin.contains(plain) || resources.contains(plain)
    case .adGuard:
      for prefix in ["ubo-", "abp-"] where plain.hasPrefix(prefix) {
        let rest = String(plain.dropFirst(prefix.count))
        return uBlockOrigin.contains(rest) || resources.contains(rest) || adblockPlus.contains(rest)
      }
      return adGuard.contains(plain) || resources.contains(plain)
        || (plain != name && uBlockOrigin.contains(plain))
    }
  }

  /// Returns the names to suggest for a misspelled one.
  static func names(_ syntax: AdvancedAction.Syntax) -> [String] {
    (syntax == .adGuard ? adGuard : uBlockOrigin).sorted()
  }

  private static func plain(_ name: String) -> String {
    name.hasSuffix(".js") ? String(name.dropLast(3)) : name
  }

  private static func words(_ text: String) -> Set<String> {
    Set(text.split(whereSeparator: \.isWhitespace).map(String.init))
  }

  private static let uBlockOrigin = others.uBlockOrigin.union(PageScript.scriptletNames(in: .uBlockOrigin))
  private static let adGuard = others.adGuard.union(own.filter { !$0.hasPrefix("abp-") })
  /// Snippets of Adblock Plus that AdGuard supports with the prefix `abp-`.
  private static let adblockPlus = others.adblockPlus.union(
    own.filter { $0.hasPrefix("abp-") }.map { String($0.dropFirst(4)) })

  /// The names of Sluice's scriptlets in AdGuard.
  private static let own = PageScript.scriptletNames(in: .adGuard)

  /// The names of scriptlets that Sluice does not have. A test verifies that none of them is defined.
  static let others = (
    uBlockOrigin: words(
      """
      addEventListener-logger aell adfly-defuser damoh-defuser freeze-element-property golem.de gpt-defuser
      no-topics noeval-silent overlay-buster prevent-textContent
      raf-if remove-cache-storage-item remove-request-query-parameter setInterval-if setTimeout-if
      smartadserver.com trusted-create-element trusted-dispatch-event trusted-prune-outbound-object
      twitch-videoad uabinject-defuser upmanager-defuser evaldata-prune webrtc-if
      """),
    adGuard: words(
      """
      debug-current-inline-script debug-on-property-read debug-on-property-write didomi-loader dir-string
      fingerprintjs3 google-analytics-ga googlesyndication-adsbygoogle log log-addEventListener log-eval
      log-on-stack-trace log-setInterval log-setTimeout matomo metrika-yandex-tag metrika-yandex-watch
      naver-wcslog pardot-1.0 prevent-adfly scorecardresearch-beacon trusted-create-html trusted-json-set
      trusted-json-set-fetch-response trusted-json-set-xhr-response evaldata-prune webrtc-if
      """),
    adblockPlus: words(
      """
      abort-on-iframe-property-read abort-on-iframe-property-write cookie-remover dir-string freeze-element
      hide-if-canvas-contains hide-if-classifies hide-if-contains hide-if-contains-and-matches-style
      hide-if-contains-image hide-if-contains-image-hash hide-if-contains-similar-text hide-if-contains-snippets
      hide-if-contains-visible-text hide-if-has-and-matches-style hide-if-labelled-by hide-if-matches-xpath
      hide-if-matches-computed-xpath hide-if-shadow-contains json-override log profile race skip-video simulate-mouse-event trace uabinject-defuser
      """)
  )

  /// Redirect resources of both content blockers.
  private static let resources = words(
    """
    1x1-transparent.gif 2x2-transparent.png 3x2-transparent.png 32x32-transparent.png addthis_widget amazon_ads amazon_apstag
    ampproject_v0 chartbeat click2load.html doubleclick_instream_ad_status empty fingerprint2 fingerprint3 google-analytics_analytics
    google-analytics_cx_api google-analytics_ga google-analytics_inpage_linkid google-ima googlesyndication_adsbygoogle
    googletagmanager_gtm googletagmanager-gtm googletagservices_gpt hd-main mpu-ads nobab nobab2 noeval nofab noop noopjs noopcss nooptext
    noopframe noopmp3-0.1s noopmp4-1s outbrain-widget popads popads-dummy prebid-ads scorecardresearch_beacon sensors-analytics
    """)
}
