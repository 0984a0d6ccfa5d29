import SluicePageScript

/// The pages in views: the lists that they began with, and their blocked requests, as far as page scripts can see
/// them. Also the counts of blocked requests by site.
@MainActor final class Statistics {
  private struct Page {
    var address: String
    /// The names of the lists that were active when the page was requested.
    var lists: Set<String>
    var counts = BlockCounts()
    var requests: [BlockedRequest] = []
  }

  /// The pages of a view.
  private struct Window {
    weak var view: (any ProtectedView)?
    var shown: Page?
    /// The pages before, the last one last. WebKit may keep them in its page cache.
    var former: [Page] = []
    /// The active lists when the next page was requested; nil if no page was.
    var requested: Set<String>?
    /// Whether a server has answered for the next page. Pages of the page cache need no answer.
    var isAnswered = false

    static let maximumFormer = 16
  }

  private var windows: [ObjectIdentifier: Window] = [:]
  private var sites = StoreCounts()
  /// The counts that are not in the store yet.
  private var unsaved = StoreCounts()

  /// The active lists, with their names.
  var lists: [(name: String, list: ActiveList)] = [] {
    didSet {
      let identifiers = lists.flatMap { $0.list.files.map(\.file.sha256) }
      if identifiers != judgedFiles { judge = nil }
    }
  }
  private var judgedFiles: [String] = []
  private var judge: Task<BlockJudge, Never>?

  /// Follows the pages of a view.
  func receive(_ event: NavigationEvent, in view: any ProtectedView) {
    let key = ObjectIdentifier(view)
    var window = windows[key].flatMap { $0.view === view ? $0 : nil } ?? Window(view: view)
    switch event {
    case .asked:
      (window.requested, window.isAnswered) = (activeNames, false)
    case .started, .redirected:
      // WebKitGTK does not ask about all pages.
      window.requested = window.requested ?? activeNames
      window.isAnswered = false
    case .answered: window.isAnswered = true
    case .committed(let address, _):
      if let shown = window.shown {
        window.former = window.former.suffix(Window.maximumFormer - 1) + [shown]
      }
      let kept =
        window.isAnswered ? nil : window.former.lastIndex { $0.address == address && !address.isEmpty }
      window.shown =
        kept.map { window.former.remove(at: $0) }
        ?? Page(address: address, lists: window.requested ?? activeNames)
      (window.requested, window.isAnswered) = (nil, false)
    case .ended: break
    case .processEnded: (window.shown, window.former, window.requested) = (nil, [], nil)
    }
    // Pages of released views are dropped. Another view could reuse the address of a released view.
    windows = windows.filter { $0.value.view != nil }
    windows[key] = window
  }

  func forget(_ view: any ProtectedView) { windows[ObjectIdentifier(view)] = nil }

  func counts(of view: any ProtectedView) -> BlockCounts {
    page(of: view)?.counts ?? BlockCounts()
  }

  func requests(of view: any ProtectedView) -> [BlockedRequest] { page(of: view)?.requests ?? [] }

  /// Returns the names of the active lists that the page in a view began without.
  func listsMissing(in view: any ProtectedView) -> [String] {
    guard let page = page(of: view) else { return [] }
    return lists.map(\.name).filter { !page.lists.contains($0) }
  }

  private var activeNames: Set<String> { Set(lists.map(\.name)) }

  /// Forgets all counts. Pages that are open count from zero.
  func removeAll() {
    for key in windows.keys {
      windows[key]?.former = []
      windows[key]?.shown?.counts = BlockCounts()
      windows[key]?.shown?.requests = []
    }
    (sites, unsaved) = (StoreCounts(), StoreCounts())
  }

  private func page(of view: any ProtectedView) -> Page? {
    windows[ObjectIdentifier(view)].flatMap { $0.view === view ? $0.shown : nil }
  }

  /// The number of views with counts.
  var viewCount: Int { windows.count }

  func counts(of site: Site) -> BlockCounts {
    sites.sites.first { $0.host == "\(site)" }?.counts ?? BlockCounts()
  }

  /// Adds the counts of earlier runs.
  func restore(_ counts: StoreCounts) {
    let since = sites.sites
    sites = counts
    sites.add(since)
  }

  /// Puts back counts that could not be stored.
  func putBack(_ entries: [StoreCounts.Entry]) {
    let since = unsaved.sites
    unsaved = StoreCounts()
    unsaved.add(entries)
    unsaved.add(since)
  }

  /// Returns the counts since the last call, to be stored.
  func takeUnsaved() -> [StoreCounts.Entry] {
    defer { unsaved = StoreCounts() }
    return unsaved.sites
  }

  /// Returns the judge of reports, which uses the active rules. The first report creates it, off the main
  /// actor.
  func judge(_ make: @escaping @Sendable () async -> BlockJudge) async -> BlockJudge {
    if let judge { return await judge.value }
    let task = Task { await make() }
    (judge, judgedFiles) = (task, lists.flatMap { $0.list.files.map(\.file.sha256) })
    return await task.value
  }

  /// Counts blocked requests for the page in a view and for the page's site.
  func add(_ blocked: [BlockedRequest], from page: String, in view: any ProtectedView) {
    guard !blocked.isEmpty else { return }
    let key = ObjectIdentifier(view)
    for request in blocked { windows[key]?.shown?.counts.add(request.verdict) }
    let room = BlockedRequest.maximum - (windows[key]?.shown?.requests.count ?? 0)
    windows[key]?.shown?.requests += blocked.prefix(max(0, room))
    addToSite(blocked, page)
  }

  /// Counts blocked requests of a page that is no longer shown, for its site.
  func addToSite(_ blocked: [BlockedRequest], _ page: String) {
    guard !blocked.isEmpty, let site = Site(page: page) else { return }
    var counts = BlockCounts()
    for request in blocked { counts.add(request.verdict) }
    sites.add([.init(host: "\(site)", counts: counts)])
    unsaved.add([.init(host: "\(site)", counts: counts)])
  }
}
