import SluiceText

/// A trigger's condition on the page or frame.
///
/// WebKit rejects a trigger with two conditions or with an empty condition array. This type therefore holds
/// one condition, and ``NonEmpty`` guarantees that its array has an element.
@nonexhaustive public enum Condition: Hashable, Sendable {
  /// The host of the top page is one of these domains. WebKit searches the whole page URL for them, so
  /// another site's page can match by putting the host in its query; see `URLFilter.page(_:)`.
  case ifDomain(NonEmpty<Domain>)
  /// The host of the top page is not one of these domains.
  case unlessDomain(NonEmpty<Domain>)
  /// The URL of the top page matches one of these patterns.
  case ifTopURL(NonEmpty<URLFilter>)
  /// The URL of the top page matches none of these patterns.
  case unlessTopURL(NonEmpty<URLFilter>)
  /// The URL of the document that makes the request matches one of these patterns. For the request that loads
  /// an iframe's document, that URL is `about:blank` (measured), so the condition never holds.
  case ifFrameURL(NonEmpty<URLFilter>)
  /// The URL of the document that makes the request matches none of these patterns.
  case unlessFrameURL(NonEmpty<URLFilter>)
}

extension Condition {
  /// Whether the rule applies if no entry matches.
  package var isNegated: Bool {
    switch self {
    case .unlessDomain, .unlessTopURL, .unlessFrameURL: true
    case .ifDomain, .ifTopURL, .ifFrameURL: false
    }
  }

  /// The hosts of the domains, or the patterns.
  package var entries: [[UInt8]] {
    switch self {
    case .ifDomain(let domains), .unlessDomain(let domains): domains.elements.map { $0.host }
    case .ifTopURL(let filters), .unlessTopURL(let filters), .ifFrameURL(let filters),
      .unlessFrameURL(let filters):
      filters.elements.map { $0.bytes }
    }
  }
}

/// An array with at least one element.
public struct NonEmpty<Element> {
  /// The elements; at least one.
  public let elements: [Element]

  /// Creates an array from these elements, or returns nil if there are no elements.
  public init?(_ elements: [Element]) {
    guard !elements.isEmpty else { return nil }
    self.elements = elements
  }

  /// Creates an array with one element.
  public init(_ element: Element) { elements = [element] }

  private init(trusted elements: [Element]) { self.elements = elements }

  /// Returns an array with these elements followed by others.
  public func appending(_ others: NonEmpty) -> NonEmpty { NonEmpty(trusted: elements + others.elements) }

  /// Returns an array with the results of `transform` for each element.
  public func map<Other>(_ transform: (Element) -> Other) -> NonEmpty<Other> {
    NonEmpty<Other>(trusted: elements.map(transform))
  }
}

extension NonEmpty: Sendable where Element: Sendable {}
extension NonEmpty: Equatable where Element: Equatable {}
extension NonEmpty: Hashable where Element: Hashable {}

/// An entry of `if-domain` or `unless-domain`: a host of the top page, optionally with its subdomains.
///
/// WebKit rejects the whole list if one domain contains an uppercase or non-ASCII character. It accepts
/// `*.host`, `.host`, `host.*`, `*` and `host:443`, but never matches them (all measured). A domain therefore
/// consists of labels of lowercase letters, digits, `-` and `_`, joined by single dots.
public struct Domain: Hashable, Sendable {
  /// The host, without the leading `*`.
  package let host: [UInt8]
  /// Whether the entry also matches subdomains; written as a leading `*`.
  public let includesSubdomains: Bool

  /// Creates a domain, or returns nil if `host` is not a lowercase ASCII host name. Write international names
  /// in Punycode.
  public init?(_ host: [UInt8], includesSubdomains: Bool) {
    guard Self.isHost(host) else { return nil }
    self.host = host
    self.includesSubdomains = includesSubdomains
  }

  /// Returns whether these bytes are labels of `a-z 0-9 - _`, joined by single dots.
  package static func isHost(_ bytes: [UInt8]) -> Bool { isHost(bytes.span) }

  /// Returns whether these bytes are labels of `a-z 0-9 - _`, joined by single dots.
  package static func isHost(_ bytes: Span<UInt8>) -> Bool {
    bytes.withUnsafeBytes { bytes in
      var (index, label) = (0, 0)
      while index < bytes.count {
        // Most bytes are letters.
        let letters = bytes.paddedWord(at: index).lowercaseLettersAtStart
        index += letters
        if letters == 8 || index == bytes.count { continue }
        if bytes[index] == ASCII.dot {
          if index == label { return false }
          label = index + 1
        } else if !bytes[index].isLabelByte {
          return false
        }
        index += 1
      }
      return index > label
    }
  }
}

extension Domain {
  /// Creates a domain from text, or returns nil if `host` is not a lowercase ASCII host name.
  public init?(_ host: String, includesSubdomains: Bool) {
    self.init(Array(host.utf8), includesSubdomains: includesSubdomains)
  }

  /// The host.
  public var hostString: String { String(decoding: host, as: UTF8.self) }
}

extension Domain {
  /// Hashes the host and the subdomain flag.
  public func hash(into hasher: inout Hasher) {
    hasher.combineBytes(host)
    hasher.combine(includesSubdomains)
  }
}

