extension RuleListProblem {
  /// What is wrong with a text that WebKit cannot read as JSON.
  public typealias SyntaxReason = JSONFault.Reason
  /// What WebKit reads in a string although JSON forbids it, so that other readers may not.
  public typealias LooseSyntax = JSONFault.Looseness
}
