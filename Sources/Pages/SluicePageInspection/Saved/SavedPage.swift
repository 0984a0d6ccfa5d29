/// A page that was saved with its resources, so that it can be loaded without a network.
public protocol SavedPage: Sendable {
  /// The URL of the page in the form that browsers use, without a fragment.
  var address: [UInt8] { get }

  /// Returns the saved response for a URL, or `nil` if it was not saved. The URL must be in the form that
  /// browsers use, without a fragment.
  func answer(to url: [UInt8]) -> SavedAnswer?
}

extension SavedPage {
  /// ``address`` as text.
  public var addressString: String { String(decoding: address, as: UTF8.self) }
}

/// The response of a server.
public struct SavedAnswer: Hashable, Sendable {
  /// The HTTP status, such as 200.
  public var status: Int
  /// The headers in order.
  ///
  /// Headers that only describe the connection (`Content-Length`, `Content-Encoding`, `Transfer-Encoding`,
  /// `Connection`) are excluded, because the body is already decoded.
  public var headers: [Header]
  /// The decoded body.
  public var body: [UInt8]

  /// An HTTP header.
  public struct Header: Hashable, Sendable {
    /// The name as written.
    public var name: String
    /// The value as written.
    public var value: String

    /// Creates a header.
    public init(name: String, value: String) { (self.name, self.value) = (name, value) }
  }

  /// Creates a response.
  public init(status: Int = 200, headers: [Header] = [], body: [UInt8]) {
    (self.status, self.headers, self.body) = (status, headers, body)
  }
}
