import SluiceConversion

/// The outcome of a filter in the page scripts.
@nonexhaustive public enum PageFilterOutcome: Hashable, Sendable {
  /// A page script applies the filter.
  case applied(PageEffect)
  /// The filter is an exception to filters with the same body, or to the scriptlet with this name and these
  /// arguments. If the arguments are nil, any arguments match.
  case exception(scriptlet: String?, arguments: [String]?)
  /// The filter is an exception to all scriptlets.
  case exceptionToScriptlets
  /// The filter is an exception that disables all filters of the given parts on entire pages.
  case exemption(PageExemption.Parts)
  /// No page script applies the filter.
  case notApplied(PageFilterProblem)
}

extension PageScript {
  /// Returns the problems of filters that are invalid in every content blocker.
  package static func mistakes(in advancedFilters: AdvancedFilters, of lists: [List]) -> [PageFilterProblem] {
    PageFilters.mistakes(in: advancedFilters, of: lists)
  }

  /// Returns the outcome of each filter. Exceptions that can never have an effect, and filters that are rules, are left
  /// out.
  public static func outcomes(of advancedFilters: AdvancedFilters, in lists: [List]) -> [PageFilterOutcome] {
    var advancedFilters = advancedFilters
    advancedFilters.hiding = []
    let filters = PageFilters(advancedFilters, of: lists)
    var outcomes = filters.filters.map { PageFilterOutcome.applied(PageEffect($0)) }
    outcomes += filters.exceptions.map { exception in
      switch exception.identity {
      case .action, .configured: .exception(scriptlet: nil, arguments: [])
      case .scriptlet(let scriptlet, let arguments):
        .exception(scriptlet: scriptlet.name, arguments: arguments)
      case .everyScriptlet(let scriptlet): .exception(scriptlet: scriptlet.name, arguments: nil)
      case .allScriptlets: .exceptionToScriptlets
      }
    }
    outcomes += advancedFilters.exemptions.map { exemption in
      guard exemption.hosts == nil else { return .exemption(exemption.parts) }
      return .notApplied(
        PageFilterProblem(
          reason: .pageException, place: exemption.place, location: exemption.location, text: ""))
    }
    return outcomes + filters.problems.filter { $0.reason != .pageException }.map { .notApplied($0) }
  }
}
