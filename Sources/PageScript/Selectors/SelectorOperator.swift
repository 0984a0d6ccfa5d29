import FilterSyntax

/// The operators that selectors of filters have besides those of CSS.
enum SelectorOperator: Hashable, Sendable, CaseIterable {
  case hasText, has, ifNot, not, matches, upward, nthAncestor
  case matchesCSS, matchesCSSBefore, matchesCSSAfter
  case matchesAttribute, matchesProperty, matchesPath, matchesMedia
  case minimumTextLength, watchAttributes, xpath, others, shadow, content

  /// Every name by which lists call an operator.
  static let named: [String: SelectorOperator] = [
    "has-text": .hasText, "contains": .hasText, "-abp-contains": .hasText, "-abp-has-text": .hasText,
    "has": .has, "if": .has, "-abp-has": .has, "if-not": .ifNot, "not": .not, "is": .matches,
    "where": .matches, "upward": .upward, "nth-ancestor": .nthAncestor, "matches-css": .matchesCSS,
    "matches-css-before": .matchesCSSBefore, "matches-css-after": .matchesCSSAfter,
    "matches-attr": .matchesAttribute, "matches-prop": .matchesProperty,
    "matches-property": .matchesProperty, "matches-path": .matchesPath, "matches-media": .matchesMedia,
    "min-text-length": .minimumTextLength, "watch-attr": .watchAttributes, "watch-attrs": .watchAttributes,
    "xpath": .xpath, "others": .others, "shadow": .shadow, "content": .content,
  ]

  /// What must stand last, and is taken off before a selector is read.
  static let actions: Set<String> = ["style", "remove", "remove-attr", "remove-class"]
}
