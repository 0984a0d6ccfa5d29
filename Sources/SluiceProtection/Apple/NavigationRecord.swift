#if canImport(WebKit)
  import WebKit

  /// The page that a view shows, and those navigations of the view that may still get events, identified by
  /// their WebKit objects.
  @MainActor struct NavigationRecord {
    private var entries: [Entry] = []
    private var count = 0
    private var shown: Shown?

    private struct Entry {
      /// Retained, because another object could reuse the address of a released one.
      let navigation: WKNavigation
      let id: NavigationID
      var address: String
    }

    private struct Shown {
      weak var item: WKBackForwardListItem?
      /// The address of a page whose item has none: a page loaded from a string.
      var address: String?
    }

    /// The ID of navigations for which WebKit passes no object: some navigations of its page cache
    /// (NavigationState::NavigationClient::didStartProvisionalNavigation).
    private static let unknown = NavigationID(0)
    private static let maximumEntries = 8

    /// Records that a navigation has started or was redirected.
    mutating func begin(_ navigation: WKNavigation?, at address: String) -> NavigationID {
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

    mutating func commit(_ navigation: WKNavigation?, in webView: WKWebView) -> NavigationID {
      let item = webView.backForwardList.currentItem
      let entry = entries.first { $0.navigation === navigation }
      let isNew = item == nil || item !== shown?.item
      shown = Shown(item: item, address: isNew && item != nil ? nil : entry?.address)
      return entry?.id ?? begin(navigation, at: webView.url?.absoluteString ?? "")
    }

    mutating func end(_ navigation: WKNavigation?) -> NavigationID {
      guard let index = entries.firstIndex(where: { $0.navigation === navigation }) else {
        return navigation == nil ? Self.unknown : NavigationID(-1)
      }
      return entries.remove(at: index).id
    }

    mutating func removeAll() { (entries, shown) = ([], nil) }

    func page(of webView: WKWebView) -> String? {
      let item = webView.backForwardList.currentItem
      if let shown, shown.item === item, let address = shown.address { return address }
      return item?.url.absoluteString
    }
  }
#endif
