#if canImport(WebKit) && canImport(ObjectiveC)
  import Foundation
  import WebKit

  /// The app's own navigation delegate. All of its methods are optional, so calls to missing ones return nil
  /// or do nothing.
  final class NextDelegate: Sendable {
    /// WebKit calls delegates on the main thread, but `responds(to:)` can be called on any thread.
    private nonisolated(unsafe) weak var object: (any WKNavigationDelegate)?

    @MainActor var delegate: (any WKNavigationDelegate)? {
      get { object }
      set { object = newValue }
    }

    var target: Any? { object }

    func responds(to selector: Selector?) -> Bool {
      guard let selector, let object else { return false }
      return object.responds(to: selector)
    }

    @MainActor var takesDownloads: Bool {
      responds(to: #selector((any WKNavigationDelegate).webView(_:navigationResponse:didBecome:)))
    }

    @MainActor func decide(
      _ webView: WKWebView, _ action: WKNavigationAction, _ preferences: WKWebpagePreferences
    ) async -> (WKNavigationActionPolicy, WKWebpagePreferences)? {
      // As in WebKit: if the delegate has both methods, the one with preferences is called.
      if let decision = await object?.webView?(webView, decidePolicyFor: action, preferences: preferences) {
        return decision
      }
      guard let policy = await object?.webView?(webView, decidePolicyFor: action) else { return nil }
      return (policy, preferences)
    }

    @MainActor func decide(
      _ webView: WKWebView, _ response: WKNavigationResponse
    ) async -> WKNavigationResponsePolicy? {
      await object?.webView?(webView, decidePolicyFor: response)
    }

    @MainActor func didStart(_ webView: WKWebView, _ navigation: WKNavigation?) {
      object?.webView?(webView, didStartProvisionalNavigation: navigation)
    }

    @MainActor func didRedirect(_ webView: WKWebView, _ navigation: WKNavigation?) {
      object?.webView?(webView, didReceiveServerRedirectForProvisionalNavigation: navigation)
    }

    @MainActor func didCommit(_ webView: WKWebView, _ navigation: WKNavigation?) {
      object?.webView?(webView, didCommit: navigation)
    }

    @MainActor func didFinish(_ webView: WKWebView, _ navigation: WKNavigation?) {
      object?.webView?(webView, didFinish: navigation)
    }

    @MainActor func didFail(_ webView: WKWebView, _ navigation: WKNavigation?, _ error: any Error) {
      object?.webView?(webView, didFail: navigation, withError: error)
    }

    @MainActor func didFailProvisional(_ webView: WKWebView, _ navigation: WKNavigation?, _ error: any Error)
    {
      object?.webView?(webView, didFailProvisionalNavigation: navigation, withError: error)
    }

    @MainActor var handlesTermination: Bool {
      responds(to: #selector((any WKNavigationDelegate).webViewWebContentProcessDidTerminate(_:)))
    }

    @MainActor func didTerminate(_ webView: WKWebView) {
      object?.webViewWebContentProcessDidTerminate?(webView)
    }

    @MainActor func didBecome(_ webView: WKWebView, _ action: WKNavigationAction, _ download: WKDownload) {
      object?.webView?(webView, navigationAction: action, didBecome: download)
    }

    @MainActor func didBecome(_ webView: WKWebView, _ response: WKNavigationResponse, _ download: WKDownload)
    {
      object?.webView?(webView, navigationResponse: response, didBecome: download)
    }
  }
#endif
