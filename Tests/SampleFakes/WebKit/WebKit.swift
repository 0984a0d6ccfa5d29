// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, NeverUseImplicitlyUnwrappedOptionals

@_exported import Foundation
@_exported import FoundationNetworking
@_exported import UIKit

/// A compiled list.
@MainActor public final class WKContentRuleList {
  public let identifier: String!
  public let json: String

  init(_ identifier: String, _ json: String) { (self.identifier, self.json) = (identifier, json) }
}

/// Stands in for WebKit's store: in memory, and it takes every list but those that have the word `reject`.
@MainActor public final class WKContentRuleListStore {
  public static let shared = WKContentRuleListStore()
  public var lists: [String: WKContentRuleList] = [:]
  /// The identifiers that were compiled, in order.
  public var compiled: [String] = []

  /// Why there is no list.
  public struct Failure: Error {}

  /// As WebKit's.
  public static func `default`() -> WKContentRuleListStore! { shared }

  /// As WebKit's.
  public func compileContentRuleList(
    forIdentifier identifier: String!, encodedContentRuleList json: String!
  ) async throws -> WKContentRuleList? {
    compiled.append(identifier)
    if json.contains("reject") { throw Failure() }
    lists[identifier] = WKContentRuleList(identifier, json)
    return lists[identifier]
  }

  /// As WebKit's.
  public func contentRuleList(forIdentifier identifier: String!) async throws -> WKContentRuleList? {
    guard let list = lists[identifier] else { throw Failure() }
    return list
  }

  /// As WebKit's.
  public func removeContentRuleList(forIdentifier identifier: String!) async throws {
    lists[identifier] = nil
  }

  /// As WebKit's.
  public func availableIdentifiers() async -> [String]? { lists.keys.sorted() }
}

/// The lists that act.
@MainActor public final class WKUserContentController {
  public private(set) var lists: [String: WKContentRuleList] = [:]

  /// None at first.
  public init() {}

  /// As WebKit's: a list of the same identifier is replaced.
  public func add(_ list: WKContentRuleList) { lists[list.identifier] = list }

  /// As WebKit's.
  public func remove(_ list: WKContentRuleList) { lists[list.identifier] = nil }
}

// The rest is there for the compiler.

@MainActor public final class WKWebViewConfiguration {
  public var userContentController = WKUserContentController()
  public init() {}
}

@MainActor public final class WKNavigation {}

@MainActor public protocol WKNavigationDelegate: AnyObject {
  func webView(_ webView: WKWebView, didCommit navigation: WKNavigation!)
}

@MainActor public final class WKWebView: UIView {
  public weak var navigationDelegate: (any WKNavigationDelegate)?
  public var url: URL?
  public init(frame: CGRect, configuration: WKWebViewConfiguration) { super.init(frame: frame) }
  public func load(_ request: URLRequest) -> WKNavigation? { nil }
  public func reload() -> WKNavigation? { nil }
}

extension URL {
  /// Linux's Foundation does not have it.
  public static var applicationSupportDirectory: URL { URL(filePath: NSTemporaryDirectory()) }
}
