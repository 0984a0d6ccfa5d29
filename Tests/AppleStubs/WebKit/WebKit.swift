// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, NeverUseImplicitlyUnwrappedOptionals

#if os(macOS)
  @_exported import AppKit
  public typealias ViewOfSystem = NSView
#else
  @_exported import UIKit
  public typealias ViewOfSystem = UIView
#endif

/// Security's; WebKit exports it.
public final class SecTrust {}

@available(macOS 10.13, iOS 11.0, *)
@MainActor open class WKContentRuleList: NSObject {
  open var identifier: String! { fatalError() }
}

@available(macOS 10.13, iOS 11.0, *)
@MainActor open class WKContentRuleListStore: NSObject {
  public class func `default`() -> Self! { fatalError() }
  public convenience init!(url: URL!) { fatalError() }
  // In Swift 6 language mode, the completion handlers of asynchronous methods are imported as @Sendable.
  open func compileContentRuleList(
    forIdentifier identifier: String!, encodedContentRuleList: String!,
    completionHandler: (@Sendable (WKContentRuleList?, (any Error)?) -> Void)!
  ) { fatalError() }
  open func compileContentRuleList(
    forIdentifier identifier: String!, encodedContentRuleList: String!
  ) async throws -> WKContentRuleList? { fatalError() }
  open func contentRuleList(forIdentifier identifier: String!) async throws -> WKContentRuleList? {
    fatalError()
  }
  open func removeContentRuleList(forIdentifier identifier: String!) async throws { fatalError() }
  open func availableIdentifiers() async -> [String]? { fatalError() }
}

@available(macOS 10.10, iOS 8.0, *)
@MainActor open class WKUserContentController: NSObject {
  @available(macOS 10.13, iOS 11.0, *)
  open func add(_ contentRuleList: WKContentRuleList) { fatalError() }
  @available(macOS 10.13, iOS 11.0, *)
  open func remove(_ contentRuleList: WKContentRuleList) { fatalError() }
  open var userScripts: [WKUserScript] { fatalError() }
  open func addUserScript(_ userScript: WKUserScript) { fatalError() }
  open func removeAllUserScripts() { fatalError() }
  @available(macOS 11.0, iOS 14.0, *)
  open func removeAllScriptMessageHandlers() { fatalError() }
  @available(macOS 11.0, iOS 14.0, *)
  open func add(
    _ scriptMessageHandler: any WKScriptMessageHandler, contentWorld world: WKContentWorld, name: String
  ) { fatalError() }
}

@available(macOS 10.10, iOS 8.0, *)
public enum WKUserScriptInjectionTime: Int, Sendable {
  case atDocumentStart
  case atDocumentEnd
}

@available(macOS 11.0, iOS 14.0, *)
@MainActor open class WKContentWorld: NSObject {
  open class var page: WKContentWorld { fatalError() }
  open class var defaultClient: WKContentWorld { fatalError() }
  open class func world(name: String) -> WKContentWorld { fatalError() }
}

@available(macOS 10.10, iOS 8.0, *)
@MainActor open class WKUserScript: NSObject {
  @available(macOS 11.0, iOS 14.0, *)
  public init(
    source: String, injectionTime: WKUserScriptInjectionTime, forMainFrameOnly: Bool,
    in contentWorld: WKContentWorld
  ) { fatalError() }
}

@available(macOS 10.10, iOS 8.0, *)
@MainActor open class WKScriptMessage: NSObject {
  open var body: Any { fatalError() }
  weak open var webView: WKWebView? { fatalError() }
}

@available(macOS 10.10, iOS 8.0, *)
@MainActor public protocol WKScriptMessageHandler: NSObjectProtocol {
  func userContentController(
    _ userContentController: WKUserContentController, didReceive message: WKScriptMessage)
}

@available(macOS 10.10, iOS 8.0, *)
@MainActor open class WKFrameInfo: NSObject {
  open var isMainFrame: Bool { fatalError() }
  @available(macOS 10.11, iOS 9.0, *)
  open var securityOrigin: WKSecurityOrigin { fatalError() }
}

