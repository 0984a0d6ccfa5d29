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

  enum PageModification {
    case html, scripts, userscripts
  }

  /// The kinds of changes that rules of web extensions make. An exception undoes changes of its kind.
  enum Change: Hashable {
    case parameters, policy, headers, referrer
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

extension OptionEffect {
  /// The properties of an effect that matter to code that does not need its details.
  struct Traits: OptionSet {
    let rawValue: UInt8
    /// The option names a type of request, or all of them.
    static let type = Self(rawValue: 1 << 0)
    /// The option limits the hosts of requests.
    static let hosts = Self(rawValue: 1 << 1)
    /// Rules can express the effect in an exception next to effects that need a script.
    static let independent = Self(rawValue: 1 << 2)
    /// Requests get a resource.
    static let redirect = Self(rawValue: 1 << 3)
    /// The filter changes requests or responses, and does not block.
    static let change = Self(rawValue: 1 << 4)
    /// Rules cannot express the option, but other content blockers know it.
    static let ofOthers = Self(rawValue: 1 << 5)
  }

  var traits: Traits {
    switch self {
    case .type, .everything: .type
    case .objects, .missingType: [.type, .ofOthers]
    case .strictThirdParty, .strictFirstParty: [.hosts, .ofOthers]
    case .hosts, .allowedHosts: .hosts
    case .pageScope, .cookies: .independent
    case .redirect: [.redirect, .ofOthers]
    case .redirectRule: [.redirect, .change, .ofOthers]
    case .modification: [.change, .ofOthers]
    case .pageModification: .ofOthers
    case .unsupported(let reason, _): reason == .unknownOption ? [] : .ofOthers
    case .party, .pages, .topPages, .matchCase, .important, .badfilter, .nothing: []
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
}
