/// Which option: the raw value is its usual name.
public enum OptionKind: String, CaseIterable, Hashable, Sendable {
  /// A type of request.
  case script, image, stylesheet, font, media, object, subdocument, xmlhttprequest, websocket, ping, other,
    webrtc, webbundle
  /// The page, or a window.
  case document, popup, popunder, all
  /// Whose site the request goes to.
  case thirdParty = "third-party"
  case firstParty = "first-party"
  case strictThirdParty = "strict3p"
  case strictFirstParty = "strict1p"
  /// Where the filter acts.
  case domain, to, denyallow, method, app, sitekey, header, ipaddress, network, client, ctag, dnstype, top,
    requestheader
  /// How it acts.
  case matchCase = "match-case"
  case important, badfilter, cname, reason
  case noop = "_"
  /// Exceptions for whole pages.
  case elemhide, generichide, specifichide, urlblock, genericblock, content, jsinject, `extension`, stealth
  /// What is done instead of blocking.
  case redirect, rewrite, empty, mp4, csp, permissions, cookie, removeparam, removeheader, replace,
    urltransform, urlskip, hls, jsonprune, xmlprune, referrerpolicy, dnsrewrite
  case redirectRule = "redirect-rule"
  case inlineScript = "inline-script"
  case inlineFont = "inline-font"
  /// An option that no dialect has; its name is kept in ``Option/name``.
  case unknown
}
