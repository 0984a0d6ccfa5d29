/// Activation of the available lists: the steps of ``ActivationPlan``.
extension Protection {
  /// Activates the best available version of each list.
  ///
  /// Lists that are already active are replaced together at the end, and no list is removed before its
  /// successor is ready. Other lists become active as soon as possible, the smallest first.
  ///
  /// - Parameter exact: Whether lists must have exceptions for all unprotected sites.
  /// - Returns: The number of bytes of JSON that were compiled.
  @discardableResult func activate(exact: Bool) async -> Int {
    // Another process may have removed the files of the known offer and replaced the offer with a newer one.
    await reloadState()
    let (newest, best) = (known.newest, offers.first?.offer)
    // The newest offer may have changed and may now contain a different list of the same name.
    for (name, list) in active { active[name]?.version = version(of: list.list) }
    let work = Activation(target: SiteTarget(sites), isExact: exact)
    var plan = ActivationPlan(facts(work))
    wanted = plan.names
    problems.keepLists(Set(wanted))
    (failsForNow, compiledBytes) = (false, 0)
    var replacements: [String: ActiveList] = [:]

    var pending = await take(plan.lists, work: work, replacements: &replacements)
    let urgent = plan.takeUrgentReserves(active: Set(active.keys))
    pending = ActivationPlan.inOrder(pending + (await take(urgent, work: work, replacements: &replacements)))
    await prepareScripts()
    apply()
    waiting = Set(pending.map(\.name).filter { active[$0] == nil })
    checkReadiness()
    for entry in pending where active[entry.name] == nil { await beginWithStopgap(entry, work: work) }
    while true {
      if pending.isEmpty { pending = plan.takeReserves(active: Set(active.keys)) }
      guard !pending.isEmpty else { break }
      let entry = pending.removeFirst()
      if let list = await compile(entry, work: work) {
        replacements[entry.name] = list
        if active[entry.name] == nil { begin(list, as: entry.name) }
      }
      waiting.remove(entry.name)
      checkReadiness()
    }

    settle(replacements)
    await prepareScripts()
    apply()
    activated = failsForNow ? nil : best
    await saveLastGood(newest)
    await removeUnused()
    if exact { exceptionFailures = areSitesExact ? 0 : min(exceptionFailures + 1, 10) }
    if failsForNow { retryLater() }
    // The lists may have been compiled with an exception that is no longer wanted.
    let isLate = sites != work.target.sites && active.values.contains { isStale($0) }
    if isLate { dropExceptions() } else { scheduleExceptions() }
    announce()
    return compiledBytes
  }

  /// The exceptions that an activation is for.
  private struct Activation {
    let target: SiteTarget
    let isExact: Bool
  }

  private func facts(_ work: Activation) -> ActivationPlan.Facts {
    ActivationPlan.Facts(
      offers: offers, compiled: Set(known.compiled.keys),
      rejected: Set(known.rejected.filter { $0.value.engine == engine.version }.keys),
      active: active.mapValues { list in
        Dictionary(list.files.map { ($0.file.sha256, $0.sites) }) { first, _ in first }
      },
      target: work.target, isExact: work.isExact)
  }

  private func noteRejected(_ identifier: String, name: String) {
    guard let record = known.rejected[identifier] else { return }
    problems.note(.engine(name, .rejected(record.words)), about: .list(name))
  }

  // MARK: Steps

  /// Activates what WebKit has in compiled form, and returns the steps that remain.
  private func take(
    _ entries: [ActivationPlan.Entry], work: Activation, replacements: inout [String: ActiveList]
  ) async -> [ActivationPlan.Entry] {
    var pending: [ActivationPlan.Entry] = []
    for entry in entries {
      problems.clear(.list(entry.name))
      for identifier in entry.rejected { noteRejected(identifier, name: entry.name) }
      let found = await take(entry, work: work)
      if let found {
        if active[entry.name] == nil {
          begin(found.list, as: entry.name)
        } else {
          replacements[entry.name] = found.list
        }
      }
      if found?.isBest != true { pending.append(entry) }
    }
    return pending
  }

