import Conversion

/// What the scripts do in pages for a filter.
public struct PageDeed: Hashable, Sendable {
  /// Where the filter stands.
  public var line: FilterLine
  /// What is done.
  public var kind: Kind

  /// What is done.
  public enum Kind: Hashable, Sendable {
    /// A scriptlet is run, by its own name.
    case scriptlet(String, arguments: [String], PageScript.World)
    /// Something is done to the elements of a selector, with these operators in it, each once.
    case elements(Action, operators: [String])
  }

  /// What is done to elements, in the words of lists.
  public enum Action: String, CaseIterable, Hashable, Sendable {
    /// They are hidden while the selector has them.
    case hide
    /// They are taken out of the page.
    case remove
    /// They lose attributes.
    case removeAttribute = "remove-attr"
    /// They lose classes.
    case removeClass = "remove-class"
    /// They get a style.
    case style
  }

  init(_ filter: PageFilter) {
    line = filter.line
    switch filter.action {
    case .scriptlet(let scriptlet, let arguments, _):
      kind = .scriptlet(scriptlet.rawValue, arguments: arguments, scriptlet.world)
    case .rule: kind = .elements(.style, operators: PageCondition.names(filter.conditions))
    case .elements(let selector, let action):
      var names = PageCondition.names(filter.conditions)
      for name in selector.chains.flatMap(\.operators) where !names.contains(name) { names.append(name) }
      kind = .elements(Action(action), operators: names)
    }
  }
}

extension PageDeed.Action {
  fileprivate init(_ action: ElementAction) {
    switch action {
    case .hide: self = .hide
    case .remove: self = .remove
    case .removeAttribute: self = .removeAttribute
    case .removeClass: self = .removeClass
    case .style: self = .style
    }
  }
}

extension PageCondition {
  fileprivate var name: String {
    switch self {
    case .path: "matches-path"
    case .media: "matches-media"
    case .url: "url"
    }
  }

  fileprivate static func names(_ conditions: [PageCondition]) -> [String] {
    conditions.reduce(into: []) { if !$0.contains($1.name) { $0.append($1.name) } }
  }
}

extension SelectorChain {
  /// The operators in their order, those in arguments behind the one whose they are.
  fileprivate var operators: [String] { conditions.map(\.name) + steps.flatMap(\.operators) }
}

extension SelectorStep {
  fileprivate var operators: [String] {
    switch self {
    case .css, .rest: []
    case .text: ["has-text"]
    case .has(let chains): ["has"] + chains.flatMap(\.operators)
    case .hasNot(let chains), .matchesNot(let chains): ["not"] + chains.flatMap(\.operators)
    case .matches(let chains): ["is"] + chains.flatMap(\.operators)
    case .ancestor, .closest: ["upward"]
    case .style(nil, _, _, _): ["matches-css"]
    case .style(let pseudo?, _, _, _):
      [["::before", "::after"].contains(pseudo) ? "matches-css-\(pseudo.dropFirst(2))" : "matches-css"]
    case .attribute: ["matches-attr"]
    case .property: ["matches-prop"]
    case .minimumTextLength: ["min-text-length"]
    case .styleRules: ["-abp-properties"]
    case .watch: ["watch-attr"]
    case .xpath: ["xpath"]
    case .others: ["others"]
    case .shadow: ["shadow"]
    case .content: ["content"]
    case .condition(let condition): [condition.name]
    }
  }
}
