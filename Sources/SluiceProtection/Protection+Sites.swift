extension Protection {
  /// The sites on which nothing is blocked or hidden.
  public var unprotectedSites: Set<Site> { sites.sites }

  /// Returns whether a page belongs to an unprotected site.
  public func isUnprotected(page: String) -> Bool { sites.contains(PageAddress(page)) }

  /// Turns protection off or on for a site and all of its subdomains.
  ///
  /// The change affects requests of open pages at once, and everything else at the next page load. So reload
  /// the page after a change.
  ///
  /// Later, lists are compiled with an exception for the site: ``ProtectionOptions/exceptionDelay`` after the
  /// last change. ``ProtectionState/areSitesExact`` tells whether this is done. If the site is protected
  /// again and active lists have an exception for it, the change waits for lists without the exception.
  /// Usually, these are still available in compiled form.
  public func setUnprotected(_ site: Site, isUnprotected: Bool = true) {
    setUnprotected([site], isUnprotected: isUnprotected)
  }

  /// Turns protection off or on for several sites, as for one. Takes time in proportion to their number, and to
  /// that of the unprotected sites.
  public func setUnprotected(_ sites: some Sequence<Site>, isUnprotected: Bool = true) {
    // Until the stored sites have been read, every change is recorded.
    let changed = sites.filter { !hasReadSites || self.sites.sites.contains($0) != isUnprotected }
    guard !changed.isEmpty else { return }
    for site in changed {
      self.sites.set(site, isMember: isUnprotected)
      siteChanges[site] = isUnprotected
    }
    switchboard.set(sites: self.sites)
    exceptionFailures = 0
    saveSites()
    if active.values.contains(where: isStale) { dropExceptions() } else { scheduleExceptions() }
    announce()
  }

  /// Replaces lists whose exceptions are no longer wanted, as soon as possible.
  func dropExceptions() {
    pendingExceptions?.cancel()
    pendingExceptions = Task { [weak self] in
      // Waits for further changes in the same turn.
      await Task.yield()
      guard !Task.isCancelled, let self else { return }
      await serialized { [weak self] in _ = await self?.activate(exact: false) }
    }
  }

  /// Compiles lists with exceptions as soon as the sites have not changed for a while.
  func scheduleExceptions() {
    pendingExceptions?.cancel()
    pendingExceptions = nil
    guard let delay = options.exceptionDelay, hasLookedUp, !areSitesExact else { return }
    // The wait doubles after each failure, because a full disk, for example, usually stays full for a while.
    let wait = delay * (1 << exceptionFailures)
    pendingExceptions = Task { [weak self, clock] in
      guard (try? await clock.sleep(wait)) != nil, !Task.isCancelled, let self, !isExactHopeless else {
        return
      }
      await serialized { [weak self] in _ = await self?.activate(exact: true) }
    }
  }

  /// Whether all active lists have been tried with exceptions for these sites and were rejected.
  private var isExactHopeless: Bool {
    let target = SiteTarget(sites)
    return active.values.allSatisfy { list in
      list.files.allSatisfy { file in
        file.sites == sites || !file.file.hasRoom
          || known.rejected[file.file.identifier(target)]?.engine == engine.version
      }
    }
  }

  /// Stores changed sites. Several changes are stored together.
  func saveSites() {
    // A temporary store keeps nothing, so the changes wait for the permanent one.
    guard !savesSites, store?.isTemporary == false else { return }
    savesSites = true
    Task { [weak self] in
      // Changes made in the meantime are written together.
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
          // Keeps the changes, to write them with the next change.
          siteChanges.merge(changes) { new, _ in new }
          break
        }
      }
      self?.savesSites = false
    }
  }
}
