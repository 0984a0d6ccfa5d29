import ContentBlocker

/// A load that a browser recorded.
public struct RecordedLoad: Hashable, Sendable {
  /// What is loaded, where and for what.
  public var description: RequestDescription
  /// Which page it is of, by its index in ``PageInspection/pages``.
  public var page: Int
  /// How it is known which document asks.
  public var frameSource: FrameSource
  /// Its index among the entries of the archive.
  public var entry: Int
  /// When it began, in microseconds after the first load of the web that says so; nil where it does not.
  public var start: Int?
  /// How long it took, in microseconds.
  public var duration: Int?
  /// How many bytes came, as they were sent where that is recorded.
  public var size: Int?
  /// The status of the answer, 0 where there was none; nil where none that HTTP has is recorded.
  public var status: Int?
  /// Why there was no answer, in the browser's words.
  public var failure: String?
  /// Where the server sent the browser instead, as the archive has it; nil where it did not, or not said where.
  public var redirect: [UInt8]?
  /// How many cookies were sent.
  public var cookiesSent: Int
  /// How many came.
  public var cookiesSet: Int
  /// Whether it asks what a request may do that is to follow, as CORS wants it: what the rules do with that request decides whether
  /// it is made.
  public var isPreflight = false
  /// Of a saved page: whether it is only made if the page uses what a style sheet says.
  public var isConditional = false
  /// Of a saved page: whether the URL is that of a file beside the page, which was written in the place of another.
  public var hasLostAddress = false

  /// A load of which only this is known: its place among others, and what it is.
  public init(entry: Int, page: Int = 0, _ description: RequestDescription, frameSource: FrameSource) {
    (self.entry, self.page, self.description, self.frameSource) = (entry, page, description, frameSource)
    (cookiesSent, cookiesSet) = (0, 0)
  }

  /// How it is known which document asks for a load.
  public enum FrameSource: String, Hashable, Sendable, CaseIterable {
    /// Nothing says that it is another than that of the page.
    case assumed
    /// The recorder says so.
    case recorded
    /// By what the request was sent with, its referrer above all: frames of one address, or of one origin, cannot be told apart.
    case guessed
  }
}
