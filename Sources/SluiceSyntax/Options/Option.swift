import SluiceText

/// An option of a network filter.
public struct Option: Hashable, Sendable {
  /// The kind of option.
  public var kind: OptionKind
  /// Whether a `~` precedes the name.
  public var isNegated: Bool
  /// The name as written, without the `~`.
  public var name: ByteRange
  /// The value after the `=`; nil if there is no `=`.
  public var value: ByteRange?

  /// The range of the whole option.
  public var range: ByteRange {
    ByteRange(name.lowerBound - (isNegated ? 1 : 0), value?.upperBound ?? name.upperBound)
  }

  /// The equivalent option without a `~`, such as `first-party` for `~third-party`; the option itself if
  /// there is no equivalent.
  package var affirmed: (kind: OptionKind, isNegated: Bool) {
    guard isNegated, let opposite = kind.row.opposite else { return (kind, isNegated) }
    return (opposite, false)
  }

  /// Returns whether the option has a `~` and no effect, because it states the default.
  package func statesDefault(inException isException: Bool) -> Bool {
    guard isNegated else { return false }
    return switch kind.row.negation {
    case .isDefault: true
    case .isDefaultInExceptions: isException
    case .invalid, .meaningful, .opposite: false
    }
  }
}

/// A kind of option. The raw value is its usual name.
///
/// An option consists of its case and its row, both in this file.
@nonexhaustive public enum OptionKind: String, CaseIterable, Hashable, Sendable {
  /// A resource type.
  case script, image, stylesheet, font, media, object, subdocument, xmlhttprequest, websocket, ping, other,
    webrtc, webbundle
  /// A page or a window.
  case document, popup, popunder, all
  /// First-party or third-party requests.
  case thirdParty = "third-party"
  case firstParty = "first-party"
  case strictThirdParty = "strict3p"
  case strictFirstParty = "strict1p"
  /// A condition on where the filter applies.
  case domain, to, denyallow, method, app, sitekey, header, ipaddress, network, client, ctag, dnstype, top,
    requestheader
  /// A change to how the filter applies.
  case matchCase = "match-case"
  case important, badfilter, cname, reason
  case noop = "_"
  /// An exception for whole pages.
  case elemhide, generichide, specifichide, urlblock, genericblock, content, jsinject, `extension`, stealth
  /// An effect other than blocking.
  case redirect, rewrite, empty, mp4, csp, permissions, cookie, removeparam, removeheader, replace,
    urltransform, urlskip, hls, jsonprune, xmlprune, referrerpolicy, dnsrewrite
  case redirectRule = "redirect-rule"
  case inlineScript = "inline-script"
  case inlineFont = "inline-font"
  /// An option that no dialect has; its name is kept in ``Option/name``.
  case unknown
}

