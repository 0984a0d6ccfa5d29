/// A part of the selector list in `:is()`, `:where()` or one of their older names that WebKit ignores because
/// it does not support it.
///
/// Measured in WebKit 2.38 to 2.54: `.x:is(:has(a:has(b)))` matches nothing, and
/// `.x:not(:is(:has(a:has(b))))` matches every `.x`.
package struct IgnoredSelectorPart: Hashable, Sendable {
  /// The problem that makes WebKit ignore the part.
  package var problem: SelectorProblem
  /// The byte range of the part.
  package var range: Range<Int>
  /// Whether WebKit ignores all parts of the list. The list then matches no element.
  package var isAll = false

  /// Whether WebKit matches other elements than the selector intends.
  ///
  /// CSS requires every browser to ignore unknown parts, so an ignored part usually does not change the
  /// meaning. Two cases do: `:has()` inside `:has()` has a meaning that WebKit does not support, and nobody
  /// intends a list whose parts are all ignored.
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
}

extension CSSSelector {
  /// Returns all parts of a valid selector that WebKit ignores, at any depth.
  package static func ignoredParts(in text: some InputBytes & ~Escapable) -> [IgnoredSelectorPart] {
    text.withInputBytes { bytes in
      if isPlain(bytes) { return [] }
      var parser = SelectorParser()
      parser.collectsIgnoredParts = true
      try? parser.wholeSelector(bytes)
      return parser.ignoredParts
    }
  }

  /// Returns the problem that makes WebKit match other elements than a valid selector intends, or nil. See
  /// ``IgnoredSelectorPart/changesMeaning``.
  package static func misreading(of text: some InputBytes & ~Escapable) -> SelectorProblem? {
    ignoredParts(in: text).first(where: { $0.changesMeaning })?.problem
  }
}
