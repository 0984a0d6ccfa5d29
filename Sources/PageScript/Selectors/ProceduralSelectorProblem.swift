import ContentBlocker

/// Why a selector with operators cannot be run, and where the fault is.
struct ProceduralSelectorProblem: Error, Hashable, Sendable {
  enum Reason: Hashable, Sendable {
    /// A piece of CSS that WebKit does not take.
    case selector(SelectorProblem.Reason)
    /// A `:style()` or its like that is not last.
    case misplacedAction
    /// The argument of an operator is none that it takes.
    case argument
    case unclosedParenthesis
    case tooDeep
  }

  var reason: Reason
  /// The bytes of the selector that are meant.
  var range: Range<Int>
}
