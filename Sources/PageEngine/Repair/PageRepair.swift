import ContentBlocker
import Conversion
import PageInspection

/// Finds the exceptions that make a page whole that lists break, by trying it in a browser.
public struct PageRepair {
  /// What came of it.
  public enum Outcome: Sendable {
    /// With the lists all is as it is expected.
    case notBroken
    /// Without any list it is not as it is expected either.
    case brokenWithoutLists
    /// The exceptions, with which it is as expected, and without any one of which it is not.
    case repaired([RepairCandidate])
    /// Nothing that exceptions can undo makes it whole.
    case beyondRepair
  }

  /// What came of it.
  public let outcome: Outcome
  /// All that filters did on the page that exceptions can undo.
  public private(set) var candidates: RepairCandidates
  /// How often the page was loaded.
  public let loads: Int
  /// What was seen without lists, and with them.
  public let without: EngineObservation
  /// What was seen with the lists as they are; nil where it was not tried.
  public let with: EngineObservation?

  /// Looks for them.
  ///
  /// - Parameters:
  ///   - page: the page that is loaded.
  ///   - trial: how long it may take; its lists and selectors are not used.
  ///   - expectations: what must be so.
  ///   - suffixes: what tells first from third party.
  ///   - lists: the lists with some more filters.
  ///   - observe: loads the page once.
  /// - Throws: what `lists` and `observe` throw.
  public init<Failure: Error>(
    _ page: EnginePage, _ trial: EngineTrial, _ expectations: [Expectation],
    _ suffixes: PublicSuffixList,
    lists: ([String]) throws(Failure) -> Blocklists,
    observe: (EngineTrial) throws(Failure) -> EngineObservation
  ) throws(Failure) {
    var run = Run(trial: trial)
    run.trial.selectors = expectations.selectors
    let selectors = run.trial.selectors
    func holds(_ seen: EngineObservation, _ without: EngineObservation) -> Bool {
      seen.meets(expectations, selectors, without: without)
    }
    // What takes a while is waited for, and then as long with the lists.
    run.trial.quiet *= 2
    let without = try run.observe(nil, readsDocuments: true, observe)
    run.trial.quiet = trial.quiet
    run.trial.atLeast = without.lastChange
    self.without = without
    let plain = try lists([])
    candidates = RepairCandidates(plain, suffixes)
    guard holds(without, without) else {
      (outcome, with, loads) = (.brokenWithoutLists, nil, run.loads)
      return
    }
    let with = try run.observe(plain, readsDocuments: true, observe)
    self.with = with
    guard !holds(with, without) else {
      (outcome, loads) = (.notBroken, run.loads)
      return
    }
    candidates.add(without, of: page)
    candidates.add(with, of: page)
    var known: [Set<Int>: Bool] = [[]: false]
    while true {
      var search = RepairSearch(known)
      let all = candidates.all
      var last: EngineObservation?
      func holdsWithout(_ set: Set<Int>) throws(Failure) -> Bool {
        let seen = try run.observe(
          try lists(set.sorted().map { all[$0].exception }), readsDocuments: set.count == all.count, observe)
        last = seen
        return holds(seen, without)
      }
      if let found = try search.smallest(of: all.count, holdsWithout),
        try search.isMinimal(found, holdsWithout)
      {
        (outcome, loads) = (.repaired(found.map { all[$0] }), run.loads)
        return
      }
      // What is let through may ask for more, which was not asked for without lists.
      if let last { candidates.add(last, of: page) }
      known = search.results
      guard candidates.all.count > all.count else {
        (outcome, loads) = (.beyondRepair, run.loads)
        return
      }
    }
  }

  private struct Run {
    var trial: EngineTrial
    private(set) var loads = 0

    init(trial: EngineTrial) { self.trial = trial }

    mutating func observe<Failure: Error>(
      _ lists: Blocklists?, readsDocuments: Bool,
      _ observe: (EngineTrial) throws(Failure) -> EngineObservation
    ) throws(Failure) -> EngineObservation {
      loads += 1
      var trial = trial
      trial.lists = lists?.encoded ?? []
      trial.readsDocuments = readsDocuments
      return try observe(trial)
    }
  }
}

extension RepairCandidates {
  /// Adds what was done with what was seen.
  fileprivate mutating func add(_ seen: EngineObservation, of page: EnginePage) {
    let loads = seen.recordedLoads(of: Array(page.address.utf8)).loads.map(\.description)
    add(loads)
    // Of what was blocked nothing else is known.
    let blocked = seen.blocked.map {
      RequestDescription(url: Array($0.url.utf8), page: Array($0.page.utf8))
    }
    let known = urls
    add(blocked.filter { !known.contains($0.url) && RequestDescription.isURL($0.url) })
    for document in seen.savedDocuments(of: page) { add(document) }
  }
}
