import Foundation

/// What was seen of a page in a browser.
public struct EngineObservation: Codable, Hashable, Sendable {
  /// The engine, such as `WebKitGTK 2.50.6`.
  public var engine: String
  /// What became of the page.
  public var outcome: Outcome
  /// The address of the page in the end, after all redirects; nil where nothing came.
  public var page: String?
  /// When something last happened: something was asked for, or could be seen. In milliseconds after the start.
  public var lastChange = 0
  /// What was asked for, in order, 10,000 at most.
  public var loads: [ObservedLoad] = []
  /// What WebKit says that it blocked, in order, each once and 10,000 at most.
  public var blocked: [BlockedLoad] = []
  /// The errors of the console, in order, 200 at most.
  public var errors: [String] = []
  /// For each selector whether an element of it could be seen in the end, in any frame.
  public var visible: [Bool] = []
  /// The documents as they are in the end, that of the page first.
  public var documents: [ObservedDocument] = []
  /// The picture, a PNG; nil where none was asked for or came.
  public var picture: Data?
  /// What differs from the picture of the trial before, if both have one.
  public var difference: PictureDifference?
  /// Whether loads, what was blocked of them and errors are those that a script in each document sees, as on macOS, where WebKit tells
  /// of no others. What is blocked is then what failed to load.
  public var isSeenByScripts = false

  /// The most loads of a page that are observed.
  static let maximumLoads = 10_000

  /// What became of a page.
  public enum Outcome: Codable, Hashable, Sendable {
    /// It was loaded.
    case loaded
    /// It was not, in WebKit's words.
    case failed(String)
    /// It was still loading when the time was over.
    case timeout
    /// WebKit does not take one of the lists, by its index, in WebKit's words.
    case rejected(list: Int, words: String)
  }
}

/// Something that a page asked for and that reached the network.
public struct ObservedLoad: Codable, Hashable, Sendable {
  /// The address, with `ws` and `wss` for sockets.
  public var url: String
  /// The method of HTTP.
  public var method: String
  /// What asks for it, in the words of `Request.Kind`; nil where that is not known.
  public var kind: String?
  /// The address of the document that asked; nil where that is not known.
  public var frame: String?
  /// How many cookies were sent.
  public var cookiesSent = 0
  /// How many came.
  public var cookiesSet = 0
  /// When it was asked for, in milliseconds after the start.
  public var start: Double
  /// How long the answer took, in milliseconds; nil while there was none.
  public var duration: Double?
  /// The status of the answer.
  public var status: Int?
  /// The size of its body, in bytes.
  public var size: Int?
  /// Where the server sent the browser.
  public var redirect: String?
}

/// Something that WebKit says it did not load.
public struct BlockedLoad: Codable, Hashable, Sendable {
  /// The address.
  public var url: String
  /// The page on which it was asked for.
  public var page: String
}

/// A document of a page.
public struct ObservedDocument: Codable, Hashable, Sendable {
  /// Its address.
  public var address: String
  /// Whether it is that of the page, or of a popup, and not of a frame.
  public var isTop: Bool
  /// It as HTML.
  public var html: String
}

/// What differs between two pictures of a page.
public struct PictureDifference: Codable, Hashable, Sendable {
  /// Which part of the points differs, from 0 to 1.
  public var share: Double
  /// A PNG with what differs in colour over the rest of the page.
  public var picture: Data
}
