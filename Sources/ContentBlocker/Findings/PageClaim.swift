/// A page that passes as a page of another site.
public struct PageClaim: Hashable, Sendable {
  /// The URL of the page.
  public let url: String
  /// The host that the condition mistakes it for.
  public let host: String

  /// Creates a claim from a page and the host that it passes for.
  public init(url: String, host: String) {
    self.url = url
    self.host = host
  }
}
