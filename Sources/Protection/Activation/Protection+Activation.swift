/// From what there is to what acts.
extension Protection {
  /// Lets the best version of each list act that can be had. Lists that act already are replaced together at the end, and
  /// none goes before its successor is there; others begin as soon as they can, the smallest first.
  /// - Parameter exact: whether lists are to have exceptions for all unprotected sites.
  /// - Returns: how many bytes of JSON were compiled.
  @discardableResult func activate(exact: Bool) async -> Int {
    // Another process may have removed what was known here, for something newer.
    await learn()
    let target = SiteTarget(sites)
    let newest = known.newest
    // What acts is of the version that has it now: a newer one may have another list of the name.
    for (name, list) in acting { acting[name]?.version = version(of: list.list) }
    wanted = offeredNames
    problems.keepLists(Set(wanted))
    var all = chains(of: wanted)
    var former = formerNames
    // Where it is known that nothing can be had of a list, those that it followed are there at once.
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
        // Where lists act already of those before, these alone: their exceptions may have to change.
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
        // Where something acts already, there is time until there is memory. A site that is protected again is not to wait for it.
        let insists = isStale(acting[name]) || hadNothing && !options.firstListsNeedMemory
        do throws(CompileObstacle) {
          let files = try await compile(candidate, target, insists: insists) { files in
            if hadNothing { begin(ActingList(candidate, files), as: name) }
          }
          replacements[name] = ActingList(candidate, files)
          break
        } catch {
          announce()
          // Another version may be smaller, where there is nothing.
          if error == .memory, !hadNothing { break }
        }
      }
      if hadNothing, let replacement = replacements[name] { begin(replacement, as: name) }
      waiting.removeAll { $0.name == name }
      checkReadiness()
    }
    // A site may have been protected again while its exception was compiled.
    for (name, list) in replacements where !isStale(list) || acting[name].map(isStale) ?? true {
      acting[name] = list
    }
    // A list that is no longer offered acts until all do that are.
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
    // What was compiled meanwhile may have an exception that is no longer wanted.
    let isLate =
      sites != target.sites
      && !acting.values.allSatisfy { list in
        list.files.allSatisfy { $0.sites.sites.isSubset(of: sites.sites) }
      }
    if isLate { dropExceptions() } else { scheduleExceptions() }
    announce()
    return compiledBytes
  }

  /// What lists can be made to act as, small lists first.
  private func chains(of names: [String]) -> [(name: String, candidates: [Candidate])] {
    let chains = names.map { (name: $0, candidates: candidates(for: $0)) }
    return chains.sorted {
      ($0.candidates.first?.bytes ?? 0, $0.name) < ($1.candidates.first?.bytes ?? 0, $1.name)
    }
  }

  /// Whether a list has an exception for a site that is protected again.
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

  /// Lets a list act for which nothing did.
  private func begin(_ list: ActingList, as name: String) {
    acting[name] = list
    apply()
    checkReadiness()
    announce()
  }

  /// Lets all views have what acts.
  private func apply() {
    let names = wanted + acting.keys.filter { !wanted.contains($0) }.sorted()
    let lists = names.compactMap { acting[$0] }.flatMap(\.files)
    switchboard.set(
      lists: lists.map { .init(list: $0.compiled, isHiding: $0.file.isHiding, sites: $0.sites) },
      scripts: scripts)
    statistics.lists = names.compactMap { name in acting[name].map { (name, $0) } }
  }

  /// Pages may be opened when all small files act, or when there are none, the smallest.
  private func checkReadiness() {
    let waitsForSmall = waiting.contains { entry in
      let files = (acting[entry.name]?.files ?? []).map(\.file)
      return entry.candidates.first?.form.files.contains {
        $0.bytes <= options.smallList && !files.contains($0)
      } ?? false
    }
    if waiting.isEmpty || !acting.isEmpty && !waitsForSmall { readiness.reach() }
  }

  /// The first version that has a list as it is; what none has any more acted last.
  private func version(of list: ListOffer.List) -> ProtectionState.Version {
    offers.first { $0.offer.lists.contains(list) }?.version ?? .lastGood
  }

  /// What acts is the last good from now on: the newest where it acts wholly, otherwise each list as it acts, and of the others
  /// what was good before.
  /// - Parameter newest: what was the newest when it began: another process may know more by now.
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
      // A source that calls its lists otherwise each time is not remembered without end.
      while !good.lists.isEmpty, !good.isSound { good.lists.removeLast() }
    }
    guard !good.lists.isEmpty, known.good?.lists != good.lists else { return }
    await change { [good] in if $0.newest == newest { $0.good = good } }
  }

  /// Removes what no list that could act needs.
  private func tidy() async {
    // What another process has need of stays.
    await learn()
    // Where nothing is known any more, another process may know.
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
      // Lists that are no longer offered act until those that are do.
      state.kind = !acting.isEmpty ? .partly : scripts.isEmpty ? .failed : .scriptOnly
    } else if !missing.isEmpty {
      state.kind = .partly
    } else {
      // Without the exception in the list, switching does nearly the same.
      let isWhole =
        state.lists.allSatisfy { $0.version == .newest && $0.leftOut.isEmpty } && store?.isTemporary != true
      state.kind = isWhole ? .protected : .fallback
    }
    return state
  }

  /// Whether all lists that act have exceptions for the unprotected sites and no others.
  var areSitesExact: Bool {
    acting.values.allSatisfy {
      $0.files.allSatisfy { $0.sites == sites || !$0.file.hasRoom && $0.sites.isEmpty }
    }
  }
}
