import Foundation
import SluiceConversion
import SluicePageScript
import SluiceSystem
import SluiceText
import SluiceTrackers

/// The protection of a browser's web views.
///
/// Lists are active from the first page on, are compiled once, are replaced without a gap, and leave
/// unprotected sites alone. If something fails, everything else stays active.
///
/// ```swift
/// let protection = Protection(source: ServerSource(url), engine: engine, folder: path)
/// protection.protect(view)
/// await protection.start()
/// try await protection.update()
/// ```
@MainActor public final class Protection {
  let source: (any ListSource)?
  let builtIn: (any ListSource)?
  let engine: any RuleListEngine
  let folder: String
  let clock: ProtectionClock
  /// The options of this protection.
  public let options: ProtectionOptions

  /// The Tracker Radar data that names the owners of blocked trackers in statistics; nil to omit owners.
  public var trackers: TrackerRadar?

  let switchboard: Switchboard
  let readiness = Readiness()
  let statistics = Statistics()
  private let announcer = Announcer()

  var store: ProtectionStore?
  /// The known state, as last read or written.
  var known = StoreState()
  var readStamp: ProtectionStore.Stamp?
  var builtInOffer: ListOffer?
  var sites = SiteSet()
  var active: [String: ActiveList] = [:]
  /// The names of the lists that the first pages wait for.
  var waiting: Set<String> = []
  /// The number of bytes of JSON compiled during the last activation.
  var compiledBytes = 0
  /// The names of all lists that should be active, in order.
  var wanted: [String] = []
  var activated: ListOffer?
  var problems = ProblemBook()
  /// Whether something failed for a temporary reason, such as low memory or a full disk.
  var failsForNow = false
  /// Whether the stored sites have been read, or reading them has failed.
  var hasReadSites = false
  var hasBegun = false
  private var waitBeforeStart: Task<Void, Never>?
  var hasLookedUp = false
  /// The scripts in pages, and the digests of their sources.
  var scripts: [PageScriptText] = []
  var scriptDigests: [String] = []
  /// The styles that the scripts leave to user style sheets.
  var styles: [PageStyles] = []
  /// The secret that replaces the token in scripts. It is new for each launch.
  let secret = PageScriptSecret()

  /// Runs changes of active lists one after another. Each may compile, and WebKit compiles only one list at a
  /// time.
  private let work = TaskQueue()
  /// Runs requests to the source one after another. Site changes do not wait for these slow requests.
  let fetches = TaskQueue(isCancellable: true)
  var pendingExceptions: Task<Void, Never>?
  var pendingRetry: Task<Void, Never>?
  var pendingCounts: Task<Void, Never>?
  /// The number of consecutive failures to compile lists with exceptions.
  var exceptionFailures = 0
  var siteChanges: [Site: Bool] = [:]
  var savesSites = false

  /// Creates a protection, which does nothing until ``start()`` is called.
  ///
  /// - Parameters:
  ///   - source: The source of the lists; nil to use only the built-in lists.
  ///   - builtIn: The lists that come with the app, for the first start and as a fallback.
  ///   - engine: The WebKit engine.
  ///   - folder: The path of a folder for fetched and compiled files, used for nothing else. It is created if
  ///     necessary, together with its parents.
  ///   - options: The options.
  ///   - clock: The clock.
  public init(
    source: (any ListSource)?, builtIn: (any ListSource)? = nil, engine: any RuleListEngine, folder: String,
    options: ProtectionOptions = ProtectionOptions(), clock: ProtectionClock = .system
  ) {
    (self.source, self.builtIn, self.engine, self.folder) = (source, builtIn, engine, folder)
    (self.options, self.clock) = (options, clock)
    switchboard = Switchboard(clock: clock)
  }

  // MARK: State

  /// The current state of the protection.
  public private(set) var state = ProtectionState()

  /// The current state, followed by every change. Each access returns a new stream.
  public var states: AsyncStream<ProtectionState> { announcer.stream(from: state) }

  /// The time of the last successful request to the source, in this run or an earlier one; nil if unknown.
  public var lastCheck: Date? { known.lastCheck }

  /// Announces the current state if it has changed.
  func announce() {
    let new = currentState()
    guard new != state else { return }
    ProtectionLog.write(LogEntry.changes(from: state, to: new))
    state = new
    announcer.announce(new)
  }

