import Foundation

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
