import SluiceConversion
import SluiceRules
import SluiceText

/// A filter that no page script applies, with the reason.
public struct PageFilterProblem: Hashable, Sendable {
  /// The reason.
  public var reason: Reason
  /// The list and the line of the filter.
  public var place: FilterPlace
  /// The location of the entire filter.
  public var location: TextLocation
  /// The part of the filter that causes the problem, such as a part of a selector or the name of a scriptlet.
  public var text: String

  /// The reason why no page script applies a filter.
  @nonexhaustive public enum Reason: Hashable, Sendable {
    /// A part of the selector is not valid CSS.
    case selector(SelectorProblem.Reason)
    /// The argument of an operator is invalid.
    case argument
    /// A `:style()` or similar action is not at the end.
    case misplacedAction
    /// A parenthesis is not closed.
    case unclosedParenthesis
    /// The operators are nested too deeply.
    case tooDeep
    /// A style could load something or end the rule.
    case refusedStyle
    /// The scriptlet is unknown.
    case unknownScriptlet
    /// The scriptlet requires a trusted list.
    case untrustedScriptlet
    /// The scriptlet does nothing without more arguments.
    case missingArguments
    /// The scriptlet is for all pages, which uBlock Origin rejects.
    case genericScriptlet
    /// The filter contains a script.
    case script
    /// The filter contains an Adblock Plus snippet that page scripts do not run.
    case snippets
    /// The filter changes the response before the page exists.
    case response
    /// The exception selects pages by more than their host.
    case pageException
    /// The filter has too many exceptions with conditions.
    case outOfProportion
    /// The filter is for certain applications only.
    case application
    /// The body of the filter is malformed.
    case malformed
  }
}

extension PageFilterProblem.Reason {
  /// Every reason, with example values.
  package static let examples: [Self] = [
    .unknownScriptlet, .untrustedScriptlet, .missingArguments, .genericScriptlet, .script, .snippets,
    .response,
    .selector(.empty), .argument, .misplacedAction, .unclosedParenthesis, .tooDeep, .refusedStyle,
    .pageException, .outOfProportion, .application, .malformed,
  ]

  /// The identifier of the reason in reports.
  public var id: String { words.id }

  /// Whether the filter is invalid in every content blocker, and not only unsuitable for a page script.
  var isMistake: Bool {
    switch self {
    case .selector, .argument, .misplacedAction, .unclosedParenthesis, .missingArguments, .malformed: true
    case .tooDeep, .refusedStyle, .unknownScriptlet, .untrustedScriptlet, .genericScriptlet, .script,
      .snippets,
      .response, .pageException, .outOfProportion, .application:
      false
    }
  }

  /// A description of the problem.
  public var message: String { words.message }

  private var words: (id: String, message: String) {
    switch self {
    case .selector(let reason): ("page-selector", reason.message)
    case .argument: ("page-argument", "the operator does not take this argument")
    case .misplacedAction: ("page-action", "an action must be last")
    case .unclosedParenthesis: ("page-parenthesis", "this '(' is never closed")
    case .tooDeep: ("page-depth", "operators are nested too deeply")
    case .refusedStyle:
      ("page-style", "a style must not load anything, or contain escapes, comments or braces")
    case .unknownScriptlet: ("page-scriptlet", "unknown scriptlet")
    case .untrustedScriptlet: ("page-trust", "only trusted lists may use this scriptlet")
    case .missingArguments: ("page-arguments", "the scriptlet needs more arguments")
    case .genericScriptlet: ("page-generic", "a scriptlet needs the hosts on which to run")
    case .script: ("page-code", "JavaScript from lists is not run")
    case .snippets: ("page-snippets", "page scripts do not support this snippet with these arguments")
    case .response: ("page-response", "a script runs too late to change the response")
    case .pageException:
      (
        "page-exception",
        "page scripts support exceptions for whole pages only if they name hosts without paths"
      )
    case .outOfProportion:
      (
        "page-proportion",
        "too many exceptions with conditions of their own affect this filter: the script would be too large"
      )
    case .application: ("page-application", "page scripts do not support filters for certain applications")
    case .malformed: ("page-form", "the filter has invalid syntax for its kind")
    }
  }
}
