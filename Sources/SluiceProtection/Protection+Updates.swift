import Foundation
import SluiceSystem

/// Starting and updating.
extension Protection {
  /// Starts protection with the first available lists: the compiled lists of the last run, the built-in
  /// lists, or the lists of the source, which are fetched first.
  ///
  /// This method returns when it has done everything possible. Pages need not wait that long; see
  /// ``ready()``. Problems are in ``state``.
  public func start() async {
    hasBegun = true
    let bound = options.firstPageBound.map { bound in
      Task { [clock, readiness] in
        guard (try? await clock.sleep(bound)) != nil else { return }
        readiness.reach()
      }
    }
    await serialized { [self] in
      await open()
      if let builtIn {
        do throws(ListSourceProblem) {
          builtInOffer = try await builtIn.offer(unless: nil)
        } catch {
          problems.note(.builtIn(error), about: .builtIn)
        }
      }
      // Announces that lists are missing while they are fetched.
      guard !offers.isEmpty || source == nil else { return announce() }
      await begin()
    }
    if !hasLookedUp || active.isEmpty && source != nil {
      _ = await fetches.run { [self] in await fetch() }
      await serialized { [self] in await begin() }
    }
    bound?.cancel()
  }

  private func begin() async {
    hasLookedUp = true
    await activate(exact: false)
    readiness.reach()
  }

  /// Opens the store and reads the known state. If the store cannot be opened, a temporary one is used.
  private func open() async {
    do throws(StoreProblem) {
      await use(
        try await offMainActor { [folder] () throws(StoreProblem) in try ProtectionStore(path: folder) })
    } catch {
      if store?.isTemporary ?? false {
        noteTemporaryStore()
      } else if let temporary = await Self.temporaryStore(because: error) {
        await use(temporary)
      } else {
        problems.note(.store(error), about: .store)
      }
    }
    hasReadSites = true
    var sites = SiteSet(known.sites.compactMap { Site(host: $0) })
    for (site, isMember) in siteChanges { sites.set(site, isMember: isMember) }
    self.sites = sites
    switchboard.set(sites: sites)
    if !siteChanges.isEmpty { saveSites() }
  }

  private func use(_ store: ProtectionStore) async {
    let (stamp, stored) = await offMainActor { (store.stamp(), store.state()) }
    let (state, isDamaged) = stored
    await restoreCounts(from: store)
    problems.clear(.store)
    if isDamaged { problems.note(.store(.damaged), about: .store) }
    do throws(EngineProblem) {
      try engine.open(store.compiledFolder)
    } catch {
      problems.note(.engine("", error), about: .store)
    }
    readStamp = stamp
    // The state known from a temporary store does not include the user's sites.
    let wasTemporary = self.store?.isTemporary ?? false
    if wasTemporary ? state.generation > 0 : known.generation <= state.generation { known = state }
    // This comes last. From here on, changed sites are stored, and no longer merged into the known sites.
    self.store = store
    noteTemporaryStore()
  }

  func noteTemporaryStore() {
    if let reason = store?.temporaryReason { problems.note(.store(.temporary(reason)), about: .store) }
  }

  private nonisolated static func temporaryStore(because problem: StoreProblem) async -> ProtectionStore? {
    let reason = if case .unusable(let reason) = problem { reason } else { problem.message }
    return try? ProtectionStore(because: reason)
  }

  /// Loads the changes of other processes.
  func reloadState() async {
    guard let store else { return }
    let former = readStamp
    let (stamp, state) = await offMainActor {
      let stamp = store.stamp()
      return (stamp, stamp == nil || stamp == former ? nil : store.state().state)
    }
    readStamp = stamp
    if let state, state.generation > known.generation { known = state }
  }

  // MARK: Updates

  /// The result of an update.
  public struct Update: Hashable, Sendable {
    /// Whether anything was new.
    public var isNew: Bool
    /// The number of fetched files.
    public var files: Int
    /// The size of the fetched files in bytes, decompressed.
    public var fetchedBytes: Int
    /// The number of bytes of JSON that were compiled.
    public var compiledBytes: Int

    static let nothing = Update(isNew: false, files: 0, fetchedBytes: 0, compiledBytes: 0)
  }

  /// The reason why an update failed. Active lists stay active.
  @nonexhaustive public enum UpdateProblem: Error, Hashable, Sendable {
    /// There is no source.
    case noSource
    /// The source returned nothing, or nothing usable.
    case source(ListSourceProblem)
    /// The fetched data cannot be stored.
    case store(StoreProblem)

    /// A description of the problem.
    public var message: String {
      switch self {
      case .noSource: "there is no source of lists"
      case .source(let problem): problem.message
      case .store(let problem): problem.message
      }
    }
  }

