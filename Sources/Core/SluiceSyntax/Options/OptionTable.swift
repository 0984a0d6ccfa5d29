/// An option and its properties: one row of ``OptionTable``.
public struct OptionDefinition: Sendable {
  /// Whether an option takes a value.
  @frozen public enum Value: Sendable {
    /// The option never takes a value.
    case never
    /// The value is optional.
    case optional
    /// The option requires a value.
    case required
    /// The option requires a value, except in an exception, which then applies to all filters with the
    /// option.
    case requiredToAct
  }

  /// The kind of option.
  public var kind: OptionKind
  /// Other names of the option.
  public var aliases: [String]
  /// Whether the option takes a value.
  public var value: Value
  /// Whether `~` can precede the option.
  public var isNegatable: Bool
  /// The meaning of the option, for documentation.
  public var meaning: String
  /// The option that is equivalent to the negation of this option; nil if no option is.
  public var opposite: OptionKind?

  /// The usual name.
  public var name: String { kind.rawValue }
}

/// The table of all options of Adblock Plus, uBlock Origin and AdGuard.
@frozen public enum OptionTable {
  /// The rows of the table, in the order of the documentation.
  public static let definitions: [OptionDefinition] = [
    type(.script, [], "scripts"),
    type(.image, ["background"], "images"),
    type(.stylesheet, ["css"], "style sheets"),
    type(.font, [], "web fonts"),
    type(.media, [], "audio, video and tracks"),
    type(.object, ["object-subrequest"], "plugins: object and embed elements"),
    type(.subdocument, ["frame"], "documents of frames"),
    type(.xmlhttprequest, ["xhr"], "XMLHttpRequest and fetch()"),
    type(.websocket, [], "WebSocket connections"),
    type(.ping, ["beacon"], "the ping attribute of links, and sendBeacon()"),
    type(.other, ["xbl", "dtd"], "requests of no other type"),
    type(.webrtc, [], "WebRTC connections"),
    row(.document, ["doc"], .never, true, "the page itself; as an exception: no filter acts on the page"),
    row(.popup, [], .never, true, "windows that a page opens"),
    row(.popunder, [], .never, true, "the page that opens a window, if the window replaces it"),
    row(.all, [], .never, false, "every type, the page and windows too"),
    party(.thirdParty, ["3p"], not: .firstParty, "requests to another site than the page's"),
    party(.firstParty, ["1p"], not: .thirdParty, "requests to the site of the page"),
    party(
      .strictThirdParty, ["strict-third-party"], not: .strictFirstParty,
      "requests to another host than the page's"),
    party(
      .strictFirstParty, ["strict-first-party"], not: .strictThirdParty, "requests to the host of the page"),
    row(.domain, ["from"], .required, false, "only on, or not on, pages of these domains"),
    row(.to, [], .required, false, "only, or not, requests to these domains"),
    row(.denyallow, [], .required, false, "not requests to these domains"),
    row(.method, [], .required, false, "only requests with these HTTP methods"),
    row(.matchCase, [], .never, true, "upper and lower case are different"),
    row(.important, [], .never, false, "exceptions do not apply to this filter"),
    row(.badfilter, [], .never, false, "turns off the filter that is equal apart from this option"),
    row(.elemhide, ["ehide"], .never, true, "exception: no hiding on the page"),
    row(.generichide, ["ghide"], .never, true, "exception: no generic hiding on the page"),
    row(.specifichide, ["shide"], .never, true, "exception: no site-specific hiding on the page"),
    row(.urlblock, [], .never, false, "exception: no blocking on the page"),
    row(.genericblock, [], .never, true, "exception: no blocking by filters without domains on the page"),
    row(.content, [], .never, false, "exception: no HTML filtering on the page"),
    row(.jsinject, [], .never, false, "exception: no script injection on the page"),
    row(.extension, [], .optional, true, "exception: no userscripts on the page"),
    row(.stealth, [], .optional, false, "exception: no tracking protection on the page"),
    row(.redirect, [], .requiredToAct, false, "blocks, and returns a harmless resource"),
    row(.redirectRule, [], .requiredToAct, false, "redirects requests that another filter blocks"),
    row(.rewrite, [], .required, false, "Adblock Plus's redirect"),
    row(.empty, [], .never, false, "blocks, and returns an empty response"),
    row(.mp4, [], .never, false, "blocks, and returns an empty video"),
    row(.csp, [], .requiredToAct, false, "adds a Content Security Policy"),
    row(.permissions, [], .requiredToAct, false, "adds a Permissions Policy"),
    row(.cookie, [], .optional, false, "blocks or changes cookies"),
    row(.removeparam, ["queryprune"], .optional, false, "removes parameters from the query"),
    row(.removeheader, [], .requiredToAct, false, "removes a header"),
    row(.replace, [], .requiredToAct, false, "changes the text of the response"),
    row(.urltransform, ["uritransform"], .requiredToAct, false, "changes the URL"),
    row(.urlskip, [], .requiredToAct, false, "goes directly to the URL inside the URL"),
    row(.hls, [], .optional, false, "removes parts of an HLS playlist"),
    row(.jsonprune, [], .optional, false, "removes parts of a JSON response"),
    row(.xmlprune, [], .optional, false, "removes parts of an XML response"),
    row(.referrerpolicy, [], .requiredToAct, false, "sets the Referrer Policy"),
    row(.header, [], .required, false, "only responses with this header"),
    row(.ipaddress, [], .required, false, "only hosts with this IP address"),
    row(.cname, [], .never, false, "not the names that a host's CNAME record points to"),
    row(.reason, [], .required, false, "the text that a blocked page shows"),
    row(.requestheader, [], .required, false, "only requests with this header"),
    row(.top, [], .required, false, "only when the top page is of these domains"),
    row(.sitekey, [], .required, false, "only pages signed with a key"),
    row(.app, [], .required, false, "only requests of these applications"),
    row(.network, [], .never, false, "the pattern is of IP addresses"),
    row(.inlineScript, [], .never, true, "inline scripts of the page"),
    row(.inlineFont, [], .never, true, "fonts inside style sheets"),
    row(.client, [], .required, false, "DNS: only these clients"),
    row(.ctag, [], .required, false, "DNS: only clients with these tags"),
    row(.dnstype, [], .required, false, "DNS: only these record types"),
    row(.dnsrewrite, [], .optional, false, "DNS: another answer"),
    row(.webbundle, [], .never, true, "web bundles"),
    row(.noop, [], .never, false, "nothing: separates other options"),
  ]

