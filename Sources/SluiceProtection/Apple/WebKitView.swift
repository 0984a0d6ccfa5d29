#if canImport(WebKit)
  import Foundation
  import WebKit

  extension Protection {
    /// Protects a `WKWebView`, starting with its next page. The first pages wait for the lists.
    ///
    /// - Parameters:
    ///   - webView: The view. Its navigation delegate is replaced with the returned object. An existing
    ///     delegate is still called, as ``WebKitView/navigationDelegate``.
    ///   - engine: The engine of this protection.
    /// - Returns: An object to retain as long as the view exists.
    public func protect(_ webView: WKWebView, with engine: WebKitEngine) -> WebKitView {
      let view = WebKitView(webView, protection: self, engine: engine)
      protect(view)
      return view
    }
  }

  /// A protected `WKWebView` and its navigation delegate.
  ///
  /// Set the app's own delegate as ``navigationDelegate``. A delegate set on the view itself stops the
  /// handling of unprotected sites.
  @MainActor open class WebKitView: NSObject, ProtectedView, WKNavigationDelegate {
    /// The protected view.
    public private(set) weak var webView: WKWebView?
    private let engine: WebKitEngine
    private let webKitHolder: WebKitHolder
    private weak var protection: Protection?
    private var switches = true
    private var record = NavigationRecord()
    private let next = NextDelegate()
    private var watcher: WindowWatcher?
    private var lastReload: ContinuousClock.Instant?

    /// The app's own navigation delegate. It works as if it were set on the view, except that allowed
    /// navigations wait until the lists are ready.
    public var navigationDelegate: (any WKNavigationDelegate)? {
      get { next.delegate }
      set {
        next.delegate = newValue
        // WebKit checks which methods a delegate has only when the delegate is set.
        if let webView, webView.navigationDelegate === self {
          webView.navigationDelegate = nil
          webView.navigationDelegate = self
        }
      }
    }

    /// A closure that decides about a navigation before the app's delegate is asked. Without it, all
    /// navigations are allowed.
    public var decides: ((WKNavigationAction) async -> WKNavigationActionPolicy)?

    /// A closure that is called with each new download, to set its delegate.
    ///
    /// Without this closure, and without an app delegate that handles downloads, there are no downloads:
    /// WebKit cancels responses that it cannot show, as it does by default.
    public var takesDownload: ((WKDownload) -> Void)?

    /// A hook for apps that may call undocumented WebKit API.
    ///
    /// It gets a page's preferences and whether the page belongs to an unprotected site. It returns whether
    /// it has set the rule lists for that page alone. If so, lists are not switched for the view.
    public var setsRuleLists: ((WKWebpagePreferences, Bool) -> Bool)?

    /// Creates a protected view.
    public init(_ webView: WKWebView, protection: Protection, engine: WebKitEngine) {
      (self.webView, self.protection, self.engine) = (webView, protection, engine)
      webKitHolder = engine.holder(of: webView.configuration.userContentController)
      super.init()
      next.delegate = webView.navigationDelegate
      webView.navigationDelegate = self
      webKitHolder.add(self, listens: protection.options.countsBlocked)
    }

    /// The content controller, which views can share.
    public var holder: any RuleListHolder { webKitHolder }

    /// The address of the page that is shown. In contrast, `WKWebView.url` can be the address of a page that
    /// was only requested.
    public var page: String? { webView.flatMap { record.page(of: $0) } }

    /// Ends the protection of the view and restores the app's own delegate. Call it when a tab is closed.
    public func release() {
      endWatching()
      protection?.release(self)
      if let webView, webView.navigationDelegate === self { webView.navigationDelegate = next.delegate }
    }

    /// Creates a protected view for a popup. Call it in `webView(_:createWebViewWith:for:windowFeatures:)`,
    /// return its `webView` there, and retain its `view` as long as the popup exists.
    ///
    /// WebKit gives a popup the content controller of its opener, so lists are switched for both together.
    /// Lists are off only if both show unprotected sites.
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

    private func send(_ event: NavigationEvent) {
      if switches { protection?.navigation(event, in: self) }
    }

    private var canDownload: Bool { takesDownload != nil || next.takesDownloads }

    // MARK: WKNavigationDelegate

    /// Handles a page that is about to be requested.
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
      send(.asked(page))
      return (policy, preferences)
    }

    /// Handles the server's response.
    open func webView(
      _ webView: WKWebView, decidePolicyFor navigationResponse: WKNavigationResponse
    ) async -> WKNavigationResponsePolicy {
      let policy = await next.decide(webView, navigationResponse) ?? ownPolicy(for: navigationResponse)
      let status = (navigationResponse.response as? HTTPURLResponse)?.statusCode
      if policy == .allow, navigationResponse.isForMainFrame, ![204, 205].contains(status ?? 0),
        let page = navigationResponse.response.url?.absoluteString
      {
        send(.answered(page))
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

    /// Handles the start of a navigation.
    open func webView(_ webView: WKWebView, didStartProvisionalNavigation navigation: WKNavigation!) {
      // The app has opened another page in the meantime.
      endWatching()
      let address = webView.url?.absoluteString ?? ""
      send(.started(address, record.begin(navigation, at: address)))
      next.didStart(webView, navigation)
    }

    /// Handles a redirect by the server.
    open func webView(
      _ webView: WKWebView, didReceiveServerRedirectForProvisionalNavigation navigation: WKNavigation!
    ) {
      let address = webView.url?.absoluteString ?? ""
      send(.redirected(address, record.begin(navigation, at: address)))
      next.didRedirect(webView, navigation)
    }

    /// Handles the commit of a page.
    open func webView(_ webView: WKWebView, didCommit navigation: WKNavigation!) {
      let id = record.commit(navigation, in: webView)
      send(.committed(page ?? "", id))
      next.didCommit(webView, navigation)
    }

    /// Handles the end of a page load.
    open func webView(_ webView: WKWebView, didFinish navigation: WKNavigation!) {
      send(.ended(record.end(navigation)))
      next.didFinish(webView, navigation)
    }

    /// Handles the failure of a page load.
    open func webView(_ webView: WKWebView, didFail navigation: WKNavigation!, withError error: any Error) {
      send(.ended(record.end(navigation)))
      next.didFail(webView, navigation, error)
    }

    /// Handles a failure before the page was committed.
    open func webView(
      _ webView: WKWebView, didFailProvisionalNavigation navigation: WKNavigation!, withError error: any Error
    ) {
      send(.ended(record.end(navigation)))
      next.didFailProvisional(webView, navigation, error)
    }

    /// Handles the end of the web process, which leaves the view empty. If the app's own delegate does not handle
    /// it, the page is reloaded as soon as the view is in a window.
    open func webViewWebContentProcessDidTerminate(_ webView: WKWebView) {
      record.removeAll()
      send(.processEnded)
      if next.handlesTermination { next.didTerminate(webView) } else { reloadWhenVisible(webView) }
    }

    /// Reloads a page as WebKit does for apps without a method for the end of the process, which this delegate
    /// prevents. A page whose process ends again soon stays away.
    private func reloadWhenVisible(_ webView: WKWebView) {
      if let lastReload, ContinuousClock.now - lastReload < Self.reloadInterval { return }
      guard webView.window == nil else { return reload(webView) }
      let watcher = WindowWatcher(frame: .zero)
      watcher.enters = { [weak self, weak webView] in
        if let webView { self?.reload(webView) }
      }
      webView.addSubview(watcher)
      self.watcher = watcher
    }

    /// WebKit forgets the end of a process after this time.
    private static let reloadInterval = Duration.seconds(30)

    private func reload(_ webView: WKWebView) {
      endWatching()
      lastReload = .now
      _ = webView.reload()
    }

    private func endWatching() {
      watcher?.enters = nil
      watcher?.removeFromSuperview()
      watcher = nil
    }

    /// Handles a link that became a download.
    open func webView(
      _ webView: WKWebView, navigationAction: WKNavigationAction, didBecome download: WKDownload
    ) {
      if let takesDownload {
        takesDownload(download)
      } else {
        next.didBecome(webView, navigationAction, download)
      }
    }

    /// Handles a response that became a download.
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
      /// Returns whether this object or the app's own delegate has a method, such as one for authentication.
      nonisolated open override func responds(to selector: Selector!) -> Bool {
        super.responds(to: selector) || next.responds(to: selector)
      }

      /// Forwards all other methods to the app's own delegate.
      nonisolated open override func forwardingTarget(for selector: Selector!) -> Any? {
        next.responds(to: selector) ? next.target : super.forwardingTarget(for: selector)
      }
    #endif
  }

  #if os(macOS)
    import AppKit
    typealias SystemView = NSView
  #else
    #if canImport(UIKit)
      import UIKit
    #endif
    typealias SystemView = UIView
  #endif

  /// A view without a size, which notices when the view that it is in comes into a window.
  @MainActor final class WindowWatcher: SystemView {
    var enters: (() -> Void)?

    #if os(macOS)
      override func viewDidMoveToWindow() { tell() }
    #else
      override func didMoveToWindow() { tell() }
    #endif

    private func tell() {
      if window != nil { enters?() }
    }
  }
#endif
