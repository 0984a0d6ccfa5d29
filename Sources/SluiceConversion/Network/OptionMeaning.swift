import SluiceRules
import SluiceSyntax

struct OptionMeaning {
  var effect: OptionEffect
  /// The outcome of a filter with the option, for documentation.
  var outcome: Outcome
  /// How WebKit rules express the option, or why they cannot.
  var note: StaticString

  init(_ effect: OptionEffect, outcome: Outcome, note: StaticString) {
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
    case .subdocument: .type(.subdocument, note: "`child-document`")
    case .document:
      .type(.document, note: "blocking: `top-document`; exception: turns off all filters on the page")
    case .popup: .type(.popup, note: "`popup`")
    case .ping:
      .init(
        .type(.ping), outcome: .approximated,
        note: "`ping`; together with `other` it includes sendBeacon() and is exact")
    case .other:
      .init(
        .type(.other), outcome: .unsupported,
        note:
          "exact together with `ping`; ignored next to other types, because WebKit's `other` includes beacons"
      )
    case .object:
      .init(
        .objects, outcome: .unsupported,
        note: "ignored next to other types: WebKit treats requests of plugins as images and frames")
    case .webrtc, .webbundle, .inlineScript, .inlineFont, .popunder:
      .init(.missingType, outcome: .unsupported, note: "WebKit has no such resource type")
    case .all: .init(.everything, outcome: .converted, note: "any type, `top-document` and `popup`")
    case .thirdParty:
      .init(.party(.thirdParty, opposite: .firstParty), outcome: .converted, note: "`load-type`")
    case .firstParty:
      .init(.party(.firstParty, opposite: .thirdParty), outcome: .converted, note: "`load-type`")
    case .strictThirdParty:
      .init(
        .strictThirdParty, outcome: .approximated,
        note:
          "exact if the pattern names one host; otherwise `third-party`, without other hosts of the same site"
      )
    case .strictFirstParty:
      .init(
        .strictFirstParty, outcome: .approximated,
        note: "exact if the pattern names one host; in exceptions `first-party`, approximated")
    case .domain:
      .init(
        .pages, outcome: .converted,
        note: "`if-top-url`, `unless-top-url`: the top page; entities are approximated")
    case .top:
      .init(
        .topPages, outcome: .converted,
        note: "`if-top-url`, `unless-top-url`: the top page; entities are approximated")
    case .to:
      .init(.hosts, outcome: .converted, note: "combined with the pattern where one url-filter can hold both")
    case .denyallow:
      .init(
        .allowedHosts, outcome: .converted,
        note:
          "exceptions for this filter only; part of the pattern if the filter is important or an exception")
    case .method:
      .init(
        .unsupported(.methodOption, at: .option), outcome: .unsupported,
        note: "WebKit tests the method of the page load, not of the request")
    case .matchCase: .init(.matchCase, outcome: .converted, note: "`url-filter-is-case-sensitive`")
    case .important: .init(.important, outcome: .converted, note: "by rule order")
    case .badfilter: .init(.badfilter, outcome: .converted, note: "across all inputs")
    case .reason, .noop: .init(.nothing, outcome: .converted, note: "no effect")
    case .elemhide: .pageScope(.elemhide)
    case .generichide: .pageScope(.generichide)
    case .specifichide: .pageScope(.specifichide)
    case .urlblock: .pageScope(.urlblock)
    case .genericblock: .pageScope(.genericblock)
    case .cookie:
      .init(
        .cookies, outcome: .converted,
        note: "without a value: `block-cookies`, with exceptions of its own; with a value: needs a script")
    case .redirect: .redirect(to: .valueWithPriority)
    case .rewrite: .redirect(to: .value)
    case .empty: .redirect(to: .emptyText)
    case .mp4: .redirect(to: .emptyVideo)
    case .redirectRule: .init(.redirectRule, outcome: .needsScript, note: "does not block")
    case .removeparam: .modification(.removeparam, at: .option, change: .parameters)
    case .csp: .modification(.csp, at: .option, change: .policy)
    case .permissions: .modification(.csp, at: .option)
    case .removeheader: .modification(.requestModification, at: .name, change: .headers)
    case .referrerpolicy: .modification(.requestModification, at: .name, change: .referrer)
    case .replace, .urltransform, .urlskip, .hls, .jsonprune, .xmlprune, .stealth:
      .modification(.requestModification, at: .name)
    case .content: .init(.pageModification(.html), outcome: .needsScript, note: "does not block")
    case .jsinject: .init(.pageModification(.scripts), outcome: .needsScript, note: "does not block")
    case .extension: .init(.pageModification([]), outcome: .needsScript, note: "does not block")
    case .header, .ipaddress, .cname:
      .init(
        .unsupported(.responseOption, at: .name), outcome: .unsupported,
        note: "a content blocker does not see responses")
    case .sitekey, .app, .network, .client, .ctag, .dnstype, .dnsrewrite, .requestheader:
      .init(
        .unsupported(.unsupportedOption, at: .name), outcome: .unsupported, note: "WebKit has no counterpart")
    case .unknown: .init(.unsupported(.unknownOption, at: .name), outcome: .unsupported, note: "unknown")
    }
  }
}

extension OptionMeaning {
  fileprivate static func type(_ type: RequestTypes, note: StaticString = "`resource-type`") -> Self {
    Self(.type(type), outcome: .converted, note: note)
  }

  fileprivate static func pageScope(_ scope: PageScopes) -> Self {
    Self(.pageScope(scope), outcome: .converted, note: "exceptions only, by rule order")
  }

  fileprivate static func redirect(to resource: OptionEffect.Resource) -> Self {
    Self(.redirect(resource), outcome: .needsScript, note: "blocked; the replacement needs a script")
  }

  fileprivate static func modification(
    _ reason: ConversionReason, at part: OptionEffect.Part, change: OptionEffect.Change? = nil
  ) -> Self {
    Self(.modification(reason, at: part, change), outcome: .needsScript, note: "does not block")
  }
}

/// The support for a filter option: a row of the table in the documentation. A test compares the table with
/// the converter.
package struct OptionSupport: Sendable {
  /// The outcome of a blocking filter with the option, or of an exception if only exceptions may have it.
  package var outcome: Outcome
  /// How WebKit rules express the option, or why they cannot.
  package var note: String

  /// Returns the support for this option.
  package init(_ kind: OptionKind) {
    let meaning = kind.meaning
    (outcome, note) = (meaning.outcome, meaning.note.description)
  }

  /// The list of all options, as Markdown.
  package static var documentation: String {
    OptionTable.definitions.map { definition in
      let support = OptionSupport(definition.kind)
      let value =
        switch definition.value {
        case .never: ""
        case .optional: ", with or without a value"
        case .required: ", with a value"
        case .requiredToAct: ", with a value except in exceptions"
        }
      let names = definition.aliases.map { "`\($0)`" }.joined(separator: ", ")
      return "- `\(definition.name)`"
        + (definition.isNegatable ? ", `~\(definition.name)`" : "")
        + (names.isEmpty ? "" : " (\(names))") + "\(value): \(definition.meaning). "
        + "**\(support.outcome.words(1))**: \(support.note)\n"
    }.joined()
  }
}
