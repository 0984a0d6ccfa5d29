#if canImport(WebKit)
  import Foundation
  import WebKit

  extension Protection {
    /// Protects a `WKWebView`, from its next page on. The first pages wait for the lists.
    ///
    /// - Parameters:
    ///   - webView: The view. Its navigation delegate becomes the one that is returned.
    ///   - engine: The engine of this protection.
    /// - Returns: What to keep as long as the view is there.
    public func protect(_ webView: WKWebView, with engine: WebKitEngine) -> WebKitView {
      let view = WebKitView(webView, self, engine)
      protect(view)
      return view
    }
  }

  /// A `WKWebView` that is protected, and its navigation delegate. An app that needs more of one has an object of a subclass,
  /// which calls these methods in its own, or gives ``decides``.
  @MainActor open class WebKitView: NSObject, ProtectedView, WKNavigationDelegate {
    /// The view.
    public private(set) weak var webView: WKWebView?
    private let webKitHolder: WebKitHolder
    private weak var protection: Protection?
    private var switches = true

    /// What the app says of a navigation; without it all are allowed.
    public var decides: ((WKNavigationAction) async -> WKNavigationActionPolicy)?

    /// For apps that may call what WebKit does not document: it is given what a page is loaded with, and whether the page is of an
    /// unprotected site, and answers whether rule lists are off for that page alone then. Nothing is switched for such a view.
    public var setsRuleLists: ((WKWebpagePreferences, Bool) -> Bool)?

    /// A view of a protection.
    public init(_ webView: WKWebView, _ protection: Protection, _ engine: WebKitEngine) {
      (self.webView, self.protection) = (webView, protection)
      webKitHolder = engine.holder(of: webView.configuration.userContentController)
      super.init()
      webView.navigationDelegate = self
      webKitHolder.add(self, listens: protection.options.countsBlocked)
    }

    /// Its content controller, which views may share.
    public var holder: any RuleListHolder { webKitHolder }

    /// The address that the view has now.
    public var page: String? { webView?.url?.absoluteString }

    func report(_ message: [UInt8]) {
      guard let protection else { return }
      Task { await protection.report(message, in: self) }
    }

    private func tell(_ event: NavigationEvent) {
      if switches { protection?.navigation(event, in: self) }
    }

    // MARK: WKNavigationDelegate

    /// A page is about to be asked for.
    open func webView(
      _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction,
      preferences: WKWebpagePreferences
    ) async -> (WKNavigationActionPolicy, WKWebpagePreferences) {
      await protection?.ready()
      let policy = await decides?(navigationAction) ?? .allow
      guard policy == .allow, navigationAction.targetFrame?.isMainFrame ?? false,
        let page = navigationAction.request.url?.absoluteString
      else { return (policy, preferences) }
      if let setsRuleLists {
        switches = !setsRuleLists(preferences, protection?.isUnprotected(page: page) ?? false)
      }
      tell(.asked(page))
      return (policy, preferences)
    }

    /// Its server answers.
    open func webView(
      _ webView: WKWebView, decidePolicyFor navigationResponse: WKNavigationResponse
    ) async -> WKNavigationResponsePolicy {
      guard navigationResponse.canShowMIMEType else { return .download }
      let response = navigationResponse.response as? HTTPURLResponse
      let disposition = response?.value(forHTTPHeaderField: "Content-Disposition")?.lowercased()
      if disposition?.hasPrefix("attachment") ?? false { return .download }
      if navigationResponse.isForMainFrame, ![204, 205].contains(response?.statusCode ?? 0),
        let page = navigationResponse.response.url?.absoluteString
      {
        tell(.answered(page))
      }
      return .allow
    }

    /// The server sends the view elsewhere.
    open func webView(
      _ webView: WKWebView, didReceiveServerRedirectForProvisionalNavigation navigation: WKNavigation!
    ) {
      if let page { tell(.redirected(page)) }
    }

    /// The page stands in the view.
    open func webView(_ webView: WKWebView, didCommit navigation: WKNavigation!) {
      if let page { tell(.committed(page)) }
    }

    /// The load has ended.
    open func webView(_ webView: WKWebView, didFinish navigation: WKNavigation!) { tell(.ended) }

    /// The load has ended.
    open func webView(_ webView: WKWebView, didFail navigation: WKNavigation!, withError error: any Error) {
      tell(.ended)
    }

    /// The load has ended before there was a page.
    open func webView(
      _ webView: WKWebView, didFailProvisionalNavigation navigation: WKNavigation!, withError error: any Error
    ) { tell(.ended) }
  }
#endif
