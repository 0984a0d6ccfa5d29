import SluicePageInspection

extension [Expectation] {
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
  func meets(_ expectations: [Expectation], _ selectors: [String], without: EngineObservation) -> Bool {
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
