import SluiceConversion
import SluiceRules

/// The action of a page script for a filter.
public struct PageEffect: Hashable, Sendable {
  /// The location of the filter.
  public var place: FilterPlace
  /// The kind of action.
  public var kind: Kind

  /// A kind of action.
  @nonexhaustive public enum Kind: Hashable, Sendable {
    /// Runs a scriptlet, given by its canonical name.
    case scriptlet(String, arguments: [String], PageScript.World)
    /// Changes the elements that a selector matches. `operators` lists the selector's operators without
    /// duplicates.
    case elements(Action, operators: [String])
  }

  /// An action on elements, with the name that lists use.
  @nonexhaustive public enum Action: String, CaseIterable, Hashable, Sendable {
    /// Hides elements while they match the selector.
    case hide
    /// Removes elements from the page.
    case remove
    /// Removes attributes.
    case removeAttribute = "remove-attr"
    /// Removes classes.
    case removeClass = "remove-class"
    /// Adds a style.
    case style
  }

  init(_ filter: PageFilter) {
    place = filter.place
    switch filter.action {
    case .scriptlet(let scriptlet, let arguments, _):
      kind = .scriptlet(scriptlet.name, arguments: arguments, scriptlet.world)
    case .rule: kind = .elements(.style, operators: PageCondition.names(filter.conditions))
    case .elements(let selector, let action):
      var names = PageCondition.names(filter.conditions)
      for name in selector.chains.flatMap(\.operators) where !names.contains(name) { names.append(name) }
      kind = .elements(Action(action), operators: names)
    }
  }
}

extension PageEffect.Action {
  fileprivate init(_ action: ElementAction) {
    switch action {
    case .hide: self = .hide
    case .remove, .removeHTML: self = .remove
    case .removeAttribute: self = .removeAttribute
    case .removeClass: self = .removeClass
    case .style: self = .style
    }
  }
}

extension PageCondition {
  fileprivate static func names(_ conditions: [PageCondition]) -> [String] {
    conditions.reduce(into: []) { if !$0.contains($1.name) { $0.append($1.name) } }
  }
}

extension SelectorChain {
  /// The operators in order. Operators in an argument follow the operator that takes the argument.
  fileprivate var operators: [String] {
    conditions.map(\.name)
      + steps.flatMap { step in [step.names.shown].compactMap { $0 } + step.chains.flatMap(\.operators) }
  }
}

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
  case exemption(ExemptPages.Parts)
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
