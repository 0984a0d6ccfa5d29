import SluiceRules
import SluiceSyntax

/// The effect of an option on its filter. Several options can have the same effect.
enum OptionEffect {
  /// The filter applies to a type of request.
  case type(RequestTypes)
  /// The filter applies to the requests of `object` and `embed` elements.
  case objects
  /// The filter applies to a type that WebKit does not have.
  case missingType
  /// The filter applies to all types.
  case everything
  case party(LoadTypes, opposite: LoadTypes)
  case strictThirdParty, strictFirstParty
  /// The filter applies to pages, or top pages, with these domains.
  case pages, topPages
  /// The filter applies to requests to these hosts, or does not.
  case hosts, allowedHosts
  case matchCase, important, badfilter, nothing
  /// An exception disables filters on whole pages.
  case pageScope(PageScopes)
  /// The filter applies to cookies.
  case cookies
  /// The filter blocks, and a script returns a resource.
  case redirect(Resource)
  /// A script returns a resource if another filter blocks the request.
  case redirectRule
  /// A script or proxy modifies requests or responses.
  case modification(ConversionReason, at: Part)
  /// An exception disables a modification of whole pages.
  case pageModification(PageModification)
  /// A rule cannot express the option. The reason applies to a part of the option.
  case unsupported(ConversionReason, at: Part)

  enum Resource {
    /// The value has the name of the resource and a priority.
    case valueWithPriority
    case value
    case emptyText, emptyVideo
  }

  /// The modifications of whole pages.
  enum PageModification {
    case html, scripts, userscripts
  }

  enum Part {
    case name, option
  }
}

/// The effects of exceptions that apply to whole pages.
struct PageScopes: OptionSet, Hashable {
  let rawValue: UInt8
  static let document = Self(rawValue: 1 << 0)
  static let elemhide = Self(rawValue: 1 << 1)
  static let generichide = Self(rawValue: 1 << 2)
  static let specifichide = Self(rawValue: 1 << 3)
  static let urlblock = Self(rawValue: 1 << 4)
  static let genericblock = Self(rawValue: 1 << 5)
}

extension Option {
  /// Whether rules cannot express the option, but other content blockers know it.
  var isOfOthers: Bool {
    switch kind.meaning.effect {
    case .redirect, .redirectRule, .modification, .pageModification, .strictThirdParty, .strictFirstParty,
      .objects, .missingType:
      true
    case .unsupported(let reason, _): reason != .unknownOption
    case .cookies: !(value?.isEmpty ?? true)
    case .type, .everything, .party, .pages, .topPages, .hosts, .allowedHosts, .matchCase, .important,
      .badfilter, .nothing, .pageScope:
      false
    }
  }
}

extension OptionEffect {
  /// Whether the option names a type of request, or all of them.
  var isType: Bool {
    switch self {
    case .type, .objects, .missingType, .everything: true
    case .party, .strictThirdParty, .strictFirstParty, .pages, .topPages, .hosts, .allowedHosts, .matchCase,
      .important, .badfilter, .nothing, .pageScope, .cookies, .redirect, .redirectRule, .modification,
      .pageModification, .unsupported:
      false
    }
  }

  /// Whether rules can express the effect in an exception next to effects that need a script.
  var isIndependent: Bool {
    switch self {
    case .pageScope, .cookies: true
    case .type, .objects, .missingType, .everything, .party, .strictThirdParty, .strictFirstParty, .pages,
      .topPages, .hosts, .allowedHosts, .matchCase, .important, .badfilter, .nothing, .redirect,
      .redirectRule, .modification, .pageModification, .unsupported:
      false
    }
  }
}