extension OptionKind {
  /// The row of the option. The parser looks it up for each option of a list.
  package var row: OptionRow {
    switch self {
    case .script: .requestType("scripts")
    case .image: .requestType("images", aliases: "background")
    case .stylesheet: .requestType("style sheets", aliases: "css")
    case .font: .requestType("web fonts")
    case .media: .requestType("audio, video and tracks")
    case .object: .requestType("plugins: object and embed elements", aliases: "object-subrequest")
    case .subdocument: .requestType("documents of frames", aliases: "frame")
    case .xmlhttprequest: .requestType("XMLHttpRequest and fetch()", aliases: "xhr")
    case .websocket: .requestType("WebSocket connections")
    case .ping: .requestType("the ping attribute of links, and sendBeacon()", aliases: "beacon")
    case .other: .requestType("requests of no other type", aliases: "xbl dtd")
    case .webrtc: .requestType("WebRTC connections")
    case .webbundle: .requestType("web bundles")
    case .document:
      .row(
        .pageType, meaning: "the page itself; as an exception: no filter acts on the page", aliases: "doc",
        negation: .meaningful)
    case .popup: .row(.pageType, meaning: "windows that a page opens", negation: .meaningful)
    case .popunder:
      .row(
        .pageType, meaning: "the page that opens a window, if the window replaces it", negation: .meaningful)
    case .all: .row(.pageType, meaning: "every type, the page and windows too")
    case .inlineScript: .row(.pageType, meaning: "inline scripts of the page", negation: .meaningful)
    case .inlineFont: .row(.pageType, meaning: "fonts inside style sheets", negation: .meaningful)
    case .thirdParty:
      .party("requests to another site than the page's", aliases: "3p", opposite: .firstParty)
    case .firstParty: .party("requests to the site of the page", aliases: "1p", opposite: .thirdParty)
    case .strictThirdParty:
      .party(
        "requests to another host than the page's", aliases: "strict-third-party",
        opposite: .strictFirstParty)
    case .strictFirstParty:
      .party(
        "requests to the host of the page", aliases: "strict-first-party", opposite: .strictThirdParty)
    case .domain: .domains("only on, or not on, pages of these domains", aliases: "from")
    case .to: .domains("only, or not, requests to these domains")
    case .denyallow: .domains("not requests to these domains")
    case .top: .domains("only when the top page is of these domains")
    case .method:
      .row(
        .condition, meaning: "only requests with these HTTP methods", value: .required, form: .names,
        of: "connect delete get head options patch post put trace")
    case .app:
      .row(.condition, meaning: "only requests of these applications", value: .required, form: .namesWithCase)
    case .sitekey:
      .row(.condition, meaning: "only pages signed with a key", value: .required, form: .namesWithCase)
    case .header:
      .row(.condition, meaning: "only responses with this header", value: .required, form: .header)
    case .requestheader:
      .row(.condition, meaning: "only requests with this header", value: .required, form: .header)
    case .ipaddress:
      .row(.condition, meaning: "only hosts with this IP address", value: .required, form: .names)
    case .cname: .row(.condition, meaning: "not the names that a host's CNAME record points to")
    case .network: .row(.condition, meaning: "the pattern is of IP addresses")
    case .client: .row(.condition, meaning: "DNS: only these clients", value: .required, form: .namesWithCase)
    case .ctag: .row(.condition, meaning: "DNS: only clients with these tags", value: .required, form: .names)
    case .dnstype: .row(.condition, meaning: "DNS: only these record types", value: .required, form: .names)
    case .matchCase: .row(.modifier, meaning: "upper and lower case are different", negation: .isDefault)
    case .important: .row(.modifier, meaning: "exceptions do not apply to this filter")
    case .badfilter: .row(.modifier, meaning: "turns off the filter that is equal apart from this option")
    case .reason: .row(.modifier, meaning: "the text that a blocked page shows", value: .required)
    case .noop: .row(.modifier, meaning: "nothing: separates other options")
    case .elemhide: .pageException("exception: no hiding on the page", aliases: "ehide")
    case .generichide: .pageException("exception: no generic hiding on the page", aliases: "ghide")
    case .specifichide: .pageException("exception: no site-specific hiding on the page", aliases: "shide")
    case .urlblock: .row(.pageException, meaning: "exception: no blocking on the page")
    case .genericblock: .pageException("exception: no blocking by filters without domains on the page")
    case .content: .row(.pageException, meaning: "exception: no HTML filtering on the page")
    case .jsinject: .row(.pageException, meaning: "exception: no script injection on the page")
    case .extension: .pageException("exception: no userscripts on the page", value: .optional)
    case .stealth:
      .row(
        .pageException, meaning: "exception: no tracking protection on the page", value: .optional,
        form: .names,
        of: """
          searchquery donottrack 3p-cookie 1p-cookie 3p-cache 3p-auth webrtc push location flash java referrer \
          useragent ip xclientdata dpi
          """)
    case .redirect: .row(.effect, meaning: "blocks, and returns a harmless resource", value: .requiredToAct)
    case .redirectRule:
      .row(.effect, meaning: "redirects requests that another filter blocks", value: .requiredToAct)
    case .rewrite: .row(.effect, meaning: "Adblock Plus's redirect", value: .required)
    case .empty: .row(.effect, meaning: "blocks, and returns an empty response")
    case .mp4: .row(.effect, meaning: "blocks, and returns an empty video")
    case .csp: .row(.effect, meaning: "adds a Content Security Policy", value: .requiredToAct)
    case .permissions: .row(.effect, meaning: "adds a Permissions Policy", value: .requiredToAct)
    case .cookie: .row(.effect, meaning: "blocks or changes cookies", value: .optional)
    case .removeparam:
      .row(.effect, meaning: "removes parameters from the query", aliases: "queryprune", value: .optional)
    case .removeheader: .row(.effect, meaning: "removes a header", value: .requiredToAct, form: .names)
    case .replace: .row(.effect, meaning: "changes the text of the response", value: .requiredToAct)
    case .urltransform:
      .row(.effect, meaning: "changes the URL", aliases: "uritransform", value: .requiredToAct)
    case .urlskip: .row(.effect, meaning: "goes directly to the URL inside the URL", value: .requiredToAct)
    case .hls: .row(.effect, meaning: "removes parts of an HLS playlist", value: .optional)
    case .jsonprune: .row(.effect, meaning: "removes parts of a JSON response", value: .optional)
    case .xmlprune: .row(.effect, meaning: "removes parts of an XML response", value: .optional)
    case .referrerpolicy:
      .row(
        .effect, meaning: "sets the Referrer Policy", value: .requiredToAct,
        of: """
          no-referrer no-referrer-when-downgrade origin origin-when-cross-origin same-origin strict-origin \
          strict-origin-when-cross-origin unsafe-url
          """)
    case .dnsrewrite: .row(.effect, meaning: "DNS: another answer", value: .optional)
    case .unknown: .row(.unknown, meaning: "", value: .optional, negation: .meaningful)
    }
  }
}

