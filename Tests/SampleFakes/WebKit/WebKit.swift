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

/// Replaces WebKit's store in memory.
///
/// It accepts every list that does not contain the word `reject`.
@MainActor public final class WKContentRuleListStore {
  public static let shared = WKContentRuleListStore()
  public var lists: [String: WKContentRuleList] = [:]
  /// The identifiers of the compiled lists, in order.
  public var compiled: [String] = []

  /// The error for a rejected or missing list.
  public struct Failure: Error {}

  /// Returns the default store, as WebKit does.
  public static func `default`() -> WKContentRuleListStore! { shared }

  /// Compiles a list, as WebKit does.
  public func compileContentRuleList(
    forIdentifier identifier: String!, encodedContentRuleList json: String!
  ) async throws -> WKContentRuleList? {
    compiled.append(identifier)
    if json.contains("reject") { throw Failure() }
    lists[identifier] = WKContentRuleList(identifier, json)
    return lists[identifier]
  }

  /// Looks up a list, as WebKit does.
  public func contentRuleList(forIdentifier identifier: String!) async throws -> WKContentRuleList? {
    guard let list = lists[identifier] else { throw Failure() }
    return list
  }

  /// Removes a list, as WebKit does.
  public func removeContentRuleList(forIdentifier identifier: String!) async throws {
    lists[identifier] = nil
  }

  /// Returns the identifiers of all lists, as WebKit does.
  public func availableIdentifiers() async -> [String]? { lists.keys.sorted() }
}

/// The active lists of a view.
@MainActor public final class WKUserContentController {
  public private(set) var lists: [String: WKContentRuleList] = [:]

  /// Creates a controller without lists.
  public init() {}

  /// Adds a list, or replaces one with the same identifier, as WebKit does.
  public func add(_ list: WKContentRuleList) { lists[list.identifier] = list }

  /// Removes a list, as WebKit does.
  public func remove(_ list: WKContentRuleList) { lists[list.identifier] = nil }
}

// The following declarations exist only for the compiler.

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
  /// The folder for application support.
  ///
  /// Foundation on Linux lacks this property.
  public static var applicationSupportDirectory: URL { URL(filePath: NSTemporaryDirectory()) }
}
