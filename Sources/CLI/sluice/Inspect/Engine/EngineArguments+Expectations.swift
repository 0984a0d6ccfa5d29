import SluicePageInspection
import SluiceRules

extension EngineArguments {
  /// The expectations for a broken page; empty without `--broken`.
  var expectations: [Expectation] {
    get throws(CommandError) {
      guard isBroken == expectsSomething else {
        throw CommandError(isBroken ? InspectFailure.nothingExpected : InspectFailure.notBroken)
      }
      var expectations: [Expectation] = []
      for text in visible {
        do throws(SelectorProblem) {
          expectations.append(.visible(try ExpectedSelector(parsing: text)))
        } catch {
          throw CommandError(InspectFailure.badSelector(text, error))
        }
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
