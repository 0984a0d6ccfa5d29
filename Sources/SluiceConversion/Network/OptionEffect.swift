import SluiceRules
import SluiceSyntax
import SluiceText

/// The effect of an option on its filter. Several options can have the same effect.
enum OptionEffect {
  case type(RequestTypes)
  /// The filter applies to the requests of `object` and `embed` elements.
  case objects
  /// The filter applies to a type that WebKit does not have.
  case missingType
  case everything
  case party(LoadTypes, opposite: LoadTypes)
  case strictThirdParty, strictFirstParty
  case pages, topPages
  /// The filter applies to requests to these hosts, or does not.
  case hosts, allowedHosts
  case matchCase, important, badfilter, nothing
  /// An exception disables filters on whole pages.
  case pageScope(PageScopes)
  case cookies
  /// The filter blocks, and a script returns a resource.
  case redirect(Resource)
  /// A script returns a resource if another filter blocks the request.
  case redirectRule
  /// A script or proxy modifies requests or responses, or a rule of a web extension makes a change of this kind.
  case modification(ConversionReason, at: Part, Change?)
  /// A script or proxy modifies whole pages, or an exception disables this there.
  case pageModification(PageScopes)
  /// A rule cannot express the option. The reason applies to a part of the option.
  case unsupported(ConversionReason, at: Part)

  enum Resource {
    /// The value has the name of the resource and a priority.
    case valueWithPriority
    case value
    case emptyText, emptyVideo
  }

  /// The kinds of changes that rules of web extensions make. An exception undoes changes of its kind.
  enum Change: Hashable {
    case parameters, policy, headers, referrer
  }

  enum Part {
    case name, option
  }
}

/// The effects of exceptions for whole pages. Only a script or proxy can do the last two.
struct PageScopes: OptionSet, Hashable {
  let rawValue: UInt8
  static let document = Self(rawValue: 1 << 0)
  static let elemhide = Self(rawValue: 1 << 1)
  static let generichide = Self(rawValue: 1 << 2)
  static let specifichide = Self(rawValue: 1 << 3)
  static let urlblock = Self(rawValue: 1 << 4)
  static let genericblock = Self(rawValue: 1 << 5)
  static let scripts = Self(rawValue: 1 << 6)
  static let html = Self(rawValue: 1 << 7)
}

extension OptionEffect {
  /// The purpose of an option, which determines its place in a filter that needs a script.
  enum Role: Equatable {
    case type, party, matchCase, important, pages, badfilter, nothing
    case redirect(Resource)
    case cookies, modification
    /// In an exception, the option has its effect independently of the other options.
    case pageScope
    /// The option is passed on as written.
    case other
  }

  var role: Role {
    switch self {
    case .type, .objects, .missingType, .everything: .type
    case .party, .strictThirdParty, .strictFirstParty: .party
    case .matchCase: .matchCase
    case .important: .important
    case .pages: .pages
    case .badfilter: .badfilter
    case .nothing: .nothing
    case .redirect(let resource): .redirect(resource)
    case .redirectRule: .redirect(.valueWithPriority)
    case .cookies: .cookies
    case .modification, .pageModification: .modification
    case .pageScope: .pageScope
    case .topPages, .hosts, .allowedHosts, .unsupported: .other
    }
  }

  /// The properties of an effect that matter to code that does not need its details.
  struct Traits: OptionSet {
    let rawValue: UInt8
    /// The option limits the hosts of requests.
    static let hosts = Self(rawValue: 1 << 0)
    /// The filter changes requests or responses, and does not block.
    static let change = Self(rawValue: 1 << 1)
    /// Rules cannot express the option, but other content blockers know it.
    static let ofOthers = Self(rawValue: 1 << 2)
  }

  var traits: Traits {
    switch self {
    case .hosts, .allowedHosts: .hosts
    case .strictThirdParty, .strictFirstParty: [.hosts, .ofOthers]
    case .redirectRule, .modification: [.change, .ofOthers]
    case .objects, .missingType, .redirect, .pageModification: .ofOthers
    case .unsupported(let reason, _): reason == .unknownOption ? [] : .ofOthers
    case .type, .everything, .party, .pages, .topPages, .matchCase, .important, .badfilter, .nothing,
      .pageScope, .cookies:
      []
    }
  }

  /// The effects on whole pages that an exception with the option disables.
  var pageScopes: PageScopes {
    switch self {
    case .type(.document): .document
    case .pageScope(let scopes), .pageModification(let scopes): scopes
    case .type, .objects, .missingType, .everything, .party, .strictThirdParty, .strictFirstParty, .pages,
      .topPages, .hosts, .allowedHosts, .matchCase, .important, .badfilter, .nothing, .cookies, .redirect,
      .redirectRule, .modification, .unsupported:
      []
    }
  }
}

extension Option {
  /// Whether rules cannot express the option, but other content blockers know it.
  var isOfOthers: Bool {
    if case .cookies = kind.meaning.effect { return !(value?.isEmpty ?? true) }
    return kind.meaning.effect.traits.contains(.ofOthers)
  }
}

extension OptionKind {
  var traits: OptionEffect.Traits { meaning.effect.traits }
  var role: OptionEffect.Role { meaning.effect.role }
  /// Whether requests get a resource.
  var isRedirect: Bool { if case .redirect = role { true } else { false } }
}
