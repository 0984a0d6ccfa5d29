import ContentBlocker
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

  /// The text of a document of it in UTF-8, as it was saved; nil for what was not.
  func text(of document: [UInt8]) -> [UInt8]? {
    switch self {
    case .saved(let page):
      page.answer(to: SerializedURL(document).withoutFragment).map {
        PageText($0.body, contentType: $0.contentType).bytes
      }
    case .live: nil
    }
  }
}