  /// Returns the row of an option; nil for ``OptionKind/unknown``.
  public static func definition(of kind: OptionKind) -> OptionDefinition? { byKind[kind] }

  /// Returns the option with this name or alias, in any case.
  static func kind(of bytes: Span<UInt8>, _ name: ByteRange) -> OptionKind {
    // `_`, `__` and so on are AdGuard's noop option.
    if !name.isEmpty, bytes[name.lowerBound] == ASCII.underscore {
      return name.indices.contains { bytes[$0] != ASCII.underscore } ? .unknown : .noop
    }
    return byName.entry(for: bytes, name.indices) ?? .unknown
  }

  /// Names that other software, mainly browser APIs, uses for options, with the equivalent option.
  package static let foreignNames: [String: String] = [
    "fetch": "xmlhttprequest", "xml": "xmlhttprequest", "ajax": "xmlhttprequest", "main_frame": "document",
    "main-frame": "document", "mainframe": "document", "sub_frame": "subdocument", "sub-frame": "subdocument",
    "iframe": "subdocument", "imageset": "image", "img": "image", "images": "image", "js": "script",
    "javascript": "script", "scripts": "script", "style": "stylesheet", "style-sheet": "stylesheet",
    "stylesheets": "stylesheet", "video": "media", "audio": "media", "sendbeacon": "ping", "ws": "websocket",
    "third_party": "third-party", "thirdparty": "third-party", "first_party": "first-party",
    "firstparty": "first-party", "initiator": "domain", "site": "domain", "domains": "domain",
    "window": "popup", "genericcosmetic": "generichide", "case": "match-case", "csp_report": "csp",
  ]

  /// Returns whether the text is the name of an option.
  package static func isOption(_ bytes: Span<UInt8>, _ name: ByteRange) -> Bool {
    let kind = kind(of: bytes, name)
    return kind != .unknown && kind != .noop
  }

  private static let byKind = {
    var table: [OptionKind: OptionDefinition] = [:]
    for definition in definitions where table[definition.kind] == nil { table[definition.kind] = definition }
    return table
  }()

  private static let byName = {
    var table = NameTable<OptionKind>()
    for definition in definitions {
      for name in [definition.name] + definition.aliases { table.add(Array(name.utf8), definition.kind) }
    }
    return table
  }()

  private static func type(_ kind: OptionKind, _ aliases: [String], _ meaning: String) -> OptionDefinition {
    row(kind, aliases, .never, true, meaning)
  }

  private static func party(
    _ kind: OptionKind, _ aliases: [String], not opposite: OptionKind, _ meaning: String
  ) -> OptionDefinition {
    var definition = row(kind, aliases, .never, true, meaning)
    definition.opposite = opposite
    return definition
  }

  private static func row(
    _ kind: OptionKind, _ aliases: [String], _ value: OptionDefinition.Value, _ isNegatable: Bool,
    _ meaning: String
  ) -> OptionDefinition {
    OptionDefinition(kind: kind, aliases: aliases, value: value, isNegatable: isNegatable, meaning: meaning)
  }
}
