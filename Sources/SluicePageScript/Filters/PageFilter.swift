import SluiceConversion
import SluiceTrackers

struct PageFilter: Hashable, Sendable {
  var action: PageAction
  var identity: PageFilterIdentity
  /// The pages that the filter applies to; empty for all pages.
  var included: [PageScope] = []
  var excluded: [PageScope] = []
  var conditions: [PageCondition] = []
  /// Whether exclusions apply to all filters with the same action, as in uBlock Origin.
  var excludesForAll = false
  var place: FilterPlace

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
  var excluded: [PageScope] = []
  var conditions: [PageCondition] = []

  var isEverywhere: Bool { included.isEmpty && excluded.isEmpty && conditions.isEmpty }
  var isOfHostsAlone: Bool {
    conditions.isEmpty && !included.contains(where: \.isRegex) && !excluded.contains(where: \.isRegex)
  }
  var isOfPagesAlone: Bool { !included.isEmpty && excluded.isEmpty && conditions.isEmpty }
}

/// An exception that disables kinds of filters on entire pages.
struct PageWideException: Hashable, Sendable {
  var parts: ExemptPages.Parts
  var pages: [PageScope]
}

/// Pages, selected by their host or by the pages that they are embedded in.
struct PageScope: Hashable, Sendable {
  enum Name: Hashable, Sendable {
    /// `*`
    case any
    /// A host with its subdomains, or `name.*`.
    case key(String)
    case regex(String)
  }

  var name: Name
  var isRegex: Bool {
    switch name {
    case .regex: true
    case .any, .key: false
    }
  }
  var includesEmbedded = false

  /// Creates a scope of a host with its subdomains, and everything embedded in their pages.
  init(pagesOf host: String) {
    name = .key(host)
    includesEmbedded = true
  }

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
