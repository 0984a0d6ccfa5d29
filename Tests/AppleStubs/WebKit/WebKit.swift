// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, NeverUseImplicitlyUnwrappedOptionals

#if os(macOS)
  @_exported import AppKit
  public typealias ViewOfSystem = NSView
#else
  @_exported import UIKit
  public typealias ViewOfSystem = UIView
#endif

@available(macOS 10.13, iOS 11.0, *)
@MainActor open class WKContentRuleList: NSObject {
  open var identifier: String! { fatalError() }
}

@available(macOS 10.13, iOS 11.0, *)
@MainActor open class WKContentRuleListStore: NSObject {
  public class func `default`() -> Self! { fatalError() }
  public convenience init!(url: URL!) { fatalError() }
  // In the language mode of Swift 6 the handlers of asynchronous methods are imported as @Sendable.
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
}

@available(macOS 10.10, iOS 8.0, *)
@MainActor open class WKWebViewConfiguration: NSObject {
  open var userContentController: WKUserContentController {
    get { fatalError() }
    set { fatalError() }
  }
}

@available(macOS 10.10, iOS 8.0, *)
@MainActor open class WKNavigation: NSObject {}

// One requirement of many, all of them optional: one of another form would never be called.
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
  open var url: URL? { fatalError() }
  open func load(_ request: URLRequest) -> WKNavigation? { fatalError() }
  open func reload() -> WKNavigation? { fatalError() }
  @available(macOS 13.3, iOS 16.4, *)
  open var isInspectable: Bool {
    get { fatalError() }
    set { fatalError() }
  }
}
