// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import WebKit

// Each is a method that WebKit would never call. .ci/apple-declarations has to find all of them.
@MainActor public final class Wrong: NSObject, WKNavigationDelegate {
  @objc public func webView(_ webView: WKWebView, didComitt navigation: WKNavigation!) {}
  @objc public func webView(_ webView: WKWebView, didFail navigation: WKNavigation!) {}
  public func webView(_ webView: WKWebView, didFinish navigation: Int) {}
}
