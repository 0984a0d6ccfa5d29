import SluiceSyntax
import SluiceText

extension OwnRule {
  static let unknownConstant = OwnRule(
    .syntax, .warning, "no program defines '\(.text)', so it is false everywhere",
    meaning:
      "The condition uses a name that neither uBlock Origin nor AdGuard defines. It is false everywhere.",
    example: "!#if env_chrome\n||ads.example^\n!#endif", instead: "write `env_chromium`",
    advice: "check the spelling; 'sluice explain unknown-constant' lists the names",
    check: .line { line, found in
      guard case .directive(let directive) = line.content, directive.kind == .if else { return }
      let bytes = line.bytes.span
      for name in DirectiveCondition.names(bytes, directive.argument)
      where !KnownConstants.names.contains(bytes.text(name)) {
        found.add(.unknownConstant, at: line.location, name)
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
