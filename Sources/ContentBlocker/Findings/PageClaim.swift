/// A page that passes itself off as one of another site.
public struct PageClaim: Hashable, Sendable {
  /// The URL of the page.
  public let url: String
  /// The host of which the condition takes it for a page.
  public let host: String

  /// A page and the host that it claims to be of.
  public init(url: String, host: String) {
    self.url = url
    self.host = host
  }
}
