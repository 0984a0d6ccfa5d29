import ContentBlocker

/// A filter that is not done in the page, and why.
public struct PageFilterProblem: Hashable, Sendable {
  /// Why it is not.
  public var reason: Reason
  /// Index of the list among the inputs.
  public var source: Int
  /// Where the filter is: all of it.
  public var location: TextLocation
  /// The part of the filter that is meant: a piece of a selector, the name of a scriptlet.
  public var text: String

  /// Why a filter is not done in the page.
  public enum Reason: Hashable, Sendable {
    /// A piece of its selector is not CSS.
    case selector(SelectorProblem.Reason)
    /// The argument of an operator is none that it takes.
    case argument
    /// A `:style()` or its like that does not stand last.
    case misplacedAction
    /// A parenthesis is not closed.
    case unclosedParenthesis
    /// Operators within each other, deeper than is read.
    case tooDeep
    /// A style that could load something or end the rule.
    case refusedStyle
    /// No scriptlet of that name is there.
    case unknownScriptlet
    /// A scriptlet that lists must be trusted for.
    case untrustedScriptlet
    /// A scriptlet for all pages, which uBlock Origin does not take.
    case genericScriptlet
    /// A script of the list's own.
    case script
    /// Snippets of Adblock Plus.
    case snippets
    /// What is done to the response before the page is there.
    case response
    /// An exception for pages that are told by more than their host.
    case pageException
    /// Exceptions to it which hold under conditions are too many.
    case outOfProportion
    /// A filter for certain applications.
    case application
    /// A body that does not have the form of its kind.
    case malformed
  }
}

extension PageFilterProblem.Reason {
  /// Every reason, with examples of what they speak of.
  public static let examples: [Self] = [
    .unknownScriptlet, .untrustedScriptlet, .genericScriptlet, .script, .snippets, .response,
    .selector(.empty), .argument, .misplacedAction, .unclosedParenthesis, .tooDeep, .refusedStyle,
    .pageException, .outOfProportion, .application, .malformed,
  ]

  /// The name of the reason in reports.
  public var id: String { words.id }

  /// What is wrong, in plain words.
  public var message: String { words.message }

  private var words: (id: String, message: String) {
    switch self {
    case .selector(let reason): ("page-selector", reason.message)
    case .argument: ("page-argument", "the operator does not take this argument")
    case .misplacedAction: ("page-action", "an action must stand last")
    case .unclosedParenthesis: ("page-parenthesis", "this '(' is never closed")
    case .tooDeep: ("page-depth", "operators are nested too deep")
    case .refusedStyle: ("page-style", "a style must not load anything, or hold escapes, comments or braces")
    case .unknownScriptlet: ("page-scriptlet", "there is no such scriptlet")
    case .untrustedScriptlet: ("page-trust", "only a list that is trusted may use this scriptlet")
    case .genericScriptlet: ("page-generic", "a scriptlet needs the hosts on which it is to run")
    case .script: ("page-code", "scripts of lists are not run")
    case .snippets: ("page-snippets", "snippets of Adblock Plus are not run")
    case .response: ("page-response", "a script comes too late to change the response")
    case .pageException:
      (
        "page-exception",
        "an exception for whole pages holds in scripts only where it names their hosts alone"
      )
    case .outOfProportion:
      (
        "page-proportion",
        "too many exceptions with conditions of their own concern this filter: the script would be out of proportion"
      )
    case .application: ("page-application", "filters for certain applications are not done in pages")
    case .malformed: ("page-form", "this does not have the form of its kind")
    }
  }
}
