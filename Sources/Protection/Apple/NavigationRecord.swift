#if canImport(WebKit)
  import WebKit

  /// The navigations of a view that may still be told of, by the objects that WebKit has for them, and the page that is shown.
  @MainActor struct NavigationRecord {
    private var entries: [Entry] = []
    private var count = 0
    private var shown: Shown?

    private struct Entry {
      /// Kept: another one may come to the place of one that is gone.
      let navigation: WKNavigation
      let id: NavigationID
      var address: String
    }

    private struct Shown {
      weak var item: WKBackForwardListItem?
      /// What the item does not have: a page that was given as text has none.
      var address: String?
    }

    /// WebKit gives no object for some navigations of its page cache (NavigationState::NavigationClient::didStartProvisionalNavigation).
    private static let unknown = NavigationID(0)
    private static let maximumEntries = 8

    /// A navigation has begun, or goes elsewhere.
    mutating func begin(_ navigation: WKNavigation?, _ address: String) -> NavigationID {
      guard let navigation else { return Self.unknown }
      if let index = entries.firstIndex(where: { $0.navigation === navigation }) {
        entries[index].address = address
        return entries[index].id
      }
      count += 1
      entries.append(Entry(navigation: navigation, id: NavigationID(count), address: address))
      entries.removeFirst(max(0, entries.count - Self.maximumEntries))
      return NavigationID(count)
    }

    /// The page of a navigation stands in the view.
    mutating func commit(_ navigation: WKNavigation?, in webView: WKWebView) -> NavigationID {
      let item = webView.backForwardList.currentItem
      let entry = entries.first { $0.navigation === navigation }
      let isNew = item == nil || item !== shown?.item
      shown = Shown(item: item, address: isNew && item != nil ? nil : entry?.address)
      return entry?.id ?? begin(navigation, webView.url?.absoluteString ?? "")
    }

    /// A navigation has ended.
    mutating func end(_ navigation: WKNavigation?) -> NavigationID {
      guard let index = entries.firstIndex(where: { $0.navigation === navigation }) else {
        return navigation == nil ? Self.unknown : NavigationID(-1)
      }
      return entries.remove(at: index).id
    }

    mutating func removeAll() { (entries, shown) = ([], nil) }

    /// The address of the page that a view shows.
    func page(of webView: WKWebView) -> String? {
      let item = webView.backForwardList.currentItem
      if let shown, shown.item === item, let address = shown.address { return address }
      return item?.url.absoluteString
    }
  }
#endif
