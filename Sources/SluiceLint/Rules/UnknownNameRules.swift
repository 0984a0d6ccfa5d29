import SluiceConversion
import SluicePageScript
import SluiceSyntax
import SluiceText

extension OwnRule {
  static let unknownDirective = OwnRule(
    .syntax, severity: .warning, message: "unknown instruction '\(.text)'",
    meaning:
      "The line begins like an instruction, but no program knows it. It is ignored, so it does not decide what it was"
      + " meant to decide.",
    example: "!#elif env_safari\n||ads.example^",
    instead:
      "write \(list(directives.map { "`\($0)`" }, last: "or")), or `! #…` for a comment",
    advice: .words("valid instructions are \(list(directives, last: "and"))"),
    check: .line { line, found in
      let bytes = line.bytes.span
      guard case .comment = line.content, bytes.hasText("!#", at: line.range.lowerBound, in: line.range)
      else { return }
      let end = Directive.name(bytes, line: line.range).upperBound
      // `!#T66y.com` and `!#e` are headings.
      guard end > line.range.lowerBound + 3, end == line.range.upperBound || bytes[end].isBlank else {
        return
      }
      found.add(.unknownDirective, at: line.location, span: ByteRange(line.range.lowerBound, end))
    },
    nearest: { text, _ in Suggestion.nearest(to: text, among: directives) })

  private static let directives = Directive.Kind.allCases.map { "!#\($0.rawValue)" }

  private static func list(_ names: [String], last word: String) -> String {
    "\(names.dropLast().joined(separator: ", ")) \(word) \(names.last ?? "")"
  }

  static let unknownConstant = OwnRule(
    .syntax, severity: .warning, message: "no program defines '\(.text)', so it is false everywhere",
    meaning:
      "The condition uses a name that neither uBlock Origin nor AdGuard defines. It is false everywhere.",
    example: "!#if env_chrome\n||ads.example^\n!#endif", instead: "write `env_chromium`",
    advice: "check the spelling; 'sluice explain unknown-constant' lists the names",
    check: .line { line, found in
      guard case .directive(let directive) = line.content, directive.kind == .if else { return }
      let bytes = line.bytes.span
      for name in DirectiveCondition.names(bytes, in: directive.argument)
      where !KnownConstants.names.contains(bytes.text(name)) {
        found.add(.unknownConstant, at: line.location, span: name)
      }
    },
    nearest: { text, _ in Suggestion.nearest(to: text, among: KnownConstants.names.sorted()) })
}

/// The names that uBlock Origin and AdGuard define for `!#if`, from their documentation.
package enum KnownConstants {
  package static let names: Set<String> = [
    "true", "false",
    // uBlock Origin
    "env_chromium", "env_edge", "env_firefox", "env_legacy", "env_mobile", "env_mv3", "env_safari", "ext_abp",
    "ext_devbuild", "ext_ubol", "ext_ublock", "cap_html_filtering", "cap_ipaddress", "cap_user_stylesheet",
    // AdGuard
    "adguard", "adguard_app_android", "adguard_app_cli", "adguard_app_ios", "adguard_app_mac",
    "adguard_app_windows", "adguard_ext_android_cb", "adguard_ext_chromium", "adguard_ext_chromium_mv3",
    "adguard_ext_edge", "adguard_ext_firefox", "adguard_ext_opera", "adguard_ext_safari",
  ]
}

extension OwnRule {
  static let unknownHint = OwnRule(
    .syntax, severity: .warning, message: "AdGuard's compiler does not know the hint '\(.text)'",
    meaning:
      "A hint before a filter, or a platform in it, is unknown. AdGuard's compiler ignores the hint, so the filter gets"
      + " into lists where it should not be.",
    example: "!+ PLATFROM(ios)\n||ads.example^", instead: "write `!+ PLATFORM(ios)`",
    advice: "valid hints are PLATFORM(…), NOT_PLATFORM(…), NOT_OPTIMIZED and NOT_VALIDATE",
    check: .line { line, found in
      guard case .hint(let range) = line.content else { return }
      let bytes = line.bytes.span
      let hints = [Hint](parsing: bytes, range)
      if hints.isEmpty { found.add(.unknownHint, at: line.location, span: range) }
      for hint in hints {
        guard KnownHints.names.contains(bytes.text(hint.name)), hint.isClosed else {
          found.add(.unknownHint, at: line.location, span: hint.name)
          continue
        }
        for platform in hint.arguments ?? [] where !KnownHints.platforms.contains(bytes.text(platform)) {
          found.add(.unknownHint, at: line.location, span: platform)
        }
      }
    },
    nearest: { text, _ in
      Suggestion.nearest(to: text, among: KnownHints.names.union(KnownHints.platforms).sorted())
    })
}

/// The hints of AdGuard's compiler, from its documentation.
private enum KnownHints {
  static let names: Set<String> = ["PLATFORM", "NOT_PLATFORM", "NOT_OPTIMIZED", "NOT_VALIDATE"]

  /// The values of `PLATFORM` and `NOT_PLATFORM`.
  static let platforms: Set<String> = [
    "windows", "mac", "android", "ios", "cli", "linux", "ext_android_cb", "ext_chromium", "ext_chromium_mv3",
    "ext_edge", "ext_ff", "ext_opera", "ext_safari", "ext_ublock",
  ]
}

extension OwnRule {
  static let unknownLintRule = OwnRule(
    .syntax, severity: .warning, message: "unknown rule '\(.text)'",
    meaning: "A comment turns off a rule that does not exist, so it has no effect.",
    example: "! sluice-disable duplicated-filter\n||ads.example^",
    instead: "check the id: `duplicate-filter`",
    advice: "check the id; 'sluice explain' lists all rules",
    check: .line { line, found in
      guard let comment = DisableComment(line.line, in: line.bytes.span), !comment.isForAGLint else { return }
      for word in comment.words where LintRule(id: line.bytes.span.text(word)) == nil {
        found.add(.unknownLintRule, at: line.location, span: word)
      }
    },
    nearest: { text, _ in Suggestion.nearest(to: text, among: LintRule.allCases.map(\.id)) })

  static let unknownScriptlet = OwnRule(
    .syntax, severity: .warning, message: "unknown scriptlet '\(.text)'",
    meaning:
      "The filter names a scriptlet that neither uBlock Origin nor AdGuard documents for this syntax. It does nothing.",
    example: "news.example##+js(set-constnat, ads, false)", instead: "write `set-constant`",
    advice: "check the spelling",
    check: .cosmetic { filter, line, found in
      let bytes = line.bytes.span
      guard filter.kind == .scriptlet, case let (name, syntax)? = filter.scriptletName(in: bytes),
        !KnownScriptlets.has(name, syntax: syntax)
      else { return }
      let nearest = Suggestion.nearest(to: name, among: KnownScriptlets.names(syntax))
      // A name can be written with escapes.
      let place = bytes.range(of: name, in: filter.body) ?? filter.body
      found.add(.unknownScriptlet, at: line.location, span: place, detail: .words(nearest ?? ""))
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
  static func has(_ name: String, syntax: AdvancedAction.Syntax) -> Bool {
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
