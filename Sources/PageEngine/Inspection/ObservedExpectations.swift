import PageInspection

/// What becomes of expectations when a page is loaded with lists.
public struct ObservedExpectations: Sendable {
  private let selectors: [String]
  private let without: EngineObservation
  private let with: EngineObservation

  /// Loads a page twice.
  ///
  /// - Parameters:
  ///   - trial: how long it may take; its lists and selectors are not used.
  ///   - observe: loads it once.
  /// - Throws: what `observe` throws.
  public init<Failure: Error>(
    _ expectations: [Expectation], _ trial: EngineTrial, _ lists: Blocklists,
    observe: (EngineTrial) throws(Failure) -> EngineObservation
  ) throws(Failure) {
    selectors = expectations.selectors
    var trial = trial
    trial.selectors = selectors
    trial.lists = []
    without = try observe(trial)
    trial.lists = lists.encoded
    trial.atLeast = without.lastChange
    with = try observe(trial)
  }

  /// The engine, such as `WebKitGTK 2.50.6`.
  public var engine: String { with.engine }

  /// Whether one of the expectations is met with the lists.
  public func isMet(_ expectation: Expectation) -> Bool {
    with.meets([expectation], selectors, without: without)
  }
}
