import SluiceAnalysis
import SluicePageScript
import SluiceRules
import SluiceTrackers

extension Protection {
  /// Returns the **minimum** number of blocked requests of the page in a view; see `BlockCounts`. The counts
  /// are empty unless the lists' scripts report blocked requests.
  public func statistics(for view: any ProtectedView) -> BlockCounts { statistics.counts(of: view) }

  /// Returns the **minimum** number of blocked requests of all pages of a site since the start or, with
  /// ``ProtectionOptions/keepsCounts``, since the first start.
  ///
  /// Counts are kept for the 500 sites with the latest reports.
  public func statistics(for site: Site) -> BlockCounts { statistics.counts(of: site) }

  /// Returns the requests of the page in a view that were found to be blocked, oldest first: at most the first
  /// ``BlockedRequest/maximum``. As ``statistics(for:)-(ProtectedView)``, they are only those that scripts see.
  public func blockedRequests(for view: any ProtectedView) -> [BlockedRequest] {
    statistics.requests(of: view)
  }

  /// Returns the rules of the active lists, to explain decisions. The first call prepares them, as the first
  /// report does.
  public func activeLists() async -> [BlockJudge.List] { await judge().lists }

  /// Forgets all counts, those in the store too.
  public func removeCounts() {
    pendingCounts?.cancel()
    pendingCounts = nil
    statistics.removeAll()
    store?.removeCounts()
  }

  /// Handles a report from a script in a page of a view: the text of a message to `PageScript.reportHandler`.
  ///
  /// A report is only a claim. The active lists decide which of its requests count as blocked.
  public func report(_ message: [UInt8], in view: any ProtectedView) async {
    guard options.countsBlocked, let report = try? PageReport(decodingJSON: message),
      let claimed = report.requests.first?.page
    else { return }
    let claimedPage = String(decoding: claimed, as: UTF8.self)
    guard !isUnprotected(page: claimedPage) else { return }
    // A frame knows only the origin of its page. A report of the previous page can arrive after that page is
    // gone.
    let shown = view.page.flatMap { page in
      PageAddress(page).flatMap { $0 == PageAddress(claimedPage) ? page : nil }
    }
    let judge = await judge()
    let verdicts = await Self.verdicts(judge, report: report, page: shown)
    if let shown, view.page == shown {
      statistics.add(verdicts, from: shown, in: view)
    } else {
      statistics.addToSite(verdicts, page: claimedPage)
    }
    saveCountsLater()
  }

  /// Stores the counts if ``ProtectionOptions/keepsCounts`` is true. Call it before the app exits. Otherwise,
  /// the counts of the last ``ProtectionOptions/countsDelay`` are lost.
  public func saveCounts() async {
    pendingCounts?.cancel()
    pendingCounts = nil
    await writeCounts()
  }

  private func writeCounts() async {
    guard options.keepsCounts, let store, !store.isTemporary else { return }
    let entries = statistics.takeUnsaved()
    guard !entries.isEmpty else { return }
    do throws(StoreProblem) {
      try await store.add(entries)
    } catch {
      statistics.putBack(entries)
      problems.note(.store(error), about: .store)
      announce()
    }
  }

  private func saveCountsLater() {
    guard options.keepsCounts, pendingCounts == nil else { return }
    pendingCounts = Task { [weak self, clock, options] in
      guard (try? await clock.sleep(options.countsDelay)) != nil else { return }
      // Cleared so that the write does not cancel this task. The write can wait for other processes.
      self?.pendingCounts = nil
      await self?.writeCounts()
    }
  }

  /// Restores the counts of earlier runs, or removes them if the options do not keep counts.
  func restoreCounts(from store: ProtectionStore) async {
    if options.keepsCounts {
      statistics.restore(await offMainActor { store.counts() })
    } else {
      store.removeCounts()
    }
  }

  private func judge() async -> BlockJudge {
    let files = statistics.lists.flatMap { entry in
      entry.list.files.map { (entry.name, $0.file, entry.list.version) }
    }
    return await statistics.judge { [weak self, trackers] in
      var lists: [BlockJudge.List] = []
      for (name, file, version) in files {
        guard let bytes = await self?.content(file.content, version: version, isStored: false),
          let rules = await offMainActor({
            (try? RuleList(decodingJSON: bytes)).map { RuleListEvaluator($0) }
          })
        else { continue }
        lists.append(.init(name: name, rules: rules))
      }
      return BlockJudge(lists: lists, trackers: trackers)
    }
  }

  private nonisolated static func verdicts(
    _ judge: BlockJudge, report: PageReport, page: String?
  ) async -> [BlockedRequest] {
    report.requests.compactMap { request in
      var request = request
      if let page { request.page = Array(page.utf8) }
      return judge.verdict(on: request).map { BlockedRequest(request: request, verdict: $0) }
    }
  }
}

/// A request of a page that lists block.
public struct BlockedRequest: Hashable, Sendable {
  /// The maximum number of requests that are kept for a page. Counts have no maximum.
  public static let maximum = 500

  /// The request.
  public var request: RequestDescription
  /// The lists that block it, and the owner of the tracker.
  public var verdict: BlockJudge.Verdict
}

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
  private var unsaved = StoreCounts()

  var lists: [(name: String, list: ActiveList)] = [] {
    didSet {
      let identifiers = lists.flatMap { $0.list.files.map(\.file.sha256) }
      if identifiers != judgedFiles { judge = nil }
    }
  }
  private var judgedFiles: [String] = []
  private var judge: Task<BlockJudge, Never>?

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

  var viewCount: Int { windows.count }

  func counts(of site: Site) -> BlockCounts {
    sites.sites.first { $0.host == "\(site)" }?.counts ?? BlockCounts()
  }

  func restore(_ counts: StoreCounts) {
    let since = sites.sites
    sites = counts
    sites.add(since)
  }

  func putBack(_ entries: [StoreCounts.Entry]) {
    let since = unsaved.sites
    unsaved = StoreCounts()
    unsaved.add(entries)
    unsaved.add(since)
  }

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
    addToSite(blocked, page: page)
  }

  /// Counts blocked requests of a page that is no longer shown, for its site.
  func addToSite(_ blocked: [BlockedRequest], page: String) {
    guard !blocked.isEmpty, let site = Site(page: page) else { return }
    var counts = BlockCounts()
    for request in blocked { counts.add(request.verdict) }
    sites.add([.init(host: "\(site)", counts: counts)])
    unsaved.add([.init(host: "\(site)", counts: counts)])
  }
}
