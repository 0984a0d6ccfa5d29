import PageScript

/// What has been blocked, by pages and sites, as far as scripts in pages see it.
@MainActor final class Statistics {
  private struct Page {
    weak var view: (any ProtectedView)?
    var address: String
    var counts = BlockCounts()
  }

  private var pages: [ObjectIdentifier: Page] = [:]
  private var sites = StoreCounts()
  /// What is not in the store yet.
  private var unsaved = StoreCounts()

  /// The lists that act, with their names.
  var lists: [(name: String, list: ActingList)] = [] {
    didSet {
      let identifiers = lists.flatMap { $0.list.files.map(\.file.sha256) }
      if identifiers != judgedFiles { judge = nil }
    }
  }
  private var judgedFiles: [String] = []
  private var judge: Task<BlockJudge, Never>?

  func begin(_ page: String, in view: any ProtectedView) {
    // Of views that are gone, nobody asks again, and another one may come to the place of one.
    pages = pages.filter { $0.value.view != nil }
    pages[ObjectIdentifier(view)] = Page(view: view, address: page)
  }

  func forget(_ view: any ProtectedView) { pages[ObjectIdentifier(view)] = nil }

  func counts(of view: any ProtectedView) -> BlockCounts {
    page(of: view)?.counts ?? BlockCounts()
  }

  private func page(of view: any ProtectedView) -> Page? {
    pages[ObjectIdentifier(view)].flatMap { $0.view === view ? $0 : nil }
  }

  /// How many views have counts.
  var viewCount: Int { pages.count }

  func counts(of site: Site) -> BlockCounts {
    sites.sites.first { $0.host == "\(site)" }?.counts ?? BlockCounts()
  }

  /// Counts what was counted in former starts.
  func restore(_ counts: StoreCounts) {
    let since = sites.sites
    sites = counts
    sites.add(since)
  }

  /// Takes back what could not be kept.
  func putBack(_ entries: [StoreCounts.Entry]) {
    let since = unsaved.sites
    unsaved = StoreCounts()
    unsaved.add(entries)
    unsaved.add(since)
  }

  /// What was counted since the last call, to be kept.
  func takeUnsaved() -> [StoreCounts.Entry] {
    defer { unsaved = StoreCounts() }
    return unsaved.sites
  }

  /// What judges reports: the rules that act, made ready off the main actor when the first report comes.
  func judge(_ make: @escaping @Sendable () async -> BlockJudge) async -> BlockJudge {
    if let judge { return await judge.value }
    let task = Task { await make() }
    (judge, judgedFiles) = (task, lists.flatMap { $0.list.files.map(\.file.sha256) })
    return await task.value
  }

  /// Counts what is blocked, of the page that a view shows and of the page's site.
  func add(_ verdicts: [BlockJudge.Verdict], from page: String, in view: any ProtectedView) {
    guard !verdicts.isEmpty else { return }
    let key = ObjectIdentifier(view)
    for verdict in verdicts { pages[key]?.counts.add(verdict) }
    addToSite(verdicts, page)
  }

  /// Counts what is blocked of a page that is no longer shown.
  func addToSite(_ verdicts: [BlockJudge.Verdict], _ page: String) {
    guard !verdicts.isEmpty, let site = Site(page: page) else { return }
    var counts = BlockCounts()
    for verdict in verdicts { counts.add(verdict) }
    sites.add([.init(host: "\(site)", counts: counts)])
    unsaved.add([.init(host: "\(site)", counts: counts)])
  }
}
