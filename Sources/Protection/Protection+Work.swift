import Codecs
import Foundation

/// Starting and updating.
extension Protection {
  /// Lets the lists act that there are: those of last time, which are compiled, or else those that are built in, or else
  /// those of the source, which are fetched then. Returns when all is done that can be done; pages need not wait so long,
  /// see ``ready()``. What went wrong is in ``state``.
  public func start() async {
    hasBegun = true
    let bound = Task { [clock, options, readiness] in
      guard (try? await clock.sleep(options.firstPageBound)) != nil else { return }
      readiness.reach()
    }
    await inTurn { [self] in
      await open()
      if let builtIn {
        do throws(ListSourceProblem) {
          builtInOffer = try await builtIn.offer(unless: nil)
        } catch {
          problems.note(.builtIn(error), about: .builtIn)
        }
      }
      // What is missing is stated while it is fetched.
      guard !offers.isEmpty || source == nil else { return announce() }
      await begin()
    }
    if !hasLookedUp || acting.isEmpty && source != nil {
      _ = await fetches.run { [self] in await fetch() }
      await inTurn { [self] in await begin() }
    }
    bound.cancel()
  }

  /// Lets act what there is.
  private func begin() async {
    hasLookedUp = true
    await activate(exact: false)
    readiness.reach()
  }

