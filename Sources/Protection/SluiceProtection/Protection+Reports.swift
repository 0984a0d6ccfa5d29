import SluiceAnalysis
import SluicePageScript
import SluiceRules
import SluiceTrackers

/// Counts of blocked requests.
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
    let verdicts = await Self.verdicts(judge, report, page: shown)
    if let shown, view.page == shown {
      statistics.add(verdicts, from: shown, in: view)
    } else {
      statistics.addToSite(verdicts, claimedPage)
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
        guard let bytes = await self?.content(file.content, version, isStored: false),
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
    _ judge: BlockJudge, _ report: PageReport, page: String?
  ) async -> [BlockedRequest] {
    report.requests.compactMap { request in
      var request = request
      if let page { request.page = Array(page.utf8) }
      return judge.verdict(on: request).map { BlockedRequest(request: request, verdict: $0) }
    }
  }
}
