import SluiceConversion
import SluiceText

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
      found.add(
        .unknownScriptlet, at: line.location, place(of: name, in: filter.body, bytes), .words(nearest ?? ""))
    },
    nearest: { _, detail in
      if case .words(let nearest) = detail, !nearest.isEmpty { nearest } else { nil }
    })
}

/// Returns the location of the name, or of the entire call if the name is written with escapes.
private func place(of name: String, in body: ByteRange, _ bytes: Span<UInt8>) -> ByteRange {
  let text = Array(name.utf8)
  guard !text.isEmpty, body.count >= text.count else { return body }
  for start in body.lowerBound...(body.upperBound - text.count)
  where text.indices.allSatisfy({ bytes[start + $0] == text[$0] }) {
    return ByteRange(start, start + text.count)
  }
  return body
}

/// The names of scriptlets and redirect resources, from the documentation of uBlock Origin and AdGuard.
private enum KnownScriptlets {
  /// Returns whether a content blocker has a scriptlet of this name, with or without `.js`.
  static func has(_ name: String, _ syntax: DeferredAction.Syntax) -> Bool {
    let plain = plain(name)
    switch syntax {
    case .uBlockOrigin: return uBlockOrigin.contains(plain) || resources.contains(plain)
    case .adGuard:
      for prefix in ["ubo-", "abp-"] where plain.hasPrefix(prefix) {
        let rest = String(plain.dropFirst(prefix.count))
        return uBlockOrigin.contains(rest) || resources.contains(rest) || adblockPlus.contains(rest)
      }
      return adGuard.contains(plain) || resources.contains(plain)
    }
  }

  /// Returns the names to suggest for a misspelled one.
  static func names(_ syntax: DeferredAction.Syntax) -> [String] {
    (syntax == .adGuard ? adGuard : uBlockOrigin).sorted()
  }

  private static func plain(_ name: String) -> String {
    name.hasSuffix(".js") ? String(name.dropLast(3)) : name
  }

  private static func words(_ text: String) -> Set<String> {
    Set(text.split(whereSeparator: \.isWhitespace).map(String.init))
  }

  /// Scriptlets of both content blockers.
  private static let both = words(
    """
    abort-current-inline-script abort-current-script abort-on-property-read abort-on-property-write abort-on-stack-trace
    adjust-setInterval adjust-setTimeout call-nothrow close-window disable-newtab-links evaldata-prune href-sanitizer json-prune
    json-prune-fetch-response json-prune-xhr-response m3u-prune no-topics noeval nowebrtc prevent-addEventListener prevent-bab
    prevent-canvas prevent-eval-if prevent-fetch prevent-navigation prevent-refresh prevent-requestAnimationFrame
    prevent-setInterval prevent-setTimeout prevent-window-open prevent-xhr remove-attr remove-class remove-cookie
    remove-node-text remove-request-query-parameter set-attr set-constant set-cookie set-cookie-reload set-local-storage-item
    set-session-storage-item spoof-css trusted-click-element trusted-create-html trusted-dispatch-event trusted-prune-inbound-object
    trusted-replace-argument trusted-replace-fetch-response trusted-replace-node-text trusted-replace-outbound-text
    trusted-replace-xhr-response trusted-set-attr trusted-set-constant trusted-set-cookie trusted-set-cookie-reload
    trusted-set-local-storage-item trusted-set-session-storage-item trusted-suppress-native-method webrtc-if xml-prune
    """)

  private static let uBlockOrigin = both.union(
    words(
      """
      acis acs addEventListener-defuser addEventListener-logger aeld aell alert-buster aopr aopw aost bab-defuser
      cookie-remover edit-inbound-object edit-outbound-object fingerprint2 freeze-element-property googlesyndication_adsbygoogle
      json-edit json-edit-fetch-request json-edit-fetch-response json-edit-xhr-request json-edit-xhr-response jsonl-edit-fetch-response
      jsonl-edit-xhr-response multiup nano-setInterval-booster nano-setTimeout-booster nano-sib nano-stb no-fetch-if
      no-requestAnimationFrame-if no-setInterval-if no-setTimeout-if no-window-open-if no-xhr-if nobab noeval-if noeval-silent nofab
      norafif nosiif nostif nowoif overlay-buster popads popads-dummy popads.net prevent-clipboard-write prevent-dialog
      prevent-innerHTML prevent-textContent proxy-apply-config ra raf-if rc refresh-defuser remove-cache-storage-item
      replace-node-text rmnt rpnt set setInterval-defuser setTimeout-defuser setInterval-if setTimeout-if silent-noeval
      trusted-create-element trusted-edit-inbound-object trusted-edit-outbound-object trusted-json-edit
      trusted-json-edit-fetch-request trusted-json-edit-fetch-response trusted-json-edit-xhr-request
      trusted-json-edit-xhr-response trusted-jsonl-edit-fetch-response trusted-jsonl-edit-xhr-response
      trusted-override-element-method trusted-prevent-dom-bypass trusted-prevent-fetch trusted-prevent-xhr
      trusted-prune-outbound-object trusted-rpnt trusted-set twitch-videoad window-close-if window.name-defuser
      window.open-defuser fuckadblock.js-3.2.0 adfly-defuser upmanager-defuser gpt-defuser damoh-defuser golem.de
      smartadserver.com uabinject-defuser
      """))

  private static let adGuard = both.union(
    words(
      """
      debug-current-inline-script debug-on-property-read debug-on-property-write dir-string hide-in-shadow-dom
      inject-css-in-shadow-dom log log-addEventListener log-eval log-on-stack-trace log-setInterval log-setTimeout
      no-protected-audience prevent-adfly prevent-constructor prevent-element-src-loading prevent-fab-3.2.0 prevent-popads-net
      remove-in-shadow-dom set-cookie-reload set-popads-dummy trusted-create-element trusted-json-set trusted-json-set-fetch-response
      trusted-json-set-xhr-response amazon-apstag didomi-loader fingerprintjs2 fingerprintjs3 gemius google-analytics
      google-analytics-ga google-ima3 googlesyndication-adsbygoogle googletagservices-gpt matomo metrika-yandex-tag
      metrika-yandex-watch naver-wcslog pardot-1.0 prebid-ads scorecardresearch-beacon
      """))

  /// Snippets of Adblock Plus that AdGuard supports with the prefix `abp-`.
  private static let adblockPlus = words(
    """
    abort-current-inline-script abort-on-iframe-property-read abort-on-iframe-property-write abort-on-property-read
    abort-on-property-write cookie-remover dir-string freeze-element hide-if-canvas-contains hide-if-classifies hide-if-contains
    hide-if-contains-and-matches-style hide-if-contains-image hide-if-contains-image-hash hide-if-contains-similar-text
    hide-if-contains-snippets hide-if-contains-visible-text hide-if-has-and-matches-style hide-if-labelled-by hide-if-matches-xpath
    hide-if-matches-computed-xpath hide-if-shadow-contains json-override json-prune log override-property-read prevent-listener
    profile race skip-video simulate-mouse-event strip-fetch-query-parameter trace uabinject-defuser
    """)

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