  private func take(
    _ entry: ActivationPlan.Entry, work: Activation
  ) async -> (list: ActiveList, isBest: Bool)? {
    for candidate in entry.take {
      guard let files = await compiled(candidate, target: work.target, exact: work.isExact) else { continue }
      return (ActiveList(candidate, files: files), candidate.words == entry.best?.words)
    }
    return nil
  }

  /// Compiles a small version of a list that has no active one, to bridge the time until the best is compiled.
  private func beginWithStopgap(_ entry: ActivationPlan.Entry, work: Activation) async {
    guard let candidate = entry.stopgap,
      let files = try? await compile(
        candidate, target: work.target, insists: !options.firstListsNeedMemory, begins: { _ in })
    else { return }
    waiting.remove(entry.name)
    begin(ActiveList(candidate, files: files), as: entry.name)
  }

  private func compile(_ entry: ActivationPlan.Entry, work: Activation) async -> ActiveList? {
    let hadNothing = active[entry.name] == nil
    for candidate in entry.compile {
      if let files = await compiled(candidate, target: work.target, exact: work.isExact) {
        return ActiveList(candidate, files: files)
      }
      // A list with an active predecessor can wait for memory. But if the predecessor has an exception for
      // a site that is protected again, it must be replaced at once.
      let insists = isStale(active[entry.name]) || hadNothing && !options.firstListsNeedMemory
      do throws(CompileObstacle) {
        let files = try await compile(candidate, target: work.target, insists: insists) { files in
          if hadNothing { begin(ActiveList(candidate, files: files), as: entry.name) }
        }
        return ActiveList(candidate, files: files)
      } catch {
        announce()
        // Without an active predecessor, the next candidate is tried, which may be smaller.
        if error == .memory, !hadNothing { break }
      }
    }
    return nil
  }

  /// Replaces active lists, and ends those that are no longer offered once all offered ones are active.
  private func settle(_ replacements: [String: ActiveList]) {
    // A site may have been protected again while lists with its exception were compiled.
    for (name, list) in replacements where !isStale(list) || active[name].map(isStale) ?? true {
      active[name] = list
    }
    if !wanted.isEmpty, wanted.allSatisfy({ active[$0] != nil }) {
      for name in active.keys where !wanted.contains(name) { active[name] = nil }
    }
  }

  /// Returns whether a list has an exception for a site that is protected again.
  func isStale(_ list: ActiveList?) -> Bool {
    list?.files.contains { !$0.sites.sites.isSubset(of: sites.sites) } ?? false
  }

  private func begin(_ list: ActiveList, as name: String) {
    active[name] = list
    apply()
    checkReadiness()
    announce()
  }

  private func apply() {
    let names = wanted + active.keys.filter { !wanted.contains($0) }.sorted()
    let lists = names.compactMap { active[$0] }.flatMap(\.files)
    switchboard.set(
      lists: lists.map { .init(list: $0.compiled, isHiding: $0.file.isHiding, sites: $0.sites) },
      scripts: scripts, styles: styles)
    statistics.lists = names.compactMap { name in active[name].map { (name, $0) } }
  }

  /// Lets pages open when each list is active in some version with all of its files, or cannot be.
  private func checkReadiness() {
    if waiting.isEmpty { readiness.reach() }
  }

  /// Returns the version of the first offer that contains an equal list. A list that no offer contains is a
  /// last good one.
  private func version(of list: ListOffer.List) -> ProtectionState.Version {
    offers.first { $0.offer.lists.contains(list) }?.version ?? .lastGood
  }

  /// Stores the active lists as the last good ones.
  ///
  /// If the newest offer is fully active, it is stored. Otherwise, the active lists are stored, together with
  /// the last good versions of other lists.
  ///
  /// - Parameter newest: The newest offer at the start of the activation. Another process may know a newer
  ///   one by now.
  private func saveLastGood(_ newest: ListOffer?) async {
    guard source != nil, let newest, known.newest == newest else { return }
    var good = newest
    let isWhole = wanted.allSatisfy {
      active[$0]?.version == .newest && active[$0]?.leftOut.isEmpty == true
    }
    if !isWhole {
      let names = wanted + active.keys.filter { !wanted.contains($0) }.sorted()
      good.lists = names.compactMap { active[$0] }.filter { $0.version != .builtIn }.map(\.list)
      let kept = Set(good.lists.map(\.name))
      good.lists += (known.good?.lists ?? []).filter { !kept.contains($0.name) }
      // If a source changes its list names each time, the old lists must not accumulate forever.
      while !good.lists.isEmpty, !good.isSound { good.lists.removeLast() }
    }
    guard !good.lists.isEmpty, known.good?.lists != good.lists else { return }
    await change { [good] in if $0.newest == newest { $0.good = good } }
  }

