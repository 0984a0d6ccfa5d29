import SluiceSyntax

/// The support for a filter option: a row of the table in the documentation. A test compares the table with
/// the converter.
public struct OptionSupport: Sendable {
  /// The outcome of a blocking filter with the option, or of an exception if only exceptions may have it.
  public var outcome: Outcome
  /// How WebKit rules express the option, or why they cannot.
  public var note: String

  /// Returns the support for this option.
  public init(_ kind: OptionKind) { (outcome, note) = Self.support(of: kind) }

  private static func support(of kind: OptionKind) -> (Outcome, String) {
    switch kind {
    case .script, .image, .stylesheet, .font, .media, .xmlhttprequest, .websocket:
      (.exact, "`resource-type`")
    case .subdocument: (.exact, "`child-document`")
    case .ping: (.approximated, "`ping`; together with `other` it includes sendBeacon() and is exact")
    case .other:
      (
        .dropped,
        "exact together with `ping`; ignored next to other types, because WebKit's `other` includes beacons"
      )
    case .object:
      (.dropped, "ignored next to other types: WebKit treats requests of plugins as images and frames")
    case .webrtc, .webbundle, .inlineScript, .inlineFont, .popunder:
      (.dropped, "WebKit has no such resource type")
    case .document: (.exact, "blocking: `top-document`; exception: turns off all filters on the page")
    case .popup: (.exact, "`popup`")
    case .all: (.exact, "any type, `top-document` and `popup`")
    case .thirdParty, .firstParty: (.exact, "`load-type`")
    case .strictThirdParty: (.approximated, "`third-party`, without other hosts of the same site")
    case .strictFirstParty: (.dropped, "in exceptions `first-party`, approximated")
    case .domain, .top:
      (.exact, "`if-top-url`, `unless-top-url`: the top page; entities are approximated")
    case .to: (.exact, "combined with the pattern where one url-filter can hold both")
    case .denyallow:
      (
        .exact,
        "exceptions for this filter only; part of the pattern if the filter is important or an exception"
      )
    case .method: (.dropped, "WebKit tests the method of the page load, not of the request")
    case .matchCase: (.exact, "`url-filter-is-case-sensitive`")
    case .important: (.exact, "by rule order")
    case .badfilter: (.exact, "across all inputs")
    case .elemhide, .generichide, .specifichide, .urlblock, .genericblock:
      (.exact, "exceptions only, by rule order")
    case .cookie:
      (.exact, "without a value: `block-cookies`, with exceptions of its own; with a value: needs a script")
    case .redirect, .rewrite, .empty, .mp4: (.deferred, "blocked; the replacement needs a script")
    case .redirectRule: (.deferred, "does not block")
    case .removeparam, .csp, .permissions, .removeheader, .replace, .urltransform, .urlskip, .hls, .jsonprune,
      .xmlprune, .referrerpolicy, .content, .jsinject, .extension, .stealth:
      (.deferred, "does not block")
    case .header, .ipaddress, .cname: (.dropped, "a content blocker does not see responses")
    case .sitekey, .app, .network, .client, .ctag, .dnstype, .dnsrewrite, .requestheader:
      (.dropped, "WebKit has no counterpart")
    case .reason, .noop: (.exact, "no effect")
    case .unknown: (.dropped, "unknown")
    }
  }

  /// The options grouped by outcome, as Markdown.
  public static var overview: String {
    var lines = ["| outcome | options |", "|---|---|"]
    for outcome in Outcome.allCases {
      let names = OptionTable.definitions.filter { OptionSupport($0.kind).outcome == outcome }
      guard !names.isEmpty else { continue }
      lines.append("| \(outcome.words(1)) | " + names.map { "`\($0.name)`" }.joined(separator: " ") + " |")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The table of all options, as Markdown.
  public static var documentation: String {
    var lines = [
      "| option | aliases | value | `~` | meaning | outcome | how |",
      "|---|---|---|---|---|---|---|",
    ]
    for definition in OptionTable.definitions {
      let support = OptionSupport(definition.kind)
      let value =
        switch definition.value {
        case .never: ""
        case .optional: "optional"
        case .required: "required"
        case .requiredToAct: "required, except in exceptions"
        }
      let names = definition.aliases.map { "`\($0)`" }.joined(separator: " ")
      lines.append(
        "| `\(definition.name)` | \(names) | \(value) | \(definition.isNegatable ? "yes" : "") "
          + "| \(definition.meaning) | \(support.outcome.words(1)) | \(support.note) |")
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
