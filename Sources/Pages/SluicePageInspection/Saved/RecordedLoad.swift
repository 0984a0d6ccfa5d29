import SluiceAnalysis
import SluiceRules

/// A request that a browser recorded.
public struct RecordedLoad: Hashable, Sendable {
  /// The URL, page and kind of the request.
  public var description: RequestDescription
  /// The index of the request's page in ``PageInspection/pages``.
  public var page: Int
  /// How the document that sent the request was determined.
  public var frameSource: FrameSource
  /// The index of the request among the entries of the HAR file.
  public var entry: Int
  /// The start time in microseconds after the first web request with a known time, or `nil` if unknown.
  public var start: Int?
  /// The duration in microseconds.
  public var duration: Int?
  /// The size of the response in bytes; the transfer size if it is recorded.
  public var size: Int?
  /// The HTTP status: 0 if there was no response, `nil` if no valid status is recorded.
  public var status: Int?
  /// The reason why there was no response, in the browser's words.
  public var failure: String?
  /// The target of a redirect as recorded, or `nil` if there was no redirect or its target is not recorded.
  public var redirect: [UInt8]?
  /// The number of cookies sent.
  public var cookiesSent: Int
  /// The number of cookies set.
  public var cookiesSet: Int
  /// Whether the request is a CORS preflight. The decision about it determines whether the actual request is
  /// sent.
  public var isPreflight = false
  /// For a saved page, whether the page requests the URL only if it uses the style rule that refers to the
  /// URL.
  public var isConditional = false
  /// For a saved page, whether the URL is that of a file next to the page, which replaced the original URL.
  public var hasLostAddress = false

  /// Creates a request for which only the description is known.
  public init(entry: Int, page: Int = 0, _ description: RequestDescription, frameSource: FrameSource) {
    (self.entry, self.page, self.description, self.frameSource) = (entry, page, description, frameSource)
    (cookiesSent, cookiesSet) = (0, 0)
  }

  /// How the document that sent a request was determined.
  @nonexhaustive public enum FrameSource: String, Hashable, Sendable, CaseIterable {
    /// Nothing indicates a document other than the page's, so it is assumed.
    case assumed
    /// The recorder states the document.
    case recorded
    /// The headers of the request, mainly the referrer, indicate the document. Frames with the same URL or
    /// origin cannot be distinguished.
    case guessed
  }
}
