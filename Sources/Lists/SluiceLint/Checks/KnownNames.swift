import SluiceSyntax

/// Names that lists may use but that no table of the parser contains, from the documentation of the content
/// blockers.
package enum KnownNames {
  /// The names that uBlock Origin and AdGuard define for `!#if`.
  package static let constants: Set<String> = [
    "true", "false",
    // uBlock Origin
    "env_chromium", "env_edge", "env_firefox", "env_legacy", "env_mobile", "env_mv3", "env_safari", "ext_abp",
    "ext_devbuild", "ext_ubol", "ext_ublock", "cap_html_filtering", "cap_ipaddress", "cap_user_stylesheet",
    // AdGuard
    "adguard", "adguard_app_android", "adguard_app_cli", "adguard_app_ios", "adguard_app_mac",
    "adguard_app_windows", "adguard_ext_android_cb", "adguard_ext_chromium", "adguard_ext_chromium_mv3",
    "adguard_ext_edge", "adguard_ext_firefox", "adguard_ext_opera", "adguard_ext_safari",
  ]

  /// The hints of AdGuard's compiler.
  static let hints: Set<String> = ["PLATFORM", "NOT_PLATFORM", "NOT_OPTIMIZED", "NOT_VALIDATE"]

  /// The values of `PLATFORM` and `NOT_PLATFORM`.
  static let platforms: Set<String> = [
    "windows", "mac", "android", "ios", "cli", "linux", "ext_android_cb", "ext_chromium", "ext_chromium_mv3",
    "ext_edge", "ext_ff", "ext_opera", "ext_safari", "ext_ublock",
  ]

  /// Returns the lower-case values of an option with a fixed set of values; nil for other options.
  static func values(of kind: OptionKind) -> Set<String>? {
    switch kind {
    case .method: ["connect", "delete", "get", "head", "options", "patch", "post", "put", "trace"]
    case .referrerpolicy:
      [
        "no-referrer", "no-referrer-when-downgrade", "origin", "origin-when-cross-origin", "same-origin",
        "strict-origin", "strict-origin-when-cross-origin", "unsafe-url",
      ]
    case .stealth:
      [
        "searchquery", "donottrack", "3p-cookie", "1p-cookie", "3p-cache", "3p-auth", "webrtc", "push",
        "location", "flash", "java", "referrer", "useragent", "ip", "xclientdata", "dpi",
      ]
    case .script, .image, .stylesheet, .font, .media, .object, .subdocument, .xmlhttprequest, .websocket,
      .ping, .other, .webrtc, .webbundle, .document, .popup, .popunder, .all, .thirdParty, .firstParty,
      .strictThirdParty, .strictFirstParty, .domain, .to, .denyallow, .app, .sitekey, .header, .ipaddress,
      .network, .client, .ctag, .dnstype, .top, .requestheader, .matchCase, .important, .badfilter, .cname,
      .reason, .noop, .elemhide, .generichide, .specifichide, .urlblock, .genericblock, .content, .jsinject,
      .extension, .redirect, .rewrite, .empty, .mp4, .csp, .permissions, .cookie, .removeparam,
      .removeheader, .replace, .urltransform, .urlskip, .hls, .jsonprune, .xmlprune, .dnsrewrite,
      .redirectRule, .inlineScript, .inlineFont, .unknown:
      nil
    }
  }
}
