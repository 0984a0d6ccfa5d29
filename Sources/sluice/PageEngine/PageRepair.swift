import SluiceAnalysis
import SluiceConversion
import SluicePageInspection
import SluiceRules
import SluiceText

/// Finds the exceptions that repair a page that filter lists break, by loading it in a browser.
struct PageRepair {
  enum Outcome: Sendable {
    case notBroken
    case brokenWithoutLists
    /// A minimal set of exceptions with which the expectations are met.
    case repaired([RepairCandidate])
    case beyondRepair
  }

  let outcome: Outcome
  /// The effects of filters on the page that exceptions can undo.
  private(set) var candidates: RepairCandidates
  /// The number of times that the page was loaded.
  let loads: Int
  let without: EngineObservation
  /// The observation with the unchanged lists, or `nil` if the page was not loaded with them.
  let with: EngineObservation?

  /// Searches for exceptions that repair the page.
  ///
  /// - Parameters:
  ///   - trial: The settings of the trials. Its lists and selectors are ignored.
  ///   - expectations: The expectations about the page.
  ///   - suffixes: The public suffixes that distinguish first and third parties.
  ///   - lists: Returns the lists with additional filters.
  ///   - observe: Loads the page once.
  /// - Throws: The errors of `lists` and `observe`.
  init<Failure: Error>(
    _ page: EnginePage, trial: EngineTrial, expectations: [PageExpectation],
    suffixes: PublicSuffixList,
    lists: ([String]) throws(Failure) -> Blocklists,
    observe: (EngineTrial) throws(Failure) -> EngineObservation
  ) throws(Failure) {
    var run = Run(trial: trial)
    run.trial.selectors = expectations.selectors
    let selectors = run.trial.selectors
    func holds(_ seen: EngineObservation, without: EngineObservation) -> Bool {
      seen.meets(expectations, selectors: selectors, without: without)
    }
    // Slow pages get more time in the first trial. Later trials wait at least as long.
    run.trial.quiet *= 2
    let without = try run.observe(nil, readsDocuments: true, observe: observe)
    run.trial.quiet = trial.quiet
    run.trial.atLeast = without.lastChange
    self.without = without
    let plain = try lists([])
    candidates = RepairCandidates(plain, suffixes: suffixes)
    guard holds(without, without: without) else {
      (outcome, with, loads) = (.brokenWithoutLists, nil, run.loads)
      return
    }
    let with = try run.observe(plain, readsDocuments: true, observe: observe)
    self.with = with
    guard !holds(with, without: without) else {
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
          try lists(set.sorted().map { all[$0].exception }), readsDocuments: set.count == all.count,
          observe: observe)
        last = seen
        return holds(seen, without: without)
      }
      if let found = try search.smallest(of: all.count, holdsWithout),
        try search.isMinimal(found, holds: holdsWithout)
      {
        (outcome, loads) = (.repaired(found.map { all[$0] }), run.loads)
        return
      }
      // Unblocked resources may send requests that were not sent without lists.
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

    mutating func observe<Failure: Error>(
      _ lists: Blocklists?, readsDocuments: Bool,
      observe: (EngineTrial) throws(Failure) -> EngineObservation
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
  fileprivate mutating func add(_ seen: EngineObservation, of page: EnginePage) {
    let loads = seen.recordedLoads(of: Array(page.address.utf8)).loads.map(\.description)
    add(loads)
    // Only the URL and page of a blocked request are known.
    let blocked = seen.blocked.map {
      RequestDescription(url: Array($0.url.utf8), page: Array($0.page.utf8))
    }
    let known = urls
    add(blocked.filter { !known.contains($0.url) && RequestDescription.isURL($0.url) })
    for document in seen.savedDocuments(of: page) { add(document) }
  }
}

extension [PageExpectation] {
  /// The selectors of elements that must be visible or hidden, in order and without duplicates.
  var selectors: [String] {
    var known: Set<String> = []
    return compactMap { expectation in
      switch expectation {
      case .visible(let selector), .hidden(let selector): selector.description
      case .loads, .blocked, .noErrors: nil
      }
    }.filter { known.insert($0).inserted }
  }
}

extension EngineObservation {
  /// Returns whether all expectations are met.
  ///
  /// - Parameters:
  ///   - selectors: The selectors whose visibility was observed.
  ///   - without: The observation without lists.
  func meets(_ expectations: [PageExpectation], selectors: [String], without: EngineObservation) -> Bool {
    guard outcome == .loaded else { return false }
    func canBeSeen(_ selector: ExpectedSelector) -> Bool {
      selectors.firstIndex(of: selector.description).map { visible.indices.contains($0) && visible[$0] }
        ?? false
    }
    func isLoaded(_ url: ExpectedURL) -> Bool {
      loads.contains { url.matches(Array($0.url.utf8.prefix { $0 != ASCII.hash })) }
    }
    return expectations.allSatisfy { expectation in
      switch expectation {
      case .visible(let selector): canBeSeen(selector)
      case .hidden(let selector): !canBeSeen(selector)
      case .loads(let url): isLoaded(url)
      case .blocked(let url): !isLoaded(url)
      case .noErrors: Set(errors).isSubset(of: without.errors)
      }
    }
  }
}
