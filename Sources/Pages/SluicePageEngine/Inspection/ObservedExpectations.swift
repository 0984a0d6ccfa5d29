import SluicePageInspection

/// The outcomes of expectations when a page is loaded with one or more versions of filter lists.
package struct ObservedExpectations: Sendable {
  private let selectors: [String]
  private let without: EngineObservation
  private let with: [EngineObservation]

  /// Loads a page once without lists, and once with each version.
  ///
  /// - Parameters:
  ///   - expectations: The expectations about the page.
  ///   - trial: The settings of the trials. Its lists and selectors are ignored.
  ///   - versions: The versions of the lists.
  ///   - observe: Loads the page once.
  /// - Throws: The errors of `observe`.
  package init<Failure: Error>(
    _ expectations: [PageExpectation], _ trial: EngineTrial, _ versions: [Blocklists],
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
  package var engine: String { without.engine }

  /// Returns whether an expectation is met with the version of the lists at this index.
  package func isMet(_ expectation: PageExpectation, version: Int) -> Bool {
    with[version].meets([expectation], selectors, without: without)
  }
}
