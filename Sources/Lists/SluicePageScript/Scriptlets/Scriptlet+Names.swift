import SluiceConversion

extension Scriptlet {
  /// Returns the scriptlet with a name from a list, with or without `.js`, or nil if the name is unknown.
  ///
  /// AdGuard also accepts uBlock Origin's names with the prefix `ubo-`, and some of Adblock Plus's names with
  /// the prefix `abp-`.
  static func resolve(name: String, dialect: DeferredAction.Syntax) -> Scriptlet? {
    let plain = name.hasSuffix(".js") ? String(name.dropLast(3)) : name
    switch dialect {
    case .uBlockOrigin: return uBlockOriginNames[plain] ?? Scriptlet(rawValue: plain)
    case .adGuard:
      if plain.hasPrefix("ubo-") { return resolve(name: String(plain.dropFirst(4)), dialect: .uBlockOrigin) }
      return adGuardNames[plain] ?? Scriptlet(rawValue: plain)
    }
  }

  /// uBlock Origin's other names.
  private static let uBlockOriginNames: [String: Scriptlet] = [
    "set": .setConstant,
    "aopr": .abortOnPropertyRead,
    "aopw": .abortOnPropertyWrite,
    "acs": .abortCurrentScript,
    "acis": .abortCurrentScript,
    "abort-current-inline-script": .abortCurrentScript,
    "aost": .abortOnStackTrace,
    "nowoif": .preventWindowOpen,
    "no-window-open-if": .preventWindowOpen,
    "window.open-defuser": .preventWindowOpen,
    "nostif": .preventSetTimeout,
    "no-setTimeout-if": .preventSetTimeout,
    "setTimeout-defuser": .preventSetTimeout,
    "nosiif": .preventSetInterval,
    "no-setInterval-if": .preventSetInterval,
    "setInterval-defuser": .preventSetInterval,
    "norafif": .preventRequestAnimationFrame,
    "no-requestAnimationFrame-if": .preventRequestAnimationFrame,
    "nano-stb": .adjustSetTimeout,
    "nano-setTimeout-booster": .adjustSetTimeout,
    "nano-sib": .adjustSetInterval,
    "nano-setInterval-booster": .adjustSetInterval,
    "rmnt": .removeNodeText,
    "rpnt": .replaceNodeText,
    "trusted-rpnt": .replaceNodeText,
    "trusted-replace-node-text": .replaceNodeText,
    "aeld": .preventAddEventListener,
    "addEventListener-defuser": .preventAddEventListener,
    "no-fetch-if": .preventFetch,
    "no-xhr-if": .preventXhr,
    "prevent-eval-if": .noevalIf,
    "silent-noeval": .noeval,
    "cookie-remover": .removeCookie,
    "ra": .removeAttr,
    "rc": .removeClass,
    "bab-defuser": .nobab,
    "prevent-bab": .nobab,
    "fuckadblock.js-3.2.0": .nofab,
    "prevent-refresh": .refreshDefuser,
    "window-close-if": .closeWindow,
    "popads.net": .preventPopadsNet,
    "trusted-set": .trustedSetConstant,
    "urlskip": .hrefSanitizer,
  ]

  /// AdGuard's other names.
  private static let adGuardNames: [String: Scriptlet] = [
    "abort-current-inline-script": .abortCurrentScript,
    "prevent-eval-if": .noevalIf,
    "prevent-bab": .nobab,
    "prevent-fab-3.2.0": .nofab,
    "set-popads-dummy": .popadsDummy,
    "prevent-refresh": .refreshDefuser,
    "trusted-replace-node-text": .replaceNodeText,
    "json-edit": .jsonPrune,
    "json-edit-fetch-response": .jsonPruneFetchResponse,
    "json-edit-xhr-response": .jsonPruneXhrResponse,
    "abp-abort-current-inline-script": .abortCurrentScript,
    "abp-abort-on-property-read": .abortOnPropertyRead,
    "abp-abort-on-property-write": .abortOnPropertyWrite,
    "abp-json-prune": .jsonPrune,
    "abp-strip-fetch-query-parameter": .removeRequestQueryParameter,
  ]

  /// All other names of the scriptlet in lists.
  var otherNames: [String] {
    let names = [Self.uBlockOriginNames, Self.adGuardNames].flatMap { table in
      table.filter { $0.value == self }.keys
    }
    return Set(names).sorted()
  }
}
