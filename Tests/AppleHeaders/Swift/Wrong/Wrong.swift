// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import WebKit

// WebKit would never call these methods. .ci/steps/apple-declarations must report all of them.
@MainActor public final class Wrong: NSObject, WKNavigationDelegate {
  @objc public func webView(_ webView: WKWebView, didComitt navigation: WKNavigation!) {}
  @objc public func webView(_ webView: WKWebView, didFail navigation: WKNavigation!) {}
  public func webView(_ webView: WKWebView, didFinish navigation: Int) {}
}
