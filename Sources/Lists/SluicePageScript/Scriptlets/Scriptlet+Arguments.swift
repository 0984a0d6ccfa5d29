/// The arguments that a scriptlet uses: positional arguments, followed by pairs of a name and a value.
struct ScriptletSignature: Hashable, Sendable {
  /// The positional arguments, in order.
  let arguments: [String]
  /// The names of the optional arguments that can follow, each with a value.
  let options: [String]

  /// Parses `a, b; name, name`.
  fileprivate init(_ text: String) {
    let parts = text.split(separator: ";", omittingEmptySubsequences: false).map { part in
      part.split(separator: ",").map { String($0.trimmed) }
    }
    arguments = parts.first ?? []
    options = parts.count > 1 ? parts[1] : []
  }

  /// The arguments as documentation; empty without arguments.
  var text: String {
    (arguments + options.map { "`\($0)`" }).joined(separator: ", ")
  }
}

extension Scriptlet {
  /// The arguments in filters of uBlock Origin and of AdGuard, each nil if that blocker does not document the
  /// scriptlet, and the documented arguments that Sluice ignores.
  struct Definition: Sendable {
    let uBlockOrigin: ScriptletSignature?
    let adGuard: ScriptletSignature?
    let unread: String

    fileprivate init(_ uBlockOrigin: String?, _ adGuard: String?, unread: String = "") {
      self.uBlockOrigin = uBlockOrigin.map { ScriptletSignature($0) }
      self.adGuard = adGuard.map { ScriptletSignature($0) }
      self.unread = unread
    }
  }

