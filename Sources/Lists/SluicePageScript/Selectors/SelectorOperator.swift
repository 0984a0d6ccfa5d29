import SluiceConversion

extension SelectorOperator {
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
}

extension SelectorAction {
  /// A description for the documentation.
  fileprivate var meaning: String {
    switch self {
    case .style: "gives the elements this style"
    case .remove: "takes the elements out of the page"
    case .removeAttribute: "takes this attribute from the elements"
    case .removeClass: "takes this class from the elements"
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
