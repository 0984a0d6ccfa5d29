import SluiceAnalysis
import SluicePageInspection
import SluiceRules

/// A page to load in a browser.
@frozen public enum EnginePage: Sendable {
  /// A saved page, which is loaded without a network.
  case saved(any SavedPage)
  /// A live page, by its URL.
  case live(String)

  /// The URL of the page.
  public var address: String {
    switch self {
    case .saved(let page): page.addressString
    case .live(let url): url
    }
  }

  /// Returns the saved text of a document in UTF-8, or `nil` if it was not saved.
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