@available(macOS 10.11, iOS 9.0, *)
@MainActor open class WKSecurityOrigin: NSObject {
  open var host: String { fatalError() }
}

@available(macOS 11.0, iOS 14.0, *)
@MainActor open class WKFindConfiguration: NSObject {
  public override init() { fatalError() }
}

@available(macOS 11.0, iOS 14.0, *)
@MainActor open class WKFindResult: NSObject {
  open var matchFound: Bool { fatalError() }
}

#if os(macOS)
  @available(macOS 10.12, *)
  @MainActor open class WKOpenPanelParameters: NSObject {
    open var allowsMultipleSelection: Bool { fatalError() }
    @available(macOS 10.13.4, *)
    open var allowsDirectories: Bool { fatalError() }
  }
#endif

@available(macOS 10.10, iOS 8.0, *)
@MainActor open class WKNavigationAction: NSObject {
  open var targetFrame: WKFrameInfo? { fatalError() }
  @available(macOS 11.3, iOS 14.5, *)
  open var shouldPerformDownload: Bool { fatalError() }
  open var request: URLRequest { fatalError() }
}

@available(macOS 10.10, iOS 8.0, *)
@MainActor open class WKNavigationResponse: NSObject {
  open var isForMainFrame: Bool { fatalError() }
  open var response: URLResponse { fatalError() }
  open var canShowMIMEType: Bool { fatalError() }
}

@available(macOS 10.10, iOS 8.0, *)
public enum WKNavigationActionPolicy: Int, Sendable {
  case cancel
  case allow
  @available(macOS 11.3, iOS 14.5, *)
  case download
}

@available(macOS 10.10, iOS 8.0, *)
public enum WKNavigationResponsePolicy: Int, Sendable {
  case cancel
  case allow
  @available(macOS 11.3, iOS 14.5, *)
  case download
}

@available(macOS 10.15, iOS 13.0, *)
@MainActor open class WKWebpagePreferences: NSObject {}

public struct WKError: Error {
  public struct Code: Hashable, Sendable {
    @available(macOS 10.13, iOS 11.0, *)
    public static var contentRuleListStoreCompileFailed: Code { fatalError() }
  }
  public var code: Code { fatalError() }
}

@available(macOS 10.11, iOS 9.0, *)
@MainActor open class WKWebsiteDataStore: NSObject {
  open class func `default`() -> WKWebsiteDataStore { fatalError() }
  open class func allWebsiteDataTypes() -> Set<String> { fatalError() }
  open func removeData(ofTypes dataTypes: Set<String>, modifiedSince date: Date) async { fatalError() }
  open class func nonPersistent() -> WKWebsiteDataStore { fatalError() }
}

@available(macOS 10.10, iOS 8.0, *)
@MainActor open class WKPreferences: NSObject {
  @available(macOS 14.0, iOS 17.0, *)
  public enum InactiveSchedulingPolicy: Int, Sendable {
    case suspend
    case throttle
    case none
  }

  open var javaScriptCanOpenWindowsAutomatically: Bool {
    get { fatalError() }
    set { fatalError() }
  }
  @available(macOS 14.0, iOS 17.0, *)
  open var inactiveSchedulingPolicy: InactiveSchedulingPolicy {
    get { fatalError() }
    set { fatalError() }
  }
}

@available(macOS 10.10, iOS 8.0, *)
@MainActor open class WKWindowFeatures: NSObject {}

