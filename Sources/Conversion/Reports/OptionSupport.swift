import FilterSyntax

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
    case .ping: (.approximated, "`ping`; with `other` too also sendBeacon(), and exact")
    case .other:
      (.dropped, "with `ping` exact; beside other types left out: WebKit's `other` has beacons in it")
    case .object:
      (.dropped, "beside other types left out: what plugins load are images and frames to WebKit")
    case .webrtc, .webbundle, .inlineScript, .inlineFont, .popunder: (.dropped, "WebKit has no such type")
    case .document: (.exact, "block: `top-document`; exception: nothing acts on the page")
    case .popup: (.exact, "`popup`")
    case .all: (.exact, "any type, `top-document` and `popup`")
    case .thirdParty, .firstParty: (.exact, "`load-type`")
    case .strictThirdParty: (.approximated, "`third-party`: other hosts of the same site are left out")
    case .strictFirstParty: (.dropped, "in exceptions `first-party`, approximated")
    case .domain, .top:
      (.exact, "`if-top-url`, `unless-top-url`: the top page; entities are approximated")
    case .to: (.exact, "joined with the pattern where one url-filter can hold both")
    case .denyallow:
      (.exact, "exceptions for just this filter; in the pattern where it is important or an exception itself")
    case .method: (.dropped, "WebKit tests the method of the document, not of the request")
    case .matchCase: (.exact, "`url-filter-is-case-sensitive`")
    case .important: (.exact, "by the order of the rules")
    case .badfilter: (.exact, "across all inputs")
    case .elemhide, .generichide, .specifichide, .urlblock, .genericblock:
      (.exact, "exceptions only: by the order of the rules")
    case .cookie:
      (.exact, "without a value: `block-cookies`, and exceptions to that alone; with one: deferred")
    case .redirect, .rewrite, .empty, .mp4: (.deferred, "blocked; the replacement is left to a script")
    case .redirectRule: (.deferred, "never a block by itself")
    case .removeparam, .csp, .permissions, .removeheader, .replace, .urltransform, .urlskip, .hls, .jsonprune,
      .xmlprune, .referrerpolicy, .content, .jsinject, .extension, .stealth:
      (.deferred, "never a block by itself")
    case .header, .ipaddress, .cname: (.dropped, "a content blocker sees no responses")
    case .sitekey, .app, .network, .client, .ctag, .dnstype, .dnsrewrite, .requestheader:
      (.dropped, "WebKit has no counterpart")
    case .reason, .noop: (.exact, "changes nothing")
    case .unknown: (.dropped, "by its name")
    }
  }

  /// The options grouped by outcome, as Markdown.
  public static var overview: String {
    var lines = ["| becomes | options |", "|---|---|"]
    for outcome in Outcome.allCases {
      let names = OptionTable.definitions.filter { OptionSupport($0.kind).outcome == outcome }
      guard !names.isEmpty else { continue }
      lines.append("| \(outcome) | " + names.map { "`\($0.name)`" }.joined(separator: " ") + " |")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The table of all options, as Markdown.
  public static var documentation: String {
    var lines = [
      "| option | other names | value | `~` | meaning | becomes | how |",
      "|---|---|---|---|---|---|---|",
    ]
    for definition in OptionTable.definitions {
      let support = OptionSupport(definition.kind)
      let value =
        switch definition.value {
        case .never: ""
        case .optional: "optional"
        case .required: "required"
        case .requiredToAct: "required but in exceptions"
        }
      let names = definition.aliases.map { "`\($0)`" }.joined(separator: " ")
      lines.append(
        "| `\(definition.name)` | \(names) | \(value) | \(definition.isNegatable ? "yes" : "") "
          + "| \(definition.meaning) | \(support.outcome) | \(support.note) |")
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
