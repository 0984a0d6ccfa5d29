import PageInspection

/// A page to be tried in a browser.
public enum EnginePage: Sendable {
  /// One that was saved, which is loaded without a network.
  case saved(any SavedPage)
  /// One of the web, by its URL.
  case live(String)

  /// The URL.
  public var address: String {
    switch self {
    case .saved(let page): String(decoding: page.address, as: UTF8.self)
    case .live(let url): url
    }
  }
}