  var definition: Definition {
    switch self {
    case .abortCurrentScript: Definition("chain, text, address", "chain, text")
    case .abortOnPropertyRead, .abortOnPropertyWrite: Definition("chain", "chain")
    case .abortOnStackTrace: Definition("chain, stack", "chain, stack")
    case .adjustSetInterval, .adjustSetTimeout:
      Definition("text, delay, factor", "text, delay, factor")
    case .alertBuster, .disableNewtabLinks, .nobab, .noeval, .nofab, .nowebrtc, .popadsDummy,
      .preventPopadsNet:
      Definition("", self == .alertBuster ? nil : "")
    case .amazonApstag, .fingerprintjs2, .gemius, .googleAnalytics, .googleIma3, .googletagservicesGpt,
      .noProtectedAudience, .noTopics:
      Definition(nil, "")
    case .callNothrow: Definition("chain", "chain")
    case .closeWindow: Definition("path", "path")
    case .editInboundObject, .trustedEditInboundObject: Definition("chain, position, edit", nil)
    case .fingerprint2, .multiup, .windowNameDefuser: Definition("", nil)
    case .hideInShadowDom, .removeInShadowDom: Definition(nil, "selector, selector of hosts")
    case .hrefSanitizer: Definition("selector, source", "selector, source, transform")
    case .injectCSSInShadowDom:
      Definition(nil, "rules, selector of hosts", unread: "how the rules are added")
    case .jsonEdit, .trustedJsonEdit: Definition("edit", nil)
    case .jsonEditFetchResponse, .jsonEditXhrResponse, .jsonlEditXhrResponse, .trustedJsonEditFetchResponse,
      .trustedJsonEditXhrResponse,
      .jsonEditXhrRequest, .trustedJsonEditXhrRequest:
      Definition("edit; propsToMatch", nil)
    case .jsonEditFetchRequest, .trustedJsonEditFetchRequest:
      Definition("edit; propsToMatch", nil, unread: "the body of a `Request`")
    case .jsonPrune:
      Definition(
        "paths, needed paths, stack; stackToMatch", "paths, needed paths, stack, mode", unread: "`verbose`")
    case .jsonPruneFetchResponse, .jsonPruneXhrResponse:
      Definition(
        "paths, needed paths; propsToMatch, stackToMatch", "paths, needed paths, requests, stack, mode",
        unread: "`verbose`")
    case .m3uPrune: Definition("segments, address", "segments, address", unread: "`verbose`")
    case .noevalIf: Definition("text", "text")
    case .preventAddEventListener:
      Definition("type, text; elements, runAt, protect", "type, text; elements, noProtect")
    case .preventCanvas: Definition("context", "context")
    case .preventClipboardWrite: Definition("text; domAlert, excludeMatches", nil)
    case .preventConstructor: Definition(nil, "name, arguments")
    case .preventDialog: Definition("selector", nil)
    case .preventElementSrcLoading: Definition(nil, "tag, address")
    case .preventFetch, .trustedPreventFetch:
      Definition(
        "requests, body, type", self == .preventFetch ? "requests, body, type" : nil)
    case .preventInnerHTML: Definition("selector, text", "selector, text, what is read")
    case .preventNavigation: Definition("address", "address")
    case .preventRequestAnimationFrame: Definition("text", "text")
    case .preventSetInterval, .preventSetTimeout: Definition("text, delay", "text, delay")
    case .preventWindowOpen:
      Definition("address, delay, decoy", "address, delay, decoy", unread: "`log`")
    case .preventXhr, .trustedPreventXhr: Definition("requests, body", "requests, body")
    case .proxyApplyConfig:
      Definition("", nil, unread: "`skipToString`: the function always returns its native text")
    case .refreshDefuser: Definition("delay", "delay")
    case .removeAttr, .removeClass: Definition("names, selector, when", "names, selector, when")
    case .removeCookie: Definition("name; when", "name")
    case .removeNodeText:
      Definition(
        "node, text; includes, condition, sedCount, stay, quitAfter", "node, text, selector of the parent")
    case .removeRequestQueryParameter: Definition(nil, "parameters, address")
    case .replaceNodeText:
      Definition(
        "node, text, replacement; includes, excludes, condition, sedCount, stay, quitAfter",
        "node, text, pattern, replacement", unread: "`verbose`")
    case .setAttr: Definition("selector, attribute, value", "selector, attribute, value")
    case .trustedSetAttr: Definition("selector, attribute, value", "selector, attribute, value")
    case .setConstant:
      Definition("chain, value; as, runAt", "chain, value, stack, wrapper, replaced objects")
    case .setCookie, .setCookieReload:
      Definition("name, value, path", "name, value, path, domain", unread: "uBlock: `dontOverwrite`")
    case .setLocalStorageItem, .setSessionStorageItem, .trustedSetLocalStorageItem,
      .trustedSetSessionStorageItem:
      Definition("key, value", "key, value")
    case .spoofCss:
      Definition("selector, property, value, …", "selector, property, value, …", unread: "`debug`")
    case .trustedClickElement:
      Definition("selectors, conditions, delay", "selectors, conditions, delay, reload, patience")
    case .trustedCreateElement: Definition(nil, "parent, tag, attributes, text, time")
    case .trustedCreateHTML: Definition("parent, HTML, time; runAt", nil)
    case .trustedDispatchEvent: Definition(nil, "event, target")
    case .trustedOverrideElementMethod: Definition("chain, selector, answer", nil)
    case .trustedPreventDomBypass: Definition("chain, property", nil)
    case .trustedPruneInboundObject:
      Definition("chain, paths, needed paths; stackToMatch", "chain, paths, needed paths, stack")
    case .trustedReplaceArgument:
      Definition(
        "chain, position, value; condition", "chain, position, value, condition, stack", unread: "`verbose`")
    case .trustedReplaceFetchResponse, .trustedReplaceXhrResponse:
      Definition(
        "pattern, replacement, requests", "pattern, replacement, requests",
        unread: "`verbose`, uBlock: `includes`")
    case .trustedReplaceOutboundText:
      Definition(
        "chain, pattern, replacement; condition, encoding", "chain, pattern, replacement, encoding, stack",
        unread: "AdGuard: the log")
    case .trustedSetConstant: Definition("chain, value; as, runAt", "chain, value, stack")
    case .trustedSetCookie, .trustedSetCookieReload:
      Definition(
        "name, value, expiry, path; domain", "name, value, expiry, path, domain",
        unread: "uBlock: `dontOverwrite`")
    case .trustedSuppressNativeMethod:
      Definition("chain, arguments, how, stack", "chain, arguments, how, stack")
    case .xmlPrune:
      Definition(
        "selector, needed selector, address", "selector, needed selector, address", unread: "`verbose`")
    }
  }

  /// A Markdown table of all scriptlets with their names, arguments and ignored arguments.
  static var documentation: String {
    var text =
      "\n| scriptlet | other names | arguments in uBlock Origin | in AdGuard | not read |\n|---|---|---|---|---|\n"
    for scriptlet in allCases.sorted(by: { $0.rawValue < $1.rawValue }) {
      let definition = scriptlet.definition
      let names = scriptlet.otherNames.map { "`\($0)`" }.joined(separator: ", ")
      func cell(_ signature: ScriptletSignature?) -> String {
        signature.map { $0.text.isEmpty ? "none" : $0.text } ?? "–"
      }
      text +=
        "| `\(scriptlet.rawValue)` | \(names) | \(cell(definition.uBlockOrigin)) | \(cell(definition.adGuard)) "
        + "| \(definition.unread) |\n"
    }
    return text
  }
}
