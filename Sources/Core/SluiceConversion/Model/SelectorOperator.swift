import SluiceRules

/// The operators that filter lists add to CSS selectors.
package enum SelectorOperator: Hashable, Sendable, CaseIterable {
  case hasText, has, ifNot, not, matches, upward, nthAncestor
  case matchesCSS, matchesCSSBefore, matchesCSSAfter
  case matchesAttribute, matchesProperty, matchesPath, matchesMedia
  case minimumTextLength, styleRules, watchAttributes, xpath, others, shadow, content

  /// The names of the operator in filter lists. The first one is used in reports.
  package var names: [String] {
    switch self {
    case .hasText: ["has-text", "contains", "-abp-contains", "-abp-has-text"]
    case .has: ["has", "if", "-abp-has"]
    case .ifNot: ["if-not"]
    case .not: ["not"]
    case .matches: ["is", "where"]
    case .upward: ["upward"]
    case .nthAncestor: ["nth-ancestor"]
    case .matchesCSS: ["matches-css"]
    case .matchesCSSBefore: ["matches-css-before"]
    case .matchesCSSAfter: ["matches-css-after"]
    case .matchesAttribute: ["matches-attr"]
    case .matchesProperty: ["matches-prop", "matches-property"]
    case .matchesPath: ["matches-path"]
    case .matchesMedia: ["matches-media"]
    case .minimumTextLength: ["min-text-length"]
    case .styleRules: ["-abp-properties", "properties"]
    case .watchAttributes: ["watch-attr", "watch-attrs"]
    case .xpath: ["xpath"]
    case .others: ["others"]
    case .shadow: ["shadow"]
    case .content: ["content"]
    }
  }

  /// The name in reports.
  package var name: String { names[0] }

  /// The operators by name.
  package static let named: [String: SelectorOperator] = {
    var named: [String: SelectorOperator] = [:]
    for kind in allCases { for name in kind.names { named[name] = kind } }
    return named
  }()

  /// Returns whether a name is an operator that CSS does not have.
  static func isOnlyOfLists(_ name: String) -> Bool {
    named[name] != nil && PseudoClassName(rawValue: name) == nil
  }
}

/// The actions that a filter's selector can end with.
package enum SelectorAction: String, CaseIterable, Sendable {
  case style, remove
  case removeAttribute = "remove-attr"
  case removeClass = "remove-class"

  /// The length of the longest name.
  static let maximumLength = allCases.reduce(0) { max($0, $1.rawValue.utf8.count) }
}
