import SluiceConversion

extension SelectorOperator {
  /// A description for the documentation.
  var meaning: String {
    switch self {
    case .hasText: "elements whose text contains this text, or matches this /regex/"
    case .has: "elements that contain an element that matches this selector"
    case .ifNot: "elements without a descendant that matches this selector"
    case .not: "elements that do not match this selector"
    case .matches: "elements that match one of these selectors"
    case .upward: "the ancestor that many levels up, or the nearest one that matches this selector"
    case .nthAncestor: "the ancestor that many levels up"
    case .matchesCSS: "elements with this computed style: property: value"
    case .matchesCSSBefore: "elements whose ::before has this computed style"
    case .matchesCSSAfter: "elements whose ::after has this computed style"
    case .matchesAttribute: "elements with this attribute: name=value, either may be a /regex/"
    case .matchesProperty: "elements with this property of JavaScript: name=value"
    case .matchesPath: "on pages whose path contains this text, or matches this /regex/"
    case .matchesMedia: "while this media query holds"
    case .minimumTextLength: "elements with at least this many characters of text"
    case .styleRules:
      "elements that the page's style sheets give these declarations; * is any text"
    case .watchAttributes: "tests the elements again when these attributes change"
    case .xpath: "nodes that this XPath expression finds"
    case .others: "all elements except these, their ancestors and their descendants"
    case .shadow: "elements in the shadow tree that match this selector"
    case .content: "elements with this text"
    }
  }
}

extension SelectorAction {
  /// A description for the documentation.
  fileprivate var meaning: String {
    switch self {
    case .style: "gives the elements this style"
    case .remove: "removes the elements from the page"
    case .removeAttribute: "removes this attribute from the elements"
    case .removeClass: "removes this class from the elements"
    }
  }
}

/// The names that can follow a `:` in a filter's selector, in addition to those of CSS.
package enum ProceduralOperators {
  /// A description for each name, as a sentence fragment.
  package static let meanings: [String: String] = {
    var meanings = SelectorOperator.named.mapValues(\.meaning)
    for action in SelectorAction.allCases { meanings[action.rawValue] = action.meaning }
    return meanings
  }()
}
