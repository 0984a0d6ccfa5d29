#if canImport(WebKit)
  import Foundation
  import WebKit

  extension Protection {
    /// Protects a `WKWebView`, from its next page on. The first pages wait for the lists.
    ///
    /// - Parameters:
    ///   - webView: The view. Its navigation delegate becomes the one that is returned; one that it has already goes on being asked
    ///     and told, as ``WebKitView/navigationDelegate``.
    ///   - engine: The engine of this protection.
    /// - Returns: What to keep as long as the view exists.
    public func protect(_ webView: WKWebView, with engine: WebKitEngine) -> WebKitView {
      let view = WebKitView(webView, self, engine)
      protect(view)
      return view
    }
  }

  /// A `WKWebView` that is protected, and its navigation delegate. The app's own delegate is ``navigationDelegate``; one that is set in
  /// the view itself ends protection of unprotected sites.
  @MainActor open class WebKitView: NSObject, ProtectedView, WKNavigationDelegate {
    /// The view.
    public private(set) weak var webView: WKWebView?
    private let engine: WebKitEngine
    private let webKitHolder: WebKitHolder
    private weak var protection: Protection?
    private var switches = true
    private var record = NavigationRecord()
    private let next = NextDelegate()

    /// The app's own navigation delegate. It decides and hears as if it were the view's; what it allows begins when lists are ready.
    public var navigationDelegate: (any WKNavigationDelegate)? {
      get { next.delegate }
      set {
        next.delegate = newValue
        // WebKit asks once what a delegate can do.
        if let webView, webView.navigationDelegate === self {
          webView.navigationDelegate = nil
          webView.navigationDelegate = self
        }
      }
    }

    /// What the app says of a navigation, before its delegate is asked; without it all are allowed.
    public var decides: ((WKNavigationAction) async -> WKNavigationActionPolicy)?

    /// Takes a download, to give it a delegate. Without it, and without a delegate of the app that takes downloads, nothing becomes one:
    /// what cannot be shown is cancelled, as WebKit does by itself.
    public var takesDownload: ((WKDownload) -> Void)?

    /// For apps that may call what WebKit does not document: it is given what a page is loaded with, and whether the page is of an
    /// unprotected site, and answers whether rule lists are off for that page alone then. Nothing is switched for such a view.
    public var setsRuleLists: ((WKWebpagePreferences, Bool) -> Bool)?

    /// A view of a protection.
    public init(_ webView: WKWebView, _ protection: Protection, _ engine: WebKitEngine) {
      (self.webView, self.protection, self.engine) = (webView, protection, engine)
      webKitHolder = engine.holder(of: webView.configuration.userContentController)
      super.init()
      next.delegate = webView.navigationDelegate
      webView.navigationDelegate = self
      webKitHolder.add(self, listens: protection.options.countsBlocked)
    }

    /// Its content controller, which views may share.
    public var holder: any RuleListHolder { webKitHolder }

    /// The address of the page that is shown: `WKWebView.url` is that of one that was only asked for.
    public var page: String? { webView.flatMap { record.page(of: $0) } }

    /// Protects the view no longer, and leaves it to the app's own delegate: call it when a tab is closed.
    public func release() {
      protection?.release(self)
      if let webView, webView.navigationDelegate === self { webView.navigationDelegate = next.delegate }
    }

    /// Makes a protected view for a popup, in `webView(_:createWebViewWith:for:windowFeatures:)`: return its view from there, and keep
    /// the other as long.
    ///
    /// WebKit gives a popup the content controller of its opener, so lists are switched for both together: off only where both show
    /// unprotected sites.
    public func popup(
      _ configuration: WKWebViewConfiguration, frame: CGRect = .zero
    ) -> (webView: WKWebView, view: WebKitView)? {
      guard let protection else { return nil }
      let webView = WKWebView(frame: frame, configuration: configuration)
      return (webView, protection.protect(webView, with: engine))
    }

    func report(_ message: [UInt8]) {
      guard let protection else { return }
      Task { await protection.report(message, in: self) }
    }

    private func tell(_ event: NavigationEvent) {
      if switches { protection?.navigation(event, in: self) }
    }

    private var canDownload: Bool { takesDownload != nil || next.takesDownloads }

    // MARK: WKNavigationDelegate

    /// A page is about to be requested.
    open func webView(
      _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction,
      preferences: WKWebpagePreferences
    ) async -> (WKNavigationActionPolicy, WKWebpagePreferences) {
      await protection?.ready()
      var (policy, preferences) = (await decides?(navigationAction) ?? .allow, preferences)
      if policy == .allow {
        (policy, preferences) =
          await next.decide(webView, navigationAction, preferences)
          ?? (navigationAction.shouldPerformDownload && canDownload ? .download : .allow, preferences)
      }
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
      let policy = await next.decide(webView, navigationResponse) ?? ownPolicy(for: navigationResponse)
      let status = (navigationResponse.response as? HTTPURLResponse)?.statusCode
      if policy == .allow, navigationResponse.isForMainFrame, ![204, 205].contains(status ?? 0),
        let page = navigationResponse.response.url?.absoluteString
      {
        tell(.answered(page))
      }
      return policy
    }

    private func ownPolicy(for answer: WKNavigationResponse) -> WKNavigationResponsePolicy {
      let disposition = (answer.response as? HTTPURLResponse)?
        .value(forHTTPHeaderField: "Content-Disposition")?.lowercased()
      let isAttachment = disposition?.hasPrefix("attachment") ?? false
      if canDownload, isAttachment || !answer.canShowMIMEType { return .download }
      return answer.canShowMIMEType ? .allow : .cancel
    }

    /// The navigation begins.
    open func webView(_ webView: WKWebView, didStartProvisionalNavigation navigation: WKNavigation!) {
      let address = webView.url?.absoluteString ?? ""
      tell(.started(address, record.begin(navigation, address)))
      next.didStart(webView, navigation)
    }

    /// The server sends the view elsewhere.
    open func webView(
      _ webView: WKWebView, didReceiveServerRedirectForProvisionalNavigation navigation: WKNavigation!
    ) {
      let address = webView.url?.absoluteString ?? ""
      tell(.redirected(address, record.begin(navigation, address)))
      next.didRedirect(webView, navigation)
    }

    /// The page stands in the view.
    open func webView(_ webView: WKWebView, didCommit navigation: WKNavigation!) {
      let id = record.commit(navigation, in: webView)
      tell(.committed(page ?? "", id))
      next.didCommit(webView, navigation)
    }

    /// The load has ended.
    open func webView(_ webView: WKWebView, didFinish navigation: WKNavigation!) {
      tell(.ended(record.end(navigation)))
      next.didFinish(webView, navigation)
    }

    /// The load has ended.
    open func webView(_ webView: WKWebView, didFail navigation: WKNavigation!, withError error: any Error) {
      tell(.ended(record.end(navigation)))
      next.didFail(webView, navigation, error)
    }

    /// The load has ended before there was a page.
    open func webView(
      _ webView: WKWebView, didFailProvisionalNavigation navigation: WKNavigation!, withError error: any Error
    ) {
      tell(.ended(record.end(navigation)))
      next.didFailProvisional(webView, navigation, error)
    }

    /// The web process has ended: the view is empty. Nothing is loaded again; that is for the app's own delegate.
    open func webViewWebContentProcessDidTerminate(_ webView: WKWebView) {
      record.removeAll()
      tell(.processEnded)
      next.didTerminate(webView)
    }

    /// A link has become a download.
    open func webView(
      _ webView: WKWebView, navigationAction: WKNavigationAction, didBecome download: WKDownload
    ) {
      if let takesDownload {
        takesDownload(download)
      } else {
        next.didBecome(webView, navigationAction, download)
      }
    }

    /// An answer has become a download.
    open func webView(
      _ webView: WKWebView, navigationResponse: WKNavigationResponse, didBecome download: WKDownload
    ) {
      if let takesDownload {
        takesDownload(download)
      } else {
        next.didBecome(webView, navigationResponse, download)
      }
    }

    #if canImport(ObjectiveC)
      /// Whether this or the app's own delegate has a method: authentication, and whatever WebKit may ask for.
      nonisolated open override func responds(to selector: Selector!) -> Bool {
        super.responds(to: selector) || next.responds(to: selector)
      }

      /// The app's own delegate, for methods that this one has not.
      nonisolated open override func forwardingTarget(for selector: Selector!) -> Any? {
        next.responds(to: selector) ? next.target : super.forwardingTarget(for: selector)
      }
    #endif
  }
#endif
