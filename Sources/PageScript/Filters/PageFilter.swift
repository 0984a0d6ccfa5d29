import Conversion

/// A filter that is done in the page.
struct PageFilter: Hashable, Sendable {
  var action: PageAction
  /// By what exceptions call it.
  var identity: PageFilterIdentity
  /// Where it acts; empty for everywhere.
  var included: [PageScope] = []
  /// Where it does not.
  var excluded: [PageScope] = []
  /// What must hold for the page besides.
  var conditions: [PageCondition] = []
  /// Whether what is excluded is so for all filters that do the same, as uBlock Origin has it.
  var excludesForAll = false
  /// Where it stands.
  var line: FilterLine
}

/// What a filter does in the page.
enum PageAction: Hashable, Sendable {
  case elements(ProceduralSelector, ElementAction)
  /// A whole rule of a style sheet.
  case rule(String)
  case scriptlet(Scriptlet, [String], DeferredAction.Syntax)
}

/// What is done to elements.
enum ElementAction: Hashable, Sendable {
  case hide, remove
  case removeAttribute(TextOperand)
  case removeClass(TextOperand)
  /// Declarations.
  case style(String)
}

/// What an exception names: filters of the same kind with the same text.
enum PageFilterIdentity: Hashable, Sendable {
  case action(DeferredAction)
  /// By the scriptlet's own name.
  case scriptlet(Scriptlet, [String])
  /// A scriptlet with any arguments, as AdGuard's exceptions without arguments have it.
  case everyScriptlet(Scriptlet)
  case allScriptlets

  /// The same scriptlet with any arguments; nil for what is no single scriptlet.
  var withAnyArguments: PageFilterIdentity? {
    switch self {
    case .scriptlet(let scriptlet, _): .everyScriptlet(scriptlet)
    case .action, .everyScriptlet, .allScriptlets: nil
    }
  }
}

/// An exception to filters in the page.
struct PageException: Hashable, Sendable {
  var identity: PageFilterIdentity
  /// Where it holds; empty for everywhere.
  var included: [PageScope] = []
  /// Where it does not.
  var excluded: [PageScope] = []
  var conditions: [PageCondition] = []

  /// Whether it holds for every page, so that nothing of what it names is ever done.
  var isEverywhere: Bool { included.isEmpty && excluded.isEmpty && conditions.isEmpty }
  /// Whether it holds on pages that it names, whatever these are besides.
  var isOfPagesAlone: Bool { !included.isEmpty && excluded.isEmpty && conditions.isEmpty }
}

/// An exception for whole pages: what is not done there, whatever filter does it.
struct PageWideException: Hashable, Sendable {
  var parts: PageExemption.Parts
  var pages: [PageScope]
}

/// Pages by their host, or by what they are embedded in.
struct PageScope: Hashable, Sendable {
  enum Name: Hashable, Sendable {
    /// `*`
    case any
    /// A host with all below it, or `name.*`.
    case key(String)
    /// A regex of hosts.
    case regex(String)
  }

  var name: Name
  /// Whether any page that it is embedded in will do.
  var includesEmbedded = false

  /// A host with all below it, and all that is embedded in its pages.
  init(pagesOf host: String) {
    name = .key(host)
    includesEmbedded = true
  }

  /// Reads an entry of ``DeferredFilter/Domains``.
  init(_ text: String) {
    var text = text[...]
    if text.hasSuffix(">>") {
      includesEmbedded = true
      text.removeLast(2)
    }
    if text == "*" {
      name = .any
    } else if text.hasPrefix("/"), text.count > 2, text.hasSuffix("/") {
      name = .regex(String(text.dropFirst().dropLast()))
    } else {
      name = .key(String(text))
    }
  }
}
