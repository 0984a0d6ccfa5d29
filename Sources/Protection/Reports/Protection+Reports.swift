import ContentBlocker
import PageScript
import TrackerRadar

/// What has been blocked.
extension Protection {
  /// How many requests of the page that a view shows have been blocked, **at least**: see `BlockCounts`. Nothing unless the
  /// lists' scripts report.
  public func statistics(for view: any ProtectedView) -> BlockCounts { statistics.counts(of: view) }

  /// The same of all pages of a site since the start, or in all starts with ``ProtectionOptions/keepsCounts``; of 500 sites,
  /// those with the latest reports.
  public func statistics(for site: Site) -> BlockCounts { statistics.counts(of: site) }

  /// Takes what a script in a page of a view says: the text of a message to `PageScript.reportHandler`. It is a claim;
  /// what is counted is what the lists that act do with these requests.
  public func report(_ message: [UInt8], in view: any ProtectedView) async {
    guard options.countsBlocked, let report = try? PageReport(decodingJSON: message),
      let claimed = report.requests.first?.page
    else { return }
    let claimedPage = String(decoding: claimed, as: UTF8.self)
    guard !isUnprotected(page: claimedPage) else { return }
    // Of its page a frame knows only the origin. A report of the page before comes when that is gone.
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

  /// Writes what was counted into the store, if that is asked for. An app that ends calls it, else the last half minute is lost.
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
      try await Self.add(entries, to: store)
    } catch {
      statistics.putBack(entries)
      problems.note(.store(error), about: .store)
      announce()
    }
  }

  private nonisolated static func add(
    _ entries: [StoreCounts.Entry], to store: ProtectionStore
  ) async throws(StoreProblem) {
    try await store.add(entries)
  }

  private func saveCountsLater() {
    guard options.keepsCounts, pendingCounts == nil else { return }
    pendingCounts = Task { [weak self, clock, options] in
      guard (try? await clock.sleep(options.countsDelay)) != nil else { return }
      // Not cancelled by itself: it waits for other processes.
      self?.pendingCounts = nil
      await self?.writeCounts()
    }
  }

  /// Takes over what was counted in former starts, or removes it.
  func restoreCounts(from store: ProtectionStore) async {
    if options.keepsCounts {
      statistics.restore(await Self.counts(in: store))
    } else {
      store.removeCounts()
    }
  }

  private nonisolated static func counts(in store: ProtectionStore) async -> StoreCounts { store.counts() }

  private func judge() async -> BlockJudge {
    let files = statistics.lists.flatMap { entry in
      entry.list.files.map { (entry.name, $0.file, entry.list.version) }
    }
    return await statistics.judge { [weak self, trackers] in
      var lists: [BlockJudge.List] = []
      for (name, file, version) in files {
        let content = ListOffer.Content(name: file.name, sha256: file.sha256, bytes: file.bytes)
        guard let bytes = await self?.content(content, version, isStored: false),
          let rules = await Self.evaluator(bytes)
        else { continue }
        lists.append(.init(name: name, rules: rules))
      }
      return BlockJudge(lists: lists, trackers: trackers)
    }
  }

  private nonisolated static func evaluator(_ json: [UInt8]) async -> RuleListEvaluator? {
    (try? RuleList(decodingJSON: json)).map { RuleListEvaluator($0) }
  }

  private nonisolated static func verdicts(
    _ judge: BlockJudge, _ report: PageReport, page: String?
  ) async -> [BlockJudge.Verdict] {
    report.requests.compactMap { request in
      var request = request
      if let page { request.page = Array(page.utf8) }
      return judge.verdict(on: request)
    }
  }
}
