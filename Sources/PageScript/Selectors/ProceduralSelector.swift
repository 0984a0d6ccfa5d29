/// A selector with operators, read once: what the script in the page goes through without reading selectors itself.
struct ProceduralSelector: Hashable, Sendable {
  /// The selectors between the commas.
  var chains: [SelectorChain]

  /// The selector as CSS when there is no operator in it.
  var plainCSS: String? {
    var parts: [String] = []
    for chain in chains {
      guard chain.conditions.isEmpty, let css = chain.plainCSS else { return nil }
      parts.append(css)
    }
    return parts.joined(separator: ", ")
  }

  /// Whether any of it asks for a property of an element's JavaScript object, which only the page's world has.
  var asksForProperties: Bool {
    chains.contains { $0.contains { step in if case .property = step { true } else { false } } }
  }

  /// Whether any of it asks for what changes unseen by the script's own world: shadow trees, and the page's address.
  var asksForUnseenChanges: Bool {
    chains.contains { chain in
      chain.conditions.contains(where: \.isOfAddress)
        || chain.contains { step in
          switch step {
          case .shadow: true
          case .condition(let condition): condition.isOfAddress
          case .css, .rest, .text, .has, .hasNot, .matches, .matchesNot, .ancestor, .closest, .style,
            .attribute,
            .property, .minimumTextLength, .styleRules, .watch, .xpath, .others, .content:
            false
          }
        }
    }
  }
}

/// A selector without commas: steps from one set of nodes to the next.
struct SelectorChain: Hashable, Sendable {
  /// What must hold for the page, wherever it is written in the chain.
  var conditions: [PageCondition] = []
  /// What is done to the nodes, in order.
  var steps: [SelectorStep] = []

  /// The selector when it is nothing but CSS.
  var plainCSS: String? {
    guard steps.count == 1, case .css(let css) = steps[0] else { return nil }
    return css
  }

  /// Returns whether any step, in arguments too, is one that is meant.
  func contains(_ isMeant: (SelectorStep) -> Bool) -> Bool {
    steps.contains { step in
      switch step {
      case .has(let chains), .hasNot(let chains), .matches(let chains), .matchesNot(let chains):
        isMeant(step) || chains.contains { $0.contains(isMeant) }
      case .css, .rest, .text, .ancestor, .closest, .style, .attribute, .property, .minimumTextLength,
        .styleRules,
        .watch, .xpath, .others, .shadow, .content, .condition:
        isMeant(step)
      }
    }
  }
}

/// What leads from a set of nodes to another.
enum SelectorStep: Hashable, Sendable {
  /// The elements of a selector below the root. In an argument it may begin with a combinator.
  case css(String)
  /// What follows an operator, with the combinator or blank before it.
  case rest(String)
  case text(TextOperand)
  case has([SelectorChain])
  case hasNot([SelectorChain])
  /// The element itself is one of these.
  case matches([SelectorChain])
  case matchesNot([SelectorChain])
  case ancestor(Int)
  case closest(String)
  /// AdGuard's way evens out quotes.
  case style(pseudo: String?, property: String, TextOperand, ignoresQuotes: Bool)
  case attribute(name: TextOperand, value: TextOperand)
  case property(path: [TextOperand], value: TextOperand)
  case minimumTextLength(Int)
  /// A rule of the page's style sheets that is for the element has these declarations.
  case styleRules(TextOperand)
  case watch([String])
  case xpath(String)
  case others
  case shadow(String)
  case content(String)
  /// What holds for the page, inside of an argument.
  case condition(PageCondition)
}

/// What must hold for a page.
enum PageCondition: Hashable, Sendable {
  /// Path and query, with other characters than those of ASCII percent-encoded.
  case path(TextOperand)
  case media(String)
  /// The whole URL.
  case url(TextOperand)

  /// Whether the page's own scripts change it by giving the page another address.
  var isOfAddress: Bool {
    switch self {
    case .path, .url: true
    case .media: false
    }
  }
}
