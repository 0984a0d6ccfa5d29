import SluiceRules

/// A problem in a selector with operators, and its location.
struct ProceduralSelectorProblem: Error, Hashable, Sendable {
  enum Reason: Hashable, Sendable {
    /// WebKit rejects a part of the CSS.
    case selector(SelectorProblem.Reason)
    /// A `:style()` or similar action is not at the end.
    case misplacedAction
    /// The argument of an operator is invalid.
    case argument
    case unclosedParenthesis
    case tooDeep
  }

  var reason: Reason
  /// The range of the problem in the selector.
  var range: Range<Int>
}