extension URLFilter {
  /// Returns a pattern for a condition on the page URL that matches the pages of a domain. This is the
  /// intended meaning of `if-domain`.
  ///
  /// WebKit searches for the value of `if-domain` anywhere in the page's URL, including its query and
  /// fragment. Any page can therefore pass as a page of another site:
  /// `https://other.example/?u=https://good.example/` (measured, and in WebKit's source up to 2026). This
  /// pattern is anchored at the start of the URL and at the end of the authority.
  ///
  /// The pattern cannot end in `[:/]`: WebKit keeps the user name in the URL of a page, and
  /// `https://good.example:x@other.example/` is a page of `other.example` (measured). If the URL has a user
  /// name, the pattern matches subdomains but not the domain itself, as `if-domain` does. `([^/]+[.@])?`
  /// would match both, but takes 10% longer to compile (measured).
  package static func page(_ domain: Domain) -> URLFilter {
    let anchor = domain.includesSubdomains ? HostAnchor.label : .authority
    // The host of a domain is a valid host name, for which a filter always exists.
    return host(domain.host.span, between: anchor, and: .page) ?? Rule.noOperation.trigger.urlFilter
  }

  /// The domain, if this filter is one that ``page(_:)`` returns.
  package var pageDomain: Domain? {
    if let host = Self.host(in: bytes.span, between: .label, and: .page) {
      return Domain(host, includesSubdomains: true)
    }
    return Self.host(in: bytes.span, between: .authority, and: .page)
      .flatMap { Domain($0, includesSubdomains: false) }
  }
}

/// The resource types of a trigger: WebKit's `resource-type`.
///
/// An empty set means any type, and the JSON then omits the key. WebKit would treat an empty array in the
/// same way, but a reader could take it for "no request at all". The names are the 16 that WebKit's compiler
/// accepts (measured on WebKitGTK 2.50.6).
public struct ResourceTypes: OptionSet, Hashable, Sendable {
  /// One bit for each type, in the order of `names`.
  public let rawValue: UInt16

  /// Creates a set from these bits.
  public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// A document in an iframe (Safari 15 and later).
  public static let childDocument = Self(rawValue: 1 << 0)
  /// A report of a Content Security Policy violation.
  public static let cspReport = Self(rawValue: 1 << 1)
  /// The document of a page or an iframe.
  public static let document = Self(rawValue: 1 << 2)
  /// A request by `fetch()` or `XMLHttpRequest`.
  public static let fetch = Self(rawValue: 1 << 3)
  /// A web font.
  public static let font = Self(rawValue: 1 << 4)
  /// An image, including the images of style sheets and the posters of videos.
  public static let image = Self(rawValue: 1 << 5)
  /// Audio, video and text tracks.
  public static let media = Self(rawValue: 1 << 6)
  /// Beacons, workers, event sources and similar requests.
  public static let other = Self(rawValue: 1 << 7)
  /// A request from a link's `ping` attribute. Requests from `sendBeacon` are ``other``.
  public static let ping = Self(rawValue: 1 << 8)
  /// A window that a page opens; evaluated in the context of that page.
  public static let popup = Self(rawValue: 1 << 9)
  /// WebKit's older name for `fetch`, `websocket`, `ping` and `other` together.
  public static let raw = Self(rawValue: 1 << 10)
  /// A script or module, or the preload of one.
  public static let script = Self(rawValue: 1 << 11)
  /// A style sheet.
  public static let styleSheet = Self(rawValue: 1 << 12)
  /// An SVG document that another document uses.
  public static let svgDocument = Self(rawValue: 1 << 13)
  /// The document of a page (Safari 15 and later).
  public static let topDocument = Self(rawValue: 1 << 14)
  /// A WebSocket connection.
  public static let webSocket = Self(rawValue: 1 << 15)

  /// WebKit's names in alphabetical order, which is the order of the bits and of the JSON.
  package static let names: [StaticString] = [
    "child-document", "csp-report", "document", "fetch", "font", "image", "media", "other",
    "ping", "popup", "raw", "script", "style-sheet", "svg-document", "top-document", "websocket",
  ]
}

/// First-party or third-party requests: WebKit's `load-type`. Empty means both.
///
/// WebKit compares the registrable domains of the request and of the top page. It uses the public suffix list
/// with its private section. The request for the page itself is first-party (measured).
public struct LoadTypes: OptionSet, Hashable, Sendable {
  /// One bit for each type, in the order of `names`.
  public let rawValue: UInt8

  /// Creates a set from these bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Requests to the site of the page.
  public static let firstParty = Self(rawValue: 1 << 0)
  /// Requests to any other site.
  public static let thirdParty = Self(rawValue: 1 << 1)

  /// WebKit's names, in the order of the bits, which is also their order in the JSON.
  package static let names: [StaticString] = ["first-party", "third-party"]
}

/// The frame that makes a request: WebKit's `load-context` (Safari 15 and later). Empty means any frame.
///
/// `topFrame` covers requests made by the page itself. `childFrame` covers requests made in frames, and the
/// requests for the documents of frames (measured).
public struct LoadContexts: OptionSet, Hashable, Sendable {
  /// One bit for each context, in the order of `names`.
  public let rawValue: UInt8

  /// Creates a set from these bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Requests made in a frame, and the request for a frame's document.
  public static let childFrame = Self(rawValue: 1 << 0)
  /// Requests made by the page itself.
  public static let topFrame = Self(rawValue: 1 << 1)

  /// WebKit's names, in the order of the bits, which is also their order in the JSON.
  package static let names: [StaticString] = ["child-frame", "top-frame"]
}

/// An HTTP method: WebKit's `request-method`. A trigger has at most one, in lowercase.
@nonexhaustive public enum RequestMethod: String, CaseIterable, Hashable, Sendable {
  /// The methods that WebKit accepts. It rejects a list with any other value.
  case connect, delete, get, head, options, patch, post, put, trace
}
