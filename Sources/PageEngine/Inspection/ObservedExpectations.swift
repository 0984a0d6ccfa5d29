import PageInspection

/// What becomes of expectations when a page is loaded with lists, or with several versions of them.
public struct ObservedExpectations: Sendable {
  private let selectors: [String]
  private let without: EngineObservation
  private let with: [EngineObservation]

  /// Loads a page once without lists, and once with each version of them.
  ///
  /// - Parameters:
  ///   - expectations: what is expected of the page.
  ///   - trial: how long it may take; its lists and selectors are not used.
  ///   - versions: the lists.
  ///   - observe: loads it once.
  /// - Throws: what `observe` throws.
  public init<Failure: Error>(
    _ expectations: [Expectation], _ trial: EngineTrial, _ versions: [Blocklists],
    observe: (EngineTrial) throws(Failure) -> EngineObservation
  ) throws(Failure) {
    selectors = expectations.selectors
    var trial = trial
    trial.selectors = selectors
    trial.lists = []
    without = try observe(trial)
    trial.atLeast = without.lastChange
    var with: [EngineObservation] = []
    for lists in versions {
      trial.lists = lists.encoded
      with.append(try observe(trial))
    }
    self.with = with
  }

  /// The engine, such as `WebKitGTK 2.50.6`.
  public var engine: String { without.engine }

  /// Whether one of the expectations is met with a version of the lists, by its index.
  public func isMet(_ expectation: Expectation, version: Int) -> Bool {
    with[version].meets([expectation], selectors, without: without)
  }
}
