#if os(macOS)
  import AppKit
  import Foundation
  import WebKit

  /// A web view in a window that is never shown, with an ephemeral session.
  @MainActor final class AppleView: NSObject {
    private let window: NSWindow
    private let webView: WKWebView
    private let controller: WKUserContentController
    private var popups: [WKWebView] = []
    private(set) var state = TrialState.loading
    private(set) var answers = FrameScript.Answers()
    private(set) var documents = DocumentLoads<ObjectIdentifier>()
    private(set) var lastSign = ContinuousClock.now
    /// The requested snapshot: `nil` while it is pending, `.some(nil)` if it failed.
    private(set) var picture: Picture??

    private static let maximumPopups = 16

    init(_ lists: [WKContentRuleList], script: FrameScript) {
      let configuration = WKWebViewConfiguration()
      configuration.websiteDataStore = .nonPersistent()
      configuration.preferences.javaScriptCanOpenWindowsAutomatically = true
      // The page must run as if it were visible.
      if #available(macOS 14.0, *) { configuration.preferences.inactiveSchedulingPolicy = .none }
      controller = configuration.userContentController
      for list in lists { controller.add(list) }
      let world = WKContentWorld.world(name: FrameScript.world)
      controller.addUserScript(
        WKUserScript(
          source: script.text, injectionTime: .atDocumentStart, forMainFrameOnly: false, in: world))
      let frame = CGRect(x: 0, y: 0, width: Picture.viewSize.width, height: Picture.viewSize.height)
      webView = WKWebView(frame: frame, configuration: configuration)
      window = NSWindow(contentRect: frame, styleMask: .borderless, backing: .buffered, defer: false)
      super.init()
      // Closing the window must not release it, because this object owns it.
      window.isReleasedWhenClosed = false
      window.contentView = webView
      controller.add(self, contentWorld: world, name: FrameScript.world)
      webView.navigationDelegate = self
      webView.uiDelegate = self
    }

    var address: String? { webView.url?.absoluteString }

    func load(_ address: String) {
      guard let url = URL(string: address) else {
        state = .failed("WebKit does not accept this URL")
        return
      }
      _ = webView.load(URLRequest(url: url))
    }

    /// Requests a snapshot of the visible part of the page.
    func takePicture() {
      picture = nil
      webView.takeSnapshot(with: nil) { [weak self] image, _ in
        self?.picture = .some(image.flatMap(Picture.init))
      }
    }

    /// Stops loading and closes the window.
    func close() {
      for view in popups + [webView] { view.stopLoading() }
      popups = []
      // The controller retains its message handlers.
      controller.removeAllScriptMessageHandlers()
      window.close()
    }

    private func sign(_ view: WKWebView, as state: TrialState? = nil) {
      lastSign = .now
      guard let state, view === webView else { return }
      self.state = state
    }

    private func fail(_ view: WKWebView, with error: any Error) {
      documents.end(in: ObjectIdentifier(view))
      // If a page navigates before it is loaded, WebKit cancels the first navigation.
      let isCalledOff = (error as NSError).code == NSURLErrorCancelled
      sign(view, as: isCalledOff ? nil : .failed(error.localizedDescription))
    }
  }

  extension AppleView: WKScriptMessageHandler {
    func userContentController(
      _ userContentController: WKUserContentController, didReceive message: WKScriptMessage
    ) {
      lastSign = .now
      guard let text = message.body as? String, let message = FrameScript.Message(text) else { return }
      answers.add(message)
    }
  }

  extension AppleView: WKUIDelegate {
    /// Loads a popup with the same lists, without showing it.
    func webView(
      _ webView: WKWebView, createWebViewWith configuration: WKWebViewConfiguration,
      for navigationAction: WKNavigationAction, windowFeatures: WKWindowFeatures
    ) -> WKWebView? {
      guard popups.count < Self.maximumPopups else { return nil }
      let popup = WKWebView(frame: self.webView.frame, configuration: configuration)
      popup.navigationDelegate = self
      popup.uiDelegate = self
      popups.append(popup)
      return popup
    }
  }

  extension AppleView: WKNavigationDelegate {
    func webView(_ webView: WKWebView, didStartProvisionalNavigation navigation: WKNavigation!) {
      if let url = webView.url?.absoluteString { documents.begin(url, in: ObjectIdentifier(webView)) }
      sign(webView)
    }

    func webView(
      _ webView: WKWebView, didReceiveServerRedirectForProvisionalNavigation navigation: WKNavigation!
    ) {
      if let url = webView.url?.absoluteString {
        documents.redirect(to: url, in: ObjectIdentifier(webView))
      }
      sign(webView)
    }

    func webView(
      _ webView: WKWebView, decidePolicyFor navigationResponse: WKNavigationResponse
    ) async -> WKNavigationResponsePolicy {
      if navigationResponse.isForMainFrame {
        let response = navigationResponse.response as? HTTPURLResponse
        documents.answer(response?.statusCode, in: ObjectIdentifier(webView))
      }
      // Downloads are cancelled.
      return navigationResponse.canShowMIMEType ? .allow : .cancel
    }

    func webView(_ webView: WKWebView, didCommit navigation: WKNavigation!) { sign(webView) }

    func webView(_ webView: WKWebView, didFinish navigation: WKNavigation!) {
      documents.end(in: ObjectIdentifier(webView))
      sign(webView, as: .loaded)
    }

    func webView(_ webView: WKWebView, didFail navigation: WKNavigation!, withError error: any Error) {
      fail(webView, with: error)
    }

    func webView(
      _ webView: WKWebView, didFailProvisionalNavigation navigation: WKNavigation!, withError error: any Error
    ) { fail(webView, with: error) }

    func webViewWebContentProcessDidTerminate(_ webView: WKWebView) {
      documents.end(in: ObjectIdentifier(webView))
      sign(webView, as: .failed("the process of the page ended"))
    }
  }
#endif
