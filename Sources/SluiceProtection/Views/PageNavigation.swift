/// The pages that a view shows and is about to show. One state machine handles the events of all WebKit
/// versions.
///
/// Up to three pages matter at a time:
///
/// - The *shown* page.
/// - The *coming* page: its navigation has started, and it replaces the shown page at its commit.
/// - The *asked* page: WebKit may load it, but its navigation has not started.
///
/// The end of a navigation affects only the page that it belongs to: one of these pages or an earlier one.
struct PageNavigation {
  /// The page that the view shows; nil without a page, or if it is not on the web.
  private(set) var shown: PageAddress?
  private var coming: Coming?
  private var asked: Asked?

  private struct Coming {
    let id: NavigationID?
    var page: PageAddress?
    var hasAnswered = false
  }

  private struct Asked {
    let page: PageAddress?
    let isCertain: Bool
    /// Whether the page has not started for so long that it may never start.
    var isDoubtful = false
  }

  /// - Parameter shown: The page that the view already shows.
  init(shown: String?) { self.shown = shown.flatMap { PageAddress($0) } }

  var isIdle: Bool { shown == nil && coming == nil && asked == nil }

  var pages: [PageAddress] { [shown, coming?.page, asked?.page].compactMap(\.self) }

  var isWaiting: Bool { asked.map { !$0.isDoubtful } ?? false }

  // MARK: Events

  mutating func handle(_ event: NavigationEvent) {
    switch event {
    case .asked(let page, let isCertain):
      asked = Asked(page: PageAddress(page), isCertain: isCertain)
    case .started(let page, let id):
      // This is the address of the page that was requested last, which can differ from the page that has
      // started.
      coming = Coming(id: id, page: PageAddress(page))
      settle(coming?.page)
    case .redirected(let page, let id):
      // The redirect target has already been requested.
      let page = PageAddress(page)
      if coming?.id == id { coming?.page = page } else { coming = Coming(id: id, page: page) }
      coming?.hasAnswered = false
      settle(page)
    case .answered(let page):
      let page = PageAddress(page)
      coming = Coming(id: coming?.id, page: page, hasAnswered: true)
    case .committed(let page, let id):
      // The address in the response is reliable. The view may already report the address of a later
      // navigation.
      let answered = coming.flatMap { $0.id == id && $0.hasAnswered ? $0 : nil }
      shown = answered.map(\.page) ?? PageAddress(page)
      if coming?.id == id || coming?.id == nil { coming = nil }
      settle(shown)
    case .ended(let id):
      // Any other navigation belongs to the shown page or an earlier one.
      if coming?.id == id { coming = nil }
    case .processEnded:
      (shown, coming) = (nil, nil)
    }
  }

  /// Clears the asked page if the started page has the same host. No decision depends on more than the host.
  private mutating func settle(_ page: PageAddress?) {
    if let waiting = asked, waiting.page == page { asked = nil }
  }

  /// Handles a page that has not started for a while.
  ///
  /// Possible reasons:
  ///
  /// - Another app has opened the URL.
  /// - A delegate decided otherwise.
  /// - The page was for a frame.
  /// - The web process is slow.
  ///
  /// A page that is certainly for the main frame can only add protection from now on. Any other page is
  /// ignored.
  mutating func expire() {
    guard let waiting = asked else { return }
    if waiting.isCertain { asked?.isDoubtful = true } else { asked = nil }
  }

  // MARK: Decisions

  /// Returns whether lists or scripts that take effect when a document is requested should be active, or nil
  /// if no page determines this.
  func wantsDocuments(_ wants: (PageAddress?) -> Bool?) -> Bool? {
    let next = coming.flatMap { wants($0.page) } ?? wants(shown)
    guard let asked else { return next }
    return asked.isDoubtful ? Self.either(wants(asked.page), next) : wants(asked.page) ?? next
  }

  /// Returns whether lists that take effect at each request should be active, or nil if no page determines
  /// this.
  ///
  /// Until the next page responds, requests come from the shown page.
  func wantsRequests(_ wants: (PageAddress?) -> Bool?) -> Bool? {
    let live: Bool?
    if let coming {
      live = coming.hasAnswered ? wants(coming.page) : Self.either(wants(coming.page), wants(shown))
    } else {
      live = wants(shown)
    }
    return asked.map { Self.either(wants($0.page), live) } ?? live
  }

  private static func either(_ first: Bool?, _ second: Bool?) -> Bool? {
    guard let first, let second else { return first ?? second }
    return first || second
  }
}
