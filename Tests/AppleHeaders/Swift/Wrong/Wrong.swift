import WebKit

// Each is a method that WebKit would never call. .ci/apple-declarations has to find all of them.
@MainActor final class Wrong: NSObject, WKNavigationDelegate {
  @objc func webView(_ webView: WKWebView, didComitt navigation: WKNavigation!) {}
  @objc func webView(_ webView: WKWebView, didFail navigation: WKNavigation!) {}
  func webView(_ webView: WKWebView, didFinish navigation: Int) {}
}