// All requirements are optional; only the one in use is declared.
@available(macOS 10.10, iOS 8.0, *)
@MainActor public protocol WKUIDelegate: NSObjectProtocol {
  func webView(
    _ webView: WKWebView, createWebViewWith configuration: WKWebViewConfiguration,
    for navigationAction: WKNavigationAction, windowFeatures: WKWindowFeatures
  ) -> WKWebView?
  func webView(
    _ webView: WKWebView, runJavaScriptAlertPanelWithMessage message: String,
    initiatedByFrame frame: WKFrameInfo
  ) async
  func webView(
    _ webView: WKWebView, runJavaScriptConfirmPanelWithMessage message: String,
    initiatedByFrame frame: WKFrameInfo
  ) async -> Bool
  func webView(
    _ webView: WKWebView, runJavaScriptTextInputPanelWithPrompt prompt: String, defaultText: String?,
    initiatedByFrame frame: WKFrameInfo
  ) async -> String?
  #if os(macOS)
    @available(macOS 10.12, *)
    func webView(
      _ webView: WKWebView, runOpenPanelWith parameters: WKOpenPanelParameters,
      initiatedByFrame frame: WKFrameInfo
    ) async -> [URL]?
  #endif
}

// These methods are optional.
extension WKUIDelegate {
  public func webView(
    _ webView: WKWebView, runJavaScriptAlertPanelWithMessage message: String,
    initiatedByFrame frame: WKFrameInfo
  ) async { fatalError() }
  public func webView(
    _ webView: WKWebView, runJavaScriptConfirmPanelWithMessage message: String,
    initiatedByFrame frame: WKFrameInfo
  ) async -> Bool { fatalError() }
  public func webView(
    _ webView: WKWebView, runJavaScriptTextInputPanelWithPrompt prompt: String, defaultText: String?,
    initiatedByFrame frame: WKFrameInfo
  ) async -> String? { fatalError() }
  #if os(macOS)
    @available(macOS 10.12, *)
    public func webView(
      _ webView: WKWebView, runOpenPanelWith parameters: WKOpenPanelParameters,
      initiatedByFrame frame: WKFrameInfo
    ) async -> [URL]? { fatalError() }
  #endif
}

@available(macOS 10.10, iOS 8.0, *)
@MainActor open class WKWebViewConfiguration: NSObject {
  public override init() { fatalError() }
  open var preferences: WKPreferences {
    get { fatalError() }
    set { fatalError() }
  }
  @available(macOS 10.11, iOS 9.0, *)
  open var websiteDataStore: WKWebsiteDataStore {
    get { fatalError() }
    set { fatalError() }
  }
  open var userContentController: WKUserContentController {
    get { fatalError() }
    set { fatalError() }
  }
  @available(macOS 10.13, iOS 11.0, *)
  open func setURLSchemeHandler(_ urlSchemeHandler: (any WKURLSchemeHandler)?, forURLScheme urlScheme: String)
  {
    fatalError()
  }
}

@available(macOS 10.13, iOS 11.0, *)
@MainActor public protocol WKURLSchemeTask: NSObjectProtocol {
  var request: URLRequest { get }
  func didReceive(_ response: URLResponse)
  func didReceive(_ data: Data)
  func didFinish()
}

@available(macOS 10.13, iOS 11.0, *)
@MainActor public protocol WKURLSchemeHandler: NSObjectProtocol {
  func webView(_ webView: WKWebView, start urlSchemeTask: any WKURLSchemeTask)
  func webView(_ webView: WKWebView, stop urlSchemeTask: any WKURLSchemeTask)
}

@available(macOS 10.13, iOS 11.0, *)
@MainActor open class WKSnapshotConfiguration: NSObject {}

@available(macOS 10.10, iOS 8.0, *)
@MainActor open class WKNavigation: NSObject {}

@available(macOS 11.3, iOS 14.5, *)
@MainActor open class WKDownload: NSObject {
  open var originalRequest: URLRequest? { fatalError() }
  open var progress: Progress { fatalError() }
  open func cancel(_ completionHandler: (@MainActor @Sendable (Data?) -> Void)? = nil) { fatalError() }
  weak open var delegate: (any WKDownloadDelegate)? {
    get { fatalError() }
    set { fatalError() }
  }
}