  /// Opens the store and reads what is known. Where it cannot be opened, lists act from a temporary one.
  private func open() async {
    do throws(StoreProblem) {
      await use(try await Self.open(folder))
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
    for (site, isMember) in siteChanges { sites.set(site, isMember) }
    self.sites = sites
    switchboard.set(sites: sites)
    if !siteChanges.isEmpty { saveSites() }
  }

  private func use(_ store: ProtectionStore) async {
    let (stamp, state, isDamaged) = await Self.state(of: store)
    await restoreCounts(from: store)
    problems.clear(.store)
    if isDamaged { problems.note(.store(.damaged), about: .store) }
    do throws(EngineProblem) {
      try engine.open(store.compiledFolder)
    } catch {
      problems.note(.engine("", error), about: .store)
    }
    readStamp = stamp
    // What is known from a temporary store lacks the sites of the user.
    let wasTemporary = self.store?.isTemporary ?? false
    if wasTemporary ? state.generation > 0 : known.generation <= state.generation { known = state }
    // Last, since from here on sites that are switched are written, and are no longer added to those that are known.
    self.store = store
    noteTemporaryStore()
  }

  /// States that the store is a temporary one, where it is.
  func noteTemporaryStore() {
    if let reason = store?.temporaryReason { problems.note(.store(.temporary(reason)), about: .store) }
  }

  private nonisolated static func open(_ path: String) async throws(StoreProblem) -> ProtectionStore {
    try ProtectionStore(path: path)
  }

  private nonisolated static func temporaryStore(because problem: StoreProblem) async -> ProtectionStore? {
    let reason = if case .unusable(let reason) = problem { reason } else { problem.message }
    return try? ProtectionStore(because: reason)
  }

  private nonisolated static func state(
    of store: ProtectionStore
  ) async -> (ProtectionStore.Stamp?, StoreState, isDamaged: Bool) {
    let stamp = store.stamp()
    let (state, isDamaged) = store.state()
    return (stamp, state, isDamaged)
  }

  /// Takes over what another process has changed.
  func learn() async {
    guard let store else { return }
    let (stamp, state) = await Self.state(of: store, unless: readStamp)
    readStamp = stamp
    if let state, state.generation > known.generation { known = state }
  }

  private nonisolated static func state(
    of store: ProtectionStore, unless former: ProtectionStore.Stamp?
  ) async -> (ProtectionStore.Stamp?, StoreState?) {
    let stamp = store.stamp()
    return (stamp, stamp == nil || stamp == former ? nil : store.state().state)
  }

  // MARK: Updates

  /// What an update did.
  public struct Update: Hashable, Sendable {
    /// Whether there was anything new.
    public var isNew: Bool
    /// How many files were fetched.
    public var files: Int
    /// Their bytes, decompressed.
    public var fetchedBytes: Int
    /// How many bytes of JSON were compiled.
    public var compiledBytes: Int

    /// Nothing new.
    static let nothing = Update(isNew: false, files: 0, fetchedBytes: 0, compiledBytes: 0)
  }

  /// Why there was no update. What acts goes on acting.
  public enum UpdateProblem: Error, Hashable, Sendable {
    /// There is nothing to ask.
    case noSource
    /// The source gave nothing, or nothing that can be used.
    case source(ListSourceProblem)
    /// What it gave cannot be kept.
    case store(StoreProblem)

    /// What went wrong, in plain words.
    public var message: String {
      switch self {
      case .noSource: "there is nothing to ask for lists"
      case .source(let problem): problem.message
      case .store(let problem): problem.message
      }
    }
  }

  /// Asks the source for new lists, fetches the files that changed, compiles them in the background when there is memory,
  /// and lets them act all together. A list that WebKit does not take is not tried again before it changes.
  ///
  /// - Parameter age: how long ago the last answer must be for the source to be asked; a clock that was set back
  ///   counts as long ago.
  @discardableResult public func update(
    ifOlderThan age: Duration = .zero
  ) async throws(UpdateProblem) -> Update {
    var result = await fetches.run { [self] () -> Result<Update, UpdateProblem> in
      // Not before it is known what there is.
      await inTurn {}
      // What does not act is asked for whenever that may be.
      let isWhole =
        !wanted.isEmpty && wanted.allSatisfy { acting[$0] != nil } && known.newest == activated
        && store?.isTemporary == false
      if isWhole, let last = known.lastCheck, age > .zero {
        let elapsed = clock.now().timeIntervalSince(last)
        if elapsed >= 0, elapsed < age / .seconds(1) { return .success(.nothing) }
      }
      return await fetch()
    }
    // Another process may have fetched what is new.
    if case .success(var update) = result, update.isNew || known.newest != activated {
      update.compiledBytes = await inTurn { [self] in await activate(exact: options.exceptionDelay != nil) }
      result = .success(update)
    }
    announce()
    return try result.get()
  }

  /// Fetches what is new, and makes it the newest that is known when all of it is there.
  private func fetch() async -> Result<Update, UpdateProblem> {
    guard let source else { return .failure(.noSource) }
    // A folder that could not be made may be there now, and one that was removed is made again.
    if hasReadSites, store.map({ $0.isTemporary || !$0.isInPlace }) ?? true {
      await inTurn { [self] in await open() }
    }
    guard let store else { return .failure(.store(.unusable("it could not be opened"))) }
    do throws(UpdateProblem) {
      let now = clock.now()
      let before = known.newest
      let needed = Set(offers.flatMap(\.offer.contents).map(\.sha256))
      let (offer, files, bytes, keeping) = try await Self.fetch(
        source, into: store, after: before, besides: needed)
      // What has come is needed by nothing that is known yet.
      defer { withExtendedLifetime(keeping) {} }
      problems.clear(.source)
      await inTurn { [self] in
        _ = await change {
          $0.lastCheck = now
          if let offer { $0.newest = offer }
        }
      }
      guard let offer else { return .success(.nothing) }
      // Also when the same was offered and something of it was missing.
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
    // What was lost is to be fetched again, though the server has nothing new.
    let isWhole = newest.map { !$0.contents.contains(where: isMissing) } ?? false
    let offer: ListOffer?
    do throws(ListSourceProblem) {
      offer = try await source.offer(unless: isWhole ? newest?.etag : nil)
    } catch {
      throw .source(error)
    }
    guard let offer else { return (nil, 0, 0, nil) }
    guard offer.isSound else { throw .source(.badManifest("it names no lists, or such as cannot be")) }
    // What came of offers that never came whole.
    await store.removeContents(except: needed.union(offer.contents.map(\.sha256)))
    let keeping = await store.keepContents()
    var (files, bytes) = (0, 0)
    for content in offer.contents where isMissing(content) {
      let body: [UInt8]
      do throws(ListSourceProblem) {
        body = try await verified(content, from: source)
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
