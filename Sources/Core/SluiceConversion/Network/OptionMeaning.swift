import SluiceRules
import SluiceSyntax

/// The meaning of an option in WebKit.
struct OptionMeaning {
  var effect: OptionEffect
  /// The outcome of a filter with the option, for documentation.
  var outcome: Outcome
  /// How WebKit rules express the option, or why they cannot.
  var note: StaticString

  init(_ effect: OptionEffect, _ outcome: Outcome, _ note: StaticString) {
    (self.effect, self.outcome, self.note) = (effect, outcome, note)
  }
}

extension OptionKind {
  /// The meaning of the option in WebKit. The converter looks it up for each option of a list.
  var meaning: OptionMeaning {
    switch self {
    case .script: .type(.script)
    case .image: .type(.image)
    case .stylesheet: .type(.stylesheet)
    case .font: .type(.font)
    case .media: .type(.media)
    case .xmlhttprequest: .type(.xmlhttprequest)
    case .websocket: .type(.websocket)
    case .subdocument: .type(.subdocument, "`child-document`")
    case .document:
      .type(.document, "blocking: `top-document`; exception: turns off all filters on the page")
    case .popup: .type(.popup, "`popup`")
    case .ping:
      .init(
        .type(.ping), .approximated, "`ping`; together with `other` it includes sendBeacon() and is exact")
    case .other:
      .init(
        .type(.other), .unsupported,
        "exact together with `ping`; ignored next to other types, because WebKit's `other` includes beacons")
    case .object:
      .init(
        .objects, .unsupported,
        "ignored next to other types: WebKit treats requests of plugins as images and frames")
    case .webrtc, .webbundle, .inlineScript, .inlineFont, .popunder:
      .init(.missingType, .unsupported, "WebKit has no such resource type")
    case .all: .init(.everything, .converted, "any type, `top-document` and `popup`")
    case .thirdParty: .init(.party(.thirdParty, opposite: .firstParty), .converted, "`load-type`")
    case .firstParty: .init(.party(.firstParty, opposite: .thirdParty), .converted, "`load-type`")
    case .strictThirdParty:
      .init(
        .strictThirdParty, .approximated,
        "exact if the pattern names one host; otherwise `third-party`, without other hosts of the same site")
    case .strictFirstParty:
      .init(
        .strictFirstParty, .approximated,
        "exact if the pattern names one host; in exceptions `first-party`, approximated")
    case .domain:
      .init(.pages, .converted, "`if-top-url`, `unless-top-url`: the top page; entities are approximated")
    case .top:
      .init(.topPages, .converted, "`if-top-url`, `unless-top-url`: the top page; entities are approximated")
    case .to: .init(.hosts, .converted, "combined with the pattern where one url-filter can hold both")
    case .denyallow:
      .init(
        .allowedHosts, .converted,
        "exceptions for this filter only; part of the pattern if the filter is important or an exception")
    case .method:
      .init(
        .unsupported(.methodOption, at: .option), .unsupported,
        "WebKit tests the method of the page load, not of the request")
    case .matchCase: .init(.matchCase, .converted, "`url-filter-is-case-sensitive`")
    case .important: .init(.important, .converted, "by rule order")
    case .badfilter: .init(.badfilter, .converted, "across all inputs")
    case .reason, .noop: .init(.nothing, .converted, "no effect")
    case .elemhide: .pageScope(.elemhide)
    case .generichide: .pageScope(.generichide)
    case .specifichide: .pageScope(.specifichide)
    case .urlblock: .pageScope(.urlblock)
    case .genericblock: .pageScope(.genericblock)
    case .cookie:
      .init(
        .cookies, .converted,
        "without a value: `block-cookies`, with exceptions of its own; with a value: needs a script")
    case .redirect: .redirect(to: .valueWithPriority)
    case .rewrite: .redirect(to: .value)
    case .empty: .redirect(to: .emptyText)
    case .mp4: .redirect(to: .emptyVideo)
    case .redirectRule: .init(.redirectRule, .needsScript, "does not block")
    case .removeparam: .modification(.removeparam, at: .option)
    case .csp, .permissions: .modification(.csp, at: .option)
    case .removeheader, .replace, .urltransform, .urlskip, .hls, .jsonprune, .xmlprune, .referrerpolicy,
      .stealth:
      .modification(.requestModification, at: .name)
    case .content: .init(.pageModification(.html), .needsScript, "does not block")
    case .jsinject: .init(.pageModification(.scripts), .needsScript, "does not block")
    case .extension: .init(.pageModification(.userscripts), .needsScript, "does not block")
    case .header, .ipaddress, .cname:
      .init(
        .unsupported(.responseOption, at: .name), .unsupported, "a content blocker does not see responses")
    case .sitekey, .app, .network, .client, .ctag, .dnstype, .dnsrewrite, .requestheader:
      .init(.unsupported(.unsupportedOption, at: .name), .unsupported, "WebKit has no counterpart")
    case .unknown: .init(.unsupported(.unknownOption, at: .name), .unsupported, "unknown")
    }
  }
}

extension OptionMeaning {
  fileprivate static func type(_ type: RequestTypes, _ note: StaticString = "`resource-type`") -> Self {
    Self(.type(type), .converted, note)
  }

  fileprivate static func pageScope(_ scope: PageScopes) -> Self {
    Self(.pageScope(scope), .converted, "exceptions only, by rule order")
  }

  fileprivate static func redirect(to resource: OptionEffect.Resource) -> Self {
    Self(.redirect(resource), .needsScript, "blocked; the replacement needs a script")
  }

  fileprivate static func modification(_ reason: ConversionReason, at part: OptionEffect.Part) -> Self {
    Self(.modification(reason, at: part), .needsScript, "does not block")
  }
}
