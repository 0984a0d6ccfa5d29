/// A part of a list in `:is()`, `:where()` or one of their former names that WebKit does not understand, and so ignores.
///
/// Measured in WebKit 2.38 to 2.54: `.x:is(:has(a:has(b)))` matches nothing and `.x:not(:is(:has(a:has(b))))` every `.x`.
package struct IgnoredSelectorPart: Hashable, Sendable {
  /// Why WebKit ignores it.
  package var problem: SelectorProblem
  /// The bytes of the part.
  package var range: Range<Int>
  /// Whether nothing is left of its list, which then matches no element.
  package var isAll = false

  /// Whether the selector means other elements than it says. CSS defines that unknown parts are ignored, in every browser;
  /// `:has()` inside `:has()` has a meaning that WebKit lacks, and a list whose parts are all ignored was not meant.
  package var changesMeaning: Bool { isAll || problem.reason == .nestedHas || problem.reason == .tooDeep }

  var asAll: Self {
    var part = self
    part.isAll = true
    return part
  }

  /// The part without the bytes from `end` on, which were appended to the text.
  func limited(to end: Int) -> Self {
    var part = self
    part.problem = problem.limited(to: end)
    part.range = min(range.lowerBound, end)..<min(range.upperBound, end)
    return part
  }

  /// The finding about a rule with the part.
  var finding: RuleListFinding.Reason {
    if isAll, problem.reason != .nestedHas, problem.reason != .tooDeep {
      return .ignoredSelectorList(problem.reason)
    }
    return changesMeaning ? .ignoredSelectorPart(problem.reason) : .unusedSelectorPart(problem.reason)
  }
}

extension Selector {
  /// The parts of a valid selector that WebKit ignores, wherever they stand in it.
  package static func ignoredParts(in text: some InputBytes & ~Escapable) -> [IgnoredSelectorPart] {
    text.withInputBytes { bytes in
      if isPlain(bytes) { return [] }
      var parser = SelectorParser()
      parser.collectsIgnoredParts = true
      try? parser.wholeSelector(bytes)
      return parser.ignoredParts
    }
  }

  /// Why WebKit takes a valid selector for another one than it is: see ``IgnoredSelectorPart/changesMeaning``. Returns nil
  /// if it does not.
  package static func misreading(of text: some InputBytes & ~Escapable) -> SelectorProblem? {
    ignoredParts(in: text).first(where: \.changesMeaning)?.problem
  }
}