  private func removeUnused() async {
    // Loads the state first, to keep what another process needs.
    await reloadState()
    // If this process no longer knows any offer, another process may.
    guard source == nil || known.newest != nil || known.good != nil else { return }
    var files = active.values.flatMap(\.files).map(\.file)
    let actsBuiltIn = active.values.contains { $0.version == .builtIn }
    for (version, offer) in offers where version != .builtIn || actsBuiltIn {
      files += offer.lists.flatMap { $0.forms.flatMap(\.files) }
    }
    let targets = [SiteTarget(sites), SiteTarget(SiteSet(known.sites.compactMap { Site(host: $0) })), .none]
    var needed = Set(active.values.flatMap(\.files).map(\.compiled.identifier))
    for file in files { needed.formUnion(targets.map { file.identifier($0) }) }
    var remembered = needed
    for (_, offer) in offers {
      for file in offer.lists.flatMap({ $0.forms.flatMap(\.files) }) {
        remembered.formUnion(targets.map { file.identifier($0) })
      }
    }
    for identifier in await engine.identifiers()
    where identifier.hasPrefix(ListOffer.File.identifierPrefix) && !needed.contains(identifier) {
      await engine.remove(identifier)
    }
    if known.compiled.keys.contains(where: { !needed.contains($0) })
      || known.rejected.keys.contains(where: { !remembered.contains($0) })
    {
      await change { [needed, remembered] state in
        state.compiled = state.compiled.filter { needed.contains($0.key) }
        state.rejected = state.rejected.filter { remembered.contains($0.key) }
      }
    }
    if let store { await store.removeContents(except: Set(offers.flatMap(\.offer.contents).map(\.sha256))) }
  }

  private func retryLater() {
    pendingRetry?.cancel()
    pendingRetry = Task { [weak self, clock, options] in
      guard (try? await clock.sleep(options.memoryDelay)) != nil, let self else { return }
      let isExact = options.exceptionDelay != nil
      _ = await serialized { [weak self] in await self?.activate(exact: isExact) }
    }
  }

  // MARK: State

  func currentState() -> ProtectionState {
    var state = ProtectionState()
    guard hasLookedUp else {
      state.problems = problems.problems
      if store != nil, source != nil, known.newest == nil { state.problems.append(.neverFetched) }
      return state
    }
    state.lists = wanted.map { name in
      .init(name: name, version: active[name]?.version, leftOut: active[name]?.leftOut ?? [])
    }
    state.problems = problems.problems
    if source != nil, known.newest == nil { state.problems.append(.neverFetched) }
    for name in wanted where !sites.isEmpty {
      if active[name]?.files.contains(where: { !$0.file.hasRoom }) == true {
        state.problems.append(.noRoomForSites(name))
      }
    }
    state.areSitesExact = areSitesExact
    let missing = state.lists.filter { $0.version == nil }
    if state.lists.isEmpty || missing.count == state.lists.count {
      // Lists that are no longer offered stay active until the offered lists are.
      state.kind = !active.isEmpty ? .partly : scripts.isEmpty ? .failed : .scriptOnly
    } else if !missing.isEmpty {
      state.kind = .partly
    } else {
      // A missing exception in a list does not count, because switching lists per page has nearly the same
      // effect.
      let isWhole =
        state.lists.allSatisfy { $0.version == .newest && $0.leftOut.isEmpty } && store?.isTemporary != true
      state.kind = isWhole ? .protected : .fallback
    }
    return state
  }

  /// Whether all active lists have exceptions for exactly the unprotected sites.
  var areSitesExact: Bool {
    active.values.allSatisfy {
      $0.files.allSatisfy { $0.sites == sites || !$0.file.hasRoom && $0.sites.isEmpty }
    }
  }
}
