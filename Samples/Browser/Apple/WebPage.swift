import SluiceBrowserModel
import SluiceProtection
import SwiftUI
import WebKit

#if os(macOS)
  import AppKit
#endif

/// A `WKWebView` of a tab, which reports its events to the model.
@MainActor final class WebPage: NSObject, PageView {
  let webView: WKWebView
  private var view: WebKitView?
  private weak var tab: BrowserTab?
  private var observations: [NSKeyValueObservation] = []

  init(
    _ tab: BrowserTab, openedBy opener: BrowserTab?, _ engine: WebKitEngine, _ protection: Protection,
    _ downloads: Downloads
  ) {
    self.tab = tab
    if let opener = opener?.page as? WebPage, let wanted = opener.wanted,
      let popup = opener.view?.popup(wanted)
    {
      // WebKit gives a popup the configuration that it asks for.
      (webView, self.view) = (popup.webView, popup.view)
    } else {
      let configuration = WKWebViewConfiguration()
      let handler = DetectionHandler(areListsEmbedded: tab.window?.model.convertsLists ?? true)
      configuration.setURLSchemeHandler(handler, forURLScheme: DetectionPage.scheme)
      webView = WKWebView(frame: .zero, configuration: configuration)
    }
    super.init()
    #if DEBUG
      if #available(iOS 16.4, macOS 13.3, *) { webView.isInspectable = true }
    #endif
    if view == nil { view = protection.protect(webView, with: engine) }
    view?.navigationDelegate = self
    view?.takesDownload = { downloads.take($0) }
    webView.uiDelegate = self
    webView.allowsBackForwardNavigationGestures = true
    #if !os(macOS)
      if #available(iOS 16.0, *) { webView.isFindInteractionEnabled = true }
    #endif
    observe()
  }

  /// The configuration of the popup that this page is opening.
  private var wanted: WKWebViewConfiguration?

  var protected: (any ProtectedView)? { view }
  func load(_ url: String) { if let url = URL(string: url) { _ = webView.load(URLRequest(url: url)) } }
  func reload() { _ = webView.reload() }
  func stop() { webView.stopLoading() }
  func goBack() { _ = webView.goBack() }
  func goForward() { _ = webView.goForward() }

  func evaluate(_ script: String) async -> String? {
    let world = WKContentWorld.world(name: PageScriptText.world)
    return try? await webView.evaluateJavaScript(script, in: nil, contentWorld: world) as? String
  }

  // MARK: Dialogs, find, zoom

  /// The question of the page; nil without one.
  private(set) var dialog: PageDialog?

  private func ask(
    _ kind: PageDialog.Kind, _ message: String, text: String = "", in frame: WKFrameInfo
  ) async -> String? {
    // A page that asks in several frames at once gets one answer after the other.
    dialog?.answer(nil)
    return await withCheckedContinuation { continuation in
      dialog = PageDialog(kind: kind, host: frame.securityOrigin.host, message: message, text: text) {
        [weak self] answer in
        self?.dialog = nil
        self?.tab?.window?.changed?()
        continuation.resume(returning: answer)
      }
      tab?.window?.changed?()
    }
  }

  /// Finds a text in the page, after the last place where it was found.
  func find(_ text: String) async {
    guard !text.isEmpty else { return }
    _ = try? await webView.find(text, configuration: WKFindConfiguration())
  }

  /// Makes the page larger or smaller, or with 0 as large as it is.
  func zoom(_ steps: Int) {
    zoomLevel = steps == 0 ? 1 : min(5, max(0.25, zoomLevel * (steps > 0 ? 1.1 : 1 / 1.1)))
    webView.pageZoom = CGFloat(zoomLevel)
  }

  private var zoomLevel = 1.0

  func close() {
    dialog?.answer(nil)
    observations = []
    view?.release()
    (view, tab) = (nil, nil)
  }

  private func observe() {
    observations = [
      webView.observe(\.title) { [weak self] view, _ in
        MainActor.assumeIsolated { if let title = view.title { self?.tab?.handle(.titled(title)) } }
      },
      webView.observe(\.estimatedProgress) { [weak self] view, _ in
        MainActor.assumeIsolated { _ = self?.tab?.handle(.progressed(view.estimatedProgress)) }
      },
      webView.observe(\.url) { [weak self] view, _ in
        MainActor.assumeIsolated {
          if !view.isLoading, let url = view.url { self?.tab?.handle(.moved(url.absoluteString)) }
        }
      },
    ]
  }

  private func fail(_ error: any Error) {
    let error = error as NSError
    let asked = (error.userInfo[NSURLErrorFailingURLStringErrorKey] as? String) ?? tab?.asked ?? ""
    let kind: PageFailure.Kind
    switch (error.domain, error.code) {
    case (NSURLErrorDomain, NSURLErrorCancelled), ("WebKitErrorDomain", 102):
      tab?.handle(.stopped)
      return
    case (NSURLErrorDomain, NSURLErrorCannotFindHost): kind = .hostNotFound
    case (NSURLErrorDomain, NSURLErrorCannotConnectToHost),
      (NSURLErrorDomain, NSURLErrorNotConnectedToInternet):
      kind = .unreachable
    case (NSURLErrorDomain, NSURLErrorTimedOut): kind = .timedOut
    // -1201 to -1204
    case (NSURLErrorDomain, NSURLErrorServerCertificateHasBadDate),
      (NSURLErrorDomain, NSURLErrorServerCertificateUntrusted),
      (NSURLErrorDomain, NSURLErrorServerCertificateHasUnknownRoot),
      (NSURLErrorDomain, NSURLErrorServerCertificateNotYetValid):
      kind = .untrusted
    // -1200, also if the server speaks http
    case (NSURLErrorDomain, NSURLErrorSecureConnectionFailed): kind = .unencrypted
    case ("WebKitErrorDomain", 104): kind = .blocked
    default: kind = .other(error.localizedDescription)
    }
    tab?.handle(.failed(PageFailure(kind, url: asked)))
  }

