#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The observation of a page in a browser.
public struct EngineObservation: Codable, Hashable, Sendable {
  /// The engine, such as `WebKitGTK 2.50.6`.
  public var engine: String
  /// The outcome of loading the page.
  public var outcome: Outcome
  /// The final URL of the page after all redirects, or `nil` if nothing was loaded.
  public var page: String?
  /// The time of the last request or visible change, in milliseconds after the start.
  public var lastChange = 0
  /// The requests in order, at most 10,000.
  public var loads: [ObservedLoad] = []
  /// The requests that WebKit reported as blocked, in order and without duplicates, at most 10,000.
  public var blocked: [BlockedLoad] = []
  /// The console errors in order, at most 200.
  public var errors: [String] = []
  /// For each selector, whether a matching element was visible at the end in any frame.
  public var visible: [Bool] = []
  /// The documents at the end, with the page's document first.
  public var documents: [ObservedDocument] = []
  /// The screenshot in PNG format, or `nil` if it was not requested or failed.
  public var picture: Data?
  /// The difference from the screenshot of the previous trial, if both exist.
  public var difference: PictureDifference?
  /// Whether requests, blocked requests and errors were observed by a script in each document.
  ///
  /// This is the case on macOS, where WebKit does not report them. All requests that failed then count as
  /// blocked.
  public var isSeenByScripts = false

  /// The maximum number of observed requests per page.
  static let maximumLoads = 10_000

  /// The outcome of loading a page.
  @nonexhaustive public enum Outcome: Codable, Hashable, Sendable {
    /// The page was loaded.
    case loaded
    /// The page failed to load, with WebKit's message.
    case failed(String)
    /// The page was still loading at the timeout.
    case timeout
    /// WebKit rejected the list at this index, with its message.
    case rejected(list: Int, words: String)
  }
}

/// A request of a page that reached the network.
public struct ObservedLoad: Codable, Hashable, Sendable {
  /// The URL: `ws` or `wss` for WebSockets.
  public var url: String
  /// The HTTP method.
  public var method: String
  /// The kind of request as a raw value of `Request.Kind`, or `nil` if unknown.
  public var kind: String?
  /// The URL of the document that sent the request, or `nil` if unknown.
  public var frame: String?
  /// The number of cookies sent.
  public var cookiesSent = 0
  /// The number of cookies set.
  public var cookiesSet = 0
  /// The time of the request, in milliseconds after the start.
  public var start: Double
  /// The duration in milliseconds, or `nil` if there was no response.
  public var duration: Double?
  /// The status of the response.
  public var status: Int?
  /// The size of the body in bytes.
  public var size: Int?
  /// The target of a redirect.
  public var redirect: String?
}

/// A request that WebKit reported as blocked.
public struct BlockedLoad: Codable, Hashable, Sendable {
  /// The URL.
  public var url: String
  /// The page that sent the request.
  public var page: String
}

/// A document of a page.
public struct ObservedDocument: Codable, Hashable, Sendable {
  /// The URL.
  public var address: String
  /// Whether the document is the page's or a popup's, not a frame's.
  public var isTop: Bool
  /// The HTML of the document.
  public var html: String
}

/// The difference between two screenshots of a page.
public struct PictureDifference: Codable, Hashable, Sendable {
  /// The share of pixels that differ, from 0 to 1.
  public var share: Double
  /// An image in PNG format that highlights the differences in color over the faded page.
  public var picture: Data
}
