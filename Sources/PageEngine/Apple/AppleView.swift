#if os(macOS)
  import AppKit
  import Foundation
  import WebKit

  /// A view of WebKit in a window that is never shown, with a session that stores nothing.
  @MainActor final class AppleView: NSObject {
    private let window: NSWindow
    private let webView: WKWebView
    private let controller: WKUserContentController
    /// Popups that the page has opened.
    private var popups: [WKWebView] = []
    private(set) var state = TrialState.loading
    private(set) var answers = FrameScript.Answers()
    private(set) var documents = DocumentLoads<ObjectIdentifier>()
    private(set) var lastSign = ContinuousClock.now
    /// The picture that was asked for: nil while it is not there, and in it where there is none.
    private(set) var picture: Picture??

    private static let maximumPopups = 16

    init(_ lists: [WKContentRuleList], _ script: FrameScript) {
      let configuration = WKWebViewConfiguration()
      configuration.websiteDataStore = .nonPersistent()
      configuration.preferences.javaScriptCanOpenWindowsAutomatically = true
      // Nobody sees the page, and it shall do what it does when it is seen.
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
      // It belongs to this object, and not to whoever closes it.
      window.isReleasedWhenClosed = false
      window.contentView = webView
      controller.add(self, contentWorld: world, name: FrameScript.world)
      webView.navigationDelegate = self
      webView.uiDelegate = self
    }

    /// The address that it has now.
    var address: String? { webView.url?.absoluteString }

    /// Begins to load a page.
    func load(_ address: String) {
      guard let url = URL(string: address) else {
        state = .failed("this is no URL for WebKit")
        return
      }
      _ = webView.load(URLRequest(url: url))
    }

    /// Asks for a picture of the page as it is seen.
    func takePicture() {
      picture = nil
      webView.takeSnapshot(with: nil) { [weak self] image, _ in
        self?.picture = .some(image.flatMap(Picture.init))
      }
    }

    /// Ends it.
    func close() {
      for view in popups + [webView] { view.stopLoading() }
      popups = []
      // The controller keeps whoever hears its messages.
      controller.removeAllScriptMessageHandlers()
      window.close()
    }

    private func sign(_ view: WKWebView, _ state: TrialState? = nil) {
      lastSign = .now
      guard let state, view === webView else { return }
      self.state = state
    }

    private func fail(_ view: WKWebView, _ error: any Error) {
      documents.end(in: ObjectIdentifier(view))
      // Where a page goes on to another before it is there, the load of the first is called off.
      let isCalledOff = (error as NSError).code == NSURLErrorCancelled
      sign(view, isCalledOff ? nil : .failed(error.localizedDescription))
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
    /// A popup is loaded by the same lists, and not shown.
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
      // Nothing is saved.
      return navigationResponse.canShowMIMEType ? .allow : .cancel
    }

    func webView(_ webView: WKWebView, didCommit navigation: WKNavigation!) { sign(webView) }

    func webView(_ webView: WKWebView, didFinish navigation: WKNavigation!) {
      documents.end(in: ObjectIdentifier(webView))
      sign(webView, .loaded)
    }

    func webView(_ webView: WKWebView, didFail navigation: WKNavigation!, withError error: any Error) {
      fail(webView, error)
    }

    func webView(
      _ webView: WKWebView, didFailProvisionalNavigation navigation: WKNavigation!, withError error: any Error
    ) { fail(webView, error) }

    func webViewWebContentProcessDidTerminate(_ webView: WKWebView) {
      documents.end(in: ObjectIdentifier(webView))
      sign(webView, .failed("the process of the page ended"))
    }
  }
#endif
