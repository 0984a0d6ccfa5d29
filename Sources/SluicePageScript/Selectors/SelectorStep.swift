import SluiceConversion
import SluiceText

/// A step of a selector, from one set of nodes to the next. Its names and its form in the script are below.
enum SelectorStep: Hashable, Sendable {
  /// The elements below the root that match a selector. In an argument, the selector can begin with a
  /// combinator.
  case css(String)
  /// A selector after an operator, including the combinator or space before it.
  case rest(String)
  case text(TextOperand)
  case has([SelectorChain])
  case hasNot([SelectorChain])
  /// Keeps elements that match one of these chains themselves.
  case matches([SelectorChain])
  case matchesNot([SelectorChain])
  case ancestor(Int)
  case closest(String)
  case style(pseudo: String?, property: String, TextOperand, StyleForm)
  case attribute(name: TextOperand, value: TextOperand)
  case property(path: [TextOperand], value: TextOperand)
  case minimumTextLength(Int)
  /// Keeps elements to which a rule with these declarations in the page's style sheets applies.
  case styleRules(TextOperand)
  case watch([String])
  case xpath(String)
  case others
  case shadow(String)
  case content(String)
  /// A condition on the page inside an argument.
  case condition(PageCondition)
  /// Keeps elements without content. No filter list has this operator.
  case empty(Emptiness)
  /// The highest element without content, from each element on. No filter list has this operator.
  case closestEmpty(Emptiness)
}

extension SelectorStep {
  /// The name of the step in the script, and the operator in reports, if the step is one.
  var names: (script: String, shown: String?) {
    func names(_ script: String, _ kind: SelectorOperator) -> (String, String?) { (script, kind.name) }
    return switch self {
    case .css: ("css", nil)
    case .rest: ("rest", nil)
    case .text: names("text", .hasText)
    case .has: names("has", .has)
    case .hasNot: names("has-not", .not)
    case .matches: names("is", .matches)
    case .matchesNot: names("is-not", .not)
    case .ancestor: names("up", .upward)
    case .closest: names("closest", .upward)
    case .style("::before", _, _, _): names("style", .matchesCSSBefore)
    case .style("::after", _, _, _): names("style", .matchesCSSAfter)
    case .style: names("style", .matchesCSS)
    case .attribute: names("attr", .matchesAttribute)
    case .property: names("property", .matchesProperty)
    case .minimumTextLength: names("length", .minimumTextLength)
    case .styleRules: names("rules", .styleRules)
    case .watch: names("watch", .watchAttributes)
    case .xpath: names("xpath", .xpath)
    case .others: names("others", .others)
    case .shadow: names("shadow", .shadow)
    case .content: names("content", .content)
    case .condition(let condition): ("if", condition.name)
    case .empty: ("empty", "hide-empty")
    case .closestEmpty: ("closest-empty", "closest-empty")
    }
  }

  /// The selectors in the argument.
  var chains: [SelectorChain] {
    switch self {
    case .has(let chains), .hasNot(let chains), .matches(let chains), .matchesNot(let chains): chains
    case .css, .rest, .text, .ancestor, .closest, .style, .attribute, .property, .minimumTextLength,
      .styleRules,
      .watch, .xpath, .others, .shadow, .content, .condition, .empty, .closestEmpty:
      []
    }
  }

  /// Appends the name and the argument to the step's array in the script.
  func append(to json: inout JSONWriter) {
    json.append(names.script)
    switch self {
    case .css(let css), .rest(let css), .closest(let css), .shadow(let css), .content(let css),
      .xpath(let css):
      json.append(css)
    case .text(let operand), .styleRules(let operand): operand.append(to: &json)
    case .has(let chains), .hasNot(let chains), .matches(let chains), .matchesNot(let chains):
      json.array { json in for chain in chains { chain.append(to: &json) } }
    case .ancestor(let count), .minimumTextLength(let count): json.append(count)
    case .style(let pseudo, let property, let operand, let form):
      json.append(pseudo ?? "")
      json.append(property)
      operand.append(to: &json)
      json.append(form.rawValue)
    case .attribute(let name, let value):
      name.append(to: &json)
      value.append(to: &json)
    case .property(let path, let value):
      json.array { json in
        for part in path { part.append(to: &json) }
      }
      value.append(to: &json)
    case .watch(let names): json.array(names)
    case .others: break
    case .condition(let condition): condition.append(to: &json)
    case .empty(let emptiness), .closestEmpty(let emptiness):
      json.append(emptiness.label)
      json.append(emptiness.content)
    }
  }
}

extension SelectorChain {
  /// Appends the array of steps.
  func append(to json: inout JSONWriter) {
    json.array { json in for step in steps { json.array { step.append(to: &$0) } } }
  }
}

extension TextOperand {
  /// Appends a literal as a string, or a regex as an array of source and flags.
  func append(to json: inout JSONWriter) {
    switch self {
    case .any: json.append("")
    case .literal(let text): json.append(text)
    case .regex(let source, let flags): json.array([source, flags])
    }
  }
}

extension PageCondition {
  /// Appends the array with the name in the script and the operand.
  func append(to json: inout JSONWriter) {
    json.array { json in
      switch self {
      case .path(let operand):
        json.append("path")
        operand.append(to: &json)
      case .media(let query):
        json.append("media")
        json.append(query)
      case .url(let operand):
        json.append("url")
        operand.append(to: &json)
      }
    }
  }

  /// The name in reports.
  var name: String {
    switch self {
    case .path: SelectorOperator.matchesPath.name
    case .media: SelectorOperator.matchesMedia.name
    case .url: "url"
    }
  }
}

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
