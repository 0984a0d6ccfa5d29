/// A supported scriptlet. The raw value is the name of its file in `Scripts/Scriptlets`, which documents it.
///
/// Equivalent scriptlets of uBlock Origin and AdGuard share a case. If their arguments have different
/// meanings, the function gets the dialect.
enum Scriptlet: String, CaseIterable, Hashable, Sendable {
  case abortCurrentScript = "abort-current-script"
  case abortOnPropertyRead = "abort-on-property-read"
  case abortOnPropertyWrite = "abort-on-property-write"
  case abortOnStackTrace = "abort-on-stack-trace"
  case adjustSetInterval = "adjust-setInterval"
  case adjustSetTimeout = "adjust-setTimeout"
  case alertBuster = "alert-buster"
  case amazonApstag = "amazon-apstag"
  case callNothrow = "call-nothrow"
  case closeWindow = "close-window"
  case disableNewtabLinks = "disable-newtab-links"
  case editInboundObject = "edit-inbound-object"
  case fingerprint2
  case fingerprintjs2
  case gemius
  case googleAnalytics = "google-analytics"
  case googleIma3 = "google-ima3"
  case googletagservicesGpt = "googletagservices-gpt"
  case hideInShadowDom = "hide-in-shadow-dom"
  case hrefSanitizer = "href-sanitizer"
  case injectCSSInShadowDom = "inject-css-in-shadow-dom"
  case jsonEdit = "json-edit"
  case jsonEditFetchRequest = "json-edit-fetch-request"
  case jsonEditFetchResponse = "json-edit-fetch-response"
  case jsonEditXhrRequest = "json-edit-xhr-request"
  case jsonEditXhrResponse = "json-edit-xhr-response"
  case jsonPrune = "json-prune"
  case jsonPruneFetchResponse = "json-prune-fetch-response"
  case jsonPruneXhrResponse = "json-prune-xhr-response"
  case jsonlEditXhrResponse = "jsonl-edit-xhr-response"
  case m3uPrune = "m3u-prune"
  case multiup
  case noProtectedAudience = "no-protected-audience"
  case noTopics = "no-topics"
  case nobab
  case noeval
  case noevalIf = "noeval-if"
  case nofab
  case nowebrtc
  case popadsDummy = "popads-dummy"
  case preventAddEventListener = "prevent-addEventListener"
  case preventCanvas = "prevent-canvas"
  case preventClipboardWrite = "prevent-clipboard-write"
  case preventConstructor = "prevent-constructor"
  case preventDialog = "prevent-dialog"
  case preventElementSrcLoading = "prevent-element-src-loading"
  case preventFetch = "prevent-fetch"
  case preventInnerHTML = "prevent-innerHTML"
  case preventNavigation = "prevent-navigation"
  case preventPopadsNet = "prevent-popads-net"
  case preventRequestAnimationFrame = "prevent-requestAnimationFrame"
  case preventSetInterval = "prevent-setInterval"
  case preventSetTimeout = "prevent-setTimeout"
  case preventWindowOpen = "prevent-window-open"
  case preventXhr = "prevent-xhr"
  case proxyApplyConfig = "proxy-apply-config"
  case refreshDefuser = "refresh-defuser"
  case removeAttr = "remove-attr"
  case removeClass = "remove-class"
  case removeCookie = "remove-cookie"
  case removeInShadowDom = "remove-in-shadow-dom"
  case removeNodeText = "remove-node-text"
  case removeRequestQueryParameter = "remove-request-query-parameter"
  case replaceNodeText = "replace-node-text"
  case setAttr = "set-attr"
  case setConstant = "set-constant"
  case setCookie = "set-cookie"
  case setCookieReload = "set-cookie-reload"
  case setLocalStorageItem = "set-local-storage-item"
  case setSessionStorageItem = "set-session-storage-item"
  case spoofCss = "spoof-css"
  case trustedClickElement = "trusted-click-element"
  case trustedCreateElement = "trusted-create-element"
  case trustedCreateHTML = "trusted-create-html"
  case trustedDispatchEvent = "trusted-dispatch-event"
  case trustedEditInboundObject = "trusted-edit-inbound-object"
  case trustedJsonEdit = "trusted-json-edit"
  case trustedJsonEditFetchRequest = "trusted-json-edit-fetch-request"
  case trustedJsonEditFetchResponse = "trusted-json-edit-fetch-response"
  case trustedJsonEditXhrRequest = "trusted-json-edit-xhr-request"
  case trustedJsonEditXhrResponse = "trusted-json-edit-xhr-response"
  case trustedOverrideElementMethod = "trusted-override-element-method"
  case trustedPreventDomBypass = "trusted-prevent-dom-bypass"
  case trustedPreventFetch = "trusted-prevent-fetch"
  case trustedPreventXhr = "trusted-prevent-xhr"
  case trustedPruneInboundObject = "trusted-prune-inbound-object"
  case trustedReplaceArgument = "trusted-replace-argument"
  case trustedReplaceFetchResponse = "trusted-replace-fetch-response"
  case trustedReplaceOutboundText = "trusted-replace-outbound-text"
  case trustedReplaceXhrResponse = "trusted-replace-xhr-response"
  case trustedSetAttr = "trusted-set-attr"
  case trustedSetConstant = "trusted-set-constant"
  case trustedSetCookie = "trusted-set-cookie"
  case trustedSetCookieReload = "trusted-set-cookie-reload"
  case trustedSetLocalStorageItem = "trusted-set-local-storage-item"
  case trustedSetSessionStorageItem = "trusted-set-session-storage-item"
  case trustedSuppressNativeMethod = "trusted-suppress-native-method"
  case windowNameDefuser = "window.name-defuser"
  case xmlPrune = "xml-prune"
}

extension Scriptlet {
  var world: PageScript.World { Self.isolated.contains(self) ? .isolated : .page }

  /// Whether only trusted lists may use the scriptlet, because it can make a page run, store or request
  /// anything.
  var isTrusted: Bool {
    self == .replaceNodeText || self == .preventClipboardWrite || rawValue.hasPrefix("trusted-")
  }

  private static let isolated: Set<Scriptlet> = [
    .closeWindow, .disableNewtabLinks, .hideInShadowDom, .hrefSanitizer,
    .injectCSSInShadowDom, .multiup, .preventDialog, .refreshDefuser, .removeAttr, .removeClass,
    .removeCookie, .removeInShadowDom, .removeNodeText, .replaceNodeText, .setAttr, .setCookie,
    .setCookieReload,
    .setLocalStorageItem, .setSessionStorageItem, .trustedClickElement, .trustedCreateElement,
    .trustedCreateHTML, .trustedSetAttr, .trustedSetCookie, .trustedSetCookieReload,
    .trustedSetLocalStorageItem, .trustedSetSessionStorageItem, .windowNameDefuser,
  ]
}