  /// Waits until the first page may be opened.
  ///
  /// That is when each list is active in some version, but at the latest after
  /// ``ProtectionOptions/firstPageBound``. ``listsMissing(in:)`` then tells what a page began without.
  ///
  /// If ``start()`` has not been called, this method also waits at most that long.
  public func ready() async {
    if !hasBegun, !readiness.isReached, waitBeforeStart == nil, let bound = options.firstPageBound {
      waitBeforeStart = Task { [weak self, clock] in
        guard (try? await clock.sleep(bound)) != nil, let self, !hasBegun else { return }
        readiness.reach()
      }
    }
    await readiness.wait()
  }

  /// Whether pages may be opened, so that ``ready()`` returns at once.
  public var isReady: Bool { readiness.isReached }

  // MARK: Views

  /// Receives all navigation events, for tests that record the order of events in real WebKit versions.
  package var hearsNavigations: ((NavigationEvent) -> Void)?

  /// Protects a view, starting with its next page. The current page is protected as far as possible.
  ///
  /// Protect popups too, before they open a page.
  public func protect(_ view: any ProtectedView) { switchboard.add(view) }

  /// Ends the protection of a view.
  public func release(_ view: any ProtectedView) {
    switchboard.remove(view)
    statistics.forget(view)
  }

  /// Handles an event in a view. Wrappers of views call it before they let the navigation continue.
  public func navigation(_ event: NavigationEvent, in view: any ProtectedView) {
    hearsNavigations?(event)
    switchboard.receive(event, in: view)
    statistics.receive(event, in: view)
  }

  /// Returns the names of the active lists that were not active yet when the page in a view was requested. Reload
  /// the page to use them.
  ///
  /// A page from WebKit's page cache is as it was when it was requested.
  public func listsMissing(in view: any ProtectedView) -> [String] {
    guard let page = view.page, !isUnprotected(page: page) else { return [] }
    return statistics.listsMissing(in: view)
  }

  // MARK: Work

  func serialized<Value: Sendable>(_ body: @escaping @MainActor () async -> Value) async -> Value {
    await work.run(body)
  }
}

extension Protection {
  /// Loads the scripts of the active lists. For an inactive list, loads those of its best version, because
  /// scripts work without the list.
  func prepareScripts() async {
    var chosen: [(script: ListOffer.Script, version: ProtectionState.Version, list: String)] = []
    for name in wanted {
      let version = active[name]?.version
      let offered = offers.first { $0.version == version } ?? offers.first
      guard let offered, let list = offered.offer.lists.first(where: { $0.name == name }) else { continue }
      chosen += list.scripts.map { ($0, offered.version, name) }
    }
    let digests = chosen.map(\.script.sha256)
    guard digests != scriptDigests else { return }
    var texts: [PageScriptText] = []
    var styles: [PageStyles] = []
    for (script, version, list) in chosen {
      guard let bytes = await content(script.content, version: version, isStored: true) else {
        problems.note(.missingContent(list), about: .list(list))
        continue
      }
      let own =
        engine.appliesStyles && !script.isOfPage
        ? await offMainActor { PageStyles(isolatedScript: bytes) } : nil
      if let own { styles.append(own) }
      let text = secret.fill(bytes, of: list, leavesStyles: own != nil)
      texts.append(PageScriptText(text: text, isOfPage: script.isOfPage))
    }
    // A missing script may be available the next time.
    (scripts, scriptDigests) = (texts, texts.count == chosen.count ? digests : [])
    self.styles = styles
  }
}

/// A secret with which the scripts of the two script worlds recognize each other. Pages cannot guess it.
struct PageScriptSecret {
  private let text: String

  init() {
    var generator = SystemRandomNumberGenerator()
    text = (0..<2).map { _ in
      let digits = String(generator.next(), radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }

  /// Inserts a secret into a script. Both scripts of a list get the same secret.
  ///
  /// Each list has its own secret. Otherwise, the scripts of one list would mistake the work of another
  /// list's scripts for their own.
  ///
  /// - Parameter leavesStyles: Whether the script leaves the styles of ``PageStyles`` to user style sheets.
  func fill(_ script: [UInt8], of list: String, leavesStyles: Bool) -> String {
    let own = SHA256Hasher.digest(of: Array("\(text) \(list)".utf8)).description
    let filled = String(decoding: script, as: UTF8.self)
      .replacingOccurrences(of: PageScript.secretToken, with: String(own.prefix(32)))
    return leavesStyles ? filled.replacingOccurrences(of: PageScript.stylesToken, with: "user") : filled
  }
}

extension EngineProblem: DescribedError {}
extension ListSourceProblem: DescribedError {}
extension Protection.UpdateProblem: DescribedError {}
extension StoreProblem: DescribedError {}
