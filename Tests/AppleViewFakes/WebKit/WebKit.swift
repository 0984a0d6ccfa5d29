// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, NeverUseImplicitlyUnwrappedOptionals

@_exported import Foundation
@_exported import FoundationNetworking

// Replaces WebKit where Sources/SluiceProtection/Apple runs on Linux. Views have no behavior of their own, the
// store is in memory, and the methods of the delegate have defaults because they are optional.

public struct WKError: Error {
  public enum Code: Sendable { case contentRuleListStoreCompileFailed }
  public var code: Code
}

@MainActor public final class WKContentRuleList: NSObject {
  public let identifier: String!
  public let json: String
  init(_ identifier: String, _ json: String) { (self.identifier, self.json) = (identifier, json) }
}

@MainActor public final class WKContentRuleListStore: NSObject {
  public var lists: [String: WKContentRuleList] = [:]
  public struct Missing: Error {}
  public static func `default`() -> WKContentRuleListStore! { WKContentRuleListStore(url: nil) }
  public init!(url: URL!) {}
  public func compileContentRuleList(
    forIdentifier identifier: String!, encodedContentRuleList json: String!
  ) async throws -> WKContentRuleList? {
    lists[identifier] = WKContentRuleList(identifier, json)
    return lists[identifier]
  }
  public func contentRuleList(forIdentifier identifier: String!) async throws -> WKContentRuleList? {
    guard let list = lists[identifier] else { throw Missing() }
    return list
  }
  public func removeContentRuleList(forIdentifier identifier: String!) async throws {
    lists[identifier] = nil
  }
  public func availableIdentifiers() async -> [String]? { lists.keys.sorted() }
}

@MainActor public final class WKContentWorld {
  public let name: String
  init(_ name: String) { self.name = name }
  public static let page = WKContentWorld("page")
  public static func world(name: String) -> WKContentWorld { WKContentWorld(name) }
}

public enum WKUserScriptInjectionTime { case atDocumentStart, atDocumentEnd }

@MainActor public final class WKUserScript {
  public let source: String
  public init(
    source: String, injectionTime: WKUserScriptInjectionTime, forMainFrameOnly: Bool, in world: WKContentWorld
  ) { self.source = source }
}

@MainActor public final class WKScriptMessage {
  public var body: Any
  public weak var webView: WKWebView?
  public init(_ body: Any, _ webView: WKWebView) { (self.body, self.webView) = (body, webView) }
}

@MainActor public protocol WKScriptMessageHandler: AnyObject {
  func userContentController(
    _ userContentController: WKUserContentController, didReceive message: WKScriptMessage)
}

@MainActor public final class WKUserContentController {
  public private(set) var lists: [String: WKContentRuleList] = [:]
  public private(set) var userScripts: [WKUserScript] = []
  public private(set) var handler: (any WKScriptMessageHandler)?
  public init() {}
  public func add(_ list: WKContentRuleList) { lists[list.identifier] = list }
  public func remove(_ list: WKContentRuleList) { lists[list.identifier] = nil }
  public func addUserScript(_ script: WKUserScript) { userScripts.append(script) }
  public func removeAllUserScripts() { userScripts = [] }
  public func add(
    _ handler: any WKScriptMessageHandler, contentWorld: WKContentWorld, name: String
  ) { self.handler = handler }
}

@MainActor public final class WKNavigation: NSObject {}
@MainActor public final class WKDownload: NSObject {}
@MainActor public final class WKWebpagePreferences: NSObject {}

@MainActor public final class WKFrameInfo {
  public let isMainFrame: Bool
  public init(isMainFrame: Bool) { self.isMainFrame = isMainFrame }
}

@MainActor public final class WKNavigationAction {
  public let request: URLRequest
  public let targetFrame: WKFrameInfo?
  public let shouldPerformDownload: Bool
  public init(_ url: URL, isMainFrame: Bool? = true, shouldPerformDownload: Bool = false) {
    request = URLRequest(url: url)
    targetFrame = isMainFrame.map { WKFrameInfo(isMainFrame: $0) }
    self.shouldPerformDownload = shouldPerformDownload
  }
}

