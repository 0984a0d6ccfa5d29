/// Activation of the available lists.
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
    await learn()
    let target = SiteTarget(sites)
    let newest = known.newest
    // The newest offer may have changed and may now contain a different list of the same name.
    for (name, list) in acting { acting[name]?.version = version(of: list.list) }
    wanted = offeredNames
    problems.keepLists(Set(wanted))
    var all = chains(of: wanted)
    var former = formerNames
    // If a list is known to be unusable, lists of earlier offers become active at once.
    let isHopeless = all.contains { name, candidates in
      acting[name] == nil && candidates.allSatisfy { isRejected($0, target, exact: exact) }
    }
    if isHopeless, !former.isEmpty {
      all += chains(of: former.removeFirst())
    }
    var replacements: [String: ActingList] = [:]
    var unresolved: [(name: String, candidates: [Candidate])] = []
    failsForNow = false
    compiledBytes = 0
    for (name, candidates) in all {
      problems.clear(.list(name))
      let candidates = candidates.filter { !isRejected($0, target, exact: exact) }
      var isResolved = false
      for (position, candidate) in candidates.enumerated() {
        guard let files = await compiled(candidate, target, exact: exact) else { continue }
        let found = ActingList(candidate, files)
        if acting[name] == nil { begin(found, as: name) } else if position == 0 { replacements[name] = found }
        isResolved = position == 0
        break
      }
      if !isResolved { unresolved.append((name, candidates)) }
    }
    await prepareScripts()
    apply()
    waiting = unresolved.filter { acting[$0.name] == nil }
    checkReadiness()
    while true {
      while unresolved.isEmpty, !former.isEmpty, wanted.contains(where: { acting[$0] == nil }) {
        let names = former.removeFirst()
        // If some lists of earlier offers are already active, only these are resolved, because their
        // exceptions may have to change.
        let isReplaced = acting.keys.contains { !wanted.contains($0) }
        unresolved = chains(of: isReplaced ? names.filter { acting[$0] != nil } : names).map {
          name, candidates in
          (name, candidates.filter { !isRejected($0, target, exact: exact) })
        }
      }
      guard !unresolved.isEmpty else { break }
      let (name, candidates) = unresolved.removeFirst()
      let hadNothing = acting[name] == nil
      for candidate in candidates {
        if let files = await compiled(candidate, target, exact: exact) {
          replacements[name] = ActingList(candidate, files)
          break
        }
        // A list with an active predecessor can wait for memory. But if the predecessor has an exception for
        // a site that is protected again, it must be replaced at once.
        let insists = isStale(acting[name]) || hadNothing && !options.firstListsNeedMemory
        do throws(CompileObstacle) {
          let files = try await compile(candidate, target, insists: insists) { files in
            if hadNothing { begin(ActingList(candidate, files), as: name) }
          }
          replacements[name] = ActingList(candidate, files)
          break
        } catch {
          announce()
          // Without an active predecessor, the next candidate is tried, which may be smaller.
          if error == .memory, !hadNothing { break }
        }
      }
      if hadNothing, let replacement = replacements[name] { begin(replacement, as: name) }
      waiting.removeAll { $0.name == name }
      checkReadiness()
    }
    // A site may have been protected again while lists with its exception were compiled.
    for (name, list) in replacements where !isStale(list) || acting[name].map(isStale) ?? true {
      acting[name] = list
    }
    // A list that is no longer offered stays active until all offered lists are active.
    if !wanted.isEmpty, wanted.allSatisfy({ acting[$0] != nil }) {
      for name in acting.keys where !wanted.contains(name) { acting[name] = nil }
    }
    await prepareScripts()
    apply()
    activated = failsForNow ? nil : newest
    await keepGood(newest)
    await tidy()
    if exact { exceptionFailures = areSitesExact ? 0 : min(exceptionFailures + 1, 10) }
    if failsForNow { retryLater() }
    // The lists may have been compiled with an exception that is no longer wanted.
    let isLate =
      sites != target.sites
      && !acting.values.allSatisfy { list in
        list.files.allSatisfy { $0.sites.sites.isSubset(of: sites.sites) }
      }
    if isLate { dropExceptions() } else { scheduleExceptions() }
    announce()
    return compiledBytes
  }

  /// Returns the candidates of each list, small lists first.
  private func chains(of names: [String]) -> [(name: String, candidates: [Candidate])] {
    let chains = names.map { (name: $0, candidates: candidates(for: $0)) }
    return chains.sorted {
      ($0.candidates.first?.bytes ?? 0, $0.name) < ($1.candidates.first?.bytes ?? 0, $1.name)
    }
  }

  /// Returns whether a list has an exception for a site that is protected again.
  func isStale(_ list: ActingList?) -> Bool {
    list?.files.contains { !$0.sites.sites.isSubset(of: sites.sites) } ?? false
  }

  private func isRejected(_ candidate: Candidate, _ target: SiteTarget, exact: Bool) -> Bool {
    let name = candidate.list.name
    for file in candidate.form.files {
      let wanted = candidate.takesSites && file.hasRoom ? target : .none
      let record = known.rejected[file.identifier(wanted)]
      if let record, record.engine == engine.version {
        problems.note(.engine(name, .rejected(record.words)), about: .list(name))
        return true
      }
    }
    return false
  }

  /// Activates a list that had no active version.
  private func begin(_ list: ActingList, as name: String) {
    acting[name] = list
    apply()
    checkReadiness()
    announce()
  }

  /// Passes the active lists and scripts to all views.
  private func apply() {
    let names = wanted + acting.keys.filter { !wanted.contains($0) }.sorted()
    let lists = names.compactMap { acting[$0] }.flatMap(\.files)
    switchboard.set(
      lists: lists.map { .init(list: $0.compiled, isHiding: $0.file.isHiding, sites: $0.sites) },
      scripts: scripts, styles: styles)
    statistics.lists = names.compactMap { name in acting[name].map { (name, $0) } }
  }

  /// Lets pages open when all small files are active. If there are no small files, they open when the first
  /// list is active.
  private func checkReadiness() {
    let waitsForSmall = waiting.contains { entry in
      let files = (acting[entry.name]?.files ?? []).map(\.file)
      return entry.candidates.first?.form.files.contains {
        $0.bytes <= options.smallList && !files.contains($0)
      } ?? false
    }
    if waiting.isEmpty || !acting.isEmpty && !waitsForSmall { readiness.reach() }
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
  private func keepGood(_ newest: ListOffer?) async {
    guard source != nil, let newest, known.newest == newest else { return }
    var good = newest
    let isWhole = wanted.allSatisfy {
      acting[$0]?.version == .newest && acting[$0]?.leftOut.isEmpty == true
    }
    if !isWhole {
      let names = wanted + acting.keys.filter { !wanted.contains($0) }.sorted()
      good.lists = names.compactMap { acting[$0] }.filter { $0.version != .builtIn }.map(\.list)
      let kept = Set(good.lists.map(\.name))
      good.lists += (known.good?.lists ?? []).filter { !kept.contains($0.name) }
      // If a source changes its list names each time, the old lists must not accumulate forever.
      while !good.lists.isEmpty, !good.isSound { good.lists.removeLast() }
    }
    guard !good.lists.isEmpty, known.good?.lists != good.lists else { return }
    await change { [good] in if $0.newest == newest { $0.good = good } }
  }

  /// Removes everything that no current candidate needs.
  private func tidy() async {
    // Loads the state first, to keep what another process needs.
    await learn()
    // If this process no longer knows any offer, another process may.
    guard source == nil || known.newest != nil || known.good != nil else { return }
    var files = acting.values.flatMap(\.files).map(\.file)
    let actsBuiltIn = acting.values.contains { $0.version == .builtIn }
    for (version, offer) in offers where version != .builtIn || actsBuiltIn {
      files += offer.lists.flatMap { $0.forms.flatMap(\.files) }
    }
    let targets = [SiteTarget(sites), SiteTarget(SiteSet(known.sites.compactMap { Site(host: $0) })), .none]
    var needed = Set(acting.values.flatMap(\.files).map(\.compiled.identifier))
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
      _ = await inTurn { [weak self] in await self?.activate(exact: isExact) }
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
      .init(name: name, version: acting[name]?.version, leftOut: acting[name]?.leftOut ?? [])
    }
    state.problems = problems.problems
    if source != nil, known.newest == nil { state.problems.append(.neverFetched) }
    for name in wanted where !sites.isEmpty {
      if acting[name]?.files.contains(where: { !$0.file.hasRoom }) == true {
        state.problems.append(.noRoomForSites(name))
      }
    }
    state.areSitesExact = areSitesExact
    let missing = state.lists.filter { $0.version == nil }
    if state.lists.isEmpty || missing.count == state.lists.count {
      // Lists that are no longer offered stay active until the offered lists are.
      state.kind = !acting.isEmpty ? .partly : scripts.isEmpty ? .failed : .scriptOnly
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
    acting.values.allSatisfy {
      $0.files.allSatisfy { $0.sites == sites || !$0.file.hasRoom && $0.sites.isEmpty }
    }
  }
}