/// The parsed value of an option.
@nonexhaustive public enum OptionValue: Hashable, Sendable {
  /// No value: there is no `=`, or nothing after it.
  case none
  /// Domains of pages or requests, in any order.
  case domains([DomainEntry])
  /// Names other than domains, in any order: methods, applications, keys.
  case names([Name], isCaseSensitive: Bool)
  /// A header: its name, which is case-insensitive, and the text after the name.
  case header(name: ByteRange, rest: ByteRange)
  /// Text in a syntax that is specific to the option.
  case text(ByteRange)

  /// A name in a list of names, such as `get` in `method=get|post`.
  public struct Name: Hashable, Sendable {
    /// Whether a `~` precedes the name.
    public var isExcluded: Bool
    /// The name, or a `/regex/` including its slashes.
    public var text: ByteRange
    /// Whether the name is a `/regex/`.
    public var isRegex: Bool
  }
}

extension Option {
  /// Parses the value of the option. `bytes` are the bytes of the list.
  public func read(in bytes: Span<UInt8>) throws(SyntaxProblem) -> OptionValue {
    guard let value, !value.isEmpty else { return .none }
    return switch kind.row.form {
    case .domains: .domains(try [DomainEntry](parsing: bytes, value, separator: ASCII.pipe))
    case .names: .names(Self.names(bytes, in: value), isCaseSensitive: false)
    case .namesWithCase: .names(Self.names(bytes, in: value), isCaseSensitive: true)
    case .header: Self.header(bytes, in: value)
    case .text: .text(value)
    }
  }

  /// Returns the domains in the value of the option; nil if the value has no domains or is malformed. To
  /// report a malformed value, use ``read(in:)``, as the conversion does.
  package func domains(in bytes: Span<UInt8>) -> [DomainEntry]? {
    guard case .domains(let entries)? = try? read(in: bytes) else { return nil }
    return entries
  }

  private static func names(_ bytes: Span<UInt8>, in range: ByteRange) -> [OptionValue.Name] {
    var names: [OptionValue.Name] = []
    var start = range.lowerBound
    while start <= range.upperBound {
      let end = DomainListParser.entryEnd(bytes, from: start, end: range.upperBound, separator: ASCII.pipe)
      let text = bytes.trimmed(ByteRange(start, end))
      if !text.isEmpty {
        let isExcluded = bytes[text.lowerBound] == ASCII.tilde
        let name = ByteRange(text.lowerBound + (isExcluded ? 1 : 0), text.upperBound)
        let isRegex = !name.isEmpty && bytes[name.lowerBound] == ASCII.slash
        names.append(OptionValue.Name(isExcluded: isExcluded, text: name, isRegex: isRegex))
      }
      start = end + 1
    }
    return names
  }

  private static func header(_ bytes: Span<UInt8>, in range: ByteRange) -> OptionValue {
    let end = bytes.firstIndex(of: ASCII.colon, in: range) ?? range.upperBound
    return .header(name: ByteRange(range.lowerBound, end), rest: ByteRange(end, range.upperBound))
  }
}