  private func tellHistory() {
    tab?.handle(.canGo(back: webView.canGoBack, forward: webView.canGoForward))
  }
}

extension WebPage: WKNavigationDelegate {
  func webView(_ webView: WKWebView, didStartProvisionalNavigation navigation: WKNavigation!) {
    tab?.handle(.started(webView.url?.absoluteString ?? ""))
  }

  func webView(_ webView: WKWebView, didCommit navigation: WKNavigation!) {
    let page = webView.url?.absoluteString ?? ""
    let security = PageSecurity(page: page, hasTrustedCertificate: webView.serverTrust != nil)
    tab?.handle(.committed(page, security))
    tellHistory()
  }

  func webView(_ webView: WKWebView, didFinish navigation: WKNavigation!) {
    tab?.handle(.finished)
    tellHistory()
  }

  func webView(_ webView: WKWebView, didFail navigation: WKNavigation!, withError error: any Error) {
    fail(error)
  }

  func webView(
    _ webView: WKWebView, didFailProvisionalNavigation navigation: WKNavigation!, withError error: any Error
  ) { fail(error) }

  func webViewWebContentProcessDidTerminate(_ webView: WKWebView) {
    tab?.handle(.crashed)
  }
}

extension WebPage: WKUIDelegate {
  func webView(
    _ webView: WKWebView, createWebViewWith configuration: WKWebViewConfiguration,
    for navigationAction: WKNavigationAction, windowFeatures: WKWindowFeatures
  ) -> WKWebView? {
    guard let tab, let window = tab.window else { return nil }
    wanted = configuration
    defer { wanted = nil }
    return (window.open(openedBy: tab).page as? WebPage)?.webView
  }

  func webView(
    _ webView: WKWebView, runJavaScriptAlertPanelWithMessage message: String,
    initiatedByFrame frame: WKFrameInfo
  ) async { _ = await ask(.alert, message, in: frame) }

  func webView(
    _ webView: WKWebView, runJavaScriptConfirmPanelWithMessage message: String,
    initiatedByFrame frame: WKFrameInfo
  ) async -> Bool { await ask(.confirm, message, in: frame) != nil }

  func webView(
    _ webView: WKWebView, runJavaScriptTextInputPanelWithPrompt prompt: String, defaultText: String?,
    initiatedByFrame frame: WKFrameInfo
  ) async -> String? { await ask(.prompt, prompt, text: defaultText ?? "", in: frame) }

  #if os(macOS)
    // iOS has a panel of its own.
    func webView(
      _ webView: WKWebView, runOpenPanelWith parameters: WKOpenPanelParameters,
      initiatedByFrame frame: WKFrameInfo
    ) async -> [URL]? {
      let panel = NSOpenPanel()
      panel.allowsMultipleSelection = parameters.allowsMultipleSelection
      panel.canChooseDirectories = parameters.allowsDirectories
      return await panel.begin() == .OK ? panel.urls : nil
    }
  #endif

  func webViewDidClose(_ webView: WKWebView) {
    if let tab { tab.window?.close(tab) }
  }
}

/// Answers for the made-up trackers of the Detection page.
@MainActor private final class DetectionHandler: NSObject, WKURLSchemeHandler {
  private let areListsEmbedded: Bool

  init(areListsEmbedded: Bool) { self.areListsEmbedded = areListsEmbedded }

  func webView(_ webView: WKWebView, start urlSchemeTask: any WKURLSchemeTask) {
    guard let url = urlSchemeTask.request.url else { return }
    let (type, body) = DetectionPage.answer(url.absoluteString, areListsEmbedded: areListsEmbedded)
    urlSchemeTask.didReceive(
      URLResponse(url: url, mimeType: type, expectedContentLength: body.count, textEncodingName: "utf-8"))
    urlSchemeTask.didReceive(Data(body))
    urlSchemeTask.didFinish()
  }

  func webView(_ webView: WKWebView, stop urlSchemeTask: any WKURLSchemeTask) {}
}

/// The web view of a tab. SwiftUI makes one for each identity, so a tab has its own: use it with `.id(tab.id)`.
#if os(macOS)
  struct PageContent: NSViewRepresentable {
    let page: WebPage
    func makeNSView(context: Context) -> WKWebView { page.webView }
    func updateNSView(_ view: WKWebView, context: Context) {}
  }
#else
  struct PageContent: UIViewRepresentable {
    let page: WebPage
    func makeUIView(context: Context) -> WKWebView { page.webView }
    func updateUIView(_ view: WKWebView, context: Context) {}
  }
#endif
