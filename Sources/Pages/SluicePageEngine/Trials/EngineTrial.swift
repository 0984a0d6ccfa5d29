#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import SluiceAnalysis
import SluicePageInspection
import SluiceRules

/// The settings for loading a page, and the data to observe.
public struct EngineTrial: Codable, Hashable, Sendable {
  /// The rule lists as Content Blocker JSON. Each is a separate list in WebKit.
  public var lists: [Data] = []
  /// The selectors whose visibility to observe.
  public var selectors: [String] = []
  /// Whether to take a screenshot.
  public var takesPicture = false
  /// Whether to return the final HTML of the documents.
  public var readsDocuments = false
  /// The time without activity after which the page counts as finished, in milliseconds.
  public var quiet = 400
  /// The minimum time to wait, in milliseconds.
  public var atLeast = 0
  /// The maximum time for the whole trial, in seconds.
  public var timeout = 30

  /// Whether a script in each document observes requests and errors. On macOS, this is always the case.
  public var isSeenByScripts = false

  /// Creates settings that load a page without lists and observe only requests and errors.
  public init() {}
}

/// A page to load in a browser.
@frozen public enum EnginePage: Sendable {
  /// A saved page, which is loaded without a network.
  case saved(any SavedPage)
  /// A live page, by its URL.
  case live(String)

  /// The URL of the page.
  public var address: String {
    switch self {
    case .saved(let page): page.addressString
    case .live(let url): url
    }
  }

  /// Returns the saved text of a document in UTF-8, or `nil` if it was not saved.
  func text(of document: [UInt8]) -> [UInt8]? {
    switch self {
    case .saved(let page):
      page.answer(to: SerializedURL(document).withoutFragment).map {
        PageText($0.body, contentType: $0.contentType).bytes
      }
    case .live: nil
    }
  }
}