@MainActor public final class WKNavigationResponse {
  public let response: URLResponse
  public let isForMainFrame: Bool
  public let canShowMIMEType: Bool
  public init(_ response: URLResponse, isForMainFrame: Bool = true, canShowMIMEType: Bool = true) {
    (self.response, self.isForMainFrame, self.canShowMIMEType) = (response, isForMainFrame, canShowMIMEType)
  }
}

public enum WKNavigationActionPolicy: Sendable { case cancel, allow, download }
public enum WKNavigationResponsePolicy: Sendable { case cancel, allow, download }

@MainActor public protocol WKNavigationDelegate: AnyObject {
  func webView(
    _ webView: WKWebView, decidePolicyFor action: WKNavigationAction, preferences: WKWebpagePreferences
  ) async -> (WKNavigationActionPolicy, WKWebpagePreferences)
  func webView(_ webView: WKWebView, decidePolicyFor response: WKNavigationResponse) async
    -> WKNavigationResponsePolicy
  func webView(_ webView: WKWebView, didStartProvisionalNavigation navigation: WKNavigation!)
  func webView(
    _ webView: WKWebView, didReceiveServerRedirectForProvisionalNavigation navigation: WKNavigation!)
  func webView(_ webView: WKWebView, didCommit navigation: WKNavigation!)
  func webView(_ webView: WKWebView, didFinish navigation: WKNavigation!)
  func webView(_ webView: WKWebView, didFail navigation: WKNavigation!, withError error: any Error)
  func webView(
    _ webView: WKWebView, didFailProvisionalNavigation navigation: WKNavigation!, withError error: any Error)
  func webViewWebContentProcessDidTerminate(_ webView: WKWebView)
  func webView(_ webView: WKWebView, navigationAction: WKNavigationAction, didBecome download: WKDownload)
  func webView(_ webView: WKWebView, navigationResponse: WKNavigationResponse, didBecome download: WKDownload)
}

@MainActor public final class WKBackForwardListItem: NSObject {
  public let url: URL
  public init(_ url: URL) { self.url = url }
}

@MainActor public final class WKBackForwardList {
  public var currentItem: WKBackForwardListItem?
}

@MainActor public final class WKWebViewConfiguration {
  public var userContentController = WKUserContentController()
  public init() {}
}

@MainActor public final class UIWindow: NSObject {}

/// A view of iOS, with what WebKit's views and views in them need.
@MainActor open class UIView: NSObject {
  public private(set) var subviews: [UIView] = []
  public private(set) weak var superview: UIView?
  public weak var window: UIWindow? { didSet { for view in subviews { view.window = window } } }
  public init(frame: CGRect) {}
  public func addSubview(_ view: UIView) {
    subviews.append(view)
    view.superview = self
    view.window = window
  }
  public func removeFromSuperview() {
    superview?.subviews.removeAll { $0 === self }
    superview = nil
  }
  open func didMoveToWindow() {}
  /// Shows the view in a window, or in none.
  public func move(to window: UIWindow?) {
    self.window = window
    for view in [self] + subviews { view.didMoveToWindow() }
  }
}

@MainActor public final class WKWebView: UIView {
  public let configuration: WKWebViewConfiguration
  public weak var navigationDelegate: (any WKNavigationDelegate)?
  /// As in WebKit, the URL of the most recent request while it is in progress.
  public var url: URL?
  public let backForwardList = WKBackForwardList()
  /// The number of calls of `reload()`.
  public private(set) var reloads = 0
  public init(frame: CGRect, configuration: WKWebViewConfiguration) {
    self.configuration = configuration
    super.init(frame: frame)
  }
  public func reload() -> WKNavigation? {
    reloads += 1
    return nil
  }
}