  /// Updates the lists: asks the source, fetches changed files, compiles them in the background when there is
  /// enough memory, and activates all of them together.
  ///
  /// A rejected list is retried only when the list or WebKit changes.
  ///
  /// - Parameter age: The minimum age of the last successful check. If that check is younger, the source is
  ///   not asked, unless the clock was set back.
  @discardableResult public func update(
    ifOlderThan age: Duration = .zero
  ) async throws(UpdateProblem) -> Update {
    var result = await fetches.run { [self] () -> Result<Update, UpdateProblem> in
      // Waits until the known state has been read.
      await serialized {}
      // If a list is not active, the source is checked regardless of the age.
      let isWhole =
        !wanted.isEmpty && wanted.allSatisfy { active[$0] != nil } && offers.first?.offer == activated
        && store?.isTemporary == false && !hasNewBuiltIn
      if isWhole, let last = known.lastCheck, age > .zero {
        let elapsed = clock.now().timeIntervalSince(last)
        if elapsed >= 0, elapsed < age / .seconds(1) { return .success(.nothing) }
      }
      return await fetch()
    }
    // Another process may have fetched something newer.
    if case .success(var update) = result, update.isNew || offers.first?.offer != activated {
      update.compiledBytes = await serialized { [self] in await activate(exact: options.exceptionDelay != nil)
      }
      result = .success(update)
    }
    announce()
    return try result.get()
  }

  /// Fetches new files. When all of them are stored, makes the offer the newest known one.
  private func fetch() async -> Result<Update, UpdateProblem> {
    guard let source else { return .failure(.noSource) }
    // A folder that could not be created may exist now, and a removed one is created again.
    if hasReadSites, store.map({ $0.isTemporary || !$0.isInPlace }) ?? true {
      await serialized { [self] in await open() }
    }
    guard let store else { return .failure(.store(.unusable("it could not be opened"))) }
    do throws(UpdateProblem) {
      let now = clock.now()
      let before = known.newest
      let needed = Set(offers.flatMap(\.offer.contents).map(\.sha256))
      let (offer, files, bytes, keeping) = try await Self.fetch(
        source, into: store, after: before, besides: needed)
      // Nothing in the known state refers to the fetched files yet, so they are protected from removal.
      defer { withExtendedLifetime(keeping) {} }
      problems.clear(.source)
      await serialized { [self] in
        _ = await change { [builtIn = builtInOffer?.identifier] in
          $0.lastCheck = now
          $0.builtIn = builtIn
          if let offer { $0.newest = offer }
        }
      }
      guard let offer else { return .success(.nothing) }
      // True also if the same lists were offered again and one of their files was missing.
      let isNew = offer.lists != before?.lists || files > 0
      return .success(Update(isNew: isNew, files: files, fetchedBytes: bytes, compiledBytes: 0))
    } catch {
      switch error {
      case .source(let problem): problems.note(.source(problem), about: .source)
      case .store(let problem): problems.note(.store(problem), about: .store)
      case .noSource: break
      }
      return .failure(error)
    }
  }

  private nonisolated static func fetch(
    _ source: any ListSource, into store: ProtectionStore, after newest: ListOffer?,
    besides needed: Set<String>
  ) async throws(UpdateProblem) -> (
    offer: ListOffer?, files: Int, bytes: Int, keeping: ProtectionStore.Keeping?
  ) {
    func isMissing(_ content: ListOffer.Content) -> Bool {
      !store.has(sha256: content.sha256, bytes: content.bytes)
    }
    // Lost files must be fetched again, even if the server has nothing new.
    let isWhole = newest.map { !$0.contents.contains(where: isMissing) } ?? false
    let offer: ListOffer?
    do throws(ListSourceProblem) {
      offer = try await source.offer(unless: isWhole ? newest?.etag : nil)
    } catch {
      throw .source(error)
    }
    guard let offer else { return (nil, 0, 0, nil) }
    guard offer.isSound else { throw .source(.badManifest("it has no lists, or invalid ones")) }
    // Removes leftovers of offers that were never completely fetched.
    await store.removeContents(except: needed.union(offer.contents.map(\.sha256)))
    let keeping = await store.keepContents()
    var (files, bytes) = (0, 0)
    for content in offer.contents where isMissing(content) {
      let body: [UInt8]
      do throws(ListSourceProblem) {
        body = try await source.verified(content)
      } catch {
        throw .source(error)
      }
      do throws(StoreProblem) {
        try store.keep(body, sha256: content.sha256)
      } catch {
        throw .store(error)
      }
      keeping?.renew()
      (files, bytes) = (files + 1, bytes + body.count)
    }
    return (offer, files, bytes, keeping)
  }
}

extension Protection.UpdateProblem: CustomStringConvertible {
  /// The message for the user.
  public var description: String { message }
}
