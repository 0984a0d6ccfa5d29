/// Which pages a view shows and is about to show, from the events that its WebKit tells: one state machine for all WebKits.
///
/// Up to three pages matter at a time. One is *shown*. One can be *coming*: its navigation has begun, and it replaces the
/// shown one when it is committed. And one can be *asked* for: WebKit was told to go on with it, and it has not begun.
/// An end belongs to one of them, or to a page of before, and changes nothing else.
struct PageNavigation {
  /// The page that the view shows; nil for none, or for one that is not of the web.
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
    /// Whether nothing has begun for so long that it may never.
    var isDoubtful = false
  }

  /// - Parameter shown: The page that the view shows already.
  init(shown: String?) { self.shown = shown.flatMap { PageAddress($0) } }

  /// Whether there is a page, or one that may become it.
  var isIdle: Bool { shown == nil && coming == nil && asked == nil }

  /// Whether something was asked for and has not begun: see ``expire()``.
  var isWaiting: Bool { asked.map { !$0.isDoubtful } ?? false }

  // MARK: Events

  mutating func handle(_ event: NavigationEvent) {
    switch event {
    case .asked(let page, let isCertain):
      asked = Asked(page: PageAddress(page), isCertain: isCertain)
    case .started(let page, let id):
      // The address is that of what was asked for last, which need not be what has begun.
      coming = Coming(id: id, page: PageAddress(page))
      settle(coming?.page)
    case .redirected(let page, let id):
      // It was asked for, too, before.
      let page = PageAddress(page)
      if coming?.id == id { coming?.page = page } else { coming = Coming(id: id, page: page) }
      coming?.hasAnswered = false
      settle(page)
    case .answered(let page):
      let page = PageAddress(page)
      coming = Coming(id: coming?.id, page: page, hasAnswered: true)
    case .committed(let page, let id):
      // The answer knows the address for certain: a view may give that of a navigation which came after.
      let answered = coming.flatMap { $0.id == id && $0.hasAnswered ? $0 : nil }
      shown = answered.map(\.page) ?? PageAddress(page)
      if coming?.id == id || coming?.id == nil { coming = nil }
      settle(shown)
    case .ended(let id):
      // That of any other is the end of a page that is shown, or is no longer.
      if coming?.id == id { coming = nil }
    case .processEnded:
      (shown, coming) = (nil, nil)
    }
  }

  /// What was asked for is what has begun, where it is a page of the same host: no decision knows more of a page.
  private mutating func settle(_ page: PageAddress?) {
    if let waiting = asked, waiting.page == page { asked = nil }
  }

  /// Nothing has begun for a while: another app has taken the address, or somebody decided otherwise, or it was of a frame.
  /// A web process may just be slow. So what may be of the main frame can only add protection from now on.
  mutating func expire() {
    guard let waiting = asked else { return }
    if waiting.isCertain { asked?.isDoubtful = true } else { asked = nil }
  }

  // MARK: Decisions

  /// Whether something that is decided when a document is requested is to act; nil where no page has a say.
  func wantsDocuments(_ wants: (PageAddress?) -> Bool?) -> Bool? {
    let next = coming.flatMap { wants($0.page) } ?? wants(shown)
    guard let asked else { return next }
    return asked.isDoubtful ? Self.either(wants(asked.page), next) : wants(asked.page) ?? next
  }

  /// Whether something that is decided with each request is to act; nil where no page has a say.
  ///
  /// Until the next page answers, the one that is shown makes requests.
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
