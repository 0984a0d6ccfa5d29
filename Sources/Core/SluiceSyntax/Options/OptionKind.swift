/// A kind of option. The raw value is its usual name.
@nonexhaustive public enum OptionKind: String, CaseIterable, Hashable, Sendable {
  /// A resource type.
  case script, image, stylesheet, font, media, object, subdocument, xmlhttprequest, websocket, ping, other,
    webrtc, webbundle
  /// A page or a window.
  case document, popup, popunder, all
  /// First-party or third-party requests.
  case thirdParty = "third-party"
  case firstParty = "first-party"
  case strictThirdParty = "strict3p"
  case strictFirstParty = "strict1p"
  /// A condition on where the filter applies.
  case domain, to, denyallow, method, app, sitekey, header, ipaddress, network, client, ctag, dnstype, top,
    requestheader
  /// A change to how the filter applies.
  case matchCase = "match-case"
  case important, badfilter, cname, reason
  case noop = "_"
  /// An exception for whole pages.
  case elemhide, generichide, specifichide, urlblock, genericblock, content, jsinject, `extension`, stealth
  /// An effect other than blocking.
  case redirect, rewrite, empty, mp4, csp, permissions, cookie, removeparam, removeheader, replace,
    urltransform, urlskip, hls, jsonprune, xmlprune, referrerpolicy, dnsrewrite
  case redirectRule = "redirect-rule"
  case inlineScript = "inline-script"
  case inlineFont = "inline-font"
  /// An option that no dialect has; its name is kept in ``Option/name``.
  case unknown
}
