/// The operators that filter lists add to CSS selectors.
enum SelectorOperator: Hashable, Sendable, CaseIterable {
  case hasText, has, ifNot, not, matches, upward, nthAncestor
  case matchesCSS, matchesCSSBefore, matchesCSSAfter
  case matchesAttribute, matchesProperty, matchesPath, matchesMedia
  case minimumTextLength, styleRules, watchAttributes, xpath, others, shadow, content

  /// The operators by name, including all other names in filter lists.
  static let named: [String: SelectorOperator] = [
    "has-text": .hasText, "contains": .hasText, "-abp-contains": .hasText, "-abp-has-text": .hasText,
    "has": .has, "if": .has, "-abp-has": .has, "if-not": .ifNot, "not": .not, "is": .matches,
    "where": .matches, "upward": .upward, "nth-ancestor": .nthAncestor, "matches-css": .matchesCSS,
    "matches-css-before": .matchesCSSBefore, "matches-css-after": .matchesCSSAfter,
    "matches-attr": .matchesAttribute, "matches-prop": .matchesProperty,
    "matches-property": .matchesProperty, "matches-path": .matchesPath, "matches-media": .matchesMedia,
    "min-text-length": .minimumTextLength, "-abp-properties": .styleRules, "properties": .styleRules,
    "watch-attr": .watchAttributes, "watch-attrs": .watchAttributes,
    "xpath": .xpath, "others": .others, "shadow": .shadow, "content": .content,
  ]

  /// A description for the documentation.
  var meaning: String {
    switch self {
    case .hasText: "elements with this text, or text that this /regex/ matches"
    case .has: "elements that contain what this selector finds"
    case .ifNot: "elements without a descendant that matches this selector"
    case .not: "elements that this selector does not find"
    case .matches: "elements that one of these selectors finds"
    case .upward: "the ancestor so many levels up, or the nearest that this selector finds"
    case .nthAncestor: "the ancestor so many levels up"
    case .matchesCSS: "elements with this computed style: property: value"
    case .matchesCSSBefore: "elements whose ::before has this computed style"
    case .matchesCSSAfter: "elements whose ::after has this computed style"
    case .matchesAttribute: "elements with this attribute: name=value, either may be a /regex/"
    case .matchesProperty: "elements with this property of JavaScript: name=value"
    case .matchesPath: "on pages whose path has this text, or is matched by this /regex/"
    case .matchesMedia: "while this media query holds"
    case .minimumTextLength: "elements with at least so much text"
    case .styleRules:
      "elements that a rule of the page's style sheets with these declarations is for; * is any text"
    case .watchAttributes: "looks again when these attributes change"
    case .xpath: "what this XPath expression finds from there"
    case .others: "all elements except these, their ancestors and their descendants"
    case .shadow: "what this selector finds in the shadow tree of the elements"
    case .content: "elements with this text"
    }
  }

  /// The names of actions, which must be at the end and are removed before the selector is parsed.
  static let actions = Set(actionMeanings.keys)

  /// A description of each action for the documentation.
  fileprivate static let actionMeanings = [
    "style": "gives the elements this style", "remove": "takes the elements out of the page",
    "remove-attr": "takes this attribute from the elements",
    "remove-class": "takes this class from the elements",
  ]
}

/// The names that can follow a `:` in a filter's selector, in addition to those of CSS.
package enum ProceduralOperators {
  /// A description for each name, as a sentence fragment.
  package static let meanings: [String: String] =
    SelectorOperator.named.mapValues(\.meaning).merging(SelectorOperator.actionMeanings) { $1 }
}