@available(macOS 11.3, iOS 14.5, *)
@MainActor public protocol WKDownloadDelegate: NSObjectProtocol {
  func download(
    _ download: WKDownload, decideDestinationUsing response: URLResponse, suggestedFilename: String
  ) async -> URL?
  func downloadDidFinish(_ download: WKDownload)
  func download(_ download: WKDownload, didFailWithError error: any Error, resumeData: Data?)
}

@available(macOS 10.10, iOS 8.0, *)
@MainActor open class WKBackForwardListItem: NSObject {
  open var url: URL { fatalError() }
}

@available(macOS 10.10, iOS 8.0, *)
@MainActor open class WKBackForwardList: NSObject {
  open var currentItem: WKBackForwardListItem? { fatalError() }
}

// All requirements are optional, and WebKit never calls a method with a wrong signature. The first one is
// therefore required here. The signatures of the others follow Apple's documentation and are not checked.
@available(macOS 10.10, iOS 8.0, *)
@MainActor public protocol WKNavigationDelegate: NSObjectProtocol {
  func webView(_ webView: WKWebView, didCommit navigation: WKNavigation!)
}

@available(macOS 10.10, iOS 8.0, *)
@MainActor open class WKWebView: ViewOfSystem {
  public init(frame: CGRect, configuration: WKWebViewConfiguration) { fatalError() }
  weak open var navigationDelegate: (any WKNavigationDelegate)? {
    get { fatalError() }
    set { fatalError() }
  }
  weak open var uiDelegate: (any WKUIDelegate)? {
    get { fatalError() }
    set { fatalError() }
  }
  open var configuration: WKWebViewConfiguration { fatalError() }
  open var title: String? { fatalError() }
  open var backForwardList: WKBackForwardList { fatalError() }
  open func goBack() -> WKNavigation? { fatalError() }
  open func goForward() -> WKNavigation? { fatalError() }
  open var url: URL? { fatalError() }
  open func load(_ request: URLRequest) -> WKNavigation? { fatalError() }
  open func reload() -> WKNavigation? { fatalError() }
  @available(macOS 11.0, iOS 14.0, *)
  open var pageZoom: CGFloat {
    get { fatalError() }
    set { fatalError() }
  }
  @available(macOS 11.0, iOS 14.0, *)
  open func find(_ text: String, configuration: WKFindConfiguration) async throws -> WKFindResult {
    fatalError()
  }
  open func stopLoading() { fatalError() }
  open func evaluateJavaScript(_ javaScriptString: String) async throws -> Any? { fatalError() }
  @available(macOS 11.0, iOS 14.0, *)
  open func evaluateJavaScript(
    _ javaScript: String, in frame: WKFrameInfo? = nil, contentWorld: WKContentWorld
  ) async throws -> Any? { fatalError() }
  open var isLoading: Bool { fatalError() }
  open var canGoBack: Bool { fatalError() }
  open var canGoForward: Bool { fatalError() }
  open var estimatedProgress: Double { fatalError() }
  @available(macOS 10.12, iOS 10.0, *)
  open var serverTrust: SecTrust? { fatalError() }
  open var allowsBackForwardNavigationGestures: Bool {
    get { fatalError() }
    set { fatalError() }
  }
  #if !os(macOS)
    @available(iOS 16.0, *)
    open var isFindInteractionEnabled: Bool {
      get { fatalError() }
      set { fatalError() }
    }
    @available(iOS 16.0, *)
    open var findInteraction: UIFindInteraction? { fatalError() }
  #endif
  #if os(macOS)
    @available(macOS 10.13, *)
    open func takeSnapshot(
      with snapshotConfiguration: WKSnapshotConfiguration?,
      completionHandler: @escaping @MainActor @Sendable (NSImage?, (any Error)?) -> Void
    ) { fatalError() }
  #endif
  @available(macOS 13.3, iOS 16.4, *)
  open var isInspectable: Bool {
    get { fatalError() }
    set { fatalError() }
  }
}
