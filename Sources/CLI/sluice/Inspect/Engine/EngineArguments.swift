import SluicePageEngine
import SluicePageInspection
import SluiceRules

/// The arguments of `sluice inspect` for loading a page in a browser.
struct EngineArguments: Sendable {
  /// Whether to load the page with and without the lists.
  var isUsed = false
  /// Whether the browser may use the network, for a page on the web.
  var hasNetwork = false
  /// The maximum time for a page load, in seconds.
  var timeout = EngineTrial().timeout
  /// Whether to search for exceptions with which the page meets all expectations.
  var isBroken = false
  /// Selectors of elements that must be visible.
  var visible: [String] = []
  /// Requests that must be made: URLs, or URL prefixes followed by `*`.
  var requests: [String] = []
  /// Whether the lists must not cause additional console errors.
  var expectsNoError = false

  var expectsSomething: Bool { !visible.isEmpty || !requests.isEmpty || expectsNoError }
}

extension EngineArguments {
  /// The expectations for a broken page; empty without `--broken`.
  var expectations: [PageExpectation] {
    get throws(CommandError) {
      guard isBroken == expectsSomething else {
        throw CommandError(isBroken ? InspectFailure.nothingExpected : InspectFailure.notBroken)
      }
      var expectations: [PageExpectation] = []
      for text in visible {
        let selector = try CommandError.of({ InspectFailure.badSelector(text, $0) }) {
          () throws(SelectorProblem) in try ExpectedSelector(parsing: text)
        }
        expectations.append(.visible(selector))
      }
      for text in requests {
        guard let url = ExpectedURL(parsing: text) else {
          throw CommandError(InspectFailure.badRequest(text))
        }
        expectations.append(.loads(url))
      }
      return expectations + (expectsNoError ? [.noErrors] : [])
    }
  }
}
