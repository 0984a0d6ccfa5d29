import SluicePageScript

/// Counts of blocked requests by page and site, as far as page scripts can see them.
@MainActor final class Statistics {
  private struct Page {
    weak var view: (any ProtectedView)?
    var address: String
    var counts = BlockCounts()
    var requests: [BlockedRequest] = []
  }

  private var pages: [ObjectIdentifier: Page] = [:]
  private var sites = StoreCounts()
  /// The counts that are not in the store yet.
  private var unsaved = StoreCounts()

  /// The active lists, with their names.
  var lists: [(name: String, list: ActingList)] = [] {
    didSet {
      let identifiers = lists.flatMap { $0.list.files.map(\.file.sha256) }
      if identifiers != judgedFiles { judge = nil }
    }
  }
  private var judgedFiles: [String] = []
  private var judge: Task<BlockJudge, Never>?

  func begin(_ page: String, in view: any ProtectedView) {
    // Counts of released views are dropped. Another view could reuse the address of a released view.
    pages = pages.filter { $0.value.view != nil }
    pages[ObjectIdentifier(view)] = Page(view: view, address: page)
  }

  func forget(_ view: any ProtectedView) { pages[ObjectIdentifier(view)] = nil }

  func counts(of view: any ProtectedView) -> BlockCounts {
    page(of: view)?.counts ?? BlockCounts()
  }

  func requests(of view: any ProtectedView) -> [BlockedRequest] { page(of: view)?.requests ?? [] }

  /// Forgets all counts. Pages that are open count from zero.
  func removeAll() {
    pages = pages.mapValues { Page(view: $0.view, address: $0.address) }
    (sites, unsaved) = (StoreCounts(), StoreCounts())
  }

  private func page(of view: any ProtectedView) -> Page? {
    pages[ObjectIdentifier(view)].flatMap { $0.view === view ? $0 : nil }
  }

  /// The number of views with counts.
  var viewCount: Int { pages.count }

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
    for request in blocked { pages[key]?.counts.add(request.verdict) }
    let room = BlockedRequest.maximum - (pages[key]?.requests.count ?? 0)
    pages[key]?.requests += blocked.prefix(max(0, room))
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
