/// A page of one site that a condition mistakes for a page of another site.
public struct PageClaim: Hashable, Sendable {
  /// The URL of the page.
  public let url: String
  /// The host of the other site.
  public let host: String

  /// Creates a claim from the page and the host of the other site.
  public init(url: String, host: String) {
    self.url = url
    self.host = host
  }
}
