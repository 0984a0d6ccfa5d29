/// A page that was saved with what it needs, so that it can be loaded again without a network.
public protocol SavedPage: Sendable {
  /// The address of the page: a URL as browsers write it, without a fragment.
  var address: [UInt8] { get }

  /// What was saved for an address, a URL as browsers write it without a fragment; nil for nothing.
  func answer(to url: [UInt8]) -> SavedAnswer?
}

/// What a server said.
public struct SavedAnswer: Hashable, Sendable {
  /// The status of HTTP, such as 200.
  public var status: Int
  /// The headers in their order. What only belongs to a connection (`Content-Length`, `Content-Encoding`, `Transfer-Encoding`,
  /// `Connection`) is not among them: the body is as it is meant.
  public var headers: [Header]
  /// What was sent.
  public var body: [UInt8]

  /// A header of HTTP.
  public struct Header: Hashable, Sendable {
    /// As it was written.
    public var name: String
    /// As it was written.
    public var value: String

    /// A header of these texts.
    public init(name: String, value: String) { (self.name, self.value) = (name, value) }
  }

  /// An answer of these parts.
  public init(status: Int = 200, headers: [Header] = [], body: [UInt8]) {
    (self.status, self.headers, self.body) = (status, headers, body)
  }
}
