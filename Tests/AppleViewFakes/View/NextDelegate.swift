// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import WebKit

/// The navigation delegate of an app.
///
/// Linux has no optional methods, so nil stands for a method that the app does not implement.
@MainActor open class AppDelegate: WKNavigationDelegate {
  public var decidesAction: ((WKNavigationAction) -> WKNavigationActionPolicy)?
  public var decidesResponse: ((WKNavigationResponse) -> WKNavigationResponsePolicy)?
  public var takesDownloads = false
  public var handlesTermination = true
  public var heard: [String] = []
  public init() {}

  public func webView(
    _ webView: WKWebView, decidePolicyFor action: WKNavigationAction, preferences: WKWebpagePreferences
  ) async -> (WKNavigationActionPolicy, WKWebpagePreferences) {
    (decidesAction?(action) ?? .allow, preferences)
  }
  public func webView(_ webView: WKWebView, decidePolicyFor response: WKNavigationResponse) async
    -> WKNavigationResponsePolicy
  { decidesResponse?(response) ?? .allow }
  public func webView(_ webView: WKWebView, didStartProvisionalNavigation navigation: WKNavigation!) {
    heard.append("start")
  }
  public func webView(
    _ webView: WKWebView, didReceiveServerRedirectForProvisionalNavigation navigation: WKNavigation!
  ) { heard.append("redirect") }
  public func webView(_ webView: WKWebView, didCommit navigation: WKNavigation!) { heard.append("commit") }
  public func webView(_ webView: WKWebView, didFinish navigation: WKNavigation!) { heard.append("finish") }
  public func webView(_ webView: WKWebView, didFail navigation: WKNavigation!, withError error: any Error) {
    heard.append("fail")
  }
  public func webView(
    _ webView: WKWebView, didFailProvisionalNavigation navigation: WKNavigation!, withError error: any Error
  ) { heard.append("fail early") }
  public func webViewWebContentProcessDidTerminate(_ webView: WKWebView) { heard.append("terminate") }
  public func webView(
    _ webView: WKWebView, navigationAction: WKNavigationAction, didBecome download: WKDownload
  ) {
    heard.append("download of an action")
  }
  public func webView(
    _ webView: WKWebView, navigationResponse: WKNavigationResponse, didBecome download: WKDownload
  ) {
    heard.append("download of a response")
  }
}

/// Replaces the class in Sources/SluiceProtection/Apple, which calls optional methods.
@MainActor final class NextDelegate {
  weak var delegate: (any WKNavigationDelegate)?
  nonisolated init() {}
  private var app: AppDelegate? { delegate as? AppDelegate }
  var takesDownloads: Bool { app?.takesDownloads ?? false }
  var handlesTermination: Bool { app?.handlesTermination ?? false }

  func decide(
    _ webView: WKWebView, _ action: WKNavigationAction, _ preferences: WKWebpagePreferences
  ) async -> (WKNavigationActionPolicy, WKWebpagePreferences)? {
    guard let app, app.decidesAction != nil else { return nil }
    return await app.webView(webView, decidePolicyFor: action, preferences: preferences)
  }
  func decide(_ webView: WKWebView, _ response: WKNavigationResponse) async -> WKNavigationResponsePolicy? {
    guard let app, app.decidesResponse != nil else { return nil }
    return await app.webView(webView, decidePolicyFor: response)
  }
  func didStart(_ webView: WKWebView, _ navigation: WKNavigation?) {
    delegate?.webView(webView, didStartProvisionalNavigation: navigation)
  }
  func didRedirect(_ webView: WKWebView, _ navigation: WKNavigation?) {
    delegate?.webView(webView, didReceiveServerRedirectForProvisionalNavigation: navigation)
  }
  func didCommit(_ webView: WKWebView, _ navigation: WKNavigation?) {
    delegate?.webView(webView, didCommit: navigation)
  }
  func didFinish(_ webView: WKWebView, _ navigation: WKNavigation?) {
    delegate?.webView(webView, didFinish: navigation)
  }
  func didFail(_ webView: WKWebView, _ navigation: WKNavigation?, _ error: any Error) {
    delegate?.webView(webView, didFail: navigation, withError: error)
  }
  func didFailProvisional(_ webView: WKWebView, _ navigation: WKNavigation?, _ error: any Error) {
    delegate?.webView(webView, didFailProvisionalNavigation: navigation, withError: error)
  }
  func didTerminate(_ webView: WKWebView) { delegate?.webViewWebContentProcessDidTerminate(webView) }
  func didBecome(_ webView: WKWebView, _ action: WKNavigationAction, _ download: WKDownload) {
    delegate?.webView(webView, navigationAction: action, didBecome: download)
  }
  func didBecome(_ webView: WKWebView, _ response: WKNavigationResponse, _ download: WKDownload) {
    delegate?.webView(webView, navigationResponse: response, didBecome: download)
  }
}
