import Foundation
import TrackerRadar

/// Keeps the views of a browser protected: lists are there at the first page, are compiled once, are replaced without a
/// gap, and let alone the sites that the user has unprotected. Whatever fails, what can act acts.
///
/// ```swift
/// let protection = Protection(source: ServerSource(url), engine: engine, folder: path)
/// protection.protect(view)
/// await protection.start()
/// try await protection.update()
/// ```
@MainActor public final class Protection {
  /// What the lists are.
  let source: (any ListSource)?
  let builtIn: (any ListSource)?
  let engine: any RuleListEngine
  let folder: String
  let clock: ProtectionClock
  /// How it goes about its work.
  public let options: ProtectionOptions

  /// What names the owners of what is blocked, for statistics; nil for nobody.
  public var trackers: TrackerRadar?

  let switchboard: Switchboard
  let readiness = Readiness()
  let statistics = Statistics()
  private let announcer = Announcer()

  var store: ProtectionStore?
  /// What is known, as it was read or written last.
  var known = StoreState()
  /// The stamp of the store when it was read last.
  var readStamp: ProtectionStore.Stamp?
  var builtInOffer: ListOffer?
  /// The sites of the user.
  var sites = SiteSet()
  /// What acts, by the names of the lists.
  var acting: [String: ActingList] = [:]
  /// The lists that nothing acts for yet, with what they can be made to act as.
  var waiting: [(name: String, candidates: [Candidate])] = []
  /// How many bytes of JSON were compiled of late.
  var compiledBytes = 0
  /// The names of all lists that should act, in their order.
  var wanted: [String] = []
  /// The newest that was known when lists were last let act.
  var activated: ListOffer?
  /// What is wrong, by what it is about.
  var problems = ProblemBook()
  /// Whether something could not be done for a reason that may pass: too little memory, a full disk.
  var failsForNow = false
  /// Whether the sites of the store have been read, as far as they can be.
  var hasReadSites = false
  /// Whether it has been started.
  var hasBegun = false
  private var waitBeforeStart: Task<Void, Never>?
  /// Whether it is known what there is.
  var hasLookedUp = false
  /// The scripts that are in pages, and the digests of what they were made of.
  var scripts: [PageScriptText] = []
  var scriptDigests: [String] = []
  /// In the place of the token in scripts, anew for each launch.
  let secret = PageScriptSecret()

  /// What changes what acts: each may compile, and WebKit compiles one list at a time anyway.
  private let work = Turns()
  /// What asks the source, which may take long: sites are switched meanwhile.
  let fetches = Turns(isCancellable: true)
  var pendingExceptions: Task<Void, Never>?
  var pendingRetry: Task<Void, Never>?
  var pendingCounts: Task<Void, Never>?
  /// How often in a row lists could not be compiled with exceptions.
  var exceptionFailures = 0
  var siteChanges: [Site: Bool] = [:]
  var savesSites = false

  /// A protection that does nothing until it is started.
  /// - Parameters:
  ///   - source: Where lists come from; nil when those that are built in are all.
  ///   - builtIn: The lists that came with the app, for the first start and for when nothing else is there.
  ///   - engine: WebKit.
  ///   - folder: The path of the folder for what is fetched and compiled, for nothing else. It is made when it does not
  ///     exist, with the folders above it.
  ///   - options: How it goes about its work.
  ///   - clock: What time it is.
  public init(
    source: (any ListSource)?, builtIn: (any ListSource)? = nil, engine: any RuleListEngine, folder: String,
    options: ProtectionOptions = ProtectionOptions(), clock: ProtectionClock = .system
  ) {
    (self.source, self.builtIn, self.engine, self.folder) = (source, builtIn, engine, folder)
    (self.options, self.clock) = (options, clock)
    switchboard = Switchboard(clock: clock)
  }

  // MARK: State

  /// What protects now.
  public private(set) var state = ProtectionState()

  /// What protects now, and every change of it. Each call gives a stream of its own.
  public var states: AsyncStream<ProtectionState> { announcer.stream(from: state) }

  /// States what is.
  func announce() {
    let new = currentState()
    guard new != state else { return }
    ProtectionLog.write(LogEntry.changes(from: state, to: new))
    state = new
    announcer.announce(new)
  }

  /// Waits until the first page may be opened: the lists that are compiled already act, and small ones, unless that takes
  /// longer than ``ProtectionOptions/firstPageBound``. Others begin to act in open pages as soon as they can.
  ///
  /// Before ``start()`` is called it waits no longer than that either.
  public func ready() async {
    if !hasBegun, !readiness.isReached, waitBeforeStart == nil {
      waitBeforeStart = Task { [weak self, clock, options] in
        guard (try? await clock.sleep(options.firstPageBound)) != nil, let self, !hasBegun else { return }
        readiness.reach()
      }
    }
    await readiness.wait()
  }

  /// Whether pages may be opened: ``ready()`` would not wait.
  public var isReady: Bool { readiness.isReached }

  // MARK: Views

  /// Hears what views tell, for tests that record the orders of real WebKits.
  package var hearsNavigations: ((NavigationEvent) -> Void)?

  /// Protects a view from its next page on, and the page that it shows as far as that can be done. Popups too have to be
  /// given here, before they open a page.
  public func protect(_ view: any ProtectedView) { switchboard.add(view) }

  /// Protects a view no longer.
  public func release(_ view: any ProtectedView) {
    switchboard.remove(view)
    statistics.forget(view)
  }

  /// What happens in a view: whoever wraps one tells it before it goes on.
  public func navigation(_ event: NavigationEvent, in view: any ProtectedView) {
    hearsNavigations?(event)
    switchboard.tell(event, in: view)
    if case .committed(let page, _) = event { statistics.begin(page, in: view) }
  }

  // MARK: Work

  /// Does something that changes what acts, after what was begun before.
  func inTurn<Value: Sendable>(_ body: @escaping @MainActor () async -> Value) async -> Value {
    await work.run(body)
  }
}
