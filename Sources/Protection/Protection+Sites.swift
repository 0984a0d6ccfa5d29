/// Unprotected sites.
extension Protection {
  /// The sites on which nothing is blocked or hidden.
  public var unprotectedSites: Set<Site> { sites.sites }

  /// Whether nothing is blocked or hidden on a page.
  public func isUnprotected(page: String) -> Bool { sites.contains(PageAddress(page)) }

  /// Lets a site alone, with all hosts below it, or protects it again.
  ///
  /// It acts at once: on requests of pages that are open, and on whatever their next load needs, so reload what is shown.
  /// Lists are compiled with an exception for the site later, ``ProtectionOptions/exceptionDelay`` after the last change;
  /// ``ProtectionState/areSitesExact`` tells when that is done. A site that is protected again although lists have an exception for it
  /// waits for lists without, which are there from before as a rule.
  public func setUnprotected(_ site: Site, _ isUnprotected: Bool = true) {
    // Before the sites are read nobody knows which there are.
    guard !hasReadSites || sites.sites.contains(site) != isUnprotected else { return }
    sites.set(site, isUnprotected)
    switchboard.set(sites: sites)
    exceptionFailures = 0
    siteChanges[site] = isUnprotected
    saveSites()
    if acting.values.contains(where: isStale) { dropExceptions() } else { scheduleExceptions() }
    announce()
  }

  /// Lets lists act without exceptions that are no longer wanted, as soon as that can be.
  func dropExceptions() {
    pendingExceptions?.cancel()
    pendingExceptions = Task { [weak self] in
      // All changes of one turn together.
      await Task.yield()
      guard !Task.isCancelled, let self else { return }
      await inTurn { [weak self] in _ = await self?.activate(exact: false) }
    }
  }

  /// Compiles lists with exceptions when nothing has changed for a while.
  func scheduleExceptions() {
    pendingExceptions?.cancel()
    pendingExceptions = nil
    guard let delay = options.exceptionDelay, hasLookedUp, !areSitesExact else { return }
    // A disk that is full stays so for a while.
    let wait = delay * (1 << exceptionFailures)
    pendingExceptions = Task { [weak self, clock] in
      guard (try? await clock.sleep(wait)) != nil, !Task.isCancelled, let self, !isExactHopeless else {
        return
      }
      await inTurn { [weak self] in _ = await self?.activate(exact: true) }
    }
  }

  /// Whether what acts has been tried with exceptions for these sites, and was not taken.
  private var isExactHopeless: Bool {
    let target = SiteTarget(sites)
    return acting.values.allSatisfy { list in
      list.files.allSatisfy { file in
        file.sites == sites || !file.file.hasRoom
          || known.rejected[file.file.identifier(target)]?.engine == engine.version
      }
    }
  }

  /// Writes the changes of sites, many at once.
  func saveSites() {
    // A temporary store keeps nothing: the changes wait for the one at its place.
    guard !savesSites, store?.isTemporary == false else { return }
    savesSites = true
    Task { [weak self] in
      // What comes meanwhile is written with it.
      await Task.yield()
      while let self, !siteChanges.isEmpty {
        let changes = siteChanges
        siteChanges = [:]
        let isWritten = await change { state in
          var hosts = Set(state.sites)
          for (site, isMember) in changes {
            if isMember { hosts.insert(site.description) } else { hosts.remove(site.description) }
          }
          state.sites = hosts.sorted()
        }
        guard isWritten else {
          // Written with the next change.
          siteChanges.merge(changes) { new, _ in new }
          break
        }
      }
      self?.savesSites = false
    }
  }
}
