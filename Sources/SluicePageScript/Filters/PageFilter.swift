import SluiceConversion
import SluiceTrackers

/// A filter that a page script applies.
struct PageFilter: Hashable, Sendable {
  var action: PageAction
  /// The identity that exceptions refer to.
  var identity: PageFilterIdentity
  /// The pages that the filter applies to; empty for all pages.
  var included: [PageScope] = []
  /// The pages that the filter does not apply to.
  var excluded: [PageScope] = []
  /// Further conditions on the page.
  var conditions: [PageCondition] = []
  /// Whether exclusions apply to all filters with the same action, as in uBlock Origin.
  var excludesForAll = false
  var place: FilterPlace

  /// Whether the filter may apply to any page.
  var isOfAllPages: Bool { included.isEmpty || included.contains { $0.name == .any } }

  /// Whether the filter is a rule that a user style sheet can apply, if only the host of a page decides
  /// whether it applies.
  var isUserStyle: Bool {
    guard case .rule(_, isImportant: true) = action else { return false }
    return conditions.isEmpty && !included.contains(where: \.isRegex) && !excluded.contains(where: \.isRegex)
  }
}

enum PageAction: Hashable, Sendable {
  case elements(ProceduralSelector, ElementAction)
  /// A complete rule of a style sheet, and whether all of its declarations are important.
  case rule(String, isImportant: Bool)
  case scriptlet(Scriptlet, [String], AdvancedAction.Syntax)
}

enum ElementAction: Hashable, Sendable {
  case hide, remove
  /// Removes what an HTML filter would remove before the page exists. Exemptions from hiding do not affect it.
  case removeHTML
  case removeAttribute(TextOperand)
  case removeClass(TextOperand)
  /// Adds style declarations.
  case style(String)
}

/// The identity by which exceptions name filters: the same kind of filter with the same text.
enum PageFilterIdentity: Hashable, Sendable {
  case action(AdvancedAction)
  /// A scriptlet, by its canonical name.
  case scriptlet(Scriptlet, [String])
  /// A scriptlet with any arguments, like exceptions without arguments in AdGuard's syntax.
  case everyScriptlet(Scriptlet)
  case allScriptlets
  /// Elements of DuckDuckGo's configuration, to which no exception refers.
  case configured([String], ElementHiding.Effect)

  /// The same scriptlet with any arguments; nil if the identity is not a single scriptlet.
  var withAnyArguments: PageFilterIdentity? {
    switch self {
    case .scriptlet(let scriptlet, _): .everyScriptlet(scriptlet)
    case .action, .everyScriptlet, .allScriptlets, .configured: nil
    }
  }
}

struct PageFilterException: Hashable, Sendable {
  var identity: PageFilterIdentity
  /// The pages that the exception applies to; empty for all pages.
  var included: [PageScope] = []
  /// The pages that the exception does not apply to.
  var excluded: [PageScope] = []
  var conditions: [PageCondition] = []

  /// Whether the exception applies to every page, so that the filters it names never apply.
  var isEverywhere: Bool { included.isEmpty && excluded.isEmpty && conditions.isEmpty }
  /// Whether nothing but the host of a page decides whether the exception applies.
  var isOfHostsAlone: Bool {
    conditions.isEmpty && !included.contains(where: \.isRegex) && !excluded.contains(where: \.isRegex)
  }
  /// Whether the exception applies to named pages without further conditions.
  var isOfPagesAlone: Bool { !included.isEmpty && excluded.isEmpty && conditions.isEmpty }
}

/// An exception that disables kinds of filters on entire pages.
struct PageWideException: Hashable, Sendable {
  var parts: PageExemption.Parts
  var pages: [PageScope]
}

/// Pages, selected by their host or by the pages that they are embedded in.
struct PageScope: Hashable, Sendable {
  enum Name: Hashable, Sendable {
    /// `*`
    case any
    /// A host with its subdomains, or `name.*`.
    case key(String)
    /// A regex for hosts.
    case regex(String)
  }

  var name: Name
  /// Whether the scope is a regex for hosts.
  var isRegex: Bool {
    switch name {
    case .regex: true
    case .any, .key: false
    }
  }
  /// Whether the scope also includes documents that are embedded in these pages.
  var includesEmbedded = false

  /// Creates a scope of a host with its subdomains, and everything embedded in their pages.
  init(pagesOf host: String) {
    name = .key(host)
    includesEmbedded = true
  }

  /// Creates the scope of a filter's domain.
  init(_ domain: AdvancedFilter.Domain) {
    includesEmbedded = domain.includesEmbedded
    name =
      switch domain.name {
      case .any: .any
      case .host(let host): .key(host)
      case .entity(let name): .key("\(name).*")
      // An empty regex matches no host.
      case .regex(let regex): regex.isEmpty ? .key("//") : .regex(regex)
      }
  }
}
