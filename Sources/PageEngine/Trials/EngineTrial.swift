import Foundation

/// What a page is loaded with, and what is to be found out.
public struct EngineTrial: Codable, Hashable, Sendable {
  /// Rule lists as Content Blocker JSON, each a list of its own in WebKit.
  public var lists: [Data] = []
  /// Selectors of which it is asked whether elements can be seen.
  public var selectors: [String] = []
  /// Whether a picture of the page is wanted.
  public var takesPicture = false
  /// Whether the documents are wanted as they are in the end.
  public var readsDocuments = false
  /// How long nothing must have happened before the page is taken to be done, in milliseconds.
  public var quiet = 400
  /// How long is waited at least, in milliseconds.
  public var atLeast = 0
  /// How long it may take in all, in seconds.
  public var timeout = 30

  /// Whether loads and errors shall be those that a script in each document sees, as they are on macOS in any case.
  public var isSeenByScripts = false

  /// A load without lists of which nothing is asked.
  public init() {}
}
